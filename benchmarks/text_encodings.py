"""How many texts are read rightly, whatever their encoding, and is any read wrongly without a word?

    python benchmarks/text_encodings.py                                     sentences of the bundled samples
    python benchmarks/text_encodings.py MONO --texts 200 --length 500       texts of LANG.*.txt.xz
    python benchmarks/text_encodings.py MONO --files en.openstax,ru.news_1tv_kremlin.RESEARCH,zh.rmrb.RESEARCH

Right: the text that came out is the one that went in. Refused: an error that asks for --encoding. Beside ours
stands charset-normalizer (if installed), limited to the same encodings, at its best guess. The last lines are
of encodings that are none of ours: there only a refusal is right.
"""

import argparse
import lzma
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from paraphrast import data
from paraphrast.files import encoding
from paraphrast.text.chinese.simplified import traditional

OURS = [
    ("ru", "utf-8"), ("ru", "utf-16-le"), ("ru", "cp1251"), ("ru", "koi8-r"), ("ru", "mac-cyrillic"),
    ("en", "utf-8"), ("en", "utf-16-be"), ("en", "cp1252"),
    ("zh", "utf-8"), ("zh", "utf-16-le"), ("zh", "gb18030"), ("zh", "big5"),
]  # fmt: skip
OTHERS = [("ru", "iso8859-5"), ("ru", "cp866")]
PEER = [
    "utf_8",
    "utf_16",
    "utf_16_le",
    "utf_16_be",
    "cp1251",
    "koi8_r",
    "mac_cyrillic",
    "cp1252",
    "gb18030",
    "big5",
]


def paragraphs(folder: Path | None, names: list[str], lang: str) -> Iterator[str]:
    """Yield paragraphs of a language: of the files that are named, of all of them, or of the samples."""
    if folder is None:
        pairs = (pair for pair in data.read(data.sample("pairs.jsonl")) if pair.lang == lang)
        yield from (text for pair in pairs for text in (pair.a, pair.b))
        yield from (path.read_text(encoding="utf-8") for path in data.sample("library").glob(f"{lang}-*.txt"))
        return
    for path in sorted(folder.glob(f"{lang}.*.txt.xz")):
        if not names or any(path.name.startswith(f"{name}.") for name in names):
            with lzma.open(path, "rt", encoding="utf-8") as stream:
                yield from islice(stream, 0, None, 11)


def texts(source: Iterator[str], name: str, *, length: int, number: int) -> Iterator[str]:
    """Yield texts of at least this length that the encoding can hold and that are not ASCII alone."""
    held, found = "", 0
    for paragraph in source:
        if name == "big5":
            paragraph = traditional(paragraph)
        held += paragraph.encode(name, "ignore").decode(name).rstrip("\n") + "\n"
        if len(held) >= length and not held.isascii():
            yield held
            found, held = found + 1, ""
            if found == number:
                return


def ours(raw: bytes) -> str | None:
    name = encoding.guess(raw)
    return None if name is None else raw.decode(name)


def peers(raw: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(raw, cp_isolation=PEER).best()
    return None if best is None else str(best)


def measured(read: Callable[[bytes], str | None], given: list[str], name: str) -> str:
    """Count what is right, wrong and refused, with the CPU time of one text."""
    start = time.process_time()
    found = [read(text.encode(name)) for text in given]
    spent = (time.process_time() - start) / max(len(given), 1)
    right = sum(one == text for one, text in zip(found, given, strict=True))
    refused = found.count(None)
    return f"{right:4} {len(given) - right - refused:5} {refused:7} {1000 * spent:6.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, help="LANG.NAME.txt.xz, a paragraph a line")
    parser.add_argument("--files", default="", help="only these files: LANG.NAME,...")
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--length", type=int, help="default: 500, or 60 for the samples")
    options = parser.parse_args()
    length = options.length or (500 if options.folder else 60)
    names = [name for name in options.files.split(",") if name]
    if options.folder is None:
        print("skipped: texts of 500 characters (name a folder of them); these are of 60, from the samples")
    peer = peers
    try:
        import charset_normalizer  # noqa: F401
    except ModuleNotFoundError:
        print("skipped: charset-normalizer is not installed")
        peer = ours
    print(f"{'':16} texts | right wrong refused   ours | right wrong refused charset-normalizer")
    for lang, name in [*OURS, *OTHERS]:
        source = paragraphs(options.folder, names, lang)
        given = list(texts(source, name, length=length, number=options.texts))
        row = f"{lang} {name:13} {len(given):5} | {measured(ours, given, name)}"
        print(row, "|", measured(peer, given, name) if peer is not ours else "-")


if __name__ == "__main__":
    main()
