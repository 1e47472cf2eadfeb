"""`paraphrast rewrite` on small files, with the bundled models."""

import json

LINES = ["Ну ты и сука!", "What a fucking day it was", "他妈的，今天下雨了。", "The train leaves at 7:40."]


def test_a_file_is_rewritten_with_scores_and_flags(shell, tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    ran = shell("rewrite", source, "-o", out)
    assert ran.code == 0, ran.err
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["a"] for row in rows] == LINES
    assert [row["lang"] for row in rows] == ["ru", "en", "zh", "en"]
    assert "fucking" not in rows[1]["b"]
    assert rows[2]["b"] == "今天下雨了。"
    assert rows[3]["b"] == LINES[3]
    assert rows[3]["flags"] == ["fine"]
    assert rows[3]["scores"]["change"] == 0
    assert all(set(row["scores"]) == {"style", "meaning", "fluency", "change"} for row in rows)
    assert "4 texts" in ran.err


def test_stdin_to_stdout_by_the_best_score(shell):
    line = json.dumps({"text": "Эти мудаки несут хуйню.", "id": "7"}, ensure_ascii=False)
    ran = shell("rewrite", "-", "--lang", "ru", "--best-by", "j", stdin=line + "\n")
    assert ran.code == 0, ran.err
    row = json.loads(ran.out)
    assert row["id"] == "7"
    assert row["system"] == "best-of"
    assert "муд" not in row["b"]


def test_wrong_requests_are_told_what_there_is(shell, tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("one\n", encoding="utf-8")
    for options, said in [
        (["--to", "paraphrase"], "no goal 'paraphrase'; there are neutral"),
        (["--system", "magic"], "no system 'magic'"),
        (["--system", "delete", "--system", "replace"], "--best-by"),
        (["--system", "adversarial"], "needs a score"),
        (["--system", "llm"], "needs a model"),
        (["-n", "3"], "--system llm"),
        (["--best-by", "magic"], "no metric 'magic'"),
    ]:
        ran = shell("rewrite", source, "--lang", "en", *options)
        assert (ran.code, ran.out) == (2, ""), ran
        assert said in ran.err
    assert shell("rewrite", tmp_path / "none.txt").code != 0
