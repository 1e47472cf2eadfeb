"""Cleaning: emoticons and stretched letters before, spaces and orphan punctuation after."""

import re

from paraphrast.text import Lang
from paraphrast.text.languages import find_language

EMOTICONS = re.compile(
    r"(?<![\w:])[:;=8][-'^]?[)(\]\[DPpdb/\\|*]+(?!\w)|(?<!\w)[)(]{2,}(?!\w)|\^_+\^"
    # brackets, with nines and noughts among them where a hand slipped off the shift key
    r"|(?:\){3,}|\){1,2}[09]+\){2,})(?:(?:[09]{2,}(?!\d)|[09](?=\)|\s*$))\)*)*"
    r"|(?:\({3,}|\({1,2}[09]+\({2,})(?:(?:[09]{2,}(?!\d)|[09](?=\(|\s*$))\(*)*"
    "|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+"
)
STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
WORD = re.compile(r"\w+")
MEANT = re.compile(r"[wW]{3}|[IVXLCDM]+|[^\W\d_a-zа-яё]{1,3}|(?:(?![AEIOUYАЕЁИОУЫЭЮЯ])[^\W\d_a-zа-яё])+")
SPACES = re.compile(r"[^\S\n]+")
BEFORE = re.compile(r"\s+([,.!?;:…)\]»])(?!\w)")
AFTER = re.compile(r"([(\[«])\s+")
EMPTY = re.compile(r"\(\s*\)|\[\s*\]|«\s*»|\"\s*\"|“\s*”")
COMMAS = re.compile(r"[,，、](?:\s*[,，、])+")
COMMA_STOP = re.compile(r"[,;:，；：、]\s*([.!?…。！？])")
HEAD = re.compile(r"^(?:\s*[,.;:!?…，。；：、！？)\]»*-]+(?=\s|\w))+\s*")
TAIL = re.compile(r"[\s,;，；、(\[«-]+$")
EMPTIED = re.compile(r"([.!?…])\s+[.,;:!?…]+(?=\s|$)")  # a sign, and that of a sentence that is gone
CLASHING = re.compile(r"([!?])\.(?=\s|$)|(?<!\.)\.(?=[!?]+(?:\s|$))")  # signs of two sentences
DASHED = re.compile(r"\s+[-–—]+\s*(?=[.,!?…](?:\s|$))")  # a dash that leads to nothing
JOINED = re.compile(r"(?<=[а-яё])([.!?])(?=[А-ЯЁ][а-яё])")  # two sentences without a space
STOPS = re.compile(r"(?<!\.)\.\s*\.(?!\.)")
STOP_COMMA = re.compile(r"([.!?]),(?=\s)")
LISTED = re.compile(r",\s+(и|или)(?=\s)")
HYPHENED = re.compile(r"\w+(?:-\w+)+")
ARTICLE = re.compile(  # an article whose noun is gone
    r"\b(?:an?|the)\s*(?=[,.;:!?]|$|\b(?:this|that|these|those|is|are|was|were|has|have|who|which|and|or|of)\b)",
    re.IGNORECASE,
)
# One word that came for two rude ones.
TWICE = re.compile(r"\b(\w{4,})(?:\s+(?:and|or|и|или))?[\s,]+\1\b", re.IGNORECASE)
TINY = re.compile(r"\b(\w{1,3})\s+\1\b", re.IGNORECASE)  # what stood on both sides of a word that is gone
TORN = (  # what a source has not, and what comes for it
    (LISTED, r" \1"),  # the second of three things is gone
    (EMPTIED, r"\1"),
    (STOPS, "."),
    (STOP_COMMA, r"\1"),
    (JOINED, r"\1 "),
    (DASHED, ""),
    (TWICE, r"\1"),
    (TINY, r"\1"),
)
GAP = re.compile(r"(?<=[\u3400-\u9fff，。！？])\s+(?=[\u3400-\u9fff，。！？])")


def clean_text(text: str) -> str:
    """Take out emoticons, and write stretched letters once; www, III and acronyms such as СССР are meant so.

    >>> clean_text("Нууууу привет :))"), clean_text("soooo good ))"), clean_text("СССР, XXIII, www.a.ru")
    ('Ну привет ', 'so good ', 'СССР, XXIII, www.a.ru')
    >>> clean_text("Жаль(((999((9"), clean_text("Жаль(((9 мая"), clean_text("f((90))")
    ('Жаль', 'Жаль9 мая', 'f((90))')
    """
    return WORD.sub(_shorten_stretched, EMOTICONS.sub("", text))


