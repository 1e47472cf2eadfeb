"""Writes who saw what, a second behind: a page does not wait for the line about it."""

from __future__ import annotations

import queue
import re
import sys
import threading
import time

from paraphrast.annotate.store import Store
from paraphrast.annotate.store.views import View, add_views
from paraphrast.errors import DatabaseError

SECONDS, MOST, WAITING = 1.0, 500, 50_000
# what stands in these addresses opens a door, and is nobody's to read later
SECRET = re.compile(r"^/(join|password)/.*")


class ViewLog:
    """Takes views from all threads, and writes them together."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._waiting: queue.Queue[View] = queue.Queue(WAITING)
        self._taken: list[View] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="views", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is left, and stop."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        while self.write():
            pass

    def add(self, view: View) -> None:
        """Take a view; when nobody can write them any more, the page waits."""
        self._waiting.put(view._replace(path=SECRET.sub(r"/\1/…", view.path)[:300]))

    def write(self) -> int:
        """Write what waits, and say how many there were."""
        while len(self._taken) < MOST and not self._waiting.empty():
            self._taken.append(self._waiting.get_nowait())
        found = self._taken
        if found:
            with self.store.write() as connection:
                add_views(connection, found, at=self.store.clock())
            self._taken = []  # what could not be written is tried again
        return len(found)

    def _run(self) -> None:
        while not self._over.wait(SECONDS):
            try:
                while self.write():
                    time.sleep(0)
            except DatabaseError as error:
                print(f"paraphrast: who saw what could not be written: {error}", file=sys.stderr)
