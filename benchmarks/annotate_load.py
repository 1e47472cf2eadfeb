"""Many workers at a server that is killed, while a file comes in and others go out.

    python benchmarks/annotate_load.py                                  40 workers, two kills, on SQLite
    python benchmarks/annotate_load.py --full                           100 workers, five kills, 20,000 items
    python benchmarks/annotate_load.py --full --database postgresql://  the same on an empty PostgreSQL

Run first without the import and then with it, and told: what was lost, doubled or assigned too often (all
must be 0), whether the file is in whole, and the 95th percentile of the time to get a page in both runs.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parent)]


class Server:
    """The real server in a process of its own, to be killed without warning."""

    def __init__(self, url: str, port: int) -> None:
        self.url, self.port = url, port
        self.log = Path(tempfile.mkdtemp()) / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        source = str(Path(__file__).parents[1] / "src")
        command = [sys.executable, "-m", "paraphrast", "serve", "--sign-in", "--database", self.url]
        command += ["--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": source}, stderr=log)

    def kill(self) -> None:
        if self.process:
            process, self.process = self.process, None
            os.kill(process.pid, signal.SIGKILL)
            process.wait()

    def check(self) -> None:
        """Say what the server said when it ended without being killed: then nobody needs to wait for it."""
        if self.process and self.process.poll() is not None:
            raise RuntimeError(f"the server ended by itself: {self.log.read_text(encoding='utf-8')}")


def load(
    url: str = "",
    *,
    workers: int = 100,
    items: int = 2_000,
    each: int = 5,
    kills: int = 5,
    think: float = 0.0,
    imported: int = 0,
    port: int = 8477,
) -> dict[str, Any]:
    """Drive the server with many workers, kill it, and compare what it acknowledged with what it holds."""
    from load_driver import drive, prepare, verify

    url = url or f"sqlite:///{tempfile.mkdtemp()}/load.db"
    plan = prepare(url, workers=workers, items=items, each=each, think=think, imported=imported)
    server, over = Server(url, port), threading.Event()
    server.start()
    restarts = 0

    def disturb() -> None:
        nonlocal restarts
        while restarts < kills and not over.wait(plan.pause):
            server.kill()
            server.start()
            restarts += 1

    killer = threading.Thread(target=disturb)
    try:
        killer.start()
        told = drive(f"http://127.0.0.1:{port}", plan, server.check)
    finally:
        over.set()
        killer.join()
        server.kill()
    return {"kills": restarts, **verify(url, plan, told)}


def empty(url: str) -> None:
    """Remove what an earlier run has left in a PostgreSQL that was named for this."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.backup import drop_tables

    if url.startswith("postgresql"):
        store = Store(url, prepared=False)
        with store.write() as connection:
            drop_tables(connection)
        store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="100 workers and five kills")
    parser.add_argument("--database", default="", help="an empty PostgreSQL; what is in it is dropped")
    given = parser.parse_args()
    size: dict[str, Any] = {"workers": 40, "items": 240, "each": 5, "kills": 2, "think": 2.0}
    brought = 2_000
    if given.full:
        size = {"workers": 100, "items": 2_000, "each": 5, "kills": 5, "think": 5.0}
        brought = 20_000
    tails = []
    for number in (0, brought):
        empty(given.database)
        result = load(given.database, **size, imported=number)
        tails.append(result["p95 of a page, s"])
        for name, value in result.items():
            shown = f"{value:.4f}" if isinstance(value, float) else value
            print(f"load, {number} items imported, {name}: {shown}")
    print(f"load, p95 of a page with the import against without: {tails[1] / tails[0]:.2f}")
