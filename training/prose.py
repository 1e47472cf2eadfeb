"""Pairs of ordinary prose: a text with itself, lightly edited, changed in one point, and with its neighbours.

Corpora of paraphrases hold sentences; what people compare are also paragraphs, and mostly with themselves. No text
comes from what the judges are measured on (plays, textbooks, laws), nor from what may not go into weights that ship.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from mistyping import mistype

from paraphrast import corpora
from paraphrast.build.native import changes
from paraphrast.data import Pair, Text
from paraphrast.text import Lang, sentences, synonyms, words

SOURCES: dict[Lang, list[tuple[str, str]]] = {
    "ru": [("mono-ru", "novels"), ("mono-ru", "koziev-dialogues"), ("parallel-en-ru", "wmt-newstest-tico"), ("parallel-en-ru", "ethereum-org"), ("parallel-en-ru", "ss14-game")],
    "en": [("mono-en", "books"), ("mono-en", "articles-lctt"), ("parallel-en-ru", "wmt-newstest-tico"), ("parallel-en-zh", "goldminer")],
    "zh": [("mono-zh", "niutrans-modern"), ("parallel-en-zh", "lctt"), ("parallel-en-zh", "goldminer"), ("parallel-en-zh", "wmt-newstest-tico")],
}  # fmt: skip
LINES = 24_000  # read of each source
LONGEST = {"ru": 430, "en": 480, "zh": 165}  # characters, about as many pieces as the reader takes
EMOJI = "🙂😀😂🤔👍🔥❤️🙏😅🎉"
Rng: TypeAlias = np.random.Generator
Editor: TypeAlias = Callable[[str, Lang, Rng], str | None]


class Made(NamedTuple):
    """A pair of prose: both texts, whether they say the same, and how the second was made."""

    a: str
    b: str
    label: float
    kind: str


class Shelf(NamedTuple):
    """Running texts as lists of sentences, and words that may stand for names."""

    runs: list[list[str]]
    names: dict[str, list[str]]


def texts_of(name: str, split: str, lang: Lang) -> Iterator[str]:
    """Yield the lines of a corpus in this language."""
    for number, record in enumerate(corpora.load(name, split)):
        if number >= LINES:
            return
        if isinstance(record, Text):
            yield record.text
        elif isinstance(record, Pair):
            yield record.a if lang == "en" else record.b


def shelf(lang: Lang, rng: Rng) -> Shelf:
    """Cut the sources into runs of sentences that follow each other."""
    runs = []
    for name, split in SOURCES[lang]:
        lines = list(texts_of(name, split, lang))
        for i in rng.permutation(len(lines) // 3)[:5_000] * 3:
            run = [part for line in lines[i : i + 3] for part in cut(line, lang)]
            if run:
                runs.append(run)
    found: dict[str, list[str]] = {}
    for run in runs:
        for word in names(" ".join(run), lang):
            found.setdefault(form(word, lang), []).append(word)
    return Shelf(runs, found)


def cut(line: str, lang: Lang) -> list[str]:
    return [part.text.strip() for part in sentences(line[:3_000], lang) if len(part.text.strip()) > 3]


def names(text: str, lang: Lang) -> list[str]:
    """List words that look like names: a capital inside a sentence, or what the Chinese tagger says."""
    if lang == "zh":
        import rjieba

        return [word for word, tag in rjieba.tag(text) if tag in ("nr", "ns", "nz") and len(word) > 1]
    return re.findall(r"(?<=[\w,] )[A-ZА-ЯЁ][a-zа-яё]{2,}", text)


def form(word: str, lang: Lang) -> str:
    return str(len(word)) if lang == "zh" else word[-2:] if lang == "ru" else ""


def passage(run: list[str], lang: Lang, rng: Rng) -> str:
    """Take sentences from a place of a run until a length drawn evenly over scales is reached."""
    wanted = float(np.exp(rng.uniform(np.log(10), np.log(LONGEST[lang]))))
    at = int(rng.integers(len(run)))
    text = run[at]
    for more in run[at + 1 :]:
        if len(text) >= wanted:
            break
        text = join(text, more, lang)
    return text if len(text) <= LONGEST[lang] else ""


def join(a: str, b: str, lang: Lang) -> str:
    return a + b if lang == "zh" else f"{a} {b}"


def lose_sign(text: str, lang: Lang, rng: Rng) -> str | None:
    places = [m.start() for m in re.finditer(r"[,，、;；:：—]|[.。!！]$", text)]
    return drop(text, places, rng)


def drop(text: str, places: list[int], rng: Rng) -> str | None:
    if not places:
        return None
    at = places[int(rng.integers(len(places)))]
    return text[:at] + text[at + 1 :]


def put_synonym(text: str, lang: Lang, rng: Rng) -> str | None:
    """Put a word's first synonym for it where each is the other's first, in the same form."""
    from paraphrast.text import replaced

    for i in rng.permutation(len(found := words(text, lang)))[:12]:
        token = found[i]
        if not token.text.isalpha() or not (same := synonyms(token.text, lang)):
            continue
        if (
            synonyms(same[0], lang)[:1] == [token.text.lower()]
            or token.text.lower() in synonyms(same[0], lang)[:2]
        ):
            new = replaced(token.text, same[0], lang) if lang != "zh" else same[0]
            if new:
                return text[: token.start] + new + text[token.stop :]
    return None


def look_otherwise(text: str, lang: Lang, rng: Rng) -> str | None:
    """Change the looks alone: case, an emoji, spaces, width, script, ё, dashes and quotation marks."""
    ways: list[Callable[[], str]] = [
        lambda: text + (" " if lang != "zh" else "") + EMOJI[int(rng.integers(len(EMOJI)))],
        lambda: text.replace(" ", "  ") + " ",
        lambda: re.sub(r"[«»“”\"]", "'", text.replace("—", "-")),
    ]
    if lang == "zh":
        ways += [lambda: traditional().convert(text), lambda: text.replace("，", ",").replace("。", ".")]
    else:
        ways += [text.upper, text.lower, text.upper, text.lower]
    if lang == "ru":
        ways += [lambda: text.replace("ё", "е").replace("Ё", "Е")]
    return ways[int(rng.integers(len(ways)))]()


@cache
def traditional() -> Any:
    import opencc

    return opencc.OpenCC("s2t")


def change_digit(text: str, lang: Lang, rng: Rng) -> str | None:
    places = [m.start() for m in re.finditer(r"[0-9]", text)]
    if not places:
        return None
    at = places[int(rng.integers(len(places)))]
    new = str((int(text[at]) + int(rng.integers(1, 10))) % 10)
    return text[:at] + new + text[at + 1 :]


HARMLESS: list[tuple[Editor, float]] = [
    (lose_sign, 0.3),
    (mistype, 0.3),
    (put_synonym, 0.1),
    (look_otherwise, 0.3),
]


def soften(text: str, lang: Lang, rng: Rng) -> str:
    """Edit a text so that it says the same."""
    editor = HARMLESS[int(rng.choice(len(HARMLESS), p=[share for _, share in HARMLESS]))][0]
    return editor(text, lang, rng) or text


def change_name(text: str, lang: Lang, rng: Rng, known: Shelf) -> str | None:
    """Put another name for one of the text's, with the same ending."""
    own = names(text, lang)
    if not own:
        return None
    old = own[int(rng.integers(len(own)))]
    others = known.names.get(form(old, lang), [])
    new = others[int(rng.integers(len(others)))] if others else old
    return text.replace(old, new) if new[:4] != old[:4] else None


