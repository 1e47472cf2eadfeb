"""Lay a probe out: a table for the shell, and one page that opens offline."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from markupsafe import Markup, escape

from paraphrast.identify.evaluation import markdown
from paraphrast.identify.page import template
from paraphrast.identify.probe import Answer, Report, pick_worst
from paraphrast.models.suite.tally import Cell
from paraphrast.text import words
from paraphrast.text.languages import FALLBACK, LANGS

AROUND = 30  # characters shown on either side of the first difference


def lay_out_cells(cells: Sequence[Cell]) -> str:
    """Give a Markdown table for each half: behaviours by languages, with share, interval and number."""
    blocks = []
    for half in dict.fromkeys(cell.half for cell in cells):
        chosen = [cell for cell in cells if cell.half == half]
        langs = [lang for lang in (*LANGS, "all") if any(cell.lang == lang for cell in chosen)]
        rows = [
            [
                name,
                "-" if wanted is None else f"{wanted:g}",
                *(_describe_cell(row.get(lang)) for lang in langs),
            ]
            for name, wanted, row in _group_rows(chosen)
        ]
        blocks.append(f"### {half}\n\n{markdown(['behaviour', 'wanted', *langs], rows)}")
    return "\n\n".join(blocks)


def _group_rows(cells: Sequence[Cell]) -> list[tuple[str, float | None, dict[str, Cell]]]:
    """Give each behaviour with what is wanted of it and its cells by language."""
    rows: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.behaviour, {})[cell.lang] = cell
    return [(name, next(iter(row.values())).wanted, row) for name, row in rows.items()]


def _describe_cell(cell: Cell | None) -> str:
    """Give share, interval and number of answers, and the word "under" where more is wanted."""
    if cell is None:
        return "-"
    return f"{cell.share:.3f} {cell.interval} {cell.count}{' under' if cell.under else ''}"


def lay_out_report(report: Report, *, worst: int = 5) -> str:
    """Give the table and, by family, the worst failures, cut to where the two texts first differ."""
    under = sum(cell.under for cell in report.cells)
    blocks = [
        f"# {report.model}, yes from {report.threshold:g} on",
        lay_out_cells(report.cells),
        f"{under} of {len(report.cells)} cells are under what is wanted. A cell: the share of right answers, "
        "its 95% interval (Wilson), the number of answers. Right under noise: the decision did not change.",
    ]
    picked = pick_worst(report.answers, worst, lambda item: item.family)
    for family, answers in picked.items():
        rows = [_list_failure(answer) for answer in answers]
        table = markdown(["score", "right", "behaviour", "id", "first text", "second text"], rows)
        blocks.append(f"### Worst failures: {family}\n\n{table}")
    return "\n\n".join(blocks)


def _list_failure(answer: Answer) -> list[str]:
    """Lay one failure out as cells."""
    item = answer.item
    texts = (text.replace("|", "\\|") for text in clip_texts(item.pair.a, item.pair.b))
    return [f"{answer.score:.3f}", _describe_goal(answer), item.behaviour, item.pair.id, *texts]


def _describe_goal(answer: Answer) -> str:
    """Say what the right answer was.

    >>> from paraphrast.models.suite import Item
    >>> from paraphrast.data import Pair
    >>> _describe_goal(Answer(Item("written", "order", "open", Pair("a", "b", label=1.0)), 0.2, False))
    'yes'
    """
    if answer.plain is not None:
        return f"{answer.plain:.3f} without"
    return "yes" if answer.item.pair.label else "no"


def clip_texts(one: str, other: str) -> tuple[str, str]:
    """Cut two texts to what stands around their first difference.

    >>> clip_texts("x" * 50 + "a", "x" * 50 + "b" + "y" * 50)[0]
    '…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxa'
    """
    pairs = zip(one, other, strict=False)
    at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    start = max(0, at - AROUND) if max(len(one), len(other)) > 2 * AROUND else 0

    def clip(text: str) -> str:
        stop = start + 3 * AROUND
        return ("…" if start else "") + " ".join(text[start:stop].split()) + ("…" if len(text) > stop else "")

    return clip(one), clip(other)


def make_probe_page(report: Report, *, worst: int = 5) -> str:
    """Give the whole page as HTML, with the worst failures of every behaviour; it needs nothing else."""
    halves = {}
    for half in dict.fromkeys(cell.half for cell in report.cells):
        halves[half] = _group_rows([cell for cell in report.cells if cell.half == half])
    langs = [lang for lang in (*LANGS, "all") if any(cell.lang == lang for cell in report.cells)]
    picked = pick_worst(report.answers, worst, lambda item: item.behaviour)
    failures = {
        name: [(answer, _describe_goal(answer), *_mark_difference(answer)) for answer in answers]
        for name, answers in picked.items()
    }
    counts = (sum(cell.under for cell in report.cells), len(report.cells), len(report.answers))
    page = template("probe.html")
    return str(page.render(report=report, halves=halves, langs=langs, failures=failures, counts=counts))


def _mark_difference(answer: Answer) -> tuple[Markup, Markup]:
    """Give both texts, escaped, with the words marked that are not where the other text has them."""
    pair = answer.item.pair
    lang = pair.lang or FALLBACK
    sides = [words(text, lang) for text in (pair.a, pair.b)]
    one, other = ([token.text for token in side] for side in sides)
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    kept = [{at for block in blocks for at in range(block[n], block[n] + block.size)} for n in (0, 1)]
    made = []
    for text, side, same in zip((pair.a, pair.b), sides, kept, strict=True):
        parts, at = [], 0
        for place, token in enumerate(side):
            if place not in same:
                parts += [escape(text[at : token.start]), Markup("<mark>{}</mark>").format(token.text)]
                at = token.stop
        made.append(Markup("").join([*parts, escape(text[at:])]))
    return made[0], made[1]
