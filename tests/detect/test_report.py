"""The report beyond the browser: phrases, decisions, tables, PDF, a class, and the commands that write them."""

# ruff: noqa: E501 - tables of cases are easier to read unfolded

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from detect.handed_in import CASES, hand_in
from fonts import font_for
from paraphrast.data import Document, Match, Run, Span
from paraphrast.detect.check import Check, summed
from paraphrast.detect.exclude import REASONS
from paraphrast.detect.report import page, tables
from paraphrast.detect.report.decisions import apply_decisions, recount
from paraphrast.detect.report.record import Decision, Decisions, load_report, make_report
from paraphrast.detect.report.strings import Strings, load_table
from paraphrast.detect.shares import divide, percent
from paraphrast.errors import CommandError, DataError
from paraphrast.files.documents.marks import HIDDEN
from paraphrast.text import LANGS
from paraphrast.text.normal import DISGUISES

PARTS = ("borrowed", "quoted", "unreferenced", "original")


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Check]:
    return {lang: hand_in(lang, tmp_path_factory.mktemp("index")) for lang in CASES}


def test_every_phrase_is_there_in_every_language_with_the_same_values() -> None:
    for name, phrase in load_table().items():
        assert sorted(phrase) == sorted(LANGS), name
        fields = {
            lang: {field for _, field, _, _ in Formatter().parse(text) if field}
            for lang, text in phrase.items()
        }
        assert len({frozenset(names) for names in fields.values()}) == 1, name
        assert all(text.strip() for text in phrase.values()), name
    needed = {f"reason-{reason}" for reason in REASONS} | {f"kind-{kind}" for kind in page.KINDS}
    needed |= {f"disguise-{kind}" for kind in (*DISGUISES, *HIDDEN)}
    assert needed <= set(load_table())


def test_every_phrase_of_a_page_is_known_and_every_known_one_is_used() -> None:
    folder = Path(page.__file__).parent
    code = "".join(
        path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix in (".py", ".html")
    )
    families = ("reason-", "kind-", "disguise-")
    unused = [
        name
        for name in load_table()
        if f'"{name}"' not in code and f"'{name}'" not in code and not name.startswith(families)
    ]
    assert unused == []
    with pytest.raises(CommandError, match="report language 'de'"):
        Strings("de")


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_speaks_the_language_of_its_text_or_the_one_asked_for(
    checks: dict[str, Check], lang: str
) -> None:
    assert f'<html lang="{lang}">' in page.html(checks[lang])
    assert Strings(lang)("footer") in page.html(checks["ru"], lang=lang)


@pytest.mark.parametrize(
    ("borrowed", "quoted", "whole"), [(1, 1, 2), (1001, 999, 2000), (1, 2, 3), (0, 0, 0), (333, 333, 999)]
)
def test_parts_always_add_up(borrowed: int, quoted: int, whole: int) -> None:
    taken, cited, bare, rest = divide(borrowed, quoted, quoted, whole)
    assert round(taken + cited + rest, 6) == 1
    assert rest >= 0
    assert bare <= cited
    assert percent(0.0005 + 1e-12) in ("0.1%", "0.0%")


