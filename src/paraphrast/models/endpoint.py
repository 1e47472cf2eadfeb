"""A language model behind an OpenAI-compatible address: many questions at once, answers kept, costs counted.

Nothing is asked unless a person names the address (`url`, or PARAPHRAST_URL). The key comes from
PARAPHRAST_KEY or OPENAI_API_KEY and is never stored.
"""

import hashlib
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias

from msgspec import json

from paraphrast.errors import CommandError, DataError, ParaphrastError

Messages: TypeAlias = Sequence[Mapping[str, str]]
AGAIN = {408, 409, 425, 429, 500, 502, 503, 504}


class Price(NamedTuple):
    """What a million tokens cost, in and out."""

    prompt: float = 0.0
    completion: float = 0.0


class Usage(NamedTuple):
    """What was asked and what it cost; `kept` answers came from disk and cost nothing."""

    asked: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.asked} asked, {self.kept} from the cache, "
            f"{self.prompt_tokens} + {self.completion_tokens} tokens, cost {self.cost:.4f}"
        )


class Kept:
    """Answers on disk by a hash of the question: one sqlite file, safe to share between threads."""

    def __init__(self, path: Path | None) -> None:
        self.lock = threading.Lock()
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
        self.base = sqlite3.connect(path or ":memory:", check_same_thread=False)
        weakref.finalize(self, self.base.close)
        self.base.execute(
            "create table if not exists answers (question text primary key, answer text not null)"
        )

    def get(self, question: str) -> str | None:
        """Give the answer kept, if there is one."""
        with self.lock:
            found = self.base.execute("select answer from answers where question = ?", (question,)).fetchone()
        return str(found[0]) if found else None

    def put(self, question: str, answer: str) -> None:
        """Keep an answer."""
        with self.lock, self.base:
            self.base.execute("insert or replace into answers values (?, ?)", (question, answer))

    def close(self) -> None:
        """Close the file."""
        self.base.close()


class Endpoint:
    """Asks a chat model; calling it takes lists of messages and gives the answers' texts in order.

    `transport` is how requests are sent: a server puts one in its place that looks at where an address leads.
    """

    transport: ClassVar[Any] = None

    def __init__(
        self,
        model: str,
        *,
        url: str | None = None,
        cache: Path | None = None,
        concurrency: int = 8,
        retries: int = 5,
        price: Price | None = None,
    ) -> None:
        self.url = (url or os.environ.get("PARAPHRAST_URL", "")).rstrip("/")
        if not self.url:
            raise CommandError(
                "no address to ask; set PARAPHRAST_URL to one such as http://127.0.0.1:8000/v1"
            )
        self.model, self.concurrency, self.retries = model, concurrency, retries
        self.price = price or _priced(os.environ.get("PARAPHRAST_PRICE", ""))
        self.kept = Kept(cache)
        self.usage = Usage()
        self.lock = threading.Lock()
        self.sleep: Callable[[float], None] = time.sleep

    def __call__(
        self, questions: Sequence[Messages], *, tokens: int = 64, temperature: float = 0.0
    ) -> list[str]:
        """Ask all questions, several at a time, and give the answers in order; a failure is raised."""
        answers = self.attempt(questions, tokens=tokens, temperature=temperature)
        for answer in answers:
            if isinstance(answer, ParaphrastError):
                raise answer
        return [answer for answer in answers if isinstance(answer, str)]

    def attempt(
        self, questions: Sequence[Messages], *, tokens: int = 64, temperature: float = 0.0
    ) -> list[str | ParaphrastError]:
        """Ask all questions, and give in order each answer or what went wrong with it."""
        import httpx

        bodies = [self.body(question, tokens, temperature) for question in questions]
        key = os.environ.get("PARAPHRAST_KEY") or os.environ.get("OPENAI_API_KEY")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        with (
            httpx.Client(headers=headers, timeout=60, transport=self.transport) as client,
            ThreadPoolExecutor(self.concurrency) as pool,
        ):
            return list(pool.map(lambda body: self.answer_or_error(client, body), bodies))

    def answer_or_error(self, client: Any, body: dict[str, Any]) -> str | ParaphrastError:
        """Give the answer, or the error that says why there is none."""
        try:
            return self.answer(client, body)
        except (CommandError, DataError) as error:
            return error

    def body(self, messages: Messages, tokens: int, temperature: float) -> dict[str, Any]:
        """Give the request as the address wants it."""
        return {
            "model": self.model,
            "messages": [dict(message) for message in messages],
            "max_tokens": tokens,
            "temperature": temperature,
        }

    def answer(self, client: Any, body: dict[str, Any]) -> str:
        """Give the kept answer, or ask for it and keep it."""
        question = hashlib.sha256(json.encode([self.url, body], order="deterministic")).hexdigest()
        found = self.kept.get(question)
        if found is not None:
            self.count(kept=1)
            return found
        reply = self.ask(client, body)
        try:
            text = str(reply["choices"][0]["message"]["content"] or "")
        except (KeyError, IndexError, TypeError) as e:
            raise DataError(
                f"{self.url} answered without choices[0].message.content: {str(reply)[:200]}"
            ) from e
        self.kept.put(question, text)
        used = reply.get("usage") or {}
        self.count(
            asked=1,
            prompt=int(used.get("prompt_tokens") or 0),
            completion=int(used.get("completion_tokens") or 0),
        )
        return text

    def ask(self, client: Any, body: dict[str, Any]) -> Any:
        """Send one request; wait and try again when the address is busy or cannot be reached."""
        import httpx

        for attempt in range(self.retries + 1):
            try:
                response = client.post(f"{self.url}/chat/completions", json=body)
                if response.status_code not in AGAIN:
                    return decoded(response, self.url)
                reason, wait = f"status {response.status_code}", response.headers.get("retry-after", "")
            except httpx.TransportError as e:
                reason, wait = str(e) or type(e).__name__, ""
            if attempt < self.retries:
                self.sleep(float(wait) if wait.replace(".", "", 1).isdigit() else min(30.0, 0.5 * 2**attempt))
        raise CommandError(f"{self.url} did not answer after {self.retries + 1} tries: {reason}")

    def count(self, *, asked: int = 0, kept: int = 0, prompt: int = 0, completion: int = 0) -> None:
        """Add to the usage."""
        cost = (prompt * self.price.prompt + completion * self.price.completion) / 1e6
        with self.lock:
            old = self.usage
            self.usage = Usage(
                old.asked + asked,
                old.kept + kept,
                old.prompt_tokens + prompt,
                old.completion_tokens + completion,
                old.cost + cost,
            )


def decoded(response: Any, url: str) -> Any:
    """Give the reply's JSON, or say what the address said instead."""
    if response.status_code >= 400:
        raise CommandError(f"{url} refused: status {response.status_code}, {response.text[:200]}")
    try:
        return response.json()
    except ValueError as e:
        raise DataError(f"{url} answered with something that is not JSON: {response.text[:200]}") from e


def _priced(text: str) -> Price:
    """Read a price such as 0.15,0.60: a million tokens in, a million tokens out.

    >>> _priced("0.15,0.60")
    Price(prompt=0.15, completion=0.6)
    """
    if not text:
        return Price()
    try:
        prompt, completion = (float(part) for part in text.split(","))
    except ValueError as e:
        raise CommandError(f"PARAPHRAST_PRICE is {text!r}; two numbers such as 0.15,0.60 are needed") from e
    return Price(prompt, completion)
