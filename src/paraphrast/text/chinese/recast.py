"""Chinese sentences said in another order: as a whole, who speaks and what is said, and clause by clause."""

import re
from collections.abc import Callable

from rapidfuzz.distance import Levenshtein

from paraphrast.text.chinese.tags import marked
from paraphrast.text.sentences import sentences

LEAD = re.compile(  # what stands before a sentence and has no part in its order
    r"(?:[（(]?\d{1,2}[）).、．](?!\d)\s*|【[^】]*】\s*|[^：，。“”]{0,8}(?:消息|讯|电)(?:（[^）]*）)?：\s*"
    r"|(?:你好|您好)[，,！!。 ]*|请问(?:一下)?[，, ]*|(?:我)?想问(?:一下|下)[，, ]*)+"
)
CLAUSE = re.compile(r"[^，,；;：:]+")
OPENING, CLOSING = "“‘「『（(《【[", "”’」』）)》】]"
LINKED = re.compile("但|不过|可是|然而|所以|因此|因而|此外|另外")  # clauses that hang on the one before
ASKS = re.compile(
    "什么|怎么|如何|怎样|为何|为啥|哪|谁|吗|是否|能否|是不是"
)  # and may ask for the next clause too
SAYS = "(说道?|表示|称|指出|强调|写道|补充[说道]|解释[说道]|警告[说称]|回答[说道])"
SPOKEN = re.compile(
    rf'([^，,。：:“”"]{{1,18}}?){SAYS}[：:，,]\s*(["“])([^“”"]+?)([。！？]?)(["”])。?'
)  # he said: “...”
SAID = re.compile(
    rf'(["“])([^“”"]+?)([，,。！？])(["”])\s*([^，,。：:“”"]{{1,20}}?){SAYS}。?'
)  # “...” he said
FURTHER = 2  # characters by which the frame of a clause has to lead away from the source


def governs(word: str) -> bool:
    """Say that no word asks the next one for a case: Chinese words have none."""
    return False


def mark_readings(text: str) -> str:
    """Write after each word its part of speech.

    >>> mark_readings("我爱北京")
    '我‹r›爱‹v›北京‹ns›'
    """
    return "".join(f"{word}‹{sign}›" for word, sign in marked(text))


def lower_start(part: str) -> str:
    """Give the part itself: Chinese has no capitals."""
    return part


def reorder(text: str, frame: Callable[[str], str], way: int) -> str:
    """Put who speaks to the other side of what is said, or each sentence into the order of a frame."""
    if moved := move_speaker(text):
        return moved
    for one in reversed(sentences(text, "zh")):
        text = text[: one.start] + reorder_sentence(one.text, frame) + text[one.stop :]
    return text


def reorder_sentence(sentence: str, frame: Callable[[str], str]) -> str:
    """Put a sentence into another order, and then its clauses where that changes more.

    >>> reorder_sentence("央视网消息：他来了。", lambda text: "来了他。" if text == "他来了。" else text)
    '央视网消息：来了他。'
    """
    lead = LEAD.match(sentence)
    body = sentence[lead.end() :] if lead else sentence
    said = move_speaker(body) or frame(body)
    clauses = list(CLAUSE.finditer(said))
    for one in reversed(clauses if len(clauses) > 1 else []):
        asks = one.end() < clauses[-1].end() and ASKS.search(one[0])
        if asks or LINKED.match(one[0]) or not is_closed(one[0]):
            continue
        moved = said[: one.start()] + frame(one[0]) + said[one.end() :]
        if Levenshtein.distance(body, moved) - Levenshtein.distance(body, said) >= FURTHER:
            said = moved
    return sentence[: len(sentence) - len(body)] + said


def move_speaker(sentence: str) -> str | None:
    """Put who speaks after what is said, or before it; None where a sentence is no such thing.

    >>> move_speaker("他说：“我们明天出发。”"), move_speaker("“太好了！”她说。")
    ('“我们明天出发，”他说。', '她说：“太好了！”')
    >>> move_speaker("“你去吗？”她问。")
    """
    if match := SPOKEN.fullmatch(sentence):
        who, verb, left, words, sign, right = match.groups()
        return f"{left}{words}{sign.replace('。', '，') or '，'}{right}{who}{verb}。"
    if match := SAID.fullmatch(sentence):
        left, words, sign, right, who, verb = match.groups()
        return f"{who}{verb}：{left}{words}{'。' if sign in '，,' else sign}{right}"
    return None


def is_closed(clause: str) -> bool:
    """Say whether every bracket and quote of a clause is opened and closed in it.

    >>> is_closed("他说“好"), is_closed("他说“好”")
    (False, True)
    """
    pairs = zip(OPENING, CLOSING, strict=True)
    return clause.count('"') % 2 == 0 and all(clause.count(a) == clause.count(z) for a, z in pairs)
