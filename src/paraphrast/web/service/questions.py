"""What is asked of the service, read and checked."""

from typing import Any

import msgspec

from paraphrast.errors import CommandError, unknown
from paraphrast.rewrite.task import GOALS, Goal
from paraphrast.text.languages import LANGS, Lang

TEXTS, CHARACTERS, CHOICES = 256, 5000, 32


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Plain JSON: texts, how they are to be rewritten, and how many outputs each may have."""

    texts: list[str]
    to: Goal | None = None
    system: str | None = None
    lang: Lang | None = None
    change: tuple[float, float] = (0.0, 1.0)
    scores: bool = False
    n: int | None = None


class Message(msgspec.Struct, frozen=True):
    """One turn of a conversation; content may come in parts."""

    role: str
    content: str | list[dict[str, Any]] | None = None

    @property
    def text(self) -> str:
        """Give the text of all parts."""
        if isinstance(self.content, list):
            return "".join(str(part.get("text", "")) for part in self.content)
        return self.content or ""


class Chat(msgspec.Struct, frozen=True):
    """An OpenAI-style question; what only language models understand is left unread."""

    model: str
    messages: list[Message]
    n: int = 1
    stream: bool = False

    @property
    def text(self) -> str:
        """Give what is to be rewritten: the last thing that the user said."""
        said = [message.text for message in self.messages if message.role == "user"]
        if not said or not said[-1].strip():
            raise CommandError("messages has no text of the user; the last one is what is rewritten")
        return said[-1]


def named(model: str) -> tuple[str, Lang | None]:
    """Read a model's name: a system, and after a colon a language.

    >>> named("detox:ru"), named("delete")
    (('detox', 'ru'), ('delete', None))
    """
    name, sign, lang = model.partition(":")
    found = next((known for known in LANGS if known == lang), None)
    if sign and found is None:
        raise unknown("language", lang, LANGS)
    return name, found


def counted(number: int | None) -> None:
    """Refuse a number of outputs that nobody can want."""
    if number is not None and not 1 <= number <= CHOICES:
        raise CommandError(f"n is {number}; 1 to {CHOICES} choices can be had")


def misread(error: Exception) -> str:
    """Say what is wrong with the shape of a request, and what there is to choose from."""
    said = f"the request is not of the right shape: {error}"
    choices = {"lang": LANGS, "to": GOALS, "unknown field": Question.__struct_fields__}
    places = {"lang": "`$.lang`", "to": "`$.to`", "unknown field": "unknown field"}
    return said + next(
        (f"; there are {', '.join(choices[name])}" for name in places if places[name] in said), ""
    )


def checked(texts: list[str], change: tuple[float, float]) -> None:
    """Refuse what cannot be done, and what is too much for one request."""
    if not 0 <= change[0] <= change[1] <= 1:
        raise CommandError(f"change is {list(change)}; the least and the most share are from 0 to 1")
    if not texts:
        raise CommandError("texts is empty; send at least one")
    if len(texts) > TEXTS:
        raise CommandError(f"{len(texts)} texts in one request; {TEXTS} is the most")
    for number, text in enumerate(texts, 1):
        if len(text) > CHARACTERS:
            raise CommandError(f"text {number} has {len(text)} characters; {CHARACTERS} is the most")
