"""Sentences in another order: frames written by hand, `lists/frames.LANG.toml`.

because (.+), (.+) = {2} because {1}        the whole sentence without its last sign; letters of any size
A frame with ‹ in it sees after each word what it may be (`mark_readings` of the language), one that ends with
\\? the sign, and <names> stand for the `pieces` of the list. Which stretches of a text are put into frames,
and what else moves, the language says (`recast`).
"""

import re
import tomllib
from functools import cache, lru_cache, partial
from importlib.resources import files

from paraphrast.text import Lang
from paraphrast.text.clauses import upper_first
from paraphrast.text.languages import find_language
from paraphrast.text.signs import cut_signs

READ = re.compile("‹[^›]*›")
OR = " | "  # between ways to say a thing
NEEDED = re.compile(r"\(\?=\.\*([^\\.()\[\]*+?|^$]+)\)")  # what a frame says first that it looks for


def reorder(text: str, lang: Lang, way: int = 0) -> str:
    """Put each sentence into another order, in the way of this number.

    >>> reorder("Two men are mending a roof. The roof was damaged by the storm.", "en")
    'There are two men mending a roof. The storm damaged the roof.'
    >>> reorder("央视网消息：昨天他打碎了杯子，妈妈没有生气。", "zh")
    '央视网消息：他昨天打碎了杯子，妈妈没有生气。'
    """
    return find_language(lang).recast.reorder(text, partial(apply_frame, lang=lang, way=way), way)


def apply_frame(sentence: str, lang: Lang, way: int = 0) -> str:
    """Put one sentence into the order of the first frame that fits it, in the way of this number.

    >>> apply_frame("Because it rained, we stayed home.", "en"), apply_frame("Если устанешь, отдохни.", "ru")
    ('We stayed home because it rained.', 'Отдохни, если устанешь.')
    >>> apply_frame("虽然他累了，但他没有休息。", "zh")
    '他没有休息，虽然他累了。'
    """
    body, rest = cut_signs(sentence)
    said = body
    if fit := find_frame(sentence, lang):
        parts, ways = fit
        said = ways[way % len(ways)].format("", *parts)
        said = said if not find_language(lang).spaced else upper_first(said)
    return said + rest


@lru_cache(1_000)
def find_frame(sentence: str, lang: Lang) -> tuple[list[str], list[str]] | None:
    """Find the first frame that fits: its parts and its ways."""
    recast = find_language(lang).recast
    body, _ = cut_signs(sentence)
    seen = recast.mark_readings(body)
    low, plain = seen.lower(), body.lower()
    for form, ways, needed in list_frames(lang):
        if needed not in low and needed not in plain:
            continue
        sign = "?" if form.pattern.endswith(r"\?") and sentence.endswith("?") else ""
        match = form.fullmatch((seen if "‹" in form.pattern else body) + sign)
        groups = [READ.sub("", part or "") for part in match.groups()] if match else []
        if match and not any(is_hanging(part, lang) for part in groups):
            parts = [
                recast.lower_start(part) if match.start(at) == 0 else part
                for at, part in enumerate(groups, 1)
            ]
            return parts, ways
    return None


def is_hanging(part: str, lang: Lang) -> bool:
    """Say whether a part ends with a word that goes with what comes next.

    >>> is_hanging("The novel was written almost", "en"), is_hanging("这部小说差不多", "zh")
    (True, True)
    >>> is_hanging("Он пришёл", "ru")
    False
    """
    return any(found.end() == len(part) for found in read_hanging(lang).finditer(part))


@cache
def read_hanging(lang: Lang) -> re.Pattern[str]:
    """Read what a part that has lost the words it goes with ends with."""
    return re.compile(rf"(?:{read_lists(lang)['hanging']})\W*", re.IGNORECASE)


@cache
def read_frames(lang: Lang) -> list[tuple[re.Pattern[str], list[str]]]:
    """Compile the frames of a language, in the order of their list, with what their <names> stand for."""
    lines = (line.strip() for line in read_lists(lang)["frames"].splitlines())
    pairs = [line.split(" = ", 1) for line in lines if line and not line.startswith("#")]
    return [(re.compile(spell_out(form, lang), re.IGNORECASE), said.split(OR)) for form, said in pairs]


@cache
def list_frames(lang: Lang) -> list[tuple[re.Pattern[str], list[str], str]]:
    """Give the frames with what a sentence has to have in it, small, for the first look."""
    found = [(form, ways, NEEDED.match(form.pattern)) for form, ways in read_frames(lang)]
    return [(form, ways, match[1].lower() if match else "") for form, ways, match in found]


def spell_out(form: str, lang: Lang) -> str:
    """Write a frame without <names>; a piece may name those above it."""
    pieces = [line.split(" = ", 1) for line in read_lists(lang).get("pieces", "").splitlines() if line]
    for name, piece in reversed(pieces):
        form = form.replace(f"<{name}>", piece)
    return form


@cache
def read_lists(lang: Lang) -> dict[str, str]:
    """Read the lists of a language."""
    place = files("paraphrast.rewrite") / "lists" / f"frames.{lang}.toml"
    return tomllib.loads(place.read_text(encoding="utf-8"))
