"""Chinese drafts: words that are cut or gone, and nobody new."""

import re
from difflib import SequenceMatcher
from functools import cache

from paraphrast.rewrite.words import lexicon
from paraphrast.text import words
from paraphrast.text.scripts import HAN

BEFORE_PERSON = "的黑白些个种类群国外有某每等位本"  # what "人" that is put for a rude word may follow


def holes(draft: str, source: str) -> int:
    """Count the words of a source that a draft has cut in two, and stretches that it lacks; rude ones may go.

    >>> holes("广场舞大很烦", "广场舞大妈很烦"), holes("大妈真烦", "大妈真他妈烦"), holes("很烦", "大妈很烦")
    (1, 0, 1)

    So is a person put where none fits.

    >>> holes("食堂人手抖", "食堂手抖"), holes("喝酒的人手抖", "喝酒的傻子手抖")
    (1, 0)
    """
    rude = {at for one in lexicon.found(source, "zh", mild=True) for at in range(one.start, one.stop)}
    changed = SequenceMatcher(None, source, draft, autojunk=False).get_opcodes()
    gone = {at for kind, a, b, _, _ in changed if kind != "equal" for at in range(a, b)}
    spans = [set(range(word.start, word.stop)) for word in words(source, "zh")]
    cut = sum(bool(gone & span) and not span <= gone and not span & rude for span in spans)
    put = sum(draft[c:d] == "人" and draft[:c][-1:] not in BEFORE_PERSON for _, _, _, c, d in changed)
    lost = [(a, b) for kind, a, b, _, _ in changed if kind == "delete" and not rude.intersection(range(a, b))]
    return cut + put + sum(len("".join(HAN.findall(source, *span))) > 1 for span in lost)


def invented(draft: str, source: str) -> bool:
    """Say whether a draft says what nobody would put there, or speaks of people of whom its source does not.

    >>> invented("你良心被黑人吃了吗", "你良心被狗吃了吗"), invented("黑人来了", "小黑来了")
    (True, False)
    >>> invented("标题没看完就开个反感", "标题没看完就开喷"), invented("这真不明智", "这真蠢")
    (True, False)
    """
    people = peoples().items()
    if any(said in draft and said not in source and not told.search(source) for said, told in people):
        return True
    matcher = SequenceMatcher(None, source, draft, autojunk=False)
    put = ["".join(HAN.findall(draft[c:d])) for kind, _, _, c, d in matcher.get_opcodes() if kind != "equal"]
    # A single character must be a word by itself: it stands in many words.
    words = [f" {new} " if len(new) == 1 else new for new in put]
    return any(word not in polite() and new not in source for word, new in zip(words, put, strict=True))


@cache
def polite() -> str:
    """Join what our tables put for rude words, and what else a draft may write."""
    table = lexicon.listed("zh")["neutral"]
    phrases = [*lexicon.phrases("zh"), *lexicon.phrases("zh", "harsh")]
    return " ".join([*table["forms"].values(), *(new for _, new in phrases), *table["written"].split()])


@cache
def peoples() -> dict[str, re.Pattern[str]]:
    """Read what a source must have for people to be spoken of."""
    table = lexicon.listed("zh")["neutral"]["peoples"]
    return {said: re.compile("|".join(told.split()), re.IGNORECASE) for said, told in table.items()}
