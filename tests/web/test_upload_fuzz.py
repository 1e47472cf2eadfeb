"""Whatever comes as a file is taken or refused in a sentence, and nothing is left over."""

import gzip
import io
import zipfile
from pathlib import Path

import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paraphrast.errors import DataError
from paraphrast.web.refusals import find
from paraphrast.web.storage.content import ENDINGS, STARTS, plain_name
from paraphrast.web.storage.receiving import receive, unpack

SCRAPS = [b"", b"\x00", b"\xff\xfe", "猫 кот cat\n".encode(), b"word/document.xml", b"../", *STARTS.values()]
bodies = st.lists(st.one_of(st.sampled_from(SCRAPS), st.binary(max_size=40)), max_size=6).map(b"".join)
names = st.builds(
    lambda stem, inner, last: f"{stem}{inner}{last}",
    st.text(max_size=12),
    st.sampled_from(["", ".txt", ".jsonl"]),
    st.sampled_from([*ENDINGS, ".exe", "", ".TXT", "/", "\\..\\x.txt", "\x00.pdf"]),
)


def zipped(members: list[tuple[str, bytes]]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, body in dict(members).items():
            archive.writestr(name or "x", body)
    return made.getvalue()


# a file of each packing, whole or with some bytes changed or cut
packed = st.one_of(
    bodies,
    bodies.map(gzip.compress),
    bodies.map(lambda body: zstandard.ZstdCompressor().compress(body)),
    st.lists(
        st.tuples(st.one_of(names, st.sampled_from(["../x.txt", "/a.txt", "a/b.txt"])), bodies), max_size=4
    )
    .filter(lambda members: all("\x00" not in name for name, _ in members))
    .map(zipped),
)


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    body = bytearray(draw(packed))
    for _ in range(draw(st.integers(0, 3))):
        if body:
            body[draw(st.integers(0, len(body) - 1))] = draw(st.integers(0, 255))
    return bytes(body[: draw(st.integers(0, len(body)))]) if draw(st.booleans()) else bytes(body)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(names, spoilt())
def test_any_file_is_taken_or_refused(tmp_path: Path, name: str, body: bytes) -> None:
    parts, problem = [], None
    try:
        came = receive(tmp_path, io.BytesIO(body), name)
        parts.append(came)
        assert came.size == len(body)
        if came.kind == "zip":
            for part in unpack(tmp_path, came):
                parts.append(part)
    except DataError as error:
        problem = str(error)
    assert problem is None or find(problem) or find(problem.partition(": ")[2]), problem
    for part in parts:
        assert part.name == plain_name(part.name)
        part.path.unlink()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@given(st.text(max_size=300))
def test_any_name_becomes_a_plain_one(name: str) -> None:
    kept = plain_name(name)
    assert kept
    assert len(kept) <= 200
    assert not set(kept) & {"/", "\\", "\x00", "\n", "\r"}
    assert kept not in (".", "..")
