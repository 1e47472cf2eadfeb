"""Chinese words that mark how something is said, and colours that no tagger cuts off."""

PASSIVE = frozenset("被")
BRIEF = frozenset(["一下", "一会儿"])  # said after a verb instead of saying the verb twice
COLOURS = frozenset("红橙黄绿青蓝紫黑白灰棕粉")
