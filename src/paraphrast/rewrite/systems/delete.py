"""Taking out what offends: the lexicon's words first, then those that the judge of toxicity minds most."""

from collections.abc import Mapping, Sequence

from paraphrast.rewrite.checks.kept import find_required
from paraphrast.rewrite.task import LIMIT, Judge, Task
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import clean_text, tidy_draft
from paraphrast.rewrite.words.neutral import remove_words
from paraphrast.text import Lang, Token, is_stop, is_word, words

ROUNDS = 3  # words the judge may name; a text that needs more offends by what it says
TRIED = 4  # words of a text that are tried: those that the judge minds most when they stand alone


class Delete:
    """Proposes each text without its offensive words."""

    def __init__(self, task: Task, *, rounds: int = ROUNDS) -> None:
        self.task, self.rounds = task, rounds

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        cut = [remove_listed(clean_text(text), self.task) for text in texts]
        return [[text] for text in soften_texts(cut, self.task, self.rounds)]


def remove_listed(text: str, task: Task) -> str:
    """Take out the words that are never fine; if there are none, those that may be."""
    rude = lexicon.find_rude(text, task.lang) or lexicon.find_rude(text, task.lang, mild=True)
    return tidy_draft(remove_words(text, rude), text, task.lang)


def soften_texts(texts: Sequence[str], task: Task, rounds: int) -> list[str]:
    """Take out, word by word, what lowers P(toxic) most, until no text is toxic or nothing helps."""
    now = list(texts)
    values = task.toxicity(now)
    left = [at for at, value in enumerate(values) if value >= LIMIT]
    for _ in range(rounds):
        tries = _list_shorter({at: now[at] for at in left}, task)
        best = _find_mildest(tries, task.toxicity)
        left = [at for at in left if at in best and best[at][0] < values[at]]
        for at in left:
            values[at], now[at] = best[at]
        left = [at for at in left if values[at] >= LIMIT]
    return now


def _list_shorter(texts: Mapping[int, str], task: Task) -> list[tuple[int, str]]:
    """List each text without one of its telling words; the judge is asked about the words alone first.

    To read a word costs a tenth of reading its sentence, so only the most suspicious are tried in it.
    """
    found = {at: _find_telling(text, task.lang) for at, text in texts.items()}
    alone = sorted({one.text.lower() for some in found.values() for one in some})
    known = dict(zip(alone, task.toxicity(alone) if alone else [], strict=True))
    tries: list[tuple[int, str]] = []
    for at, text in texts.items():
        rude = lexicon.find_rude(text, task.lang, mild=True)
        free = sorted(found[at], key=lambda one: -known[one.text.lower()])
        cut = [*rude, *free[:TRIED]] if len(free) > 1 else rude
        made = dict.fromkeys(tidy_draft(remove_words(text, [one]), text, task.lang) for one in cut)
        tries += [(at, text) for text in made]
    return tries


def _find_telling(text: str, lang: Lang) -> list[Token]:
    """List the words that mean something, but for names and numbers."""
    names = find_required(text, lang)
    return [
        one
        for one in words(text, lang)
        if is_word(one.text)
        and not is_stop(one.text.lower(), lang)
        and not any(map(str.isdecimal, one.text))
        and not any(name.start < one.stop and one.start < name.stop for name in names)
    ]


def _find_mildest(tries: Sequence[tuple[int, str]], judge: Judge) -> dict[int, tuple[float, str]]:
    """Give for each place the try that the judge minds least."""
    best: dict[int, tuple[float, str]] = {}
    said = [(at, text) for at, text in tries if any(map(str.isalnum, text))]
    values = judge([text for _, text in said]) if said else []
    for (at, text), value in zip(said, values, strict=True):
        if at not in best or value < best[at][0]:
            best[at] = (value, text)
    return best
