"""The page: the text with its passages coloured by kind, beside the passages of the sources."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from paraphrast.detect.check import Check
from paraphrast.detect.exclude import REASONS
from paraphrast.detect.report.decisions import find_verdicts, group_passages, judge_match, kind_at
from paraphrast.detect.report.record import Decision, Decisions, Found, Origin, Report, make_report
from paraphrast.detect.report.strings import Strings, choose_strings, text_lang
from paraphrast.detect.shares import percent, share
from paraphrast.files.documents.marks import HIDDEN

KINDS = ("verbatim", "near-copy", "paraphrase", "translated")


class Stretch(NamedTuple):
    """Some characters of a piece or of a source; changed ones belong to the passage of this number."""

    text: str
    passage: int = 0


class Piece(Struct, frozen=True):
    """A stretch of the text that belongs to the same matches, and to the same run of each, throughout."""

    text: str
    matches: tuple[int, ...] = ()  # those that count first
    kinds: tuple[str, ...] = ()  # of each match, here
    passages: tuple[int, ...] = ()  # of each match
    status: str = ""  # counted, gone, or the reason to leave it out
    label: str = ""  # numbers of the passages that begin here
    trick: str = ""
    stretches: tuple[Stretch, ...] = ()


class Card(Struct, frozen=True):
    """One passage as it is shown on the right."""

    number: int
    kinds: tuple[str, ...]
    score: float
    source: Origin
    reasons: tuple[str, ...]
    partly: bool
    status: str
    before: str
    stretches: tuple[Stretch, ...]
    after: str
    disguises: tuple[str, ...]
    place: tuple[int, int]
    documents: int
    verdict: str
    note: str


def html(check: "Check | Report", *, lang: str | None = None) -> str:
    """Write the report of one text as one file that needs nothing else."""
    report = make_report(check)
    say = choose_strings(report, lang)
    script = read_asset("report.js")
    text: str = (
        templates()
        .get_template("report.html")
        .render(
            report=report,
            say=say,
            percent=percent,
            text_lang=text_lang(report),
            pieces=pieces(report),
            cards=cards(report),
            kinds=KINDS,
            reasons=[reason for reason in REASONS if any(m.excluded == reason for m in report.matches)],
            off=report.decisions or Decisions(report.document.id),
            tricks=[name for name in _trick_kinds(report) if name not in HIDDEN],
            trick_count=sum(trick.kind not in HIDDEN for trick in report.disguises),
            concealed=[name for name in _trick_kinds(report) if name in HIDDEN],
            concealed_share=percent(_concealed(report)),
            style=read_asset("report.css"),
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
            facts=_page_facts(report, say),
        )
    )
    return text


def _trick_kinds(report: Report) -> list[str]:
    return list(dict.fromkeys(trick.kind for trick in report.disguises))


def _concealed(report: Report) -> float:
    """Give the part of the text that its reader does not see."""
    places = {p for t in report.disguises if t.kind in HIDDEN for p in range(t.start, t.stop)}
    return share(len(places), len(report.document.text))


def _page_facts(report: Report, say: Strings) -> str:
    """Give what the script needs as JSON that can stand in a page: no text can end its element."""
    passages = [
        {
            "number": number,
            "source": parts[0].source.doc,
            "source_start": parts[0].source.start,
            "start": parts[0].suspicious.start,
            "stop": parts[-1].suspicious.stop,
        }
        for number, parts in group_passages(report).items()
    ]
    facts = {
        "document": report.document.id,
        "total": len(report.document.text),
        "passages": passages,
        "matches": [[match.passage, match.excluded] for match in report.matches],
        "decisions": report.decisions or Decisions(report.document.id),
        "words": {name: say(name) for name in ("accepted", "dismissed", "borrowed")},
    }
    return msgspec.json.encode(facts).decode("utf-8").replace("<", "\\u003c")


@cache
def templates() -> Any:
    """Give the templates of all pages; whatever is filled in is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("paraphrast.detect", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def read_asset(name: str) -> str:
    """Read the style or the script of a page."""
    return files("paraphrast.detect.report").joinpath(name).read_text(encoding="utf-8")


def pieces(check: "Check | Report") -> list[Piece]:
    """Cut the text wherever a match or a trick begins or ends."""
    report = make_report(check)
    text, matches = report.document.text, report.matches
    verdicts = find_verdicts(report)
    statuses = [judge_match(match, report.decisions, verdicts.get(match.passage)) for match in matches]
    tricks = [(trick.start, trick.stop) for trick in report.disguises]
    runs = [(run.start, run.stop) for match in matches for run in match.runs]
    places = [(match.suspicious.start, match.suspicious.stop) for match in matches]
    cuts = sorted({0, len(text), *(place for span in (*places, *runs, *tricks) for place in span)})
    off = set(report.decisions.kinds_off) if report.decisions else set()
    found, seen = [], set[int]()
    for (start, stop), here, odd in zip(
        pairwise(cuts), sweep(places, cuts), sweep(tricks, cuts), strict=False
    ):
        piece = _piece(text[start:stop], {n: kind_at(matches[n], start) for n in here}, matches, statuses)
        trick = report.disguises[odd[0]].kind if odd else ""
        begun = [n for n in _shown(piece, statuses, off) if n not in seen]
        seen.update(begun)
        label = " ".join(map(str, sorted(begun)))
        stretches = _cut_stretches(piece.text, start, matches[piece.matches[0]]) if piece.matches else ()
        found.append(msgspec.structs.replace(piece, trick=trick, label=label, stretches=stretches))
    return found


def sweep(spans: Sequence[tuple[int, int]], cuts: Sequence[int]) -> Iterator[list[int]]:
    """Say for each stretch between two cuts which spans cover it; spans begin and end at cuts.

    >>> list(sweep([(0, 5), (3, 9)], [0, 3, 5, 9]))
    [[0], [0, 1], [1]]
    """
    begins: dict[int, list[int]] = {}
    for number, (start, _) in enumerate(spans):
        begins.setdefault(start, []).append(number)
    active: list[int] = []
    for place in cuts[:-1]:
        active = sorted([n for n in active if spans[n][1] > place] + begins.get(place, []))
        yield [n for n in active if spans[n][1] > place]


def _shown(piece: Piece, statuses: Sequence[str], kinds_off: set[str]) -> list[int]:
    """List the passages of a piece that are not switched off."""
    rows = zip(piece.matches, piece.kinds, piece.passages, strict=True)
    return [passage for n, kind, passage in rows if statuses[n] != "gone" and kind not in kinds_off]


def _piece(text: str, kinds: dict[int, str], matches: Sequence[Found], statuses: Sequence[str]) -> Piece:
    """Colour a stretch by the strongest kind among its matches: counted ones, those left out, those gone."""
    levels = {"counted": 0, "gone": 2}
    order = sorted(
        kinds, key=lambda n: (levels.get(statuses[n], 1), KINDS.index(kinds[n]), -matches[n].score)
    )
    return Piece(
        text,
        tuple(order),
        tuple(kinds[n] for n in order),
        tuple(matches[n].passage for n in order),
        statuses[order[0]] if order else "",
    )


def _cut_stretches(text: str, start: int, match: Found) -> tuple[Stretch, ...]:
    """Cut a piece of the text where changed words of its match begin and end."""
    places = [(max(a - start, 0), min(b - start, len(text))) for a, b in match.changed]
    return _mark_stretches(text, places, match.passage)


def _mark_stretches(text: str, places: Sequence[tuple[int, int]], passage: int) -> tuple[Stretch, ...]:
    """Cut a text into what stands at these places and what does not.

    >>> _mark_stretches("an old lamp", [(3, 6)], 2)
    (Stretch(text='an ', passage=0), Stretch(text='old', passage=2), Stretch(text=' lamp', passage=0))
    """
    found, at = [], 0
    for start, stop in places:
        if start < stop:
            found += [Stretch(text[at:start]), Stretch(text[start:stop], passage)]
            at = stop
    return tuple(one for one in [*found, Stretch(text[at:])] if one.text)


def cards(check: "Check | Report") -> list[Card]:
    """Prepare the passages of the sources with some words around them, each once."""
    report = make_report(check)
    sources = {source.id: source for source in report.sources}
    verdicts = find_verdicts(report)
    return [
        _card(number, parts, sources[parts[0].source.doc], (report.decisions, verdicts.get(number)))
        for number, parts in group_passages(report).items()
    ]


def _card(
    number: int, parts: list[Found], source: Origin, decided: tuple[Decisions | None, Decision | None]
) -> Card:
    first, decision = parts[0], decided[1]
    statuses = [judge_match(part, *decided) for part in parts]
    places = sorted({place for part in parts for place in part.source_changed})
    reasons = tuple(dict.fromkeys(part.excluded for part in parts if part.excluded))
    return Card(
        number,
        tuple(dict.fromkeys(kind for part in parts for kind in (part.kind, *(r.kind for r in part.runs)))),
        first.score,
        source,
        reasons,
        any(not part.excluded for part in parts),
        min(statuses, key=lambda status: {"counted": 0, "gone": 2}.get(status, 1)),
        first.before,
        _mark_stretches(first.source_text, places, number),
        first.after,
        tuple(dict.fromkeys(kind for part in parts for kind in part.meta.get("disguises", []))),
        (first.source.start, first.source.stop),
        int(first.meta.get("documents", 1)),
        decision.verdict if decision else "",
        decision.note if decision else "",
    )
