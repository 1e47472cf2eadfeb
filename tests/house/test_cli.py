"""The shell: help that is quick, errors of one line, exit codes that mean something."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paraphrast import __version__
from paraphrast.cli import VERBS, load
from paraphrast.cli.demo import ACTS


def command(*arguments: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "paraphrast", *arguments], capture_output=True, **settings)


def test_help_lists_every_verb(shell: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = shell("--help")
    assert code == 0
    assert all(verb in out for verb in VERBS)
    assert err == ""


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_loads_and_has_help_with_an_example(
    shell: Callable[..., tuple[int, str, str]], verb: str
) -> None:
    assert load(verb).name == verb
    code, out, _ = shell(verb, "--help")
    assert code == 0
    assert "Example" in out
    assert f"paraphrast {verb}" in out


def test_the_version_is_printed(shell: Callable[..., tuple[int, str, str]]) -> None:
    assert shell("--version") == (0, f"paraphrast {__version__}\n", "")


def test_a_wrong_verb_is_exit_2_with_a_hint(shell: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = shell("dmeo")
    assert (code, out) == (2, "")
    assert "Did you mean 'demo'?" in err


def test_a_refusal_is_one_line_and_exit_2(shell: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = shell("demo", "dance")
    assert (code, out) == (2, "")
    assert err == f"paraphrast: no act 'dance'; there are {', '.join(sorted(ACTS))}\n"


def test_ctrl_c_is_130_and_quiet(
    shell: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(act: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paraphrast.cli.demo.perform", interrupted)
    assert shell("demo") == (130, "", "")


def test_bad_data_is_one_line_and_exit_1(shell: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("a\tb\tlabel\nx\ty\t2\n", encoding="utf-8")
    code, out, err = shell("score", path, "-m", "chrf")
    assert (code, out) == (1, "")
    assert err == f"paraphrast: {path}, line 2: label '2' is not between 0 and 1; map it with --labels\n"


def test_help_loads_no_verb() -> None:
    code = (
        "import sys\n"
        "from paraphrast.cli import main\n"
        "try: main(['--help'])\n"
        "finally: print([name for name in sys.modules if 'paraphrast.cli.' in name], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"


def test_completion_can_be_shown() -> None:
    ran = command("--show-completion", "bash")
    assert ran.returncode == 0
    assert b"complete" in ran.stdout


def test_completion_knows_the_verbs() -> None:
    settings = {"_PARAPHRAST_COMPLETE": "complete_bash", "COMP_WORDS": "paraphrast de", "COMP_CWORD": "1"}
    code = "from paraphrast.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={**os.environ, **settings}, check=False
    )
    assert ran.stdout.split() == [name.encode() for name in VERBS if name.startswith("de")]


def test_a_closed_pipe_is_quiet() -> None:
    line = f"{sys.executable} -m paraphrast demo | head -n 1; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    assert b"Traceback" not in ran.stderr
    assert b"BrokenPipe" not in ran.stderr


def test_the_demo_plays_every_act(shell: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = shell("demo")
    assert (code, err) == (0, "")
    for text in ("老师", "bicycle", "Учительница"):
        assert text in out


def test_samples_can_be_taken_home(shell: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    code, _, _ = shell("demo", "--samples", tmp_path / "samples")
    assert code == 0
    assert (tmp_path / "samples" / "pairs.jsonl").exists()
    code, _, err = shell("demo", "--samples", tmp_path / "samples")
    assert code == 2
    assert "exists" in err
