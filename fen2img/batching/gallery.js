"use strict";
// The page shows everything without this; it copies FENs, filters, and sets the size of the diagrams.
const root = document.documentElement;
root.className = "js";

addEventListener("DOMContentLoaded", () => {
  const tools = document.querySelector(".tools");
  const [search, size] = tools.querySelectorAll("input");
  const status = tools.querySelector("output");
  const figures = [...document.querySelectorAll("figure")];
  const base = document.querySelector(".diagrams").dataset.base.length;
  const number = (n) => n.toLocaleString("en");
  const total = number(figures.length) + (figures.length === 1 ? " diagram" : " diagrams");
  let texts = null;
  let waiting = 0;

  const fold = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();
  const textOf = (figure) => {
    const said = [...figure.querySelectorAll("p:not(.files)")].map((part) => part.textContent);
    const name = figure.querySelector("a").getAttribute("href").slice(base);
    return fold([...said, decodeURIComponent(name)].join("\n"));
  };
  const filter = () => {
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    texts = texts || (words.length ? figures.map(textOf) : null);
    let found = 0;
    figures.forEach((figure, i) => {
      const shown = words.every((word) => texts[i].includes(word));
      found += shown;
      if (figure.hidden === shown) figure.hidden = !shown;
    });
    status.value = words.length ? number(found) + " of " + total : total;
  };
  const resize = () => root.style.setProperty("--size", size.value + "rem");

  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 150);
  });
  size.addEventListener("input", resize);
  tools.hidden = false;
  resize();
  filter();
});

const select = (code) => {
  const selection = getSelection();
  selection.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(code);
  selection.addRange(range);
};
const copy = async (code) => {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    // An old browser, or a page that was not loaded over HTTPS.
    select(code);
    return document.execCommand("copy");
  }
};
addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const said = document.querySelector("[role=status]");
  const done = await copy(button.closest("figure").querySelector("code"));
  button.textContent = done ? "Copied" : "Selected";
  said.textContent = done ? "FEN copied" : "The FEN is selected, to be copied by hand";
  setTimeout(() => {
    button.textContent = "Copy FEN";
    said.textContent = "";
  }, 2000);
});
