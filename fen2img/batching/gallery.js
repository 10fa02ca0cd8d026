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
  const words = wordsOf(tools);
  const forms = new Intl.PluralRules(root.lang);
  const number = (n) => {
    const digits = String(n);
    return digits.length < words.from ? digits : digits.replace(/\B(?=(\d{3})+$)/g, words.group);
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const count = number(figures.length);
  const form = words.diagrams[forms.select(figures.length)] || Object.values(words.diagrams).pop();
  const total = fill(form, { n: count });
  let texts = null;
  let waiting = 0;

  const fold = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();
  const textOf = (figure) => {
    const said = [...figure.querySelectorAll("p:not(.files)")].map((part) => part.textContent);
    const name = figure.querySelector("a").getAttribute("href").slice(base);
    return fold([...said, decodeURIComponent(name)].join("\n"));
  };
  const filter = () => {
    const wanted = fold(search.value).split(/\s+/).filter(Boolean);
    texts = texts || (wanted.length ? figures.map(textOf) : null);
    let found = 0;
    figures.forEach((figure, i) => {
      const shown = wanted.every((word) => texts[i].includes(word));
      found += shown;
      if (figure.hidden === shown) figure.hidden = !shown;
    });
    status.value = wanted.length ? fill(words.found, { found: number(found), count, diagrams: total }) : total;
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

const wordsOf = (tools) => JSON.parse(tools.dataset.words);
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
  const words = wordsOf(document.querySelector(".tools"));
  const done = await copy(button.closest("figure").querySelector("code"));
  button.textContent = done ? words.copied : words.selected;
  said.textContent = done ? words.fen_copied : words.fen_selected;
  setTimeout(() => {
    button.textContent = words.copy;
    said.textContent = "";
  }, 2000);
});
