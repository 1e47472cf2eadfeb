"""The pipeline: cached, resumable, the same for any number of workers, with a reason for every drop."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from paraphrast.build.filters.length import Length
from paraphrast.build.filters.near import Near
from paraphrast.build.filters.overlap import Jaccard
from paraphrast.build.pipeline import Made, Pipeline
from paraphrast.build.report import report
from paraphrast.build.steps import Step, each, maker, sieve, step
from paraphrast.data import Pair, read
from paraphrast.errors import CommandError
from paraphrast.plans.running import Defaults, Unfinished

TEXTS = [
    "Кот спит на окне",
    "Собака лает во дворе",
    "The cat sleeps on a mat",
    "我喜欢吃苹果和香蕉",
    "他去北京",
]


def source() -> Iterator[Pair]:
    for number in range(400):
        a, b = TEXTS[number % 5], TEXTS[(number * 7 + number // 5) % 5]
        yield Pair(f"{a} {number}", f"{b} {number}", id=str(number))


def shout(pairs: Sequence[Pair]) -> list[list[Pair]]:
    return [[pair, Pair(pair.a.upper(), pair.b)] if "Кот" in pair.a else [pair] for pair in pairs]


def steps(high: float = 0.9) -> list[Step]:
    return [
        step("length", Length(low=2))._replace(chunk=50),
        step("jaccard", Jaccard(high=high))._replace(chunk=50),
        maker("louder", shout)._replace(chunk=50),
        sieve("near", Near(high=0.95)),
    ]


def result(folder: Path, made: Made) -> tuple[bytes, bytes]:
    made.write(folder / "out.jsonl", folder / "drops.jsonl")
    return (folder / "out.jsonl").read_bytes(), (folder / "drops.jsonl").read_bytes()


def test_nothing_is_lost_and_every_drop_has_a_reason(tmp_path: Path) -> None:
    made = Pipeline(steps(), tmp_path / "work").run(source, key="1")
    counts = dict(made.counts())
    assert counts["length"].seen == 400
    for name, count in counts.items():
        assert name == "louder" or count.seen == count.kept + sum(count.reasons.values())
    assert counts["louder"].seen == counts["jaccard"].kept < counts["louder"].kept == counts["near"].seen
    drops = list(made.drops())
    assert len(drops) == sum(sum(count.reasons.values()) for count in counts.values())
    assert {drop.reason for drop in drops} >= {"jaccard-high"}
    assert all(drop.score is not None for drop in drops if drop.step == "jaccard")


def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    results = []
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        folder.mkdir()
        results.append(
            result(folder, Pipeline(steps(), folder / "work", workers=workers).run(source, key="1"))
        )
    assert results[0] == results[1]


def test_only_what_changed_is_done_again(tmp_path: Path) -> None:
    seen: list[str] = []

    def counting(
        function: Callable[[Sequence[Pair]], object], name: str
    ) -> Callable[[Sequence[Pair]], object]:
        def work(pairs: Sequence[Pair]) -> object:
            seen.append(name)
            return function(pairs)

        return work

    def run(high: float, **options: bool) -> None:
        seen.clear()
        watched = [each._replace(work=counting(each.work, each.name)) for each in steps(high)[:3]]
        Pipeline(watched, tmp_path / "work").run(source, key="1", **options)

    run(0.9)
    assert set(seen) == {"length", "jaccard", "louder"}
    run(0.9)
    assert seen == []
    run(0.5)
    assert set(seen) == {"jaccard", "louder"}
    run(0.9)
    assert seen == []
    run(0.9, overwrite=True)
    assert set(seen) == {"length", "jaccard", "louder"}


def test_until_stops_early_and_a_wrong_name_is_refused(tmp_path: Path) -> None:
    pipeline = Pipeline(steps(), tmp_path / "work")
    assert [name for name, _ in pipeline.run(source, key="1", until="jaccard").counts()] == [
        "length",
        "jaccard",
    ]
    with pytest.raises(CommandError, match="no step 'jacard'; there are jaccard, length"):
        pipeline.run(source, key="1", until="jacard")
    with pytest.raises(CommandError, match="two steps are called 'length'"):
        Pipeline([steps()[0], steps()[0]], tmp_path)


def test_a_persons_own_function_is_a_step(tmp_path: Path) -> None:
    own = each(lambda pair: "no-cat" if "cat" not in pair.a else None, "cats")
    made = Pipeline([own], tmp_path / "work").run(source, key="1")
    assert all("cat" in pair.a for pair in made.pairs())
    assert made.counts()[0][1].reasons == {"no-cat": 320}
    edited = each(lambda pair: "no-dog" if "dog" not in pair.a else None, "cats")
    assert edited.settings != own.settings


def test_the_report_shows_funnel_threshold_and_examples(tmp_path: Path) -> None:
    made = Pipeline(steps(), tmp_path / "work").run(source, key="1")
    report(made, tmp_path / "report.html", title="Коты & co")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Коты &amp; co" in page
    for name, count in made.counts():
        assert f'id="{name}"' in page
        assert f"{count.kept:,}" in page
    assert "jaccard-high" in page
    assert ">0.9</text>" in page
    assert "<td>kept</td>" in page


KILLER = """
import sys, time
from pathlib import Path
from killing import tear
from test_pipeline import source, steps
from paraphrast.build.pipeline import Pipeline

class Slow:
    def __init__(self, work): self.work = work
    def __call__(self, pairs):
        time.sleep(0.01)
        return self.work(pairs)

def work(folder):
    slow = [each._replace(work=Slow(each.work)) if each.kind != "sieve" else each for each in steps()]
    made = Pipeline(slow, folder / "work").run(source, key="1")
    made.write(folder / "out.jsonl", folder / "drops.jsonl")

print(tear(work, Path(sys.argv[1]), longest=0.15))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does")
def test_killed_at_ten_random_moments_and_resumed_gives_identical_bytes(tmp_path: Path) -> None:
    here = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, here])}
    command = [sys.executable, "-c", KILLER, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 3
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    for name in ("out.jsonl", "drops.jsonl"):
        assert (whole / name).read_bytes() == (torn / name).read_bytes()
    assert len(list(read(torn / "out.jsonl"))) > 100


def test_shares_take_their_parts_through_all_steps_that_need_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "shares").mkdir()
    one = result(tmp_path / "one", Pipeline(steps(), tmp_path / "work").run(source, key="1"))
    shared = Pipeline(steps(), tmp_path / "shared")
    for shard in ("1/2", "2/2"):
        monkeypatch.setattr(Defaults, "shard", shard)
        with pytest.raises(Unfinished, match=r"parts are in .*03-louder"):
            shared.run(source, key="1")
        if shard == "1/2":
            monkeypatch.setattr(Defaults, "shard", "merge")
            with pytest.raises(CommandError, match=r"4 of 8 parts .*01-length.* are not there yet"):
                shared.run(source, key="1")
    monkeypatch.setattr(Defaults, "shard", "merge")
    assert result(tmp_path / "shares", shared.run(source, key="1")) == one
