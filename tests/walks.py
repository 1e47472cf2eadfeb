"""Walks through the papers' projects in a real browser, from making them to their labels."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from paraphrast.annotate.loading import template
from paraphrast.annotate.project import Project
from paraphrast.annotate.scheduler import run_rounds
from paraphrast.annotate.store.projects import get
from paraphrast.web.context import strings
from sites import fits, visit
from workbench import Bench


class Step(NamedTuple):
    """One project of a paper: how many judge, who, what each says of either item, and the labels."""

    name: str
    votes: int
    role: str
    same: tuple[str, ...]
    other: tuple[str, ...]
    labels: tuple[str, str]


# Two items come in: the texts of the first mean the same, those of the second do not.
PAPERS = {
    "rupaws": (Step("rupaws", 2, "annotator", ("yes",), ("no",), ("yes", "no")),),
    "parade": (Step("parade", 3, "expert", ("3", "2", "1"), ("1", "0", "2"), ("1", "0")),),
    "russe": (
        Step("russe-paraphrase", 3, "annotator", ("rewritten",), ("rewritten",), ("rewritten", "rewritten")),
        Step("russe-content", 3, "annotator", ("yes",), ("no",), ("yes", "no")),
        Step("russe-toxicity", 3, "annotator", ("neutral",), ("toxic",), ("neutral", "")),
    ),
    "cspc": (
        Step("cspc-writing", 1, "annotator", ("rewritten",), ("rewritten",), ("rewritten", "rewritten")),
        Step("cspc-fine", 3, "expert", ("5",), ("1",), ("5", "1")),
        Step("cspc-coarse", 3, "expert", ("1",), ("0",), ("1", "0")),
    ),
}
# Papers whose votes must be several for there to be a label: full agreement, and a majority.
SEVERAL = ("rupaws", "parade")
TEXTS = {
    "ru": [
        ("Поезд опоздал на час.", "Поезд пришёл на час позже."),
        ("Кот спит на окне.", "Собака лает во дворе."),
    ],
    "en": [
        ("The train was an hour late.", "The train came an hour later."),
        ("The cat sleeps.", "The dog barks."),
    ],
    "zh": [("火车晚点了一个小时。", "火车迟到了一小时。"), ("猫在窗台上睡觉。", "狗在院子里叫。")],
}
MOST_PAGES = 12


class Walk:
    """The projects of one paper, walked in one language of the pages."""

    def __init__(
        self, bench: Bench, site: str, browser: Any, *, paper: str, lang: str, whole: bool = False
    ) -> None:
        self.bench, self.site, self.browser, self.paper, self.lang = bench, site, browser, paper, lang
        self.words, self.steps = strings(lang), PAPERS[paper]
        first = template(self.steps[0].name)
        # texts are of the paper's language, or of that of the pages where the template has lessons in it
        taught = any(one.use == "training" and one.lang == lang for one in first.examples)
        self.spoken = lang if taught else str(first.lang)
        self.whole = whole or paper in SEVERAL
        self.shots: Callable[[Any, str], None] = lambda page, step: None
        self.seen: set[str] = set()
        real, self.late = bench.store.clock, 0.0
        bench.store.clock = lambda: real() + self.late  # people read: a page takes minutes

    def run(self, tmp_path: Path, *, dark: bool = False, width: int = 1280) -> dict[str, dict[str, str]]:
        """Walk through all of it, and give the labels that the owner exports, by project."""

        def open_page() -> Any:
            return visit(self.browser, lang=self.lang, dark=dark, width=width)

        owner, labels = open_page(), {}
        self.prepare(owner, tmp_path)
        for step in self.steps:
            link = self.invite(owner, step)
            for number in range(self.people(step)):
                worker = open_page()
                self.work(worker, link, step, number)
                assert worker.problems == []
                worker.context.close()
            labels[step.name] = self.export(owner, step)
            self.late += 3600  # what nobody can take back any more flows on
            run_rounds(self.bench.store)
        assert owner.problems == []
        owner.context.close()
        return labels

    def check(self, labels: dict[str, dict[str, str]]) -> None:
        """Hold the labels against what was said; each item must come out of every step it was let into."""
        out: dict[str, int] = {}
        for step in self.steps:
            for key, label in labels[step.name].items():
                first = key.partition("/")[0]
                assert label == step.labels[("t0", "t1").index(first)], (step.name, key, label)
                out[first] = out.get(first, 0) + 1
        people = self.people(self.steps[0]) if len(self.steps) > 1 else 1
        wanted = {"rupaws": (1, 1), "parade": (1, 1), "russe": (1 + 2 * people, 1 + people), "cspc": (2, 2)}
        assert (out["t0"], out["t1"]) == wanted[self.paper], labels

    def people(self, step: Step) -> int:
        return step.votes if self.whole else 1

    def look(self, page: Any, step: str) -> None:
        assert fits(page), (self.paper, self.lang, step)
        self.seen.add(step)
        self.shots(page, f"{self.paper}-{self.lang}-{step}")

    def join(self, page: Any, address: str, who: str) -> None:
        page.goto(address)
        page.fill("[name=name]", who)
        page.fill("[name=password]", "correct horse")
        page.check(f"[name=native][value={self.spoken}]")
        self.look(page, f"join-{who}")
        page.click("main button.main")

    def prepare(self, page: Any, tmp_path: Path) -> None:
        """Join as an owner, make the projects, the last first, and bring items into the first."""
        self.join(page, f"{self.site}/join/{self.bench.invitation(None, 'owner')}", "owner")
        for step in reversed(self.steps):
            page.goto(self.site)
            page.click(f"text={self.words['new-project']}")
            page.select_option("[name=chosen]", step.name)
            page.fill("[name=name]", step.name)
            page.fill("[name=votes]", str(self.people(step)))
            page.select_option("select[name=lang]", self.spoken)
            self.look(page, f"new-{step.name}")
            page.click("main button.main")
        fields = template(self.steps[0].name).fields
        file = tmp_path / f"{self.paper}.csv"
        lines = [",".join(["id", *fields])]
        lines += [",".join([f"t{n}", *pair[: len(fields)]]) for n, pair in enumerate(TEXTS[self.spoken])]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        page.set_input_files("[name=file]", str(file))
        page.click("form[action$=import] button[name=preview]")
        self.look(page, "preview")
        page.click("main button.main")
        page.wait_for_selector(f"text={self.words['import-done'].format(items=2, judgements=0)}")

    def invite(self, page: Any, step: Step) -> str:
        """Invite the people of a step, and give their link."""
        page.goto(f"{self.site}/projects/{step.name}/dashboard")
        page.select_option("form[action$=invite] [name=role]", step.role)
        page.fill("[name=uses]", str(self.people(step)))
        page.click("form[action$=invite] button")
        self.look(page, f"invited-{step.name}")
        return str(page.input_value("#link"))

    def work(self, page: Any, link: str, step: Step, number: int) -> None:
        """Join as a worker, be taught and examined, and do all there is."""
        who = f"{step.name}-{number}"
        self.join(page, link, who)
        self.look(page, f"{who}-instructions")
        with self.bench.store.read() as connection:
            project = get(connection, step.name).project
        page.click("form.bottom button")
        for turn in range(MOST_PAGES):
            page.wait_for_selector("#page, .center progress")
            if page.locator("#page").count() == 0:
                break
            page.wait_for_selector(".task.current")
            for place in range(page.locator(".task").count()):
                self.answer(page.locator(".task").nth(place), project, step, number)
            self.look(page, f"{who}-page-{turn}")
            self.late += 300
            page.keyboard.press("Control+Enter")
            page.wait_for_selector(".center progress, .bottom a.main, #page:not(:has(:checked))")
            if page.locator(".bottom a.main").count():
                self.look(page, f"{who}-told-{turn}")
                page.click(".bottom a.main")
        assert page.locator(".center progress").count() == 1, (step.name, page.inner_text("main"))
        self.look(page, f"{who}-nothing")

    def answer(self, task: Any, project: Project, step: Step, number: int) -> None:
        """Answer as the project's own examples do, and as the step says where they do not know the item."""
        shown = task.locator(".texts [lang]").all_inner_texts()
        known = next((one.answer for one in project.examples if [*one.fields.values()] == shown), {})
        says = step.same if any(TEXTS[self.spoken][0][0] in text for text in shown) else step.other
        for question in project.questions:
            usual = says[number % len(says)] if question.name == "label" else "yes"
            value = known.get(question.name, usual)
            if question.kind == "choice":
                task.locator(f"input[name$=':{question.name}'][value='{value}']").check()
            elif question.kind == "ticks" and value == "yes":
                task.locator(f"input[name$=':{question.name}']").first.check()
        if project.kind == "rewrite" and task.locator("input[value=rewritten]:checked").count():
            task.locator(".written textarea").fill(known.get("text", f"{shown[0]} —"))

    def export(self, page: Any, step: Step) -> dict[str, str]:
        """Look at the dashboard and take the labels."""
        page.goto(f"{self.site}/projects/{step.name}/dashboard")
        self.look(page, f"dashboard-{step.name}")
        page.select_option("[name=what]", "labels")
        page.select_option("[name=ending]", ".csv")
        with page.expect_download() as download:
            page.click("form[action$=export] button")
        text = Path(download.value.path()).read_text(encoding="utf-8")
        return {row["id"]: row["label"] for row in csv.DictReader(io.StringIO(text))}
