"""The verbs, by what they are for; each asks for a job with the parameters of its command.

What is a file is named here; every other parameter of the command is a setting, by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paraphrast.client.connection import Client
    from paraphrast.client.given import Given
    from paraphrast.client.jobs import Job, Result


class Group:
    """Verbs over one connection."""

    def __init__(self, client: Client) -> None:
        self._client = client


class Build(Group):
    """Builds corpora of pairs."""

    def flashcards(
        self, decks: Given, *, terms: Given | None = None, documents: Given | None = None, **settings: Any
    ) -> Job:
        """Make candidate paraphrases of the definitions that people wrote of one term (PARADE)."""
        return self._client.submit(
            "build flashcards", {"decks": decks, "terms": terms, "documents": documents}, settings
        )

    def adversarial(self, source: Given, **settings: Any) -> Job:
        """Make hard pairs: nearly the same words, the same meaning or not."""
        return self._client.submit("build adversarial", {"source": source}, settings)

    def mine(
        self, source: Given, *, other: Given | None = None, queries: Given | None = None, **settings: Any
    ) -> Job:
        """Mine candidate paraphrases, drop copies, score them, and mark three bands for a curriculum."""
        return self._client.submit(
            "build mine", {"source": source, "other": other, "queries": queries}, settings
        )

    def filter(self, source: Given, **settings: Any) -> Job:
        """Keep the pairs that pass every step; each dropped one gets its reason and score."""
        return self._client.submit("build filter", {"source": source}, settings)

    def gate(self, source: Given, meaning: Given, correct: Given, **settings: Any) -> Job:
        """Keep the annotated pairs on which all raters agree, with their label (RuPAWS kept 87%)."""
        return self._client.submit(
            "build gate", {"source": source, "meaning": meaning, "correct": correct}, settings
        )

    def label(self, source: Given, labels: Given, **settings: Any) -> Job:
        """Give pairs the labels that their raters came to, and drop those that have none (PARADE)."""
        return self._client.submit("build label", {"source": source, "labels": labels}, settings)

    def stats(self, source: Given, **settings: Any) -> Job:
        """Print what a dataset is like: sizes, labels, overlap and Jaccard by label, length, entities."""
        return self._client.submit("build stats", {"source": source}, settings)

    def split(self, source: Given, **settings: Any) -> Job:
        """Divide pairs so that no group and no text is on two sides, and write the dataset with its card."""
        return self._client.submit("build split", {"source": source}, settings)


class Annotate(Group):
    """Makes labels of votes."""

    def aggregate(self, votes: Given, *, gold: Given | None = None, **settings: Any) -> Job:
        """Make one label per item of many votes, with confidence."""
        return self._client.submit("annotate aggregate", {"votes": votes, "gold": gold}, settings)

    def agreement(self, votes: Given, **settings: Any) -> Job:
        """Measure how far workers agree, all together and each with the consensus, with intervals."""
        return self._client.submit("annotate agreement", {"votes": votes}, settings)

    def reassign(self, votes: Given, **settings: Any) -> Job:
        """List the items judged by two careless workers, for the best to judge again blindly."""
        return self._client.submit("annotate reassign", {"votes": votes}, settings)

    def study(self, train: Given, test: Given, *, votes: Given | None = None, **settings: Any) -> Job:
        """Prepare or score a study of people outside the field: labelled examples, then blind pairs."""
        return self._client.submit("annotate study", {"train": train, "test": test, "votes": votes}, settings)


class Detect(Group):
    """Says what texts took from others."""

    def index(self, sources: Given | None = None, *, base: Result | None = None, **settings: Any) -> Job:
        """Build an index, add to it, replace, delete, compact, or say what it holds."""
        return self._client.submit("detect index", {"sources": sources, "base": base}, settings)

    def check(
        self,
        text: Given,
        *,
        index: Result | None = None,
        template: Given | None = None,
        dates: Given | None = None,
        **settings: Any,
    ) -> Job:
        """Check a text, or every text of a folder, against an index, or (without one) against each other."""
        return self._client.submit(
            "detect check", {"text": text, "index": index, "template": template, "dates": dates}, settings
        )

    def retrieve(self, texts: Given, *, index: Result, **settings: Any) -> Job:
        """Rank the documents of an index that a text borrowed from, by the number of reused fragments."""
        return self._client.submit("detect retrieve", {"texts": texts, "index": index}, settings)

    def align(self, suspicious: Given, source: Given | None = None, **settings: Any) -> Job:
        """Find the passages of one document that were made from another."""
        return self._client.submit("detect align", {"suspicious": suspicious, "source": source}, settings)

    def report(
        self, reports: Given, *, apply: Given | None = None, font: Given | None = None, **settings: Any
    ) -> Job:
        """Write a report anew from its JSON, with decisions; of several reports, what they share."""
        return self._client.submit(
            "detect report", {"reports": reports, "apply": apply, "font": font}, settings
        )

    def generate(self, library: Given, *, sources: Given | None = None, **settings: Any) -> Job:
        """Make suspicious documents of real ones, with the truth, in PAN's layout."""
        return self._client.submit("detect generate", {"library": library, "sources": sources}, settings)

    def evaluate(self, truth: Given, found: Given, **settings: Any) -> Job:
        """Score detections as PAN does: precision, recall, granularity, plagdet."""
        return self._client.submit("detect evaluate", {"truth": truth, "found": found}, settings)


