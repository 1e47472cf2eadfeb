"""Who made a part: the kind of CPU, the version of the package, and a hash of the weights."""

import platform
from functools import cache
from pathlib import Path

import msgspec

from paraphrast import __version__


class Maker(msgspec.Struct, frozen=True):
    """What a result depends on beside its input and its settings."""

    cpu: str
    version: str
    weights: str

    def describe(self) -> str:
        """Say what must be alike in all parts."""
        return f"paraphrast {self.version}, weights {self.weights[:8]}"


@cache
def this_maker() -> Maker:
    """Tell of this process."""
    return Maker(_name_cpu(), __version__, _hash_weights())


def _name_cpu() -> str:
    """Name the kind of CPU, as the system does."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.lower().startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _hash_weights() -> str:
    from paraphrast.models.catalogue import WEIGHTS

    return hash_files(WEIGHTS)


def hash_files(*places: str | Path) -> str:
    """Make one hash of the names and the bytes of files, and of what folders hold; others add nothing."""
    from xxhash import xxh3_64

    state = xxh3_64()
    for place in map(Path, places):
        for path in sorted(place.rglob("*") if place.is_dir() else [place]):
            if not path.is_file():
                continue
            state.update(path.name.encode())
            with path.open("rb") as stream:
                while block := stream.read(1 << 20):
                    state.update(block)
    return state.hexdigest()
