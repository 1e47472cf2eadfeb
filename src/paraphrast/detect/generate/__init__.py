"""Suspicious documents made by machine, with the truth about them, in the manner of PlagEvalRus 2017."""

from paraphrast.detect.generate.corpus import Plan, generate

__all__ = ["Plan", "generate"]