def _shorten_stretched(word: re.Match[str]) -> str:
    """Write the stretched letters of a word once."""
    return word[0] if MEANT.fullmatch(word[0]) else STRETCHED.sub(r"\1", word[0])


def tidy_draft(text: str, source: str, lang: Lang, *, taken: bool = True) -> str:
    """Mend what taking words out leaves behind; a text that is the source stays as it is.

    Where no words were `taken` out, Chinese clauses are whole, and gaps and ends of the source may stay.

    >>> tidy_draft("Ну , , и что ты  , ?", "", "ru"), tidy_draft(" , go home .", "Damn, go home .", "en")
    ('Ну, и что ты?', 'Go home.')
    >>> tidy_draft("The  that you sell is a .", "The garbage that you sell is a crime .", "en")
    'That you sell is.'
    >>> tidy_draft("John A. Dvorak departed", "John A. Dvorak left", "en")
    'John A. Dvorak departed'
    >>> tidy_draft("Всё. . Заболела", "Всё. Пиздец. Заболела", "ru")
    'Всё. Заболела'
    >>> tidy_draft("берут? , ну", "берут? Пиздец, ну", "ru")
    'берут? ну'
    >>> tidy_draft("Он на свободе!.", "Он, гад, на свободе!", "ru"), tidy_draft("Да!. Нет", "Да!. Хрен", "ru")
    ('Он на свободе!', 'Да!. Нет')
    >>> tidy_draft("- Вот  люди!", "- Вот гады!", "ru"), tidy_draft(", уходи", "Гад, уходи", "ru")
    ('- Вот люди!', 'Уходи')
    >>> tidy_draft("走吧 我 不想 说", "走吧 我他妈不想 说", "zh")
    '走吧 我不想 说'
    >>> tidy_draft("他不来，是吗", "他是不是不来", "zh", taken=False)
    '他不来，是吗'
    >>> tidy_draft("他不来，是吗", "他不来，是狗吗", "zh")
    '他不来'
    >>> tidy_draft("Эти люди и люди врут", "Эти козлы и гады врут", "ru")
    'Эти люди врут'
    >>> tidy_draft("So so odd", "Very so so odd", "en")
    'So so odd'
    """
    if text == source:
        return text
    if taken:
        text = find_language(lang).drafts.complete_clauses(text, source)
    text = _restore_hyphens(text, source)
    for torn, mend in TORN:
        text = text if torn.search(source) else torn.sub(mend, text)
    text = ARTICLE.sub(lambda match: _keep_article(match, source), text)
    text = COMMAS.sub(lambda match: match[0][0], EMPTY.sub("", text))
    text = BEFORE.sub(r"\1", AFTER.sub(r"\1", SPACES.sub(" ", text)))
    text = COMMA_STOP.sub(r"\1", text).strip()
    text = TAIL.sub("", text) if taken or not TAIL.search(source.rstrip()) else text
    text = text if source.rstrip().endswith(":") else text.rstrip(": ")
    text = text if CLASHING.search(source) else CLASHING.sub(r"\1", text)
    text = text if HEAD.match(source) else HEAD.sub("", text)
    if not find_language(lang).spaced and (taken or not GAP.search(source)):
        text = GAP.sub(lambda gap: _keep_gap(gap, source), text)
    return text[:1].upper() + text[1:] if source[:1].isupper() else text


def _restore_hyphens(text: str, source: str) -> str:
    """Write words with a hyphen where the source has one.

    >>> _restore_hyphens("Что то не так, кто то", "Что-то не так, кто то")
    'Что-то не так, кто то'
    >>> _restore_hyphens("по моему", "по моему, по-моему")
    'по моему'
    """
    for word in HYPHENED.findall(source):
        apart = word.replace("-", " ")
        if word not in text and apart not in source:
            text = re.sub(rf"(?<!\w){re.escape(apart)}(?!\w)", word, text)
    return text


def _keep_gap(gap: re.Match[str], source: str) -> str:
    """Give nothing for a blank between Chinese characters, and the blank where the source has it so."""
    around = gap.string[gap.start() - 1 : gap.end() + 1]
    return gap[0] if around in source else ""


def _keep_article(article: re.Match[str], source: str) -> str:
    """Give nothing for an article that has lost its noun, and the article where the source has it so."""
    rest, known = article.string[article.end() :][:4], source.lower()
    there = f"{article[0].rstrip()} {rest}".lower() in known or f"{article[0]}{rest}".lower() in known
    return article[0] if there else ""
