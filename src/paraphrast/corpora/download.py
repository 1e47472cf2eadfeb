"""Getting a corpus: unpacked from the archive that is here, or downloaded file by file and checked."""

import hashlib
import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

from paraphrast.corpora.catalogue import Card, File, card
from paraphrast.corpora.places import cache_folder, find, folder_name, guarded
from paraphrast.engine import progress
from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from httpx import Response

BLOCK = 1 << 16


def get(name: str, *, to: str | Path | None = None, data: str | Path | None = None) -> Path:
    """Return where a corpus is: the copy in `data` if it is whole, else what was downloaded and checked.

    With `to` the files end up in a folder of their own below it, and `load(..., data=to)` reads them there.
    """
    found = card(name)
    here = local(found, data)
    if here is None:
        return download(found, Path(to) if to is not None else cache_folder())
    return unpack(here, Path(to) / folder_name(found)) if to is not None else here


def local(card: Card, data: str | Path | None) -> Path | None:
    """Return the archive, or the folder where no file of any split is missing."""
    try:
        here = find(card, data)
    except CommandError:
        return None
    whole = here.is_file() or all(any(here.glob(name)) for name in wanted(card))
    return here if whole else None


def wanted(card: Card) -> list[str]:
    """List the files that the splits of a corpus read."""
    names = {name for split in card.splits.values() for name in (split.file, *split.beside.values())}
    return sorted(names | {split.join.file for split in card.splits.values() if split.join})


def unpack(here: Path, folder: Path) -> Path:
    """Put an archive's files, or a copy of a folder's, into a new folder: all of them or none."""
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".unpacking-") as temporary:
        inside = Path(temporary) / folder.name
        if here.is_dir():
            copytree(here, inside)
        else:
            with guarded(str(here)), tarfile.open(here, "r:*") as tar:
                tar.extractall(temporary, filter="data")
        os.replace(inside, folder)
    return folder


def download(card: Card, to: Path) -> Path:
    """Fetch the files of a corpus, each from its address; those that are whole stay as they are."""
    files = [file for file in card.files if file.url]
    if not files:
        raise CommandError(f"{card.name} cannot be fetched by itself. {by_hand(card)}")
    folder = to / folder_name(card)
    for file in files:
        fetch(file, folder / file.path)
    return folder


def by_hand(card: Card) -> str:
    """Say what a person must do to have this corpus."""
    return card.by_hand or (
        f"Look for {', '.join(wanted(card))} at {card.home} "
        f"and put them into {folder_name(card)}/ in the data folder."
    )


def fetch(file: File, path: Path) -> None:
    """Download one file through PATH.part, going on where an earlier attempt stopped."""
    if path.is_file() and digest(path) == file.sha256:
        return
    part = path.with_name(path.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    start = part.stat().st_size if part.is_file() else 0
    if start != file.size:
        start = start if start < (file.size or 0) else 0
        with answer(file.url, start) as response, part.open("ab") as out:
            if response.status_code != 206:
                out.seek(0)
                out.truncate()
            copy(response, out, file)
    if digest(part) != file.sha256:
        part.unlink()
        raise DataError(
            "the file at this address is not the one this card describes; nothing was kept", path=file.url
        )
    os.replace(part, path)


@contextmanager
def answer(url: str, start: int) -> Iterator["Response"]:
    """Open an address from a byte on, and say plainly when it cannot be reached."""
    import httpx

    # Identity, because a checksum is of the file and not of how the server packed it on the way.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
    try:
        with httpx.stream("GET", url, headers=headers, follow_redirects=True, timeout=30) as response:
            yield response.raise_for_status()
    except httpx.HTTPError as error:
        why = str(error) or type(error).__name__
        raise CommandError(f"could not fetch {url} ({why}); try again where there is a network") from error


def copy(response: "Response", out: IO[bytes], file: File) -> None:
    """Write what comes, and stop when more comes than the card allows."""
    total = file.size and file.size // BLOCK + 1
    for block in progress(response.iter_raw(BLOCK), file.path, total):
        out.write(block)
        if file.size is not None and out.tell() > file.size:
            break


def digest(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def checked(card: Card, *, data: str | Path | None = None) -> tuple[Path, bool | None]:
    """Return where the local copy is, and whether its checksums are the card's, where those are known."""
    here = find(card, data)
    if here.is_file():
        return here, None if card.archive is None else digest(here) == card.archive.sha256
    known = [file for file in card.files if file.sha256 and (here / file.path).is_file()]
    return here, all(digest(here / file.path) == file.sha256 for file in known) if known else None
