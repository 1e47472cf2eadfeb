"""Getting a corpus: unpacked, downloaded from a server on this machine, resumed, refused."""

import gzip
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeAlias

import pytest

from paraphrast import corpora
from paraphrast.corpora import catalogue, download
from paraphrast.errors import CommandError, DataError

Pack: TypeAlias = Callable[[str, Mapping[str, str | bytes]], Path]
CONTENT = "Раз\tдва\n".encode() * 5000


class Handler(BaseHTTPRequestHandler):
    """Serves CONTENT from any byte on, packed where that is welcome, and notes where each request began."""

    starts: list[int]

    def do_GET(self) -> None:
        start = int(self.headers.get("Range", "bytes=0-")[6:-1])
        self.starts.append(start)
        if self.path == "/missing":
            self.send_error(404)
            return
        if self.path == "/forgetful":
            start = 0
        packed = "gzip" in self.headers.get("Accept-Encoding", "")
        body = gzip.compress(CONTENT[start:]) if packed else CONTENT[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Encoding", "gzip" if packed else "identity")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@pytest.fixture
def address() -> Iterator[str]:
    Handler.starts = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/pairs.tsv"
    server.shutdown()
    thread.join()
    server.server_close()


def file(url: str, content: bytes = CONTENT) -> catalogue.File:
    return catalogue.File("pairs.tsv", len(content), hashlib.sha256(content).hexdigest(), url)


def test_a_download_is_checked_and_not_repeated(tmp_path: Path, address: str) -> None:
    path = tmp_path / "new" / "pairs.tsv"
    download.fetch(file(address), path)
    download.fetch(file(address), path)
    assert path.read_bytes() == CONTENT
    assert Handler.starts == [0]
    assert [found.name for found in path.parent.iterdir()] == ["pairs.tsv"]


def test_a_download_goes_on_where_it_stopped(tmp_path: Path, address: str) -> None:
    path = tmp_path / "pairs.tsv"
    (tmp_path / "pairs.tsv.part").write_bytes(CONTENT[:1000])
    download.fetch(file(address), path)
    assert path.read_bytes() == CONTENT
    assert Handler.starts == [1000]


def test_a_server_that_begins_anew_is_followed(tmp_path: Path, address: str) -> None:
    (tmp_path / "pairs.tsv.part").write_bytes(b"?" * 1000)
    download.fetch(file(address.replace("pairs.tsv", "forgetful")), tmp_path / "pairs.tsv")
    assert (tmp_path / "pairs.tsv").read_bytes() == CONTENT


def test_a_part_that_was_whole_is_not_fetched_again(tmp_path: Path, address: str) -> None:
    (tmp_path / "pairs.tsv.part").write_bytes(CONTENT)
    download.fetch(file(address), tmp_path / "pairs.tsv")
    assert Handler.starts == []


def test_a_part_longer_than_the_file_is_begun_again(tmp_path: Path, address: str) -> None:
    path = tmp_path / "pairs.tsv"
    (tmp_path / "pairs.tsv.part").write_bytes(CONTENT * 2)
    download.fetch(file(address), path)
    assert path.read_bytes() == CONTENT


def test_another_file_at_the_address_is_refused_and_not_kept(tmp_path: Path, address: str) -> None:
    with pytest.raises(DataError, match="is not the one this card describes"):
        download.fetch(file(address, b"something else"), tmp_path / "pairs.tsv")
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_does_not_answer(tmp_path: Path, address: str) -> None:
    with pytest.raises(CommandError, match=r"could not fetch .*404"):
        download.fetch(file(address.replace("pairs.tsv", "missing")), tmp_path / "pairs.tsv")
    with pytest.raises(CommandError, match=r"could not fetch http://127\.0\.0\.1:1/x"):
        download.fetch(file("http://127.0.0.1:1/x"), tmp_path / "pairs.tsv")


def test_a_local_archive_is_unpacked_and_then_read_as_a_folder(tmp_path: Path, pack: Pack) -> None:
    pack("lcqmc", {"dev.txt": "去哪\t去哪里\t1\n"})
    assert corpora.get("lcqmc", data=tmp_path) == tmp_path / "lcqmc.tar.xz"
    folder = corpora.get("lcqmc", data=tmp_path, to=tmp_path / "here")
    assert folder == tmp_path / "here" / "lcqmc"
    unpacked = list(corpora.load("lcqmc", "dev", data=tmp_path / "here"))
    assert unpacked == list(corpora.load("lcqmc", "dev", data=tmp_path))
    assert corpora.get("lcqmc", data=tmp_path / "here", to=tmp_path / "there").joinpath("dev.txt").is_file()
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["lcqmc"]


def test_a_corpus_without_an_address_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"qqp-full cannot be fetched by itself\. Download"):
        corpora.get("qqp-full", data=tmp_path, to=tmp_path)
    with pytest.raises(CommandError, match=r"Look for msr_paraphrase_train.txt at https://.* into mrpc/"):
        corpora.get("mrpc", data=tmp_path, to=tmp_path)
    with pytest.raises(CommandError, match=r"plagevalrus has no records to load\. .* unpack"):
        list(corpora.load("plagevalrus", data=tmp_path))


def test_a_changed_copy_is_noticed(tmp_path: Path, pack: Pack) -> None:
    path = pack("lcqmc", {"dev.txt": "去哪\t去哪里\t1\n"})
    assert corpora.checked(corpora.card("lcqmc"), data=tmp_path) == (path, False)


@pytest.mark.parametrize("name", corpora.names())
def test_a_card_can_be_trusted(name: str) -> None:
    card = corpora.card(name)
    assert card.about
    assert card.licence
    assert card.citation
    assert card.home.startswith("http") or card.by_hand
    assert card.splits or card.by_hand, "nothing to load, and not a word on how to get it"
    assert card.archive or card.by_hand or any(file.url for file in card.files)
    assert all(file.sha256 and file.size for file in card.files if file.url), "an address needs a checksum"
    assert all(len(file.sha256) in (0, 64) for file in card.files)
