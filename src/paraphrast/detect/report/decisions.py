"""What a teacher decides, applied to a report: every number follows; the page's script counts alike."""

from itertools import pairwise

from msgspec import structs

from paraphrast.detect.exclude import QUOTED, union
from paraphrast.detect.report.record import Decision, Decisions, Found, Origin, Report
from paraphrast.detect.shares import divide, share
from paraphrast.errors import DataError

Key = tuple[str, int, int, int]


def apply_decisions(report: Report, decisions: Decisions) -> Report:
    """Give the report with these decisions and the numbers that follow; one that fits nothing is an error."""
    if decisions.document != report.document.id:
        raise DataError(
            f"these decisions are about {decisions.document!r}, the report is about {report.document.id!r}"
        )
    known = {_key_of(passage) for passage in group_passages(report).values()}
    for one in decisions.passages:
        if (one.source, one.source_start, one.start, one.stop) not in known:
            raise DataError(
                f"passage {one.number} of the decisions (characters {one.start}-{one.stop}, from "
                f"{one.source!r}) is not in the report; was the text checked again?"
            )
    return recount(structs.replace(report, decisions=decisions))


def group_passages(report: Report) -> dict[int, list[Found]]:
    """Gather the matches of each passage."""
    groups: dict[int, list[Found]] = {}
    for match in report.matches:
        groups.setdefault(match.passage, []).append(match)
    return groups


def _key_of(passage: list[Found]) -> Key:
    """Name a passage by what stays the same when a text is checked again."""
    first, last = passage[0].suspicious, passage[-1].suspicious
    source = passage[0].source
    return source.doc, source.start, first.start, last.stop


def find_verdicts(report: Report) -> dict[int, Decision]:
    """Give the decision of each passage that has one, by its number."""
    if report.decisions is None:
        return {}
    decided = {(one.source, one.source_start, one.start, one.stop): one for one in report.decisions.passages}
    return {
        number: decided[_key_of(passage)]
        for number, passage in group_passages(report).items()
        if _key_of(passage) in decided
    }


def recount(report: Report) -> Report:
    """Count again what is borrowed, quoted and original, and what each source lent."""
    length = len(report.document.text)
    verdicts = find_verdicts(report)
    counted: dict[str, list[tuple[int, int]]] = {}
    quoted: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for match in report.matches:
        status = judge_match(match, report.decisions, verdicts.get(match.passage))
        places = _places(match, report.decisions)
        if status == "counted":
            counted.setdefault(match.source.doc, []).extend(places)
        elif status in QUOTED:
            quoted[status != "unreferenced"].extend(places)
    taken = union([place for places in counted.values() for place in places], length)
    cited, bare = union(quoted[True], length), union(quoted[False], length)
    borrowed, all_quoted, unreferenced, original = divide(
        int(taken.sum()),
        int(((cited | bare) & ~taken).sum()),
        int((bare & ~cited & ~taken).sum()),
        length,
    )
    sources = [
        structs.replace(source, share=share(int(union(counted.get(source.id, []), length).sum()), length))
        for source in report.sources
    ]
    return structs.replace(
        report,
        borrowed=borrowed,
        quoted=all_quoted,
        unreferenced=unreferenced,
        original=original,
        sources=sources,
    )


def judge_match(match: Found, decisions: Decisions | None, decision: Decision | None) -> str:
    """Say how a match counts: "counted", "gone" (switched off or dismissed), or the reason to leave it out.

    An accepted passage counts even where a rule would leave it out.
    """
    if decisions is not None and match.source.doc in decisions.sources_off:
        return "gone"
    if decision is not None and decision.verdict == "dismissed":
        return "gone"
    accepted = decision is not None and decision.verdict == "accepted"
    kept = decisions is None or match.excluded not in decisions.reasons_off
    return match.excluded if match.excluded and kept and not accepted else "counted"


def _places(match: Found, decisions: Decisions | None) -> list[tuple[int, int]]:
    """List the places of a match whose kind is not switched off."""
    off = decisions.kinds_off if decisions is not None else ()
    span = match.suspicious
    if not match.runs:
        return [] if match.kind in off else [(span.start, span.stop)]
    if not off:
        return [(span.start, span.stop)]
    cuts = sorted({span.start, span.stop, *(p for run in match.runs for p in (run.start, run.stop))})
    return [(start, stop) for start, stop in pairwise(cuts) if kind_at(match, start) not in off]


def kind_at(match: Found, place: int) -> str:
    """Name the kind of a match at a place of the text: that of the run there, or of all of it."""
    return next((run.kind for run in match.runs if run.start <= place < run.stop), match.kind)


def rank_sources(report: Report) -> list[Origin]:
    """Give the sources that lent most first."""
    return sorted(report.sources, key=lambda source: (-source.share, source.id))
