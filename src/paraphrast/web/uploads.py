"""Files between their preview and their import: private, for one person and one project, for an hour."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
import weakref
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import IO

from paraphrast.errors import CommandError

KEPT_SECONDS = 3600.0


class Uploads:
    """A folder of files that wait; it goes when the server stops."""

    @cached_property
    def folder(self) -> Path:
        """Give the folder, made private when the first file comes."""
        made = Path(tempfile.mkdtemp(prefix="paraphrast-uploads-"))
        weakref.finalize(self, shutil.rmtree, made, ignore_errors=True)
        return made

    def keep(self, stream: IO[bytes], name: str, owner: tuple[int, int]) -> Path:
        """Store a file under a name that cannot be guessed; only the ending of its own name is used."""
        self._sweep()
        given = Path(name).name
        ending = "".join(Path(given).suffixes[-2:]) if given.endswith((".gz", ".zst")) else Path(given).suffix
        plain = ending if ending.replace(".", "").isalnum() else ""
        path = self.folder / f"{owner[0]}-{owner[1]}-{secrets.token_hex(12)}{plain}"
        with path.open("xb") as target:
            shutil.copyfileobj(stream, target)
        return path

    def find(self, name: str, owner: tuple[int, int]) -> Path:
        """Give a file that this person has uploaded to this project."""
        path = self.folder / Path(name).name
        if not name.startswith(f"{owner[0]}-{owner[1]}-") or not path.is_file():
            raise CommandError("this file is no longer here; upload it again")
        return path

    def _sweep(self) -> None:
        for path in self.folder.iterdir():
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - KEPT_SECONDS:
                    path.unlink()
