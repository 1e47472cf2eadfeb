"""Every weights file that ships has a recipe whose steps fit together and fit the scripts that they call."""

import ast
import importlib.util
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from paraphrast.models import catalogue

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("make", ROOT / "training" / "make.py")
assert SPEC is not None
assert SPEC.loader is not None
make = importlib.util.module_from_spec(SPEC)
sys.modules["make"] = make  # dataclasses look their module up
SPEC.loader.exec_module(make)
STEPS, CARDS = make.recipes()


def options(script: Path) -> set[str]:
    """List the options that a script's parser knows."""
    calls = [
        node for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    adding = [
        call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "add_argument"
    ]
    return {arg.value for call in adding for arg in call.args if isinstance(arg, ast.Constant)}


def test_every_file_that_ships_has_a_recipe_and_a_card():
    assert sorted(CARDS) == sorted(path.name for path in catalogue.WEIGHTS.iterdir())
    for name, (card, _) in CARDS.items():
        assert name in catalogue.card(card)["files"]


@pytest.mark.parametrize("name", CARDS)
def test_a_recipe_begins_with_nothing_and_ends_with_its_file(name):
    there: set[str] = set()
    for step in make.steps_for(f"{{weights}}/{name}", STEPS):
        assert set(step.needs) <= there, f"{step.about} comes too early"
        there |= set(step.makes)
    assert f"{{weights}}/{name}" in there


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.about)
def test_a_step_calls_a_script_with_options_that_it_has(step):
    first, *words = shlex.split(step.run)
    if first == "-m":
        return
    known = options(ROOT / first)
    assert {word for word in words if word.startswith("-")} <= known
    made = [word for word in words if word.startswith("{scratch}") or word.startswith("{weights}")]
    of_others = {path for other in STEPS for path in other.makes if other is not step}
    for word in made:
        below = [path for path in [*step.makes, *of_others] if path == word or path.startswith(f"{word}/")]
        assert below or "*" in word, f"nothing makes {word}"


def test_an_unknown_file_is_refused_with_those_there_are():
    command = [sys.executable, str(ROOT / "training" / "make.py"), "dogs.onnx", "--dry-run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no recipe for 'dogs.onnx'; there are tokenizer.json.gz" in done.stderr
