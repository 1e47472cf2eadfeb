"""Walks through the papers' projects in a real browser, from making one to its labels."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paraphrast.annotate.loading import template
from paraphrast.annotate.project import Project
from paraphrast.annotate.store.projects import create, find, get
from paraphrast.web.context import strings
from sites import fits, visit
from workbench import Bench

PAPERS = [
    "rupaws", "parade", "russe-paraphrase", "russe-content", "russe-toxicity", "cspc-fine", "cspc-coarse",
]  # fmt: skip
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
    """One paper's project in one language and look."""

    def __init__(self, bench: Bench, site: str, browser: Any, *, name: str, lang: str) -> None:
        self.bench, self.site, self.browser, self.name, self.lang = bench, site, browser, name, lang
        self.words, self.slug = strings(lang), f"{name}-{lang}"
        # full agreement is of two
        self.votes = 2 if template(name).aggregation.by == "full-agreement" else 1
        self.shots: Callable[[Any, str], None] = lambda page, step: None
        real, self.late = bench.store.clock, 0.0
        bench.store.clock = lambda: real() + self.late  # people read: a page takes minutes

    def run(self, tmp_path: Path, *, dark: bool = False, width: int = 1280) -> list[dict[str, str]]:
        """Walk through all of it, and give the labels that the owner exports."""
        owner = visit(self.browser, lang=self.lang, dark=dark, width=width)
        link = self.prepare(owner, tmp_path)
        for number in range(self.votes):
            worker = visit(self.browser, lang=self.lang, dark=dark, width=width)
            self.work(worker, link, f"worker{number}")
            assert worker.problems == []
            worker.context.close()
        labels = self.export(owner)
        assert owner.problems == []
        owner.context.close()
        return labels

    def look(self, page: Any, step: str) -> None:
        assert fits(page), (self.slug, step)
        self.shots(page, f"{self.slug}-{step}")

    def join(self, page: Any, address: str, who: str) -> None:
        page.goto(address)
        page.fill("[name=name]", f"{who}-{self.slug}")
        page.fill("[name=password]", "correct horse")
        page.check(f"[name=native][value={self.lang}]")
        self.look(page, f"{who}-join")
        page.click("main button.main")

    def prepare(self, page: Any, tmp_path: Path) -> str:
        """Join as an owner, make the project, bring items in, invite."""
        self.make_following(template(self.name))
        self.join(page, f"{self.site}/join/{self.bench.invitation(None, 'owner')}", "owner")
        page.click(f"text={self.words['new-project']}")
        page.select_option("[name=chosen]", self.name)
        page.fill("[name=name]", self.slug)
        page.fill("[name=votes]", str(self.votes))
        page.select_option("select[name=lang]", self.lang)
        self.look(page, "new")
        page.click("main button.main")
        fields = template(self.name).fields
        file = tmp_path / f"{self.slug}.csv"
        lines = [",".join(["id", *fields])]
        lines += [",".join([f"t{n}", *pair[: len(fields)]]) for n, pair in enumerate(TEXTS[self.lang])]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        page.set_input_files("[name=file]", str(file))
        page.click("form[action$=import] button[name=preview]")
        self.look(page, "preview")
        page.click("main button.main")
        page.wait_for_selector(f"text={self.words['import-done'].format(items=2, judgements=0)}")
        page.click(f"text={self.words['dashboard']}")
        page.fill("[name=uses]", str(self.votes))
        page.click("form[action$=invite] button")
        return str(page.input_value("#link"))

    def make_following(self, project: Project) -> None:
        """Make the projects that this one sends its items to, last first: a chain must lead somewhere."""
        for branch in project.chain:
            self.make_following(template(branch.next))
            with self.bench.store.write() as connection:
                if find(connection, branch.next) is None:
                    create(connection, template(branch.next), owner=None, at=0.0)

    def work(self, page: Any, link: str, who: str) -> None:
        """Join as a worker, be taught and examined, and do all there is."""
        self.join(page, link, who)
        self.look(page, "instructions")
        project = self.project()
        page.click("form.bottom button")
        for number in range(MOST_PAGES):
            page.wait_for_selector("#page, .center progress")
            if page.locator("#page").count() == 0:
                break
            page.wait_for_selector(".task.current")
            for place in range(page.locator(".task").count()):
                self.answer(page.locator(".task").nth(place), project)
            self.look(page, f"page-{number}")
            self.late += 300
            page.keyboard.press("Control+Enter")
            page.wait_for_selector(".center progress, .bottom a.main, #page:not(:has(:checked))")
            if page.locator(".bottom a.main").count():
                self.look(page, f"told-{number}")
                page.click(".bottom a.main")
        assert page.locator(".center progress").count() == 1, (self.slug, page.inner_text("main"))
        self.look(page, "nothing")

    def project(self) -> Project:
        with self.bench.store.read() as connection:
            return get(connection, self.slug).project

    def answer(self, task: Any, project: Project) -> None:
        """Answer as the project's own examples do, and anything where they do not know the item."""
        shown = task.locator(".texts [lang]").all_inner_texts()
        known = next(
            (one.answer for one in project.examples if [*one.fields.values()][: len(shown)] == shown), {}
        )
        for question in project.questions:
            value = known.get(question.name, question.options[0].value if question.options else "")
            if question.kind == "choice":
                task.locator(f"input[name$=':{question.name}'][value='{value}']").check()
        if project.kind == "rewrite" and task.locator("input[value=rewritten]:checked").count():
            task.locator(".written textarea").fill(f"{shown[0]} —")

    def export(self, page: Any) -> list[dict[str, str]]:
        """Look at the dashboard and take the labels."""
        page.goto(f"{self.site}/projects/{self.slug}/dashboard")
        self.look(page, "dashboard")
        page.select_option("[name=what]", "labels")
        page.select_option("[name=ending]", ".csv")
        with page.expect_download() as download:
            page.click("form[action$=export] button")
        text = Path(download.value.path()).read_text(encoding="utf-8")
        return list(csv.DictReader(io.StringIO(text)))
