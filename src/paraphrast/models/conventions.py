"""What counts as a paraphrase: corpora disagree, so whoever asks may say which answer is wanted."""

from typing import Literal, TypeAlias

# strict: nothing added, lost or exchanged; usual: the same for most purposes; loose: the same event.
Convention: TypeAlias = Literal["strict", "usual", "loose"]
CONVENTIONS: tuple[Convention, ...] = ("strict", "usual", "loose")
DEFAULT: Convention = "strict"
