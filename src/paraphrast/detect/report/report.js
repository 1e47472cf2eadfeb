"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const all = selector => [...document.querySelectorAll(selector)];
const cards = all(".card"), links = all("#text a[data-m]"), boxes = all("input[type=checkbox]");
const cardOf = new Map(facts.passages.map((passage, k) => [passage.number, cards[k]]));
const decisions = new Map(), quotedReasons = ["quotation", "unreferenced", "footnote", "bibliography"];
let changed = false;

// what was decided before: a passage is known by its places, not by its number
const key = p => JSON.stringify([p.source, p.source_start, p.start, p.stop]);
const decided = new Map(facts.decisions.passages.map(one => [key(one), one]));
facts.passages.forEach(passage => {
  const one = decided.get(key(passage));
  decisions.set(passage.number, { verdict: one ? one.verdict : "", note: one ? one.note : "" });
});
const off = { source: facts.decisions.sources_off, kind: facts.decisions.kinds_off, reason: facts.decisions.reasons_off };
boxes.forEach(box => Object.keys(off).forEach(name => { if (box.dataset[name] !== undefined) box.checked = !off[name].includes(box.dataset[name]); }));
const boxOf = new Map(boxes.flatMap(box => Object.entries(box.dataset).map(([name, value]) => [name + " " + value, box])));
const on = (name, value) => boxOf.get(name + " " + value)?.checked ?? true;

// the same rules and the same rounding as in Python: decisions.py, shares.py
function statusOf([passage, reason]) {
  const source = cardOf.get(passage).dataset.source, verdict = decisions.get(passage).verdict;
  if (!on("source", source) || verdict === "dismissed") return "gone";
  return reason && on("reason", reason) && verdict !== "accepted" ? reason : "counted";
}
const thousandths = (part, whole) => whole ? Math.floor((2000 * part + whole) / (2 * whole)) : 0;
const percent = n => Math.floor(n / 10) + "." + n % 10 + "%";

function refresh() {
  const states = facts.matches.map(statusOf), lent = new Map(), seen = new Set();
  let borrowed = 0, quoted = 0, bare = 0;
  links.forEach(link => {
    const length = Number(link.dataset.l), kinds = link.dataset.k.split(" "), numbers = link.dataset.m.split(" ").map(Number);
    const shown = numbers.map((n, k) => [n, kinds[k]]).filter(([n, kind]) => on("kind", kind) && states[n] !== "gone");
    const counted = shown.find(([n]) => states[n] === "counted"), chosen = counted ?? shown[0];
    const reasons = shown.map(([n]) => states[n]).filter(state => quotedReasons.includes(state));
    const unreferenced = !counted && reasons.length > 0 && reasons.every(state => state === "unreferenced");
    if (counted) borrowed += length; else if (reasons.length) { quoted += length; if (unreferenced) bare += length; }
    new Set(shown.filter(([n]) => states[n] === "counted").map(([n]) => cardOf.get(facts.matches[n][0]).dataset.source)).forEach(name => lent.set(name, (lent.get(name) ?? 0) + length));
    const extra = ["trick", "concealed", "now"].filter(name => link.classList.contains(name)).join(" ");
    link.className = (extra + " " + (chosen ? chosen[1] + (counted ? "" : " out" + (unreferenced ? " unreferenced" : "")) : "off")).trim();
    const passage = chosen ? facts.matches[chosen[0]][0] : facts.matches[numbers[0]][0];
    link.setAttribute("href", "#p" + passage);
    link.querySelectorAll("ins").forEach(word => word.classList.toggle("off", !chosen || Number(word.dataset.p) !== passage));
    const begun = [...new Set(shown.map(([n]) => facts.matches[n][0]))].filter(n => !seen.has(n)).sort((a, b) => a - b);
    begun.forEach(n => seen.add(n));
    link.dataset.label = begun.join(" ");
    link.tabIndex = begun.length ? 0 : -1;  // one stop a passage
  });
  showFigures(borrowed, quoted, bare);
  boxes.filter(box => box.dataset.source !== undefined).forEach(box => box.closest("label").querySelector(".share").textContent = percent(thousandths(lent.get(box.dataset.source) ?? 0, facts.total)));
  facts.passages.forEach(passage => showCard(passage.number, states.filter((state, n) => facts.matches[n][0] === passage.number)));
}
function showFigures(borrowed, quoted, bare) {
  const b = thousandths(borrowed, facts.total), q = Math.min(thousandths(quoted, facts.total), 1000 - b), u = Math.min(thousandths(bare, facts.total), q);
  const put = (id, n) => { const place = document.getElementById(id); if (place.textContent !== percent(n)) place.textContent = percent(n); };
  put("borrowed", b); put("quoted", q); put("unreferenced", u); put("original", 1000 - b - q);
  [["b", b], ["q", q - u], ["u", u]].forEach(([name, n]) => document.getElementById("bar-" + name).style.width = n / 10 + "%");
  document.title = facts.document + ": " + percent(b) + " " + facts.words.borrowed;
}
function showCard(number, states) {
  const card = cardOf.get(number), { verdict, note } = decisions.get(number);
  const seen = card.dataset.kinds.split(" ").some(kind => on("kind", kind));
  card.classList.toggle("gone", !seen || states.every(state => state === "gone"));
  card.classList.toggle("left-out", !states.includes("counted") && states.some(state => state !== "gone"));
  card.classList.toggle("dismissed", verdict === "dismissed" && on("source", card.dataset.source));
  card.querySelector(".verdict").textContent = verdict ? facts.words[verdict] : "";
  card.querySelector(".noted").textContent = note;
  card.querySelectorAll("button").forEach(button => button.setAttribute("aria-pressed", String(button.dataset.verdict === verdict)));
}
function decide(number, verdict) {
  const one = decisions.get(number);
  one.verdict = one.verdict === verdict ? "" : verdict;
  changed = true; refresh();
}
function collect() {
  const unchecked = name => boxes.filter(box => box.dataset[name] !== undefined && !box.checked).map(box => box.dataset[name]);
  return { document: facts.document, sources_off: unchecked("source"), kinds_off: unchecked("kind"), reasons_off: unchecked("reason"),
    passages: facts.passages.map(passage => ({ ...passage, ...decisions.get(passage.number) })).filter(one => one.verdict || one.note) };
}
function save(name, type, text) {
  const link = document.createElement("a"), address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address; link.download = name; document.body.append(link); link.click(); link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  changed = false;
}
function savePage() {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll(".now").forEach(e => e.classList.remove("now"));
  copy.querySelectorAll("textarea").forEach((area, k) => { area.textContent = [...decisions.values()][k].note; });
  copy.querySelector("#facts").textContent = JSON.stringify({ ...facts, decisions: collect() }).replaceAll("<", "\\u003c");
  save(stem + ".report.html", "text/html", "<!DOCTYPE html>\n" + copy.outerHTML);
}
const stem = facts.document.split("/").pop();
document.getElementById("save-page").addEventListener("click", savePage);
document.getElementById("save-decisions").addEventListener("click", () => save(stem + ".decisions.json", "application/json", JSON.stringify(collect(), null, 1)));
document.getElementById("print").addEventListener("click", () => print());
addEventListener("beforeunload", event => { if (changed) event.preventDefault(); });

