"""What the report says in each language; `strings.toml` has one table a phrase."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from paraphrast.detect.reading import lang_of
from paraphrast.detect.report.record import Report
from paraphrast.errors import unknown
from paraphrast.text.languages import FALLBACK, Lang


@cache
def load_table() -> dict[str, dict[str, str]]:
    """Read the phrases: name -> language -> words."""
    text = files("paraphrast.detect.report").joinpath("strings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def spoken() -> tuple[str, ...]:
    """List the languages that reports are written in."""
    return tuple(next(iter(load_table().values())))


class Strings:
    """The phrases of one language: `say("passage", number=3)`."""

    def __init__(self, lang: str) -> None:
        if lang not in spoken():
            raise unknown("report language", lang, spoken())
        self.lang = lang
        self._phrases = {name: phrase[lang] for name, phrase in load_table().items()}

    def __call__(self, name: str, /, **values: Any) -> str:
        """Give a phrase with its values filled in."""
        return self._phrases[name].format(**values)


def choose_strings(report: Report, lang: str | None) -> Strings:
    """Give the phrases of the language asked for, or of the checked text's own."""
    own = text_lang(report)
    return Strings(lang or (own if own in spoken() else FALLBACK))


def text_lang(report: Report) -> Lang:
    """Name the language of the checked text."""
    return lang_of(report.document)
