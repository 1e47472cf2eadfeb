"""Asking a language model for paraphrases, in three languages, and reading its answer."""

import re
from collections.abc import Callable, Sequence
from importlib.resources import files

from paraphrast.data import Pair
from paraphrast.text import Lang

Generator = Callable[[Sequence[str]], Sequence[Sequence[str]]]

OPENING = re.compile(
    r"^\s*(?:\d+[.)、]|[-*•])?\s*(?:перефраз\w*|вариант\w*|ответ|paraphrase\w*|answer|rewritten|改写(?:后|结果)?|答案?)?\s*[:：]\s*",
    re.IGNORECASE,
)
MARKS = re.compile(r"^\s*(?:\d+[.)、]|[-*•])\s*")
QUOTES = "\"'«»“”„‘’「」『』 "


class Prompted:
    """Makes candidates by asking an endpoint or a local model to say each text in other words."""

    spread = False
    chunk = 256

    def __init__(self, generator: Generator, lang: Lang) -> None:
        self.generator, self.lang = generator, lang

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        answers = self.generator([prompt(pair.a, self.lang) for pair in pairs])
        return [
            [
                Pair(pair.a, text, None, self.lang, f"{pair.id}.{number}", pair.group or pair.id,
                     meta={"origin": "prompt"})
                for number, text in enumerate(map(answered, some))
                if text
            ]
            for pair, some in zip(pairs, answers, strict=True)
        ]  # fmt: skip


def prompt(text: str, lang: Lang) -> str:
    """Write the request for one text."""
    form = (files(__package__) / f"prompt.{lang}.txt").read_text(encoding="utf-8")
    return form.replace("{text}", text)


def answered(answer: str) -> str:
    """Take the paraphrase out of an answer: its first line with words, without numbers, titles and quotes.

    >>> answered('1. Paraphrase: "He left in May."')
    'He left in May.'
    """
    lines = [line for line in answer.splitlines() if any(map(str.isalnum, line))]
    if not lines:
        return ""
    line = lines[0]
    if OPENING.match(line) and len(lines) > 1 and not OPENING.sub("", line).strip():
        line = lines[1]
    return MARKS.sub("", OPENING.sub("", line)).strip().strip(QUOTES).strip()
