"""Files of lines that belong together, as a.txt+b.txt: line n of each is one record."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path

from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import PathLike, reading, suffix, text
from paraphrast.files.shape import S, Shape


def parts(path: PathLike) -> list[str]:
    """Split a.txt+b.txt into its files; a file that has a plus in its own name stays whole.

    >>> parts("source.txt+target.txt"), parts("c++.txt")
    (['source.txt', 'target.txt'], ['c++.txt'])
    """
    name = str(path)
    if "+" not in name or Path(name).exists():
        return [name]
    found = name.split("+")
    return found if all(suffix(part) == ".txt" for part in found) else [name]


def read(paths: Sequence[str], shape: Shape[S], *, encoding: str | None = None) -> Iterator[S]:
    """Yield a pair for each line: a of the first file, b of the second, references of those that follow."""
    if "a" not in shape.fields or "refs" not in shape.fields:
        raise CommandError(f"{'+'.join(paths)}: files of lines make pairs, not {shape.record.__name__}s")
    with ExitStack() as stack:
        streams = [stack.enter_context(reading(path, encoding=encoding)) for path in paths]
        for number, lines in enumerate(zip_longest(*streams), 1):
            if None in lines:
                short, long = (
                    paths[lines.index(None)],
                    next(p for p, line in zip(paths, lines, strict=True) if line),
                )
                raise DataError(
                    f"{number - 1} lines, but {long} has more; line n of each is one record", path=short
                )
            try:
                a, b, *refs = (
                    text(line, path, number).rstrip("\r\n") for path, line in zip(paths, lines, strict=True)
                )
                record = shape.make({"a": a, "b": b, **({"refs": refs} if refs else {})})
            except DataError as error:
                shape.refuse(error, [line.decode("utf-8", "backslashreplace") for line in lines])
            else:
                yield record
