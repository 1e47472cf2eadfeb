"""Tokens a second of paraphrast.text beside razdel and jieba, in one run: python benchmarks/text.py [FOLDER].

FOLDER holds ru.*.txt.xz, en.*.txt.xz and zh.*.txt.xz, one paragraph a line; without it a few sentences
written here are repeated.
"""

import lzma
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from paraphrast.text import LANGS, entities, forms, language, lemmas, normal, sentences, stems, tags, words

SAMPLES = {
    "ru": "Вчера Анна купила 3 книги за 500 руб., т.е. всё, что-то нашлось… «Отлично!» — сказала она. ",
    "en": "Yesterday Dr. Smith didn't buy 3 books for $20.50; she's happy, isn't she? 'Great!' he said. ",
    "zh": "昨天王小明在北京大学买了三本书，花了25.5元。“太好了！”他说。人工智能发展很快。",
}
LENGTH = 200_000


def sample(lang: str, folder: Path | None) -> str:
    """Read or make up some text."""
    for path in sorted(folder.glob(f"{lang}.*.txt.xz")) if folder else ():
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            return lines.read(LENGTH)
    return (SAMPLES[lang] * (LENGTH // len(SAMPLES[lang]) + 1))[:LENGTH]


def seconds(function: Callable[[str], object], text: str) -> float:
    """Measure the CPU time of the best of three calls, after one that loads everything."""
    function(text[:1000])
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        function(text)
        best = min(best, time.process_time() - start)
    return best


def peers(lang: str) -> dict[str, Callable[[str], object]]:
    """List what else splits this language into words."""
    if lang == "zh":
        import jieba

        jieba.setLogLevel(60)
        return {"jieba.cut": lambda text: list(jieba.cut(text))}
    from razdel import tokenize

    return {"razdel.tokenize": lambda text: list(tokenize(text))}


def main() -> None:
    """Print a table for each language."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    ours = [words, forms, lemmas, stems, tags, sentences, entities]
    for lang in LANGS:
        text = sample(lang, folder)
        tokens = len(words(text, lang))
        peer = 0.0
        for name, function in peers(lang).items():
            peer = seconds(function, text)
            print(f"{lang}  {name:16} {tokens / peer:12,.0f} tokens/s")
        for function in ours:
            taken = seconds(partial(function, lang=lang), text)
            print(f"{lang}  {function.__name__:16} {tokens / taken:12,.0f} tokens/s  {peer / taken:6.1f}x")
        taken = seconds(normal, text[:100_000])
        print(f"{lang}  normal           {1000 * taken:12,.1f} ms for 100,000 characters")
        taken = seconds(lambda piece: [language(piece[at : at + 60]) for at in range(0, 60_000, 60)], text)
        print(f"{lang}  language         {1000 / taken:12,.0f} texts of 60 characters a second")


if __name__ == "__main__":
    main()
