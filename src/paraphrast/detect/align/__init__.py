"""Which passages of one text were made from which passages of another."""

from paraphrast.detect.align.aligner import align

__all__ = ["align"]