def change_sentence(run: list[str], lang: Lang, rng: Rng) -> tuple[list[str], bool] | None:
    """Change one sentence of a run by a rule that keeps its meaning or does not."""
    at = int(rng.integers(len(run)))
    if len(run[at]) > 200:
        return None
    made = [
        change
        for change in changes(run[at], lang, seed=int(rng.integers(1 << 30)), limit=8)
        if change.kind != "synonym" and (not change.keeps or rng.random() < 0.5)
    ]
    if not made:
        return None
    change = made[int(rng.integers(len(made)))]
    return [*run[:at], change.text, *run[at + 1 :]], bool(change.keeps)


class Draft(NamedTuple):
    """A text to make pairs of: where it stands, its language, the chance, and all other texts."""

    text: str
    run: list[str]
    lang: Lang
    rng: Rng
    known: Shelf

    def other(self) -> str:
        """Take a text from anywhere."""
        return passage(self.known.runs[int(self.rng.integers(len(self.known.runs)))], self.lang, self.rng)

    def soften(self) -> str:
        return soften(self.text, self.lang, self.rng)


def repeat(draft: Draft) -> Iterator[Made]:
    yield Made(draft.text, draft.text, 1.0, "identity")


def edit(draft: Draft) -> Iterator[Made]:
    yield Made(draft.soften() if draft.rng.random() < 0.3 else draft.text, draft.soften(), 1.0, "near")


