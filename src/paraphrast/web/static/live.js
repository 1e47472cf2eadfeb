// The dashboard asks for its changing part every few seconds, while somebody looks at it.
const live = document.getElementById("live");
async function refresh() {
  if (document.hidden || live.contains(document.activeElement)) return;
  try {
    const answer = await fetch(live.dataset.from, { credentials: "same-origin" });
    // the server escapes every text it puts into this part, and scripts in it do not run
    if (answer.ok && !answer.redirected) live.innerHTML = await answer.text();
  } catch {
    // the connection is gone for now: the next round asks again
  }
}
setInterval(refresh, 5000);
