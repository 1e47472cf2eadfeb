// The button for light and dark offers the other one, whatever the system prefers.
const button = document.getElementById("theme");
const chosen = document.documentElement.dataset.theme;
const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
button.value = dark ? "light" : "dark";
button.title = dark ? button.dataset.light : button.dataset.dark;
button.ariaLabel = button.title;
const link = document.getElementById("link");
if (link) link.addEventListener("focus", () => link.select());
