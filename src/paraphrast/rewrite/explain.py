"""Which rules take a text: each with its file and line, the stretch, and what it would say."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from paraphrast.rewrite.phrases import frames
from paraphrast.rewrite.phrases.phrase_rules import book
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang, sentences
from paraphrast.text.rules import find


class Fired(NamedTuple):
    """A rule that takes a stretch of a text: its kind and id, where it is written, and what it would say."""

    kind: str
    rule: str
    place: str
    old: str
    new: str


def explain(text: str, lang: Lang) -> list[Fired]:
    """Name every rule that takes a text or a stretch of it: phrases, orders of sentences, rude phrases.

    >>> explain("He left in order to rest.", "en")[0][:2]
    ('phrase', 'en: in order to')
    >>> [one.kind for one in explain("Why the hell not?", "en")]
    ['rude phrase']
    """
    phrases = [
        Fired(
            "phrase",
            one.rule.id,
            f"rewrite/rules/{one.rule.place}",
            text[one.start : one.stop],
            " | ".join(one.said),
        )
        for one in find(text, book(lang))
    ]
    return [*phrases, *explain_orders(text, lang), *explain_rude(text, lang)]


def explain_orders(text: str, lang: Lang) -> list[Fired]:
    """Name the order that each sentence of a text fits."""
    found = []
    for one in sentences(text, lang):
        fit = frames.fitting(one.text, lang)
        if fit:
            row = next(form.pattern for form, ways in frames.frames(lang) if ways is fit[1])
            number = next(at for at, (form, _) in enumerate(frames.frames(lang)) if form.pattern == row)
            place = f"rewrite/lists/frames.{lang}.toml:{frame_lines(lang)[number]}"
            found.append(Fired("order", f"{lang}: {number}", place, one.text, " | ".join(fit[1])))
    return found


def explain_rude(text: str, lang: Lang) -> list[Fired]:
    """Name the rows of the lexicon that say a rude phrase of a text otherwise."""
    text, found = lexicon.unmasked(text, lang), []
    table = lexicon.listed(lang)["neutral"]
    for which in lexicon.TABLES:
        for row, (pattern, said) in zip(table.get(which, {}), lexicon.phrases(lang, which), strict=True):
            match = pattern.search(text.replace("ё", "е").replace("Ё", "Е"))
            if match:
                place = f"rewrite/lists/{lang}.toml:{lexicon_line(row, lang)}"
                found.append(Fired("rude phrase", f"{lang}: {which}: {row}", place, match[0], said))
                text = lexicon.rephrased(text, pattern, said, lang)
    return found


@cache
def frame_lines(lang: Lang) -> list[int]:
    """Give the line of each order in its file."""
    lines = list_lines(f"frames.{lang}.toml")
    start = next(at for at, line in enumerate(lines) if line.startswith("frames = "))
    stop = next(at for at, line in enumerate(lines) if at > start and line.startswith("'''"))
    body = enumerate(lines[start + 1 : stop], start + 2)
    return [number for number, line in body if line.strip() and not line.strip().startswith("#")]


def lexicon_line(row: str, lang: Lang) -> int:
    """Give the line of a row of the lexicon."""
    return next((at for at, line in enumerate(list_lines(f"{lang}.toml"), 1) if row in line), 0)


@cache
def list_lines(name: str) -> list[str]:
    """Read the lines of a list."""
    place = files("paraphrast.rewrite") / "lists" / name
    return place.read_text(encoding="utf-8").splitlines()
