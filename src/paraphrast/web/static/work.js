// A page of tasks: digits answer, Enter goes on, u takes the last answer back, and drafts are kept on the server.
const form = document.getElementById("page");
const tasks = [...form.querySelectorAll(".task")];
const saved = document.getElementById("saved");
const token = document.querySelector("meta[name=csrf]").content;
const history_ = [];
const passed = new Set();
let current = 0;
let timer = null;

const inputs = (task) => [...task.querySelectorAll("input, textarea")];
const groups = (task) => [...task.querySelectorAll(".question")];
const answered = (group) => group.dataset.kind !== "choice" || group.querySelector("input:checked") !== null;
const written = (task) => task.querySelector(".written textarea");
const rewriting = (task) => task.querySelector("input[value=rewritten]:checked") !== null;
const complete = (task) => groups(task).every(answered) && (!rewriting(task) || written(task).value.trim() !== "");

// Digits go to the first choice without an answer, then to the boxes to tick until Enter leaves them.
const ticks = (task) => groups(task).filter((group) => group.dataset.kind === "ticks");
const waiting = (task) => groups(task).find((group) => !answered(group)) ?? ticks(task).find((group) => !passed.has(group));
const turn = (task) => waiting(task) ?? ticks(task).at(-1) ?? groups(task)[0];

function draft() {
  const answers = {};
  for (const task of tasks) {
    const answer = {};
    for (const input of inputs(task)) {
      const question = input.name.split(":")[1];
      if (input.type === "checkbox") {
        if (input.checked) (answer[question] ??= []).push(input.value);
      } else if (input.type === "radio" ? input.checked : input.value !== "") answer[question] = input.value;
    }
    if (Object.keys(answer).length) answers[task.dataset.item] = answer;
  }
  return answers;
}

async function save() {
  try {
    const headers = { "content-type": "application/json", "x-csrf-token": token };
    const answer = await fetch(form.dataset.draft, { method: "PUT", headers, body: JSON.stringify(draft()) });
    saved.textContent = " · " + (answer.ok ? saved.dataset.saved : saved.dataset.lost);
  } catch {
    saved.textContent = " · " + saved.dataset.lost;
  }
}

function show() {
  const done = tasks.filter(complete).length;
  document.getElementById("count").textContent = `${done} / ${tasks.length}`;
  document.getElementById("progress").value = done;
  for (const task of tasks) {
    task.classList.toggle("done", complete(task));
    const box = task.querySelector(".written");
    if (box) box.classList.toggle("off", !rewriting(task));
    for (const group of groups(task)) group.classList.toggle("turn", group === turn(task));
  }
}

function go(to, { focus = true } = {}) {
  tasks[current].classList.remove("current");
  current = Math.max(0, Math.min(tasks.length - 1, to));
  tasks[current].classList.add("current");
  if (focus) {
    tasks[current].focus({ preventScroll: true });
    tasks[current].scrollIntoView({ block: "center", behavior: "smooth" });
  }
}

function onwards() {
  const next = tasks.findIndex((task, place) => place > current && !complete(task));
  const any = next >= 0 ? next : tasks.findIndex((task) => !complete(task));
  if (any >= 0) go(any);
  else document.getElementById("hand-in").focus();
}

function changed(event) {
  const task = event.target.closest(".task");
  // a text "changes" when one leaves it: whoever went on to another task stays there
  if (task && (event.type === "input" || event.target.tagName !== "TEXTAREA")) go(tasks.indexOf(task), { focus: false });
  show();
  clearTimeout(timer);
  timer = setTimeout(save, 400);
}

function choose(digit) {
  const task = tasks[current];
  const input = turn(task).querySelector(`input[data-key="${digit}"]`);
  if (!input) return;
  history_.push(input);
  input.checked = input.type === "checkbox" ? !input.checked : true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  if (rewriting(task) && !complete(task)) written(task).focus();
  else if (complete(task) && !ticks(task).length) onwards();
}

function enter() {
  const group = waiting(tasks[current]);
  if (group?.dataset.kind === "ticks") passed.add(group);
  show();
  if (complete(tasks[current]) && waiting(tasks[current])) return;
  if (tasks.every(complete)) form.requestSubmit();
  else onwards();
}

function undo() {
  const last = history_.pop() ?? null;
  if (last) {
    last.checked = last.type === "checkbox" && !last.checked;
    go(tasks.indexOf(last.closest(".task")));
    last.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (!form.querySelector("input:checked")) document.querySelector("#undo button")?.click();
}

// Ctrl+Enter hands the page in from anywhere, or goes to what is not answered yet.
function handIn() {
  for (const group of tasks.flatMap(ticks)) passed.add(group);
  show();
  if (tasks.every(complete)) form.requestSubmit();
  else go(tasks.findIndex((task) => !complete(task)));
}

function key(event) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    handIn();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.tagName === "TEXTAREA") {
    if (event.key === "Escape") tasks[current].focus();
    return;
  }
  if (/^[0-9]$/.test(event.key)) choose(event.key);
  else if (event.key === "u" || event.key === "г") undo();
  else if (event.key === "Enter" && event.target.tagName !== "BUTTON" && event.target.tagName !== "A") {
    event.preventDefault();
    enter();
  } else return;
  if (event.key !== "Enter") event.preventDefault();
}

form.addEventListener("change", changed);
form.addEventListener("input", changed);
form.addEventListener("submit", () => { document.getElementById("hand-in").disabled = true; clearTimeout(timer); });
document.addEventListener("keydown", key);
addEventListener("pageshow", () => { document.getElementById("hand-in").disabled = false; });
show();
go(Math.max(0, tasks.findIndex((task) => !complete(task))), { focus: false });
