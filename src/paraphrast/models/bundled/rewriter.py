"""The bundled rewriter: texts -> neutral or paraphrased texts, and tags of what should go."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.errors import CommandError, unknown
from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import batches
from paraphrast.models.bundled.surface import surface
from paraphrast.models.bundled.words import groups
from paraphrast.models.bundled.writing import (
    Memory,
    Sampler,
    Search,
    Vocabulary,
    Weights,
    Written,
    read,
    weights,
    write,
)
from paraphrast.models.catalogue import languages_of
from paraphrast.models.searching import Ids, likeliest
from paraphrast.text import Lang, sentences

TASKS = ("denoise", "neutral", "paraphrase")
ANY = 5  # the degree of change is left to the model
LIMIT = 100  # pieces read at a time; a longer text is rewritten sentence by sentence
TOKENS = 768  # in a batch
WAYS = ("beam", "sample")
MOST = {"neutral": 6_000, "paraphrase": 10_000}  # pieces that a task writes, beside those of the source


class Word(NamedTuple):
    """A word of a text, and how sure the tagger is that it should go, change, or follow new words."""

    text: str
    start: int
    stop: int
    pieces: tuple[int, ...]
    delete: float
    replace: float
    insert: float


class Draft(NamedTuple):
    """What was written for a text at one degree of change, and the tags of its words then."""

    text: str
    words: list[Word]


class BundledRewriter:
    """Texts -> n rewritten texts each, best first; kept stretches look exactly as in the source."""

    name = "bundled"

    def __init__(
        self,
        task: str,
        lang: Lang,
        *,
        degree: int | None = None,
        width: int = 4,
        how: str = "beam",
        given: Weights | None = None,
    ) -> None:
        if task not in TASKS:
            raise unknown("task of the rewriter", task, TASKS)
        known = languages_of("rewriter")
        if lang not in known:
            raise unknown("language of the rewriter", lang, known)
        if degree is not None and degree not in range(ANY):
            raise CommandError(f"the degree of change is {degree}; say 0 (least) to 4, or leave it out")
        if how not in WAYS:
            raise unknown("way of writing", how, WAYS)
        self.lang, self.width, self.how = lang, width, how
        self.asked = (TASKS.index(task), known.index(lang), ANY if degree is None else degree)
        self.given, self.most = given or weights(), MOST.get(task)

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Rewrite each text; a long one sentence by sentence, its candidates made of its sentences'."""
        parts = [self.parts(text) for text in texts]
        flat = [part for some in parts for part in some]
        drafts = iter(self.short(flat, n))
        return [
            joined(text, some, [next(drafts) for _ in some]) for text, some in zip(texts, parts, strict=True)
        ]

    def parts(self, text: str) -> list[str]:
        """Cut a text that is too long to be read at once into sentences, and a sentence into stretches."""
        if not text.strip():
            return []
        if len(encoded([text])[0].ids) <= LIMIT:
            return [text]
        found = [one.text for one in sentences(text, self.lang)]
        return [part for sentence in found for part in stretches(sentence)]

    def short(self, texts: Sequence[str], n: int) -> list[list[str]]:
        """Rewrite texts that can be read at once."""
        given = encoded(texts)
        out: list[list[str]] = [[] for _ in texts]
        for numbers in batches([len(one.ids) + 2 for one in given], tokens=TOKENS):
            found = self.write([given[i].ids for i in numbers], width=max(n, self.width))
            for i, ids, scores in zip(numbers, found.ids, found.scores, strict=True):
                out[i] = candidates(texts[i], given[i], ids, scores)[:n]
        return out

    def drafts(self, texts: Sequence[str], degrees: Sequence[int]) -> list[list[Draft]]:
        """Write and tag each text at each degree, all degrees in one batch; the likeliest piece each time."""
        return self.each(texts, degrees, self.likeliest)

    def readings(self, texts: Sequence[str], degrees: Sequence[int]) -> list[list[Draft]]:
        """Tag each text at each degree without writing: a draft's text is the text itself."""
        return self.each(texts, degrees, None)

    def each(
        self, texts: Sequence[str], degrees: Sequence[int], writer: Callable[[Memory], Ids] | None
    ) -> list[list[Draft]]:
        """Read each text at each degree, part by part where it is long, and let a writer write."""
        parts = [self.parts(text) for text in texts]
        flat = [part for some in parts for part in some]
        given = encoded(flat)
        found: list[list[Draft]] = [[] for _ in flat]
        for numbers in batches([(len(one.ids) + 2) * len(degrees) for one in given], tokens=TOKENS):
            rows = [(i, degree) for i in numbers for degree in degrees]
            ids = [[box.START, *given[i].ids, box.END] for i, _ in rows]
            memory = read(self.given, ids, [(*self.asked[:2], degree) for _, degree in rows])
            written = writer(memory) if writer else None
            for row, (i, _) in enumerate(rows):
                said = flat[i]
                if written is not None:
                    kept = [int(one) for one in written[row] if one not in (box.PAD, box.END)]
                    said = surface(flat[i], given[i], kept)
                found[i].append(Draft(said, words(flat[i], given[i], memory.tags[row, 1:])))
        pieces = iter(found)
        return [
            whole(text, some, [next(pieces) for _ in some]) for text, some in zip(texts, parts, strict=True)
        ]

    def likeliest(self, memory: Memory) -> Ids:
        """Write the likeliest piece each time: (texts, length)."""
        vocabulary = Vocabulary(self.given, self.lang, memory.ids, self.most)
        return write(Search(self.given, memory, vocabulary, 1), likeliest).ids[:, 0]

    def write(self, ids: Sequence[Sequence[int]], width: int) -> Written:
        """Write a batch."""
        memory, vocabulary = self.read(ids)
        choose = likeliest if self.how == "beam" else Sampler()
        return write(Search(self.given, memory, vocabulary, width), choose)

    def read(self, ids: Sequence[Sequence[int]]) -> tuple[Memory, Vocabulary]:
        """Read a batch, and say what may be written."""
        memory = read(self.given, [[box.START, *some, box.END] for some in ids], self.asked)
        return memory, Vocabulary(self.given, self.lang, memory.ids, self.most)

    def fill(
        self, sources: Sequence[Sequence[int]], prefixes: Sequence[Sequence[int]], more: int = 6
    ) -> list[list[int]]:
        """Write a few pieces after each prefix, as the model would go on rewriting the source from there."""
        memory, _ = self.read(sources)
        forced = np.full((len(prefixes), max(map(len, prefixes), default=0)), box.PAD, dtype=np.int64)
        for row, prefix in enumerate(prefixes):
            forced[row, : len(prefix)] = prefix
        both = np.concatenate([memory.ids, forced], axis=1)
        vocabulary = Vocabulary(self.given, self.lang, both, self.most)
        vocabulary.source = vocabulary.source[:, : memory.ids.shape[1]]
        found = write(Search(self.given, memory, vocabulary, 1), likeliest, prefix=forced, more=more)
        return [
            row[0, len(prefix) : len(prefix) + more].tolist()
            for row, prefix in zip(found.ids, prefixes, strict=True)
        ]


