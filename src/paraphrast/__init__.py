"""paraphrast: the workbench for "same meaning, other words" in Russian, English and Chinese."""

__version__ = "0.1.0"
