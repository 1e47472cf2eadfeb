"""Stretches that are no language and never change: addresses, handles, code, formulas, emoji.

Each stands behind one character of the private use area while systems and judges read the text, and comes
back as it was when an output leaves.
"""

import re
from typing import NamedTuple

from paraphrast.rewrite.task import STAND_IN
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang

FIRST, LAST = 0xE000, 0xF8FF  # the signs of `STAND_IN`: the private use area
EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d]+"
LITERAL = re.compile(
    r"(?P<code>```.+?```|`[^`\n]+`)"
    r"|(?P<address>(?:https?://|ftp://|www\.)[^\s<>\"«»“”，。！？；]*[^\s<>\"«»“”，。！？；.,!?;:)\]]"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<handle>(?<![\w@])@[\w\u3400-\u9fff\u0400-\u04ff]{2,30})"
    r"|(?P<path>(?<![\w/.])(?:~|\.{1,2})?/(?:[\w.-]+/)+[\w.-]*\w|(?<!\w)[A-Za-z]:\\[^\s\"<>|]+)"
    r"|(?P<formula>(?<![\w])[\w(][^\s,;!?，。！？；]*[=^][^\s,;!?，。！？；]*[\w)])"
    rf"|(?P<emoji>{EMOJI})",
    re.DOTALL | re.ASCII,
)
HEAD, TAIL = re.compile(rf"(?:{EMOJI}\s*)+"), re.compile(rf"(?:\s*{EMOJI})+\s*$")


class Hidden(NamedTuple):
    """A text without its literals, what stands behind each sign, and the emoji at both ends."""

    text: str
    literals: tuple[str, ...] = ()
    ends: tuple[str, str] = ("", "")

    def restore(self, text: str) -> str:
        """Write the literals back into a text.

        >>> Hidden("\\ue000 is wrong", ("@bob",)).restore("\\ue000 errs")
        '@bob errs'
        """
        for number, literal in enumerate(self.literals):
            text = text.replace(chr(FIRST + number), literal)
        return text.join(self.ends)

    def lost(self, output: str) -> str | None:
        """Name the first literal that an output does not have just once, in its order.

        >>> Hidden("\\ue000 \\ue001", ("@bob", "🙂")).lost("\\ue000")
        '🙂'
        """
        there = [ord(sign) - FIRST for sign in STAND_IN.findall(output)]
        wanted = range(len(self.literals))
        if there == list(wanted):
            return None
        return next((self.literals[at] for at in wanted if there.count(at) != 1), self.literals[0])


def hide_literals(text: str, lang: Lang) -> Hidden:
    """Put one sign for each literal of a text; a text that has such signs of its own is left as it is.

    >>> hide_literals("Write to bob@assholes.com 🙂", "en").literals
    ('bob@assholes.com',)
    >>> hide_literals("f(x)=x^2, `rm -rf shit`, https://x.com/fuck!", "en").literals
    ('f(x)=x^2', '`rm -rf shit`', 'https://x.com/fuck')
    >>> hide_literals("@fuckface99, you @sshole :=)", "en").literals
    ('@fuckface99',)
    """
    if STAND_IN.search(text):
        return Hidden(text)
    start, text, end = _cut_ends(text)
    found = [match for match in LITERAL.finditer(text) if not _is_disguised(match, lang)][: LAST - FIRST]
    parts, at = [], 0
    for number, match in enumerate(found):
        parts += [text[at : match.start()], chr(FIRST + number)]
        at = match.end()
    return Hidden("".join([*parts, text[at:]]), tuple(match[0] for match in found), (start, end))


def _cut_ends(text: str) -> tuple[str, str, str]:
    """Cut off the emoji at both ends, with their spaces; a text of emoji alone is left whole.

    >>> _cut_ends("😂 опять 😡 упал 🙂"), _cut_ends("🙂")
    (('😂 ', 'опять 😡 упал', ' 🙂'), ('', '🙂', ''))
    """
    start = HEAD.match(text)
    end = TAIL.search(text)
    first, last = (start.end() if start else 0), (end.start() if end else len(text))
    return (text[:first], text[first:last], text[last:]) if first < last else ("", text, "")


def _is_disguised(match: re.Match[str], lang: Lang) -> bool:
    """Say whether what looks like a handle is a rude word that is written with @ for a letter."""
    if match.lastgroup != "handle":
        return False
    return bool(lexicon.find_rude(match[0], lang)) and not lexicon.find_rude(match[0][1:], lang)
