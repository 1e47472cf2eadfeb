"""The work on a batch of texts: each rewritten in its language, and what came out scored."""

from typing import TYPE_CHECKING, Any

from paraphrast.cli.rewriting.plan import Plan, scorer
from paraphrast.rewrite.checks.foreign import is_wordless
from paraphrast.text.languages import FALLBACK

if TYPE_CHECKING:
    from paraphrast.data import Pair, Scorer, Text
    from paraphrast.rewrite.checks.checked import Checked

PARTS = {"style": "sta", "meaning": "sim", "fluency": "fl"}


class Rewriting:
    """Rewrites a batch of texts; what it needs is made when it is first needed, in whatever process."""

    def __init__(self, plan: Plan, lang: Any) -> None:
        self.plan, self.lang = plan, lang
        self.made: dict[str, Checked] = {}
        self.judges: dict[str, Any] = {}  # one memory for all that is rewritten and scored here
        self.scored = Scoring(self.judges)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rewriting, (self.plan, self.lang)  # other processes make rewriters of their own

    def __call__(self, texts: "list[Text]") -> "list[Pair]":
        from msgspec.structs import replace

        from paraphrast.text import LANGS, language

        self.judges |= {} if self.judges else load_judges()
        langs: list[str] = [text.lang or self.lang or language(text.text) for text in texts]
        found: dict[int, Pair] = {}
        for lang in dict.fromkeys(langs):
            places = [at for at, one in enumerate(langs) if one == lang]
            own = [texts[at] for at in places]
            records = self.rewritten(lang, own) if lang in LANGS else self.foreign(own)
            found |= dict(zip(places, records, strict=True))
        pairs = [found[at] for at in range(len(texts))]
        for pair in pairs:
            self.plan.trim(pair.meta)
        made = []
        for text, pair, scores in zip(texts, pairs, self.scored(pairs, self.plan.goal), strict=True):
            refs, told = _split_references(text)
            meta = {**told, **pair.meta, "scores": scores}
            made.append(replace(pair, id=text.id, group=text.group, refs=refs, meta=meta))
        return made

    def rewritten(self, lang: str, texts: "list[Text]") -> "list[Pair]":
        """Rewrite texts of one language by its rewriter, made once."""
        if lang not in self.made:
            self.made[lang] = self.plan.rewriter(lang, self.judges)
        return self.made[lang].records([text.text for text in texts])

    def foreign(self, texts: "list[Text]") -> "list[Pair]":
        """Leave texts of a language that we do not know, and say so."""
        if not self.made:
            self.made[FALLBACK] = self.plan.rewriter(FALLBACK, self.judges)
        some = next(iter(self.made.values()))
        return some.foreign([text.text for text in texts])


def _split_references(text: "Text") -> tuple[tuple[str, ...], dict[str, Any]]:
    """Part what people wrote for a text (`refs`, or `b`) from what else the input says of it.

    A label is the source's, not that of source and output.

    >>> from paraphrast.data import Text
    >>> _split_references(Text("Go!", label=1.0, meta={"b": "Please go.", "by": "Ann"}))
    (('Please go.',), {'by': 'Ann', 'source_label': 1.0})
    """
    told = dict(text.meta)
    if text.label is not None:
        told["source_label"] = text.label
    for name in ("refs", "b"):
        given = told.get(name)
        if isinstance(given, str) and given.startswith("["):  # a cell of a table
            given = _decode_list(given)
        refs = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, list) else ()
        if refs and all(isinstance(one, str) and one for one in refs):
            del told[name]
            return refs, told
    return (), told


def _decode_list(cell: str) -> "list[Any] | str":
    """Read a list from a cell, or give the cell as it is where there is none."""
    import msgspec

    try:
        return msgspec.json.decode(cell, type=list[Any])
    except msgspec.DecodeError:
        return cell


def load_judges() -> dict[str, Any]:
    """Load the judges that rewriters and scores share, with one memory, so that none is asked twice."""
    from paraphrast import models
    from paraphrast.models.memory import Remembering, ask_alone
    from paraphrast.rewrite.task import JudgeCache

    memory = JudgeCache(models.toxicity(), beside=models.fluency())
    encoder = Remembering(ask_alone(models.encoder()))
    return {"toxicity": memory, "fluency": memory.fluency, "encoder": encoder}


class Scoring:
    """Gives style, meaning, fluency and change of pairs, from 0 to 1, and how good a paraphrase."""

    def __init__(self, judges: "dict[str, Any] | None" = None) -> None:
        self.made: dict[str, Scorer] = {}
        self.judges = {} if judges is None else judges

    def __call__(self, pairs: "list[Pair]", goal: str | None) -> list[dict[str, float]]:
        """Score pairs; their share of changed words is taken from their meta."""
        names = {**PARTS, **({"paraphrase": "paraphrase"} if goal == "paraphrase" else {})}
        columns = {name: self.metric(metric)(pairs) for name, metric in names.items()}
        for at, pair in enumerate(pairs):
            if pair.a == pair.b and is_wordless(
                pair.a
            ):  # who says nothing offends nobody and errs in nothing
                for name in PARTS:
                    columns[name][at] = 1.0
        columns["change"] = [pair.meta.pop("change", 0.0) for pair in pairs]
        return [{name: round(values[at], 4) for name, values in columns.items()} for at in range(len(pairs))]

    def metric(self, name: str) -> "Scorer":
        """Make a metric once; style, meaning and fluency are the plain ones."""
        if name not in self.made:
            plain = {"preset": "plain"} if name in PARTS.values() else {}
            self.judges |= {} if self.judges else load_judges()
            self.made[name] = scorer(name, **plain, **self.judges)
        return self.made[name]
