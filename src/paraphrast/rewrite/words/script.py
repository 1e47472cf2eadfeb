"""Chinese scripts: all lists and models read simplified characters, and a text leaves in those it came in."""

from difflib import SequenceMatcher

from paraphrast.text import Lang
from paraphrast.text.languages import find_language


def simplify_text(text: str, lang: Lang) -> str:
    """Write a Chinese text in simplified characters, as many as it has; others stay as they are.

    >>> simplify_text("滾開", "zh"), simplify_text("Уйди", "ru")
    ('滚开', 'Уйди')
    """
    language = find_language(lang)
    return language.simplified.simplify(text) if language.has("simplified") else text


def restore_script(output: str, source: str, lang: Lang) -> str:
    """Write an output in the characters of its source: what was kept as it was, new words in its script.

    >>> restore_script("这个人骗我的钱，请离开", "這個混蛋騙我的錢，滾開", "zh")
    '這個人騙我的錢，請離開'
    >>> restore_script("请离开我家後面", "滚出我家後面", "zh")
    '请离开我家後面'
    """
    plain = simplify_text(source, lang)
    if plain == source:
        return output
    simplified = find_language(lang).simplified
    new = simplified.traditional(output) if simplified.mostly_traditional(source) else output
    matcher = SequenceMatcher(None, plain, output, autojunk=False)
    return "".join(source[a:b] if kind == "equal" else new[c:d] for kind, a, b, c, d in matcher.get_opcodes())
