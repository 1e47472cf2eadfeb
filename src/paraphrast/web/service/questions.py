"""What is asked of the service, read and checked."""

from typing import Any

import msgspec

from paraphrast.errors import CommandError
from paraphrast.rewrite.means import Goal
from paraphrast.text.languages import LANGS, Lang

TEXTS, CHARACTERS, CHOICES = 256, 5000, 32


class Question(msgspec.Struct, frozen=True):
    """Plain JSON: texts, and how they are to be rewritten."""

    texts: list[str]
    to: Goal | None = None
    system: str | None = None
    lang: Lang | None = None
    change: tuple[float, float] = (0.0, 1.0)
    scores: bool = False


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
    name, _, lang = model.partition(":")
    return name, next((known for known in LANGS if known == lang), None)


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
