"""What the process with the models answers for a server: rewriting, and how likely pairs are paraphrases."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from paraphrast.errors import CommandError
from paraphrast.text.languages import FALLBACK

if TYPE_CHECKING:
    from paraphrast.data import Pair
    from paraphrast.identify.predicting import Recipe
    from paraphrast.rewrite.checks.checked import Checked
    from paraphrast.web.service.rewriting import Key


class Offer(NamedTuple):
    """Which systems are offered beside those that need nothing, and what they were given."""

    systems: tuple[str, ...] = ()
    given: tuple[tuple[str, Any], ...] = ()

    def makers(self) -> "dict[str, partial[Checked]]":
        """Give what makes each rewriter, by name."""
        from paraphrast.rewrite import DEFAULTS, NEEDY, SYSTEMS

        names = [*DEFAULTS, *(name for name in SYSTEMS if name not in NEEDY), *self.systems]
        given = dict(self.given)
        return {name: partial(_make_rewriter, name, given if name in self.systems else {}) for name in names}


def _make_rewriter(name: str, given: dict[str, Any], lang: Any, goal: str | None) -> "Checked":
    """Make a rewriter by the name of a system or of a goal."""
    from paraphrast.cli.rewriting.plan import make_plan
    from paraphrast.rewrite import DEFAULTS

    default, system = DEFAULTS.get(name, (None, name))
    if default and goal and goal != default:
        raise CommandError(f"{name} does not make a text {goal}; leave system out, or name another")
    return make_plan(default or goal, [system], best_by=None, change=(0.0, 1.0), given=given).rewriter(lang)


class LazyModels:
    """Models that are loaded when they are first asked for."""

    def __init__(self, offer: Offer) -> None:
        from paraphrast.cli.rewriting.work import Scoring
        from paraphrast.web.service.rewriting import Rewriters

        self.makers = offer.makers()
        self.rewriters = Rewriters(self.makers, Scoring())

    def __call__(self, what: str, *question: Any) -> Any:
        """Answer: `rewrite` a batch, `score` pairs, or `check` that a system can be made."""
        answers: dict[str, Any] = {"rewrite": self.rewriters, "score": score, "check": self.check}
        return answers[what](*question)

    def check(self, name: str) -> None:
        """Make a system, so that what is missing is said before anyone asks."""
        self.makers[name](FALLBACK, None)


def score(recipe: "Recipe", pairs: "Sequence[Pair]") -> list[float]:
    """Say how likely pairs are paraphrases."""
    return [round(float(value), 6) for value in recipe.make()(pairs)]


def rewrite(ask: Any, key: "Key", texts: list[str]) -> "list[Pair]":
    """Have a batch rewritten by the process with the models."""
    found: list[Pair] = ask("rewrite", key, texts)
    return found
