"use strict";

// Helpers for both pages: draw boards, format numbers, load scripts. Squares are numbers: a1 is 0, b1 is 1, and h8 is
// 63.

const squareName = (at) => "abcdefgh"[at % 8] + (1 + Math.floor(at / 8));
const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1);
const ALL = [...Array(64).keys()];
const quoted = (text) => String(text).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
const element = (id) => document.getElementById(id);
const count = (number) => number.toString().replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (number, unit, units = unit + "s") => `${count(number)} ${number === 1 ? unit : units}`;

// Parses pieces with their squares, such as "Qa1".
const placed = (men) => men.map((man) => [man[0], squareOf(man.slice(1))]);

// The pieces and pawns of a FEN, each with its square.
function menOf(fen) {
  const ranks = fen.split(" ")[0].replace(/\d/g, (empty) => ".".repeat(empty)).split("/").reverse();
  return [...ranks.join("")].map((man, at) => [man, at]).filter(([man]) => man !== ".");
}

// The from-square and the to-square of a UCI move.
const arrowOf = (uci) => [squareOf(uci), squareOf(uci.slice(2))];

// The square of the king of the side to move.
const kingOf = (fen) => menOf(fen).find(([man]) => man === (fen.split(" ")[1] === "w" ? "K" : "k"))?.[1];

// Draws a board, with its pieces and its markers.
function picture({ board = [], ghosts = [], arrow, rings = [], king, tint = [], crosses = [], label }) {
  const corner = (at) => [20 + 45 * (at % 8), 45 * (7 - Math.floor(at / 8))];
  const middle = (at) => corner(at).map((value) => value + 22.5);
  const field = (at, kind) => {
    const [x, y] = corner(at);
    return `<rect class="${kind}" data-square="${squareName(at)}" x="${x}" y="${y}" width="45" height="45"/>`;
  };
  const circle = (at, kind, r) => {
    const [x, y] = middle(at);
    return `<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`;
  };
  const man = ([name, at], kind) => {
    const [x, y] = corner(at);
    return `<use class="${kind}" href="#piece-${name}" x="${x}" y="${y}"/>`;
  };
  const cross = (at) => {
    const [x, y] = middle(at);
    return `<path class="cross" d="M${x - 9} ${y - 9}l18 18m0-18l-18 18"/>`;
  };
  const line = ([[x1, y1], [x2, y2]]) =>
    `<line class="arrow" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" marker-end="url(#head)"/>`;
  return [
    `<svg viewBox="0 0 380 380" role="img" aria-label="${quoted(label)}">`,
    ...ALL.map((at) => field(at, (at + Math.floor(at / 8)) % 2 ? "light" : "dark")),
    ...tint.map((at) => field(at, "tint")),
    king >= 0 ? circle(king, "king", 21) : "",
    ...ALL.slice(0, 8).map((n) => `<text x="${42.5 + 45 * n}" y="375">${"abcdefgh"[n]}</text>
      <text x="10" y="${342.5 - 45 * n}">${n + 1}</text>`),
    ...rings.map((at) => circle(at, "ring", 20)),
    ...ghosts.map((ghost) => man(ghost, "ghost")),
    ...board.map((one) => man(one, "man")),
    ...crosses.map(cross),
    arrow ? line(arrow.map(middle)) : "",
    "</svg>",
  ].join("");
}

// Describes a board in words, for screen readers.
const inWords = (board) => board.map(([man, at]) => man + squareName(at)).join(" ");

// Loads a script of the site, once.
const scripts = new Map();
function script(name) {
  if (!scripts.has(name)) {
    scripts.set(name, new Promise((resolve, reject) => {
      const found = document.createElement("script");
      found.src = name;
      found.onload = resolve;
      found.onerror = () => {
        scripts.delete(name);
        reject(new Error(found.src));
      };
      document.head.append(found);
    }));
  }
  return scripts.get(name);
}

// The JavaScript glue and the loader of a WebAssembly module, as `sanStrings.make` expects them.
const moduleOf = (name) => [sanStrings.glue[name], async () => {
  await script(`wasm/${name}.js`);
  return sanStrings.wasm[name];
}];
