"""Two distributions, code of a few megabytes and the weights, and what is said where one is not there."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from paraphrast import CommandError, Pair, models
from paraphrast.models import catalogue

ROOT = Path(__file__).parents[2]
WEIGHTS = "paraphrast/models/weights/"
SERVE = ["argon2", "fastapi", "multipart", "python_multipart", "sqlalchemy", "starlette", "uvicorn"]


def facts(folder: Path) -> dict[str, object]:
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def built(folder: Path, to: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return next(to.glob("*.whl"))


def contents(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return [name for name in archive.namelist() if ".dist-info/" not in name]


def test_the_wheel_of_the_code_is_small_and_has_no_weights(tmp_path):
    wheel = built(ROOT, tmp_path)
    names = contents(wheel)
    assert [name for name in names if name.startswith(WEIGHTS)] == []
    here = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    code = {name for name in here if not name.startswith(WEIGHTS) and "__pycache__" not in name}
    assert code <= set(names)
    assert wheel.stat().st_size < 8_000_000


def test_the_wheel_of_the_models_has_the_weights_and_nothing_else(tmp_path):
    names = contents(built(ROOT / "packages" / "models", tmp_path))
    assert sorted(names) == sorted(WEIGHTS + path.name for path in catalogue.WEIGHTS.iterdir())
    needed = {name for card in catalogue.names() for name in catalogue.card(card)["files"]}
    assert {WEIGHTS + name for name in needed} <= set(names)


def test_the_code_requires_the_models_of_this_checkout():
    version = facts(ROOT / "packages" / "models")["version"]
    needed = [Requirement(str(line)) for line in facts(ROOT)["dependencies"]]
    (range_,) = [one.specifier for one in needed if one.name == "paraphrast-models"]
    assert version in range_
    assert "999" not in range_


def test_every_dependency_is_pinned_for_the_tests():
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    names = {line.partition("==")[0] for line in pinned if "==" in line}
    extras = facts(ROOT)["optional-dependencies"]
    tested = [*facts(ROOT)["dependencies"], *extras["train"], *extras["serve"], *extras["dev"]]
    wanted = {Requirement(line).name.lower().replace("_", "-") for line in tested}
    assert wanted - names <= {"paraphrast", "paraphrast-models"}


@pytest.mark.parametrize(
    ("lang", "a", "b"),
    [
        ("ru", "Дом стоит.", "Стоит дом."),
        ("en", "It rains.", "Rain falls."),
        ("zh", "下雨了。", "正在下雨。"),
    ],
)
def test_missing_weights_say_what_to_install(tmp_path, lang, a, b):
    code = (
        "import sys; from pathlib import Path; from paraphrast.models import catalogue;"
        f"catalogue.WEIGHTS = Path({str(tmp_path)!r});"
        "from paraphrast.cli import main; main(sys.argv[1:])"
    )
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(f"a\tb\tlang\n{a}\t{b}\t{lang}\n", encoding="utf-8")
    command = [sys.executable, "-c", code, "identify", "predict", str(pairs)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is not there; install it with: pip install paraphrast-models" in done.stderr


def test_cards_without_weights_say_so_too(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "WEIGHTS", tmp_path)
    with pytest.raises(CommandError, match="pip install paraphrast-models"):
        catalogue.size(catalogue.card("pair"))


def test_weights_are_found_where_they_are():
    assert models.pair()([Pair("Да.", "Да.")])[0] > 0.5


def without_server(*args: str) -> "subprocess.CompletedProcess[str]":
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({SERVE!r}));"
        "from paraphrast.cli import main; main(sys.argv[1:])"
    )
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command", [["serve"], ["serve", "rewrite"], ["annotate", "export", "1"]], ids=" ".join
)
def test_what_needs_the_server_names_the_extra(command, tmp_path):
    database = ["--database", f"sqlite:///{tmp_path}/none.db"] if command != ["serve", "rewrite"] else []
    done = without_server(*command, *database)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'paraphrast[serve]'" in done.stderr


def test_labels_come_from_votes_without_the_server(tmp_path):
    votes = tmp_path / "votes.csv"
    votes.write_text("item,worker,label\n1,анна,да\n1,bo,да\n1,薇,нет\n", encoding="utf-8")
    done = without_server("annotate", "aggregate", str(votes), "--by", "majority")
    assert done.returncode == 0
    assert '"да"' in done.stdout
