"""The signs that end a sentence."""

import re

END = re.compile(r"([.!?…。！？]+[\"”»』」)）]*)\s*$")


def cut_signs(sentence: str) -> tuple[str, str]:
    """Cut a sentence before its last signs.

    >>> cut_signs("Он спит?!"), cut_signs("睡了。"), cut_signs("No sign")
    (('Он спит', '?!'), ('睡了', '。'), ('No sign', ''))
    """
    end = END.search(sentence)
    return (sentence[: end.start()], sentence[end.start() :]) if end else (sentence, "")
