"""What every system goes through: fine texts stay, outputs are tidied and mended, broken ones are refused."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.rewrite.checks.candidates import Candidate, make_pools, offends
from paraphrast.rewrite.checks.changes import list_changes, share_changed
from paraphrast.rewrite.checks.foreign import UNKNOWN, is_wordless, why_foreign
from paraphrast.rewrite.checks.literals import Hidden, hide_literals
from paraphrast.rewrite.checks.passages import cut_passages, join_records
from paraphrast.rewrite.task import LIMIT, Judge, JudgeCache, ReadsBeside, System, Task
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import tidy_draft
from paraphrast.rewrite.words.disguise import uncover_words
from paraphrast.rewrite.words.neutral import remove_words
from paraphrast.rewrite.words.script import restore_script, simplify_text
from paraphrast.rewrite.words.senses import has_meant_phrase, is_meant_harmlessly, is_outright
from paraphrast.text import is_stop, is_word, words

DESPISING = "it despises a group, and milder words would only hide that"
HINT = 0.15  # what the judge has to say of a text with a word that our table says politely
__all__ = ["LIMIT", "Checked", "Judge", "System", "Task"]


class Chosen(NamedTuple):
    """The text that leaves, why it is the source where candidates were refused, and what else may leave."""

    text: str
    flags: tuple[str, ...] = ()
    same: float | None = None
    others: tuple[str, ...] = ()


class Checked:
    """A system behind its checks: texts -> texts, or the same as records."""

    def __init__(self, name: str, system: System, task: Task) -> None:
        self.name, self.system, self.task = name, system, task

    def __call__(self, texts: Iterable[str]) -> list[str]:
        return [pair.b for pair in self.records(texts)]

    def records(self, texts: Iterable[str]) -> list[Pair]:
        """Rewrite, and give source, output, what changed, flags, and P(toxic) before and after."""
        if isinstance(texts, str):
            raise TypeError("a rewriter takes a list of texts, not one text")
        texts = list(map(_check_text, texts, count(1)))
        places = [cut_passages(text, self.task.lang) for text in texts]
        flat = [text[one.start : one.stop] for text, some in zip(texts, places, strict=True) for one in some]
        found = iter(self.rewrite_texts(flat))
        return [
            join_records(text, some, [next(found) for _ in some], self.task)
            for text, some in zip(texts, places, strict=True)
        ]

    def rewrite_texts(self, given: Sequence[str]) -> list[Pair]:
        """Rewrite texts that can be read at once."""
        hidden = [hide_literals(simplify_text(text, self.task.lang), self.task.lang) for text in given]
        texts = [one.text for one in hidden]
        before = self.task.toxicity(texts) if texts else []
        odd = {at: reason for at, text in enumerate(texts) if (reason := why_foreign(text, self.task.lang))}
        odd |= dict.fromkeys(self.find_despising(texts), DESPISING)
        work = [at for at, text in enumerate(texts) if at not in odd and self.has_work(text, before[at])]
        asked = [texts[at] for at in work]
        drafts = self.system(asked) if work else []
        settled = getattr(self.system, "settled", False)
        found = make_pools(asked, drafts, [before[at] for at in work], task=self.task, settled=settled)
        chosen = [
            Chosen(text, (f"refused: {odd[at]}" if at in odd else "fine",)) for at, text in enumerate(texts)
        ]
        after = list(before)
        for at, some in zip(work, found, strict=True):
            reasons = getattr(self.system, "reasons", {})
            chosen[at] = _choose_candidate(
                texts[at], _refuse_losses(hidden[at], some), reasons.get(texts[at])
            )
            if chosen[at].text != texts[at]:
                after[at] = next(one.toxic for one in some if one.text == chosen[at].text)
        self.sift_others(texts, chosen)
        self.mark_offence(texts, chosen, after)
        self.mark_broken(texts, chosen)
        rows = zip(given, hidden, chosen, before, after, strict=True)
        return [
            self.make_record(source, self.write_out(one, source, literals), toxic)
            for source, literals, one, *toxic in rows
        ]

    def leave_foreign(self, texts: Sequence[str]) -> list[Pair]:
        """Leave texts of a language that nobody named and that is none of ours; what offends is marked."""
        spelled = [text for text in texts if not is_wordless(text)]
        values = dict(zip(spelled, self.task.toxicity(spelled) if spelled else [], strict=True))
        found = []
        for text in texts:
            flags = (f"refused: {UNKNOWN}",) if text in values else ("fine",)
            toxic = values.get(text, 0.0)
            record = self.make_record(
                text, Chosen(text, (*flags, "toxic") if toxic >= LIMIT else flags), [toxic] * 2
            )
            found.append(replace(record, lang=None))
        return found

    def sift_others(self, texts: Sequence[str], chosen: list[Chosen]) -> None:
        """Take out of what else may leave the source itself and, to neutral, whatever offends."""
        for at, text in enumerate(texts):
            chosen[at] = chosen[at]._replace(others=tuple(one for one in chosen[at].others if one != text))
        flat = [one for some in chosen for one in some.others]
        if self.task.goal != "neutral" or not flat:
            return
        values = dict(zip(flat, self.task.toxicity(flat), strict=True))
        for at, some in enumerate(chosen):
            fine = tuple(one for one in some.others if not offends(one, values[one], self.task))
            chosen[at] = some._replace(others=fine)

    def write_out(self, chosen: Chosen, source: str, hidden: Hidden) -> Chosen:
        """Give what leaves in the script of its source, with its literals."""
        ways = map(hidden.restore, (chosen.text, *chosen.others))
        text, *others = (restore_script(one, source, self.task.lang) for one in ways)
        return chosen._replace(text=text, others=tuple(others))

    def has_work(self, text: str, toxic: float) -> bool:
        """Say whether there is something to do: for neutral what offends, to paraphrase what has words."""
        if self.task.goal == "neutral":
            lang = self.task.lang
            plain = uncover_words(text, lang)
            if is_meant_harmlessly(plain, lang):
                return False
            toxic = toxic if plain == text else max(toxic, self.task.fine)  # who hides a word means it
            hinted = toxic >= HINT and is_outright(plain, lang)
            return offends(plain, toxic, self.task) or hinted or has_meant_phrase(plain, lang)
        return any(map(str.isalpha, text))

    def find_despising(self, texts: Sequence[str]) -> list[int]:
        """List the texts that despise a group: made milder they would do so still, and pass for fair."""
        judge, lang = self.task.toxicity, self.task.lang
        if self.task.goal != "neutral" or not texts:
            return []
        sure = judge.contempt(texts) if isinstance(judge, JudgeCache) else [0.0] * len(texts)
        return [
            at
            for at, text in enumerate(texts)
            if sure[at] >= LIMIT or lexicon.has_claim(uncover_words(text, lang), lang)
        ]

    def mark_offence(self, texts: Sequence[str], chosen: list[Chosen], after: Sequence[float]) -> None:
        """Mark outputs that still offend, and sentences whose meaning is the offence.

        The meaning is the offence where the text without every listed word is still toxic to the judge, or
        has nothing left to say; those who wrote the references of RUSSE-2022 could refuse for that too.
        """
        bad = [at for at, one in enumerate(chosen) if offends(one.text, after[at], self.task)]
        if self.task.goal == "neutral":
            bare = [_remove_offence(texts[at], self.task) for at in bad]
            values = self.task.toxicity(bare) if bare else []
            for at, text, value in zip(bad, bare, values, strict=True):
                if value >= LIMIT or not _has_meaning(text, self.task):
                    chosen[at] = _mark_meaning(chosen[at])
        for at in bad:
            chosen[at] = chosen[at]._replace(flags=(*chosen[at].flags, "toxic"))

    def mark_broken(self, texts: Sequence[str], chosen: list[Chosen]) -> None:
        """Mark outputs that the judge of fluency, where it reads beside the source, takes for broken."""
        judge = self.task.toxicity.beside if isinstance(self.task.toxicity, JudgeCache) else None
        if not isinstance(judge, ReadsBeside):
            return
        places = [at for at, one in enumerate(chosen) if one.text.strip() and one.text != texts[at]]
        values = judge.beside([texts[at] for at in places], [chosen[at].text for at in places])
        for at, value in zip(places, values, strict=True):
            if value < LIMIT:
                chosen[at] = chosen[at]._replace(flags=(*chosen[at].flags, "not fluent"))

    def make_record(self, source: str, chosen: Chosen, toxic: Sequence[float]) -> Pair:
        """Put one output down."""
        meta = {
            "system": self.name,
            "flags": list(chosen.flags),
            "toxicity": [round(value, 4) for value in toxic],
            "change": round(share_changed(source, chosen.text, self.task.lang), 4),
            "changes": list_changes(source, chosen.text, self.task.lang),
        }
        if chosen.same is not None:
            meta["paraphrase"] = round(chosen.same, 4)
        if chosen.others:
            meta["others"] = list(chosen.others)
        return Pair(source, chosen.text, lang=self.task.lang, meta=meta)


def _check_text(text: str, number: int) -> str:
    """Give a text as it is, or say what is wrong with it."""
    if not isinstance(text, str):
        raise TypeError(f"text {number} is {text!r}; a rewriter takes texts")
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise DataError(f"text {number} holds half of a character")
    return text


def _refuse_losses(hidden: Hidden, some: Sequence[Candidate]) -> list[Candidate]:
    """Refuse candidates that have lost an address, an emoji or another literal."""
    if not hidden.literals:
        return list(some)
    found = [
        one._replace(reason=f"{lost!r} is lost")
        if not one.reason and (lost := hidden.lost(one.text))
        else one
        for one in some
    ]
    return sorted(found, key=lambda one: one.reason is not None)


def _choose_candidate(source: str, some: Sequence[Candidate], missing: str | None = None) -> Chosen:
    """Take the first candidate that may leave, or the source with the reason, `missing` if none came."""
    free = [one for one in some if one.reason is None]
    if not free:
        return Chosen(source, (f"refused: {some[0].reason if some else missing or 'no candidate'}",))
    best = free[0]
    if all(one.text == source for one in free) and (refused := [one for one in some if one.reason]):
        return Chosen(source, (f"refused: {refused[0].reason}",))
    flags = tuple(f"repaired: {mend}" for mend in best.mends)
    return Chosen(best.text, flags, best.same, tuple(one.text for one in free[1:]))


def _mark_meaning(chosen: Chosen) -> Chosen:
    """Mark an output whose source offends by what it says."""
    others = tuple(flag for flag in chosen.flags if flag not in ("fine", "meaning"))
    return chosen._replace(flags=(*others, "meaning"))


def _remove_offence(text: str, task: Task) -> str:
    """Take out every word of the lists, mild ones too."""
    return tidy_draft(remove_words(text, lexicon.find_rude(text, task.lang, mild=True)), text, task.lang)


def _has_meaning(text: str, task: Task) -> bool:
    """Say whether a text has a word that means something by itself."""
    return any(
        is_word(one.text) and not is_stop(one.text.lower(), task.lang) for one in words(text, task.lang)
    )