@pytest.mark.parametrize("lang", LANGS)
def test_one_number_everywhere(checks: dict[str, Check], lang: str, tmp_path: Path) -> None:
    found = checks[lang]
    plain = json.loads(tables.json(found))
    [row] = csv.DictReader(io.StringIO(tables.summary([found])))
    html = page.html(found)
    for name in PARTS:
        assert plain[name] == getattr(found, name) == float(row[name])
        assert f'id="{name}">{percent(plain[name])}<' in html
    assert recount(make_report(found)) == make_report(found)
    (tmp_path / "r.json").write_bytes(tables.json(found))
    again = load_report(tmp_path / "r.json")
    assert again == make_report(found)
    assert page.html(again) == html


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda plain: plain["document"].update(text=""), "no text"),
        (lambda plain: plain["matches"][0]["suspicious"].update(stop=10**6), "outside the text"),
        (lambda plain: plain.update(sources=[]), "not listed"),
        (lambda plain: plain["matches"][0]["meta"].update(excluded="magic"), "'magic'"),
        (lambda plain: plain["disguises"][0].update(kind="magic"), "no such disguise: magic"),
        (lambda plain: plain["matches"][0].update(kind="magic"), "not a report"),
    ],
)
def test_a_report_that_was_tampered_with_is_told(
    checks: dict[str, Check], tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    plain = json.loads(tables.json(checks["ru"]))
    change(plain)
    (tmp_path / "r.json").write_text(json.dumps(plain), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_report(tmp_path / "r.json")


def decide(found: Check, **given: object) -> Decisions:
    return Decisions(found.document.id, **given)  # type: ignore[arg-type]


def verdict(found: Check, number: int, verdict: str, note: str = "") -> Decision:
    parts = [match for match in make_report(found).matches if match.passage == number]
    first, last = parts[0], parts[-1]
    places = first.source.start, first.suspicious.start, last.suspicious.stop
    return Decision(number, first.source.doc, *places, verdict=verdict, note=note)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGS)
def test_numbers_follow_decisions(checks: dict[str, Check], lang: str) -> None:
    found = checks[lang]
    report = make_report(found)
    first, second = CASES[lang].sources
    off = apply_decisions(report, decide(found, sources_off=(first.id,)))
    assert off.borrowed == 0
    assert next(source.share for source in off.sources if source.id == first.id) == 0
    none = apply_decisions(report, decide(found, sources_off=(first.id, second.id)))
    assert none.original == 1
    accepted = apply_decisions(report, decide(found, passages=(verdict(found, 2, "accepted"),)))
    assert accepted.borrowed > report.borrowed
    assert accepted.unreferenced == 0
    assert round(accepted.borrowed + accepted.quoted + accepted.original, 6) == 1
    dismissed = apply_decisions(report, decide(found, passages=(verdict(found, 1, "dismissed", "own"),)))
    assert dismissed.borrowed < report.borrowed
    assert tables.rows(dismissed)[0]["note"] == "own"
    assert len(tables.xml(dismissed)) < len(tables.xml(report))


def test_decisions_that_do_not_fit_are_refused(checks: dict[str, Check]) -> None:
    report = make_report(checks["ru"])
    with pytest.raises(DataError, match=r"about 'other.txt', the report is about 'сочинение.docx'"):
        apply_decisions(report, Decisions("other.txt"))
    wrong = Decision(7, "маяк.txt", 0, 1, 2, "dismissed")
    with pytest.raises(DataError, match="passage 7 of the decisions"):
        apply_decisions(report, Decisions("сочинение.docx", passages=(wrong,)))


def test_kinds_that_are_switched_off_take_their_runs_along() -> None:
    essay, source = Document("e", "x" * 100), Document("s", "y" * 100)
    runs = (Run(0, 40, 0, 40, "verbatim"), Run(40, 60, 40, 60, "paraphrase"))
    match = Match(Span("e", 0, 60), Span("s", 0, 60), "verbatim", runs=runs)
    report = make_report(summed(essay, {"s": source}, [match]))
    assert report.borrowed == 0.6
    assert apply_decisions(report, Decisions("e", kinds_off=("paraphrase",))).borrowed == 0.4
    assert apply_decisions(report, Decisions("e", kinds_off=("verbatim",))).borrowed == 0.2


def test_sources_have_what_the_collection_knows_of_them(checks: dict[str, Check]) -> None:
    source = make_report(checks["en"]).sources
    assert (source[0].author, source[0].date, source[0].address) == (
        "J. Pilot",
        "1911",
        "https://library.example/harbour",
    )
    assert source[1].author == "A. Green, B. Moss"


def test_a_table_runs_nothing_in_a_spreadsheet() -> None:
    essay, source = Document("=cmd()", "=1+1 and so on"), Document("s", "=1+1 and so on")
    match = Match(Span("=cmd()", 0, 14), Span("s", 0, 14), "verbatim")
    [row] = csv.DictReader(io.StringIO(tables.table(summed(essay, {"s": source}, [match]))))
    assert row["suspicious"] == "'=cmd()"
    assert row["text"].startswith("'=")


def letters_of(lang: str, spoken: str) -> str:
    """Give all that a report about the texts of a language can say in another."""
    texts = [CASES[lang].essay, *CASES[lang].sources]
    said = [f"{one.id} {one.title} {one.text} {one.meta}" for one in texts]
    return " ".join([*said, *(phrase[spoken] for phrase in load_table().values())])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_summary_on_paper_can_be_read_back(checks: dict[str, Check], lang: str, tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    from paraphrast.detect.report.pdf import pdf
    from paraphrast.files import documents

    other = "en" if lang != "en" else "ru"
    font = font_for(letters_of(lang, lang) + letters_of(other, lang))
    found = apply_decisions(
        make_report(checks[lang]),
        decide(checks[lang], passages=(verdict(checks[lang], 1, "accepted", "Note 7"),)),
    )
    (tmp_path / "one.pdf").write_bytes(pdf([found], font=font))
    text = "".join(documents.load(tmp_path / "one.pdf").text.split())
    case = CASES[lang]
    wanted = [
        case.essay.id,
        case.essay.title,
        *(percent(getattr(found, name)) for name in PARTS),
        case.sources[0].title,
    ]
    wanted += [case.sources[0].meta["author"], Strings(lang)("accepted"), "Note 7", Strings(lang)("borrowed")]
    assert [word for word in wanted if "".join(word.split()) not in text] == []
    (tmp_path / "two.pdf").write_bytes(pdf([found, checks[other]], lang=lang, font=font))
    assert case.essay.id in documents.load(tmp_path / "two.pdf").text


def test_a_font_that_lacks_letters_is_refused(checks: dict[str, Check], tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    from paraphrast.detect.report.pdf import find_fonts, pdf

    narrow = next((path for path in find_fonts() if path.name == "DejaVuSans.ttf"), None)
    if narrow is None:
        pytest.skip("DejaVu Sans is not here")
    with pytest.raises(DataError, match="no font here has all letters"):
        pdf([checks["zh"]], font=narrow)
    (tmp_path / "no.ttf").write_text("this is no font", encoding="utf-8")
    with pytest.raises(DataError, match="not a font"):
        pdf([checks["zh"]], font=tmp_path / "no.ttf")
