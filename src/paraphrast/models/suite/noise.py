"""Noise that changes no meaning: a decision about a pair should be the same with it and without it."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from msgspec.structs import replace

from paraphrast.models.suite.records import Item
from paraphrast.text import words
from paraphrast.text.languages import LANGS, Lang, find_language
from paraphrast.text.normal import WIDE

Noise: TypeAlias = Callable[[str, Lang, np.random.Generator], str]

EMOJI = ("🙂", "👍", "📌", "✨", "👀")
# Question marks stay: without one a question is a statement. So do marks inside of words and numbers.
INSIDE = r"(?<=[^\W_])[.,:'’–-](?=[^\W_])"
MARKS = re.compile(rf"({INSIDE})|[.,;:!…\"«»“”„'‘’()—–。，、；：！（）《》「」『』]")
WIDTHS = {ord(wide): narrow for wide, narrow in WIDE.items()} | {ord("。"): "."}
WIDTHS |= {ord(WIDE[wide]): wide for wide in WIDE if wide.isalnum()}
LONG = 6  # letters of a word in which two can change places without making another word


def _raise_case(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Write everything in capitals."""
    return text.upper()


def _lower_case(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Write everything in small letters."""
    return text.lower()


def _append_emoji(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Put a friendly or neutral emoji at the end."""
    return text + find_language(lang).joint + EMOJI[random.integers(len(EMOJI))]


def misspell_word(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Exchange two letters inside a long word that is no name; in Chinese type a word's last one twice."""
    spaced = find_language(lang).spaced
    least = LONG if spaced else 2
    fitting = [
        token
        for token in words(text, lang)
        if len(token.text) >= least and token.text.isalpha() and token.text == token.text.lower()
    ]
    if not fitting:
        return text
    chosen = fitting[random.integers(len(fitting))]
    if not spaced:
        return text[: chosen.stop] + chosen.text[-1] + text[chosen.stop :]
    inner = [at for at in range(1, len(chosen.text) - 2) if chosen.text[at] != chosen.text[at + 1]]
    if not inner:
        return text
    at = chosen.start + inner[random.integers(len(inner))]
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _drop_marks(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Leave out marks, but not question marks and what stands inside words and numbers.

    >>> _drop_marks("Well, it's 3.5 (not 4)!", "en", np.random.default_rng(0))
    "Well it's 3.5 not 4"
    """
    return re.sub(" {2,}", " ", MARKS.sub(lambda mark: mark[1] or "", text)).strip()


def _double_spaces(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Write two spaces for each."""
    return text.replace(" ", "  ")


def _flatten_yo(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Write е for ё."""
    return text.replace("ё", "е").replace("Ё", "Е")


def _write_traditional(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Write traditional characters."""
    converted: str = traditional().convert(text)
    return converted


def _exchange_widths(text: str, lang: Lang, random: np.random.Generator) -> str:
    """Write full-width marks as narrow ones, and narrow letters and digits at full width.

    >>> _exchange_widths("一共3个，对。", "zh", np.random.default_rng(0))
    '一共３个,对.'
    """
    return text.translate(WIDTHS)


@cache
def traditional() -> Any:
    """Load OpenCC's table from simplified to traditional."""
    from opencc import OpenCC

    return OpenCC("s2t")


def _written_with(kind: str) -> tuple[Lang, ...]:
    """List the languages that may be spelled in two ways of a kind."""
    return tuple(
        lang for lang in LANGS if any(kind == change[0] for change in find_language(lang).spelling.CHANGES)
    )


UNSPACED = tuple(lang for lang in LANGS if not find_language(lang).spaced)
NOISES: dict[str, tuple[Noise, tuple[Lang, ...]]] = {
    "capitals": (_raise_case, LANGS),
    "lower-case": (_lower_case, LANGS),
    "emoji": (_append_emoji, LANGS),
    "typo": (misspell_word, LANGS),
    "punctuation": (_drop_marks, LANGS),
    "spaces": (_double_spaces, LANGS),
    "yo": (_flatten_yo, _written_with("yo")),
    "traditional": (_write_traditional, _written_with("traditional")),
    "width": (_exchange_widths, UNSPACED),
}


def add_noise(written: Sequence[Item], lang: Lang, *, seed: int = 0) -> Iterator[Item]:
    """Yield each pair with each noise in one of its texts; where the noise changes neither, nothing."""
    for name, (noise, langs) in NOISES.items():
        if lang not in langs:
            continue
        for item in written:
            # by the item, so that adding items leaves the noise of others as it was
            random = np.random.default_rng([seed, crc32(f"{name} {item.pair.id}".encode())])
            sides = ("a", "b") if random.integers(2) else ("b", "a")
            for side in sides:
                text = getattr(item.pair, side)
                noisy = noise(text, lang, random)
                if noisy != text:
                    changes = {side: noisy, "label": None, "id": f"{item.pair.id}/{name}"}
                    pair = replace(item.pair, **changes)
                    yield Item("noise", f"noise-{name}", item.half, pair, plain=item.pair)
                    break
