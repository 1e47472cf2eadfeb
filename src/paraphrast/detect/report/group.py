"""Many reports side by side: who shares what with whom, in which order of time, and from which sources."""

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Struct, structs

from paraphrast.detect.check import Check
from paraphrast.detect.report.decisions import recount
from paraphrast.detect.report.page import read_asset, templates
from paraphrast.detect.report.record import NAMES, Decisions, Origin, Report, make_report, read_field
from paraphrast.detect.report.strings import Strings, text_lang
from paraphrast.detect.report.tables import summarize
from paraphrast.detect.shares import percent
from paraphrast.text.languages import FALLBACK

LEAST = 0.05  # of a text that two must share for a line between them
SIDE, MARGIN, LARGEST = 210, 40, 260  # room for names around the graph, and the largest radius of its circle
DATES = (
    (
        re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d))?)?"),
        (1, 2, 3),
    ),
    (re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d))?)?"), (3, 2, 1)),
    (re.compile(r"(\d{4})-(\d\d)()$"), (1, 2, 3)),
    (re.compile(r"(\d{4})()()$"), (1, 2, 3)),
)


class Node(Struct, frozen=True):
    """A text in the graph."""

    name: str
    label: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str


class Edge(Struct, frozen=True):
    """What two texts share; `arrow` where it is known which was there first."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    words: str
    arrow: bool


class Graph(NamedTuple):
    """Texts and what they share, ready to be drawn."""

    nodes: list[Node]
    edges: list[Edge]
    width: int
    height: int


class Shared(NamedTuple):
    """A source that several texts used, with the share of each."""

    source: Origin
    users: list[tuple[str, float]]


def overview(
    checks: Sequence["Check | Report"], links: Sequence[str] = (), *, lang: str | None = None
) -> str:
    """Write a page about many texts: a table, a matrix and a graph of what they share, common sources."""
    reports = [make_report(check) for check in checks]
    say = Strings(lang or common_lang(reports))
    ordered = order_by_date(reports)
    text: str = (
        templates()
        .get_template("class.html")
        .render(
            say=say,
            percent=percent,
            style=read_asset("report.css"),
            rows=summarize(reports),
            links=dict(zip((report.document.id for report in reports), links, strict=False)),
            sources={report.document.id: {s.id: s for s in report.sources} for report in reports},
            ordered=ordered,
            dates={report.document.id: date_of(report) for report in reports},
            matrix=share_matrix(ordered),
            graph=_draw_graph(ordered),
            least=percent(LEAST),
            shared=find_shared(reports),
        )
    )
    return text


def common_lang(reports: Sequence[Report]) -> str:
    """Name the language that most of the texts are in."""
    langs = [text_lang(report) for report in reports]
    return max(sorted(set(langs)), key=langs.count, default=FALLBACK)


def date_of(report: Report) -> str:
    """Give the date that a text came with."""
    return read_field(report.document.meta, NAMES["date"])


def parse_date(text: str) -> tuple[int, ...]:
    """Read a date, with the time if there is one, into numbers that can be compared; () if there is none.

    >>> parse_date("2024-05-03T10:20:00Z"), parse_date("3.05.2024"), parse_date("soon")
    ((2024, 5, 3, 10, 20, 0), (2024, 5, 3, 0, 0, 0), ())
    """
    for pattern, (year, month, day) in DATES:
        if found := pattern.match(text.strip()):
            parts = [int(part or 0) for part in found.groups()] + [0] * 6
            try:
                date(parts[year - 1], parts[month - 1] or 1, parts[day - 1] or 1)
            except ValueError:
                return ()
            return (parts[year - 1], parts[month - 1], parts[day - 1], *parts[3:6])
    return ()


def order_by_date(reports: Sequence[Report]) -> list[Report]:
    """Put earlier texts first, and those without a date last, by name."""
    return sorted(reports, key=lambda r: (not parse_date(date_of(r)), parse_date(date_of(r)), r.document.id))


def leave_out_later(checks: Sequence["Check | Report"]) -> list[Report]:
    """Leave out what only a later text of the same group has: that is no source of it."""
    reports = [make_report(check) for check in checks]
    dates = {report.document.id: parse_date(date_of(report)) for report in reports}
    answer = []
    for report in reports:
        mine = dates[report.document.id]
        # a text that was handed in twice is there from the earlier day on
        first = {one.id: min(dates.get(name, ()) for name in _holders(one)) for one in report.sources}
        matches = [
            structs.replace(match, meta={**match.meta, "excluded": "later"})
            if mine and not match.excluded and first[match.source.doc] > mine
            else match
            for match in report.matches
        ]
        answer.append(recount(structs.replace(report, matches=matches)))
    return answer


def share_matrix(reports: Sequence[Report]) -> dict[str, dict[str, float]]:
    """Say for each text which part of it every other text of the group has too, later ones as well."""
    names = {report.document.id for report in reports}
    matrix: dict[str, dict[str, float]] = {}
    for report in reports:
        given = report.decisions or Decisions(report.document.id)
        every = structs.replace(given, reasons_off=(*given.reasons_off, "later"))
        counted = recount(structs.replace(report, decisions=every))
        others = names - {report.document.id}
        matrix[report.document.id] = {
            name: source.share
            for source in counted.sources
            for name in _holders(source)
            if name in others and source.share > 0
        }
    return matrix


def _holders(source: Origin) -> tuple[str, ...]:
    """Name all texts that are the same as a source, which stands for them in the report."""
    return (source.id, *source.duplicates)


def _draw_graph(reports: Sequence[Report]) -> Graph:
    """Place the texts that share something on a circle, in the order of time, and join them."""
    matrix = share_matrix(reports)
    pairs = {
        (a.document.id, b.document.id): most
        for n, a in enumerate(reports)
        for b in reports[n + 1 :]
        if (most := max(_between(matrix, a, b), _between(matrix, b, a))) >= LEAST
    }
    used = [report for report in reports if any(report.document.id in pair for pair in pairs)]
    radius = min(40 + 22 * len(used), LARGEST)
    nodes = [_node(report, 2 * math.pi * n / len(used), radius) for n, report in enumerate(used)]
    places = {node.name: node for node in nodes}
    dates = {report.document.id: parse_date(date_of(report)) for report in used}
    edges = [
        _edge(places[a], places[b], share, bool(dates[a] and dates[b] and dates[a] < dates[b]))
        for (a, b), share in pairs.items()
    ]
    return Graph(nodes, edges, 2 * (radius + SIDE), 2 * (radius + MARGIN))


def _between(matrix: Mapping[str, Mapping[str, float]], one: Report, other: Report) -> float:
    return matrix[one.document.id].get(other.document.id, 0.0)


def _node(report: Report, angle: float, radius: int) -> Node:
    """Place a text on the circle, its name outside of it."""
    across, down = math.sin(angle), -math.cos(angle)
    x, y = SIDE + radius + radius * across, MARGIN + radius + radius * down
    name = report.document.id
    label = name if len(name) <= 26 else f"{name[:23]}…"
    if abs(across) < 0.1:
        return Node(
            name,
            label,
            round(x, 1),
            round(y, 1),
            round(x, 1),
            round(y + (26 if down > 0 else -14), 1),
            "middle",
        )
    side, shift = ("start", 13) if across > 0 else ("end", -13)
    return Node(name, label, round(x, 1), round(y, 1), round(x + shift, 1), round(y + 4, 1), side)


def _edge(one: Node, other: Node, share: float, arrow: bool) -> Edge:
    """Draw a line that ends at the rim of each circle, with room for the arrow."""
    length = math.dist((one.x, one.y), (other.x, other.y)) or 1
    dx, dy = (other.x - one.x) / length, (other.y - one.y) / length
    gap = 25 if arrow else 9
    return Edge(
        round(one.x + 9 * dx, 1),
        round(one.y + 9 * dy, 1),
        round(other.x - gap * dx, 1),
        round(other.y - gap * dy, 1),
        round(1 + 7 * share, 1),
        f"{one.name} — {other.name}: {percent(share)}",
        arrow,
    )


def find_shared(reports: Sequence[Report]) -> list[Shared]:
    """List sources outside the group that at least two texts used, those with most users first."""
    names = {report.document.id for report in reports}
    users: dict[str, Shared] = {}
    for report in reports:
        for source in report.sources:
            if source.share > 0 and source.id not in names:
                users.setdefault(source.id, Shared(source, [])).users.append(
                    (report.document.id, source.share)
                )
    several = [one for one in users.values() if len(one.users) > 1]
    return sorted(several, key=lambda one: (-len(one.users), one.source.id))
