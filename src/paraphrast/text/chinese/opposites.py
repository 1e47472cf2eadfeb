"""What turns a Chinese word round."""

PREFIXES = ("不", "非", "无", "未")
LEAST = 1