def encoded(texts: Sequence[str]) -> list[Any]:
    """Cut texts into pieces with their places."""
    return list(box.tokenizer().encode_batch(list(texts), add_special_tokens=False))


def stretches(sentence: str) -> list[str]:
    """Cut a sentence that is still too long at a piece."""
    offsets = encoded([sentence])[0].offsets
    cuts = [0, *(offsets[at][0] for at in range(LIMIT, len(offsets), LIMIT)), len(sentence)]
    return [sentence[a:b] for a, b in pairwise(cuts) if sentence[a:b].strip()]


def candidates(text: str, given: Any, ids: NDArray[np.int64], scores: NDArray[np.float32]) -> list[str]:
    """Spell the hypotheses of a text, the likeliest by piece first, each once."""
    said = [[int(i) for i in row if i not in (box.PAD, box.END)] for row in ids]
    order = sorted(range(len(said)), key=lambda row: -float(scores[row]) / (len(said[row]) + 1))
    return list(dict.fromkeys(surface(text, given, said[row]) for row in order))


def joined(text: str, parts: Sequence[str], drafts: Sequence[Sequence[str]]) -> list[str]:
    """Put the k-th candidates of a text's parts where the parts stood.

    >>> joined("A b.  C d.", ["A b.", "C d."], [["X.", "Y."], ["Z."]])
    ['X.  Z.', 'Y.  Z.']
    """
    out = []
    for k in range(max(map(len, drafts), default=0)):
        made, at = "", 0
        for part, some in zip(parts, drafts, strict=True):
            start = text.find(part, at)
            made += text[at:start] + (some[min(k, len(some) - 1)] if some else part)
            at = start + len(part)
        out.append(made + text[at:])
    return list(dict.fromkeys(out))


def whole(text: str, parts: Sequence[str], drafts: Sequence[Sequence[Draft]]) -> list[Draft]:
    """Put the drafts of a text's parts where the parts stood, degree by degree."""
    out = []
    for level in zip(*drafts, strict=True):
        made, tagged, at = "", [], 0
        for part, draft in zip(parts, level, strict=True):
            start = text.find(part, at)
            made += text[at:start] + draft.text
            tagged += [one._replace(start=one.start + start, stop=one.stop + start) for one in draft.words]
            at = start + len(part)
        out.append(Draft(made + text[at:], tagged))
    return out


def words(text: str, given: Any, logits: NDArray[np.float32]) -> list[Word]:
    """Join the pieces' tags into words': the mean of the probabilities."""
    kinds = np.exp(logits[:, :3] - logits[:, :3].max(axis=1, keepdims=True))
    kinds /= kinds.sum(axis=1, keepdims=True)
    insert = 1 / (1 + np.exp(-logits[:, 3]))
    found = []
    for group in groups(given.tokens[: min(LIMIT, len(given.ids))]):
        start, stop = given.offsets[group.start][0], given.offsets[group.stop - 1][1]
        start += len(text[start:stop]) - len(text[start:stop].lstrip())
        _, delete, replace = kinds[group.start : group.stop].mean(axis=0).tolist()
        ids = tuple(given.ids[group.start : group.stop])
        found.append(Word(text[start:stop], start, stop, ids, delete, replace, float(insert[group.start])))
    return found