boxes.forEach(box => box.addEventListener("change", () => { changed = true; refresh(); }));
let at = -1;
const target = link => link.getAttribute("href");
// a passage may be several links, one for each of its runs: the first stands for it
const passages = () => links.filter(link => !link.classList.contains("off")).filter((link, k, open) => !k || target(open[k - 1]) !== target(link));
function go(step) {
  const open = passages();
  if (!open.length) return;
  at = (at + step + open.length) % open.length; show(open[at]); open[at].focus();
}
function show(link) {
  all(".now").forEach(e => e.classList.remove("now"));
  const card = document.getElementById(target(link).slice(1));
  links.filter(l => target(l) === target(link)).forEach(l => l.classList.add("now"));
  card.classList.add("now"); card.scrollIntoView({ block: "nearest" });
  return card;
}
links.forEach(link => link.addEventListener("click", event => { event.preventDefault(); if (!link.classList.contains("off")) { at = passages().findIndex(l => target(l) === target(link)); show(link).focus(); } }));
cards.forEach((card, k) => {
  const { number } = facts.passages[k], area = card.querySelector("textarea");
  area.value = decisions.get(number).note;
  area.addEventListener("input", () => { decisions.get(number).note = area.value; card.querySelector(".noted").textContent = area.value; changed = true; });
  card.querySelectorAll("button").forEach(button => button.addEventListener("click", () => decide(number, button.dataset.verdict)));
  card.addEventListener("click", event => {
    if (event.target.closest("button, textarea, label, a")) return;
    const link = links.find(l => target(l) === "#p" + number);
    if (link) { show(link); link.scrollIntoView({ block: "center" }); }
  });
});
document.addEventListener("keydown", event => {
  const typing = ["INPUT", "TEXTAREA"].includes(event.target.tagName);
  if (event.key === "Escape") { const open = passages(); if (open[at]) open[at].focus(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
  const card = document.querySelector(".card.now"), number = card && Number(card.id.slice(1));
  // by the place of the key: on a Russian keyboard it gives another letter
  if (event.code === "KeyJ") go(1); else if (event.code === "KeyK") go(-1);
  else if (number && event.code === "KeyA") decide(number, "accepted");
  else if (number && event.code === "KeyD") decide(number, "dismissed");
  else if (number && event.code === "KeyN") { event.preventDefault(); card.querySelector("textarea").focus(); }
});
refresh();
