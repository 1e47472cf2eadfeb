"""The layer costs nothing until it is used."""

import subprocess
import sys

import paraphrast.text

HEAVY = ["numpy", "pymorphy3", "rjieba", "opencc", "razdel", "simplemma", "Stemmer", "fasttext"]


def test_importing_the_layer_imports_nothing_heavy():
    code = f"import sys, paraphrast.text; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_public_is_listed():
    assert sorted(paraphrast.text.__all__) == sorted(set(paraphrast.text.__all__))
    assert all(
        callable(getattr(paraphrast.text, name))
        for name in paraphrast.text.__all__
        if name not in ("LANGS", "Lang")
    )
