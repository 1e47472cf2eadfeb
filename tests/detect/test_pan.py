"""PAN XML there and back, and what is said of files that are not in order."""

from pathlib import Path

import pytest

from paraphrast.data import Match, Span
from paraphrast.detect import pan
from paraphrast.errors import DataError


def test_detections_survive_the_round_trip(tmp_path: Path) -> None:
    matches = [
        Match(Span("текст-1.txt", 3, 40), Span("源.txt", 0, 30), "verbatim", 0.5),
        Match(
            Span("текст-1.txt", 50, 90),
            Span("source-2.txt", 7, 30),
            "translated",
            1.0,
            {"disguises": ["hidden"]},
        ),
    ]
    assert pan.write(tmp_path, matches) == 2
    assert sorted(pan.read(tmp_path), key=lambda m: m.suspicious.start) == matches


def test_truth_keeps_its_obfuscation(tmp_path: Path) -> None:
    truth = [Match(Span("a.txt", 0, 5), Span("b.txt", 0, 5), "verbatim", meta={"obfuscation": "none"})]
    pan.write(tmp_path, truth, name="plagiarism", pairs=[("a.txt", "c.txt")])
    assert pan.read(tmp_path) == truth
    assert (tmp_path / "a-c.xml").exists()


GOOD = (
    "name='plagiarism' this_offset='1' this_length='2' "
    "source_reference='b' source_offset='0' source_length='1'"
)


def with_feature(old: str = "", new: str = "") -> str:
    return f"<document reference='a'><feature {GOOD.replace(old, new)}/></document>"


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ("<document", "not well-formed"),
        ("<essay/>", "root element is <essay>"),
        ("<document/>", "no attribute 'reference'"),
        (with_feature("this_offset='1'", "this_offset='x'"), "this_offset 'x' is not a whole number"),
        (with_feature("this_length", "length"), "no attribute 'this_length'"),
        (with_feature("source_reference", "source"), "no attribute 'source_reference'"),
        (with_feature("this_length='2'", "this_length='0'"), "at least 1"),
        (with_feature("'plagiarism'", "'plagiarism' score='big'"), "score 'big'"),
    ],
)
def test_a_bad_file_is_named_with_its_element(tmp_path: Path, xml: str, message: str) -> None:
    file = tmp_path / "bad.xml"
    file.write_text(xml, encoding="utf-8")
    with pytest.raises(DataError, match=message) as caught:
        pan.read(file)
    assert "bad.xml" in str(caught.value)


def test_a_passage_may_not_end_after_its_document(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    file.write_text(f"<document reference='a'>\n<feature {GOOD}/></document>", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 2: feature 1: this ends at 3, but a has 2 characters"):
        pan.read(file, lengths={"a": 2})


def test_other_features_and_a_byte_order_mark_are_let_pass(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    file.write_text(
        f"\ufeff<document reference='a'><feature name='about'/><feature {GOOD}/></document>", encoding="utf-8"
    )
    assert len(pan.read(file)) == 1


def test_an_external_entity_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    file = tmp_path / "x.xml"
    file.write_text(
        f"<!DOCTYPE d [<!ENTITY e SYSTEM '{secret.as_uri()}'>]><document reference='a'>&e;</document>",
        encoding="utf-8",
    )
    assert pan.read(file) == []


def test_pairs_are_two_names_a_line(tmp_path: Path) -> None:
    file = tmp_path / "pairs"
    file.write_text("a.txt b.txt\n\nc.txt\td e.txt\n", encoding="utf-8")
    assert pan.read_pairs(file) == [("a.txt", "b.txt"), ("c.txt", "d e.txt")]
    file.write_text("a.txt\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: 1 names"):
        pan.read_pairs(file)