def change_point(draft: Draft) -> Iterator[Made]:
    """Change a digit or a name; beside it a harmless edit of the same text."""
    text, _, lang, rng, known = draft
    changed = change_digit(text, lang, rng) if rng.random() < 0.5 else change_name(text, lang, rng, known)
    if changed and changed != text:
        yield Made(text, changed, 0.0, "changed")
        yield Made(text, draft.soften(), 1.0, "near")


def change_one_sentence(draft: Draft) -> Iterator[Made]:
    parts = cut(draft.text, draft.lang)
    if parts and (found := change_sentence(parts, draft.lang, draft.rng)):
        yield Made(draft.text, together(found[0], draft.lang), float(found[1]), "sentence")
        if not found[1]:
            yield Made(draft.text, draft.text, 1.0, "identity")


def lose_sentence(draft: Draft) -> Iterator[Made]:
    parts = cut(draft.text, draft.lang)
    if len(parts) > 1:
        at = int(draft.rng.integers(len(parts)))
        yield Made(draft.text, together(parts[:at] + parts[at + 1 :], draft.lang), 0.0, "lost")


def replace_half(draft: Draft) -> Iterator[Made]:
    if other := draft.other():
        yield Made(draft.text, draft.text[: len(draft.text) // 2] + other[len(other) // 2 :], 0.0, "half")


def take_neighbour(draft: Draft) -> Iterator[Made]:
    for _ in range(3):
        after = passage(draft.run, draft.lang, draft.rng)
        if after and after[:20] not in draft.text and draft.text[:20] not in after:
            yield Made(draft.text, after, 0.0, "adjacent")
            return


def take_other(draft: Draft) -> Iterator[Made]:
    if other := draft.other():
        yield Made(draft.text, other, 0.0, "unrelated")


MAKERS: list[tuple[Callable[[Draft], Iterator[Made]], float]] = [
    (repeat, 0.10), (edit, 0.20), (change_point, 0.28), (change_one_sentence, 0.20), (lose_sentence, 0.06),
    (replace_half, 0.05), (take_neighbour, 0.06), (take_other, 0.05),
]  # fmt: skip


def together(parts: list[str], lang: Lang) -> str:
    return ("" if lang == "zh" else " ").join(parts)


def prose(lang: Lang, count: int, seed: int = 0) -> Iterator[Made]:
    """Yield so many pairs of prose."""
    rng = np.random.default_rng([seed, len(lang), ord(lang[0])])
    known = shelf(lang, rng)
    while count > 0:
        run = known.runs[int(rng.integers(len(known.runs)))]
        text = passage(run, lang, rng)
        if len(text) < 4:
            continue
        maker = MAKERS[int(rng.choice(len(MAKERS), p=[share for _, share in MAKERS]))][0]
        for made in maker(Draft(text, run, lang, rng, known)):
            if made.a.strip() and made.b.strip():
                count -= 1
                yield made if rng.random() < 0.5 else Made(made.b, made.a, made.label, made.kind)