class Identify(Group):
    """Tells whether two texts are paraphrases."""

    def predict(self, source: Given, *, shots: Given | None = None, **settings: Any) -> Job:
        """Score pairs as they stream by: one record out for each in, with its "score" from 0 to 1."""
        return self._client.submit("identify predict", {"source": source, "shots": shots}, settings)

    def evaluate(
        self, golds: Given, *, tune: Given | None = None, shots: Given | None = None, **settings: Any
    ) -> Job:
        """Compare models over corpora, with intervals, the best marked, and rows that need no model."""
        return self._client.submit(
            "identify evaluate", {"golds": golds, "tune": tune, "shots": shots}, settings
        )

    def split(self, source: Given, **settings: Any) -> Job:
        """Split pairs so that no entity stands on two sides."""
        return self._client.submit("identify split", {"source": source}, settings)

    def errors(self, source: Given, predictions: Given | None = None, **settings: Any) -> Job:
        """Say which kinds of pairs a model gets wrong: swap types, overlap, length, names, phenomena."""
        return self._client.submit(
            "identify errors", {"source": source, "predictions": predictions}, settings
        )

    def probe(self, *, suite: Given | None = None, **settings: Any) -> Job:
        """Say how a model behaves: roles, names, numbers, negation, and what it fails worst."""
        return self._client.submit("identify probe", {"suite": suite}, settings)

    def train(
        self,
        model: str,
        sources: Given,
        *,
        dev: Given | None = None,
        read_on: Given | None = None,
        **settings: Any,
    ) -> Job:
        """Train a model, choose its best epoch on dev, and write a directory that predicts without torch."""
        return self._client.submit(
            "identify train",
            {"sources": sources, "dev": dev, "read_on": read_on},
            {"model": model, **settings},
        )

    def repeat(
        self,
        model: str,
        sources: Given,
        *,
        test: Given | None = None,
        dev: Given | None = None,
        **settings: Any,
    ) -> Job:
        """Train with several seeds, or on several folds, and print every run, the mean and the deviation."""
        return self._client.submit(
            "identify repeat", {"sources": sources, "test": test, "dev": dev}, {"model": model, **settings}
        )


class Rewrite(Group):
    """Says texts neutrally or in other words."""

    def texts(self, source: Given, **settings: Any) -> Job:
        """Rewrite texts; each line of the output has source (a), output (b), scores, changes and flags."""
        return self._client.submit("rewrite texts", {"source": source}, settings)

    def explain(self, text: str, **settings: Any) -> Job:
        """Name every rule that takes a stretch of a text: its file and line, and what it would say."""
        return self._client.submit("rewrite explain", {}, {"text": text, **settings})

    def systems(self, **settings: Any) -> Job:
        """List the systems: what each does, what it needs, and an example."""
        return self._client.submit("rewrite systems", {}, settings)

    def vocabulary(self, source: Given, **settings: Any) -> Job:
        """Take the frequent words of each part of speech from a corpus, and report how many there are."""
        return self._client.submit("rewrite vocabulary", {"source": source}, settings)

    def train(self, settings: Given) -> Job:
        """Train a rewriter as a file of settings says; for the owner of the server."""
        return self._client.submit("rewrite train", {"settings": settings}, {})


class Metrics(Group):
    """Asks which metric agrees with people."""

    def agree(self, judged: Given, **settings: Any) -> Job:
        """Say how each metric goes with each human score: per sentence, per system, and over systems."""
        return self._client.submit("metrics agree", {"judged": judged}, settings)

    def fit(self, judged: Given, **settings: Any) -> Job:
        """Fit SPScore to judged pairs, and say how it does on sources held out."""
        return self._client.submit("metrics fit", {"judged": judged}, settings)

    def ablate(self, judged: Given, **settings: Any) -> Job:
        """Leave out each feature in turn: what is the score worth without it?."""
        return self._client.submit("metrics ablate", {"judged": judged}, settings)


class Models(Group):
    """Tells of the models that ship."""

    def list(self, **settings: Any) -> Job:
        """List the models: name, what it does, its files' size."""
        return self._client.submit("models list", {}, settings)

    def card(self, name: str, *, read: Given | None = None, **settings: Any) -> Job:
        """Show a model's card: base, licence, data, command, scores, and what it has read."""
        return self._client.submit("models card", {"read": read}, {"name": name, **settings})

    def probe(self, question: str, *, suite: Given | None = None, **settings: Any) -> Job:
        """Say how much offence of each kind a model catches, and how many look-alikes it leaves alone."""
        return self._client.submit("models probe", {"suite": suite}, {"question": question, **settings})


class Corpora(Group):
    """Tells of public corpora."""

    def list(self, **settings: Any) -> Job:
        """List the corpora: name, task, languages, splits."""
        return self._client.submit("corpus list", {}, settings)

    def show(self, name: str, **settings: Any) -> Job:
        """Show a corpus's card, and on request how many records it has and what is odd about them."""
        return self._client.submit("corpus show", {}, {"name": name, **settings})

    def export(self, name: str, **settings: Any) -> Job:
        """Write the records of a split, in the format that the name tells."""
        return self._client.submit("corpus export", {}, {"name": name, **settings})


class Scoring(Group):
    """Measures rewrites."""

    def score(
        self, systems: Given, *, source: Given | None = None, refs: Given | None = None, **settings: Any
    ) -> Job:
        """Score pairs, or the outputs of systems, by any metrics: a table with intervals, the best marked."""
        return self._client.submit("score", {"systems": systems, "source": source, "refs": refs}, settings)
