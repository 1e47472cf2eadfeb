"""What every system goes through: fine texts stay, outputs are tidied, broken ones are refused."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from paraphrast.data import Pair, Scorer
from paraphrast.rewrite import lexicon
from paraphrast.rewrite.changes import changes
from paraphrast.rewrite.cleaning import tidy
from paraphrast.rewrite.kept import broken
from paraphrast.text import Lang

Judge: TypeAlias = Callable[[Sequence[str]], list[float]]
LIMIT = 0.5  # from here on a text counts as toxic


class Means(NamedTuple):
    """What a system works with: the language, the judge of toxicity, and the caller's score if any."""

    lang: Lang
    toxicity: Judge
    score: Scorer | None = None


class System(Protocol):
    """Texts -> candidates for each, best first; there may be none."""

    def __call__(self, texts: Sequence[str]) -> list[list[str]]: ...


class Chosen(NamedTuple):
    """The text that leaves, and why it is the source where a candidate was refused."""

    text: str
    flags: tuple[str, ...] = ()


class Checked:
    """A system behind its checks: texts -> texts, or the same as records."""

    def __init__(self, name: str, system: System, means: Means) -> None:
        self.name, self.system, self.means = name, system, means

    def __call__(self, texts: Sequence[str]) -> list[str]:
        return [pair.b for pair in self.records(texts)]

    def records(self, texts: Sequence[str]) -> list[Pair]:
        """Rewrite, and give source, output, what changed, flags, and P(toxic) before and after."""
        if isinstance(texts, str):
            raise TypeError("a rewriter takes a list of texts, not one text")
        before = self.means.toxicity(texts) if texts else []
        rude = [at for at, text in enumerate(texts) if self.is_rude(text, before[at])]
        drafts = self.system([texts[at] for at in rude]) if rude else []
        chosen = [Chosen(text, ("fine",)) for text in texts]
        for at, some in zip(rude, drafts, strict=True):
            chosen[at] = self.choose(texts[at], some)
        after = list(before)
        new = [at for at in rude if chosen[at].text != texts[at]]
        for at, value in zip(new, self.means.toxicity([chosen[at].text for at in new]), strict=True):
            after[at] = value
        rows = zip(texts, chosen, before, after, strict=True)
        return [self.record(source, one, toxic) for source, one, *toxic in rows]

    def is_rude(self, text: str, toxic: float) -> bool:
        """Say whether there is something to do: the judge says so, or a word that is never fine."""
        return bool(text.strip()) and (toxic >= LIMIT or bool(lexicon.found(text, self.means.lang)))

    def choose(self, source: str, drafts: Sequence[str]) -> Chosen:
        """Take the best candidate that breaks nothing, or the source with the reason."""
        tidied = list(dict.fromkeys(tidy(draft, source, self.means.lang) for draft in drafts))
        reasons = [broken(source, text, self.means.lang) for text in tidied]
        whole = [text for text, reason in zip(tidied, reasons, strict=True) if reason is None]
        if not whole:
            return Chosen(source, (f"refused: {reasons[0] if reasons else 'no candidate'}",))
        if self.means.score is None or len(whole) == 1:
            return Chosen(whole[0])
        values = self.means.score([Pair(source, text, lang=self.means.lang) for text in whole])
        return Chosen(max(zip(values, whole, strict=True), key=lambda one: one[0])[1])

    def record(self, source: str, chosen: Chosen, toxic: Sequence[float]) -> Pair:
        """Put one output down, marked where it is still toxic."""
        flags = list(chosen.flags)
        if self.is_rude(chosen.text, toxic[1]):
            flags.append("toxic")
        meta = {
            "system": self.name,
            "flags": flags,
            "toxicity": [round(value, 4) for value in toxic],
            "changes": changes(source, chosen.text, self.means.lang),
        }
        return Pair(source, chosen.text, lang=self.means.lang, meta=meta)
