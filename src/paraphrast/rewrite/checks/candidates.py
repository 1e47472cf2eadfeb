"""Candidates on their way out: tidied, mended, judged all at once, and the best of those that may leave."""

from collections.abc import Sequence
from typing import NamedTuple

from paraphrast.data import Pair
from paraphrast.rewrite.checks.changes import share_changed
from paraphrast.rewrite.checks.kept import find_loss
from paraphrast.rewrite.checks.mending import repair_facts
from paraphrast.rewrite.task import LIMIT, Task
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import tidy_draft
from paraphrast.rewrite.words.senses import is_meant_harmlessly, is_plain, without_harmless
from paraphrast.text import Lang, forms

DOUBT = 0.3  # what the judge has to say of a text with a word that may be fine


class Candidate(NamedTuple):
    """A text that may leave, or the reason why it may not."""

    text: str
    reason: str | None = None
    mends: tuple[str, ...] = ()
    toxic: float = 0.0
    same: float | None = None
    score: float = 0.0


def is_rude(text: str, toxic: float, lang: Lang, *, fine: float = 0.0) -> bool:
    """Say whether a text offends: the judge says so, or it has a word that is hardly ever fine.

    Where words beside all that is listed show a harmless sense, neither counts.
    With a word that may be fine the judge need not be so sure. One that means something harmless as well, or
    is only mentioned, leaves it to the judge, and so does any word that it can read, where it says less than
    `fine` and so has no doubt at all.
    """
    if not text.strip() or is_meant_harmlessly(text, lang):
        return False
    if toxic >= LIMIT:
        return True
    listed = without_harmless(lexicon.find_rude(text, lang, mild=toxic >= DOUBT), text, lang)
    return any(toxic >= fine or not is_plain(word, text) for word in listed)


def offends(text: str, toxic: float, task: Task) -> bool:
    """Say whether a text offends to the judge and in the language of a task."""
    return is_rude(text, toxic, task.lang, fine=task.fine)


def make_pools(
    texts: Sequence[str],
    drafts: Sequence[Sequence[str]],
    toxic: Sequence[float],
    *,
    task: Task,
    settled: bool = False,
) -> list[list[Candidate]]:
    """Make each text's candidates of its drafts, those that may leave first and the best of them foremost.

    Each judge is asked once for all texts together. `settled` drafts stand in their order already, unless the
    caller has a score.
    """
    made = [_prepare_drafts(text, some, task) for text, some in zip(texts, drafts, strict=True)]
    settled = settled and task.score is None
    free = [[at for at, one in enumerate(some) if one.reason is None] for some in made]
    places = [(row, at) for row, some in enumerate(free) for at in (some[:1] if settled else some)]
    values = task.toxicity([made[row][at].text for row, at in places]) if places else []
    for (row, at), value in zip(places, values, strict=True):
        made[row][at] = made[row][at]._replace(toxic=value)
    if task.goal == "paraphrase":
        _refuse_other_meanings(texts, made, toxic, task=task)
    _score_choices(texts, made, task)
    if settled:
        return [sorted(some, key=lambda one: one.reason is not None) for some in made]
    return [_order_candidates(some, task) for some in made]


def _prepare_drafts(source: str, drafts: Sequence[str], task: Task) -> list[Candidate]:
    """Tidy and mend drafts, and say which of them break something."""
    found: dict[str, Candidate] = {}
    taken = task.goal == "neutral"
    for draft in drafts:
        text, mends = repair_facts(source, tidy_draft(draft, source, task.lang, taken=taken), task.lang)
        if text not in found:
            found[text] = Candidate(text, _find_fault(source, text, task), mends)
    return list(found.values())


def _find_fault(source: str, text: str, task: Task) -> str | None:
    """Say why a text may not leave for its source, before any judge is asked."""
    if reason := find_loss(source, text, task.lang):
        return reason
    if task.goal == "paraphrase" and forms(source, task.lang) == forms(text, task.lang):
        return "nothing is changed"
    low, high = task.change
    if (low, high) == (0.0, 1.0) or text == source:
        return None
    share = share_changed(source, text, task.lang)
    if share < low:
        return f"{share:.2f} of the words are changed, at least {low:.2f} was asked for"
    return f"{share:.2f} of the words are changed, at most {high:.2f} was asked for" if share > high else None


def _refuse_other_meanings(
    texts: Sequence[str], made: list[list[Candidate]], toxic: Sequence[float], *, task: Task
) -> None:
    """Refuse what the pair model does not take for a paraphrase, and what newly offends."""
    if task.pair is None:
        return
    places = [(row, at) for row, some in enumerate(made) for at, one in enumerate(some) if one.reason is None]
    values = task.pair([Pair(texts[row], made[row][at].text, lang=task.lang) for row, at in places])
    limit = getattr(task.pair, "threshold", 0.5)
    for (row, at), value in zip(places, values, strict=True):
        one, reason = made[row][at], None
        if value < limit:
            reason = f"the pair model does not take it for a paraphrase ({value:.2f})"
        elif offends(one.text, one.toxic, task) and not offends(texts[row], toxic[row], task):
            reason = "it offends where the source does not"
        made[row][at] = one._replace(same=value, reason=reason)


def _score_choices(texts: Sequence[str], made: list[list[Candidate]], task: Task) -> None:
    """Ask the caller's score about the texts that have a choice."""
    free = [[at for at, one in enumerate(some) if one.reason is None] for some in made]
    places = [(row, at) for row, some in enumerate(free) if len(some) > 1 for at in some]
    if task.score is None or not places:
        return
    values = task.score([Pair(texts[row], made[row][at].text, lang=task.lang) for row, at in places])
    for (row, at), value in zip(places, values, strict=True):
        made[row][at] = made[row][at]._replace(score=value)


def _order_candidates(some: Sequence[Candidate], task: Task) -> list[Candidate]:
    """Put what may leave first, in neutral rewriting what does not offend, and then by the score."""
    neutral = task.goal == "neutral"
    return sorted(
        some,
        key=lambda one: (
            one.reason is not None,
            neutral and one.reason is None and offends(one.text, one.toxic, task),
            -one.score,
        ),
    )
