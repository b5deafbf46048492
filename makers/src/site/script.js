"use strict";

// The page of san-strings. It knows no chess: `DATA` says what to show and what to draw.

// --- The data ---

const lines = (text) => text.split("\n");

// A move, as the program writes it: see src/site/moves.rs.
const MOVE = /([\w-])([\w-])(?:=(.)|\*(.)|([~^])(.)(.))?([:;!])?([+#])?/g;

// Squares are numbers, from a1 (0) and b1 (1) to h8 (63).
const square = (letter) => DATA.letters.indexOf(letter);
const squareName = (at) => "abcdefgh"[at % 8] + (1 + Math.floor(at / 8));
const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1);
const ALL = [...Array(64).keys()];
const squares = (letters) => Array.from(letters, square);
// Men and their squares, such as "Qa" for a queen on the square of that letter.
const men = (text) => text.match(/../g)?.map(([man, letter]) => [man, square(letter)]) ?? [];

const table = (text, read) => new Map(lines(text).map((line) => {
  const [key, ...columns] = line.split("\t");
  return [key, read(columns, key)];
}));

// A SAN: piece, file, rank and to-square; file and to-square of a pawn.
const SAN = /^(?:O-O(?:-O)?|([KQRBN])([a-h])?([1-8])?x?([a-h][1-8])|(?:([a-h])x)?([a-h][1-8])(?:=[QRBN])?)[+#]?$/;

// The piece that a SAN moves, the file and the rank that it names, and its to-square. Castling names
// none of these.
function parts(san) {
  const [, piece, file, rank, to, pawnFile, pawnTo] = SAN.exec(san);
  return { piece: piece ?? (pawnTo ? "P" : "K"), file: file ?? pawnFile, rank, to: to ?? pawnTo };
}

const ROLES = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };
const FORMS = ["plain", "file", "rank", "square"];

// The row and the column of a string in the table of numbers. The file of a pawn tells nothing apart.
function cell(san) {
  const { piece, file, rank } = parts(san);
  return { role: ROLES[piece], form: FORMS[(file && piece !== "P" ? 1 : 0) + (rank ? 2 : 0)] };
}

const strings = table(DATA.strings, ([atLeast, plies, count], san) =>
  ({ san, atLeast: Number(atLeast), plies: Number(plies), count: Number(count), ...cell(san) }));
const origins = table(DATA.origins, ([placed]) => men(placed));
// All strings, the most played first, each with its rank.
const byPlayed = [...strings.values()].sort((one, other) => other.count - one.count);
byPlayed.forEach((entry, at) => {
  const before = byPlayed[at - 1];
  entry.rank = before?.count === entry.count ? before.rank : at + 1;
});

// What there is to say of the strings of one to-square, or of castling, is in a script of its own, which has to
// be loaded before.
const squareFile = (san) => parts(san).to ?? "castling";
const said = new Map();
function saidOf(name) {
  if (!said.has(name)) {
    const { strings, impossible, unchecking, sentences } = DATA.squares[name];
    const all = lines(sentences);
    const inWords = (numbers) => numbers.split(" ").map((number) => all[parseInt(number, 16)]);
    said.set(name, {
      strings: table(strings, ([companions, words, moves]) =>
        ({ companions, words: inWords(words), moves })),
      impossible: table(impossible, ([words = ""]) => ({ words: inWords(words) })),
      unchecking: table(unchecking, ([words = "", placed, attacked]) =>
        ({ words: inWords(words), placed, attacked })),
    });
  }
  return said.get(name);
}

// How texts that are not SAN are read: see crates/san/src/spelling.rs.
const steps = DATA.rules.steps.map(([adds, rules]) => [adds, rules.map(
  ([pattern, replacement, from, must, kind, text]) =>
    ({ pattern: new RegExp(pattern, "u"), replacement, from, must, difference: { kind, text } }))]);
const [EXIST, FIT, FIT_NO_PUSH] = [1, 2, 3];

// --- Games ---

// The positions of a game: the first, and that after each move, with the move.
function play(moves) {
  const board = Array.from(DATA.start);
  const positions = [{ board: board.join("") }];
  for (const found of moves.matchAll(MOVE)) {
    const [, from, to, promoted, captured, castling, rookFrom, rookTo, named, suffix = ""] = found;
    const [at, onto] = [square(from), square(to)];
    const man = board[at];
    const isPawn = man === "P" || man === "p";
    const isCapture = board[onto] !== "." || captured !== undefined;
    const [file, rank] = squareName(at);
    const parts = { ":": file, ";": rank, "!": file + rank };
    let san = isPawn ? "" : man.toUpperCase() + (parts[named] ?? "");
    if (isCapture) san += (isPawn ? file : "") + "x";
    san += squareName(onto) + (promoted ? "=" + promoted.toUpperCase() : "");
    board[at] = ".";
    board[onto] = promoted ?? man;
    if (captured) board[square(captured)] = ".";
    if (castling) {
      san = castling === "~" ? "O-O" : "O-O-O";
      const rook = board[square(rookFrom)];
      board[square(rookFrom)] = ".";
      board[square(rookTo)] = rook;
    }
    const king = suffix ? board.indexOf(man === man.toUpperCase() ? "k" : "K") : undefined;
    positions.push({ board: board.join(""), san: san + suffix, from: at, to: onto, king });
  }
  return positions;
}

// --- Texts ---

// What there is to say of a SAN; undefined if a text is not SAN.
function verdict(san) {
  if (!SAN.test(san)) return undefined;
  const { strings: occurring, impossible, unchecking } = saidOf(squareFile(san));
  const found = occurring.get(san);
  if (found) {
    const { words: [known, why, ...says], ...rest } = found;
    return { ...strings.get(san), ...rest, occurs: true, known, why, says };
  }
  const base = san.replace(/[+#]$/, "");
  // A pawn that captures needs its `x`, and no reason about a piece does.
  const withoutX = /^[a-h]/.test(base) ? base : base.replace("x", "");
  const { words, ...drawn } = impossible.get(withoutX) ?? unchecking.get(base);
  const [reason, ...proof] = words;
  return { san, occurs: false, reason, proof, ...drawn };
}

// The spellings that a text may stand for, after every step of the rules.
function spellings(text) {
  const fill = (replacement, groups) => replacement.replace(/\{(.)([_^]?)\}/g, (_, group, to) => {
    const found = groups[group] ?? "";
    return to === "^" ? found.toUpperCase() : to === "_" ? found.toLowerCase() : found;
  });
  const apply = (spelling, rule) => {
    const groups = !SAN.test(spelling.text) && rule.pattern.exec(spelling.text);
    const text = groups && fill(rule.replacement, groups);
    return !groups || text === spelling.text ? undefined : {
      text,
      with: spelling.with.some(({ kind }) => kind === rule.difference.kind)
        ? spelling.with : [...spelling.with, rule.difference],
      from: fill(rule.from, groups) || spelling.from,
      must: Math.max(spelling.must, rule.must),
    };
  };
  const add = (spelling, rules) =>
    [spelling, ...rules.map((rule) => apply(spelling, rule)).filter(Boolean)];
  const change = (spelling, rules) => rules.reduce((now, rule) => apply(now, rule) ?? now, spelling);
  return steps.reduce((found, [adds, rules]) => adds ? found.flatMap((one) => add(one, rules))
    : found.map((one) => change(one, rules)), [{ text, with: [], from: "", must: 0 }]);
}

// Whether a man can come from a square, on an empty board, to make a move.
function canComeFrom(san, from) {
  if (san.startsWith("O")) return true;
  const { piece, file, rank, to } = parts(san);
  const isPawn = piece === "P";
  const column = file ?? (isPawn ? to[0] : undefined);
  return (origins.get(piece + to) ?? []).some(([, at]) => squareName(at) === from)
    && (!column || from[0] === column) && (!rank || from[1] === rank) && !(isPawn && file === to[0]);
}

// What a text means that is not SAN.
function readings(text) {
  if (SAN.test(text) || new TextEncoder().encode(text).length > DATA.rules.longest) return [];
  const found = new Map();
  for (const { text: san, with: differences, from, must } of spellings(text)) {
    if (!SAN.test(san) || differences.length === 0 || found.has(san)) continue;
    const fits = !from || canComeFrom(san, from);
    if (must >= EXIST && !strings.has(san.replace(/[+#]$/, "")) || must >= FIT && !fits) continue;
    if (must === FIT_NO_PUSH && canComeFrom(parts(san).to, from)) continue;
    const [kind, words] = DATA.rules.wrong;
    found.set(san, { san, with: differences.map((difference) =>
      fits || difference.kind !== DATA.rules.origin ? difference : { kind, text: words }) });
  }
  const isRight = ({ with: differences }) =>
    differences.every(({ kind }) => kind !== DATA.rules.wrong[0]);
  const all = [...found.values()];
  return all.some(isRight) ? all.filter(isRight) : all;
}

// The moves of a text that has several.
function several(text) {
  if (new TextEncoder().encode(text).length > DATA.rules.longestMoves) return [];
  const words = text.split(new RegExp(DATA.rules.between, "u")).filter(Boolean);
  return words.length > 1 && words.every((word) => SAN.test(word)) ? words : [];
}

const enumerate = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

// The strings that begin like a text, the most played first.
function completions(text, most) {
  const starts = new Set(spellings(text).map((spelling) => spelling.text));
  const found = byPlayed.filter(({ san }) => [...starts].some((start) => san.startsWith(start)));
  const exact = found.filter(({ san }) => starts.has(san));
  return [...new Set([...exact, ...found])].slice(0, most);
}

// --- Lists of strings ---

const LISTS = {
  rarest: ["Played, the rarest first", () => byPlayed.filter(({ count }) => count > 0).reverse()],
  never: ["Never played", () => byPlayed.filter(({ count }) => count === 0)],
  "most-played": ["All strings, the most played first", () => byPlayed],
  longest: ["The longest of the shortest games",
    () => [...strings.values()].sort((one, other) => other.plies - one.plies)],
};

const WITH = { plain: "without a discriminator", file: "with a file", rank: "with a rank",
  square: "with a full square", all: "" };

// The list of a name such as `rarest` or `queen-square`: a title and its strings.
function list(name) {
  if (Object.hasOwn(LISTS, name)) return { title: LISTS[name][0], found: LISTS[name][1]() };
  const [role, form] = name.split("-");
  if (![...Object.values(ROLES), "all"].includes(role) || !Object.hasOwn(WITH, form)) return undefined;
  const is = (wanted, found) => wanted === "all" || wanted === found;
  const found = [...strings.values()].filter((entry) => is(role, entry.role) && is(form, entry.form));
  const title = `${role === "all" ? "All strings" : `Of the ${role}`} ${WITH[form]}`;
  return { title: title.trim(), found };
}

// --- The page ---

const quoted = (text) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
const link = (san) => `#${encodeURIComponent(san)}`;
const anchor = (san) => `<a class="san" href="${link(san)}">${quoted(san)}</a>`;
const count = (number) => number.toString().replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (number, unit, units = unit + "s") => `${count(number)} ${number === 1 ? unit : units}`;
const played = (number) => number === 0 ? "Never played"
  : number === 1 ? "Played once" : `Played ${count(number)} times`;

// Where a string stands among all, by how often it is played.
function rank({ count: times, rank: place }) {
  return times === 0 ? `one of ${plural(strings.size - place + 1, "such string")}`
    : `rank ${count(place)} of ${count(strings.size)}`;
}

// A board as a picture: its men, and what is marked.
function picture({ board = [], ghosts = [], arrow, rings = [], king, tint = [], crosses = [], label }) {
  const corner = (at) => [20 + 45 * (at % 8), 45 * (7 - Math.floor(at / 8))];
  const middle = (at) => corner(at).map((value) => value + 22.5);
  const field = (at, kind) => {
    const [x, y] = corner(at);
    return `<rect class="${kind}" x="${x}" y="${y}" width="45" height="45"/>`;
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
    ...board.map((placed) => man(placed, "man")),
    ...crosses.map(cross),
    arrow ? line(arrow.map(middle)) : "",
    "</svg>",
  ].join("");
}

const onBoard = (board) => Array.from(board, (man, at) => [man, at]).filter(([man]) => man !== ".");

// The board that shows why a string cannot occur, and what it shows.
function pictureOfReason({ san, placed, attacked }) {
  const { piece, file, rank, to } = parts(san);
  const target = squareOf(to);
  if (placed) {
    const [[, from], ...companions] = men(placed);
    const label = "The move. It would check a king on a crossed square, but no king can stand there.";
    const isFree = (at) => !men(placed).some(([, taken]) => taken === at);
    return [picture({ board: men(placed), rings: companions.map(([, at]) => at),
      arrow: [from, target], crosses: squares(attacked).filter(isFree), label }), label];
  }
  const isNamed = (at) => (file || rank)
    && (!file || squareName(at)[0] === file) && (!rank || squareName(at)[1] === rank);
  const all = origins.get(piece + to) ?? [];
  const label = `Where ${ROLES[piece]}s come from to ${to} on an empty board`
    + (file || rank ? "; what the string names is tinted." : ".");
  return [picture({ board: all.filter(([, at]) => isNamed(at)),
    ghosts: all.filter(([, at]) => !isNamed(at)), tint: ALL.filter(isNamed), rings: [target], label }), label];
}

// What the page shows now, and at which ply of its game.
const shown = { positions: [], companions: "", ply: 0, timer: 0 };
const element = (id) => document.getElementById(id);

// Loads what there is to say of a string, and shows it, unless the page shows something else by then.
function showString(san, note) {
  const name = squareFile(san);
  const asked = location.hash;
  const then = () => { if (location.hash === asked) showVerdict(verdict(san), note); };
  if (DATA.squares[name]) {
    then();
    return;
  }
  const script = document.createElement("script");
  script.src = `squares/${name}.js`;
  script.onload = then;
  script.onerror = () => show(`<h2 tabindex="-1">${quoted(san)}</h2><p>The file <code>${script.src}</code>
    could not be loaded. <a href="${link(san)}" data-again>Try again</a></p>`);
  document.head.append(script);
}

function showVerdict(found, note) {
  const { san } = found;
  const [kind, says] = found.occurs ? ["yes", "occurs"] : ["no", "cannot occur"];
  document.title = `${san} ${says} – san-strings`;
  const items = (sentences) => sentences.map((sentence) => `<li>${quoted(sentence)}</li>`).join("");
  const head = `${note ? `<p class="note">${note}</p>` : ""}<h2 tabindex="-1"><span class="san">${quoted(san)}</span>
    <span class="${kind}">${says}</span></h2>`;
  if (!found.occurs) {
    const [svg, caption] = pictureOfReason(found);
    const proof = found.proof.length ? `<ul class="proof">${items(found.proof)}</ul>` : "";
    show(`${head}
      <div class="columns"><figure><div id="board">${svg}</div><figcaption>${caption}</figcaption></figure>
      <div><p>${quoted(found.reason)}</p>${proof}${share}</div></div>`);
    return;
  }
  shown.positions = play(found.moves);
  shown.companions = found.companions;
  const [settled, how] = found.plies === found.atLeast ? ["proven", "proven"] : ["open", "not settled"];
  show(`${head}
    <div class="columns"><figure><div id="board"></div>
    <div class="controls" role="group" aria-label="The game">
    <button data-step="first" aria-label="To the start">«</button>
    <button data-step="back" aria-label="One move back">‹</button>
    <input id="slider" type="range" min="0" max="${found.plies}" aria-label="Move of the game">
    <button data-step="next" aria-label="One move on">›</button>
    <button data-step="last" aria-label="To the end">»</button>
    <button data-step="play" aria-label="Play the game">play</button></div>
    <figcaption id="said" aria-live="polite"></figcaption></figure>
    <div><p>${quoted(found.known)}. <span class="${settled}">${how}</span></p>
    <p id="moves">${movetext()}</p>
    <p>${quoted(found.why)}</p>
    <ul>${items(found.says)}</ul>
    <p>${played(found.count)} in ${Math.round(DATA.total / 1e9)} billion ${quoted(DATA.source)}:
    ${rank(found)}.</p>${share}</div></div>`);
  goTo(found.plies);
}

const share = `<p><button data-copy>Copy the link</button> <a href="#random">Another at random</a></p>`;

// The moves of the game, each a button. A number stays with its move.
function movetext() {
  return shown.positions.slice(1).map(({ san }, at) => {
    const number = at % 2 ? "" : `${at / 2 + 1}.`;
    return `<span class="numbered">${number}<button class="move" data-ply="${at + 1}">${quoted(san)}</button></span>`;
  }).join(" ");
}

// Shows the position after this many plies.
function goTo(ply) {
  const { positions } = shown;
  shown.ply = Math.max(0, Math.min(ply, positions.length - 1));
  const { board, san, from, to, king } = positions[shown.ply];
  const isLast = shown.ply === positions.length - 1;
  const rings = isLast ? squares(shown.companions) : [];
  const number = `${Math.ceil(shown.ply / 2)}${shown.ply % 2 ? "." : "..."}`;
  const fate = { "+": ", check", "#": ", checkmate" }[san?.at(-1)] ?? "";
  const said = san ? `${number} ${san}${fate}` : "The initial position";
  const where = onBoard(board).map(([man, at]) => man + squareName(at)).join(" ");
  element("board").innerHTML = picture({ board: onBoard(board), arrow: san && [from, to], rings,
    king, label: `The board after ${said}: ${where}` });
  element("said").textContent = `${said} (${shown.ply} of ${plural(positions.length - 1, "ply", "plies")})`;
  const slider = element("slider");
  slider.value = shown.ply;
  slider.setAttribute("aria-valuetext", said);
  for (const button of document.querySelectorAll(".move")) {
    button.toggleAttribute("aria-current", Number(button.dataset.ply) === shown.ply);
  }
}

// Does what a button below the board or a key asks for.
function step(where) {
  const last = shown.positions.length - 1;
  stopPlaying();
  if (where !== "play") {
    goTo({ first: 0, back: shown.ply - 1, next: shown.ply + 1, last }[where]);
    return;
  }
  if (shown.ply === last) goTo(0);
  shown.timer = setInterval(() => {
    goTo(shown.ply + 1);
    if (shown.ply === last) stopPlaying();
  }, 700);
}

const stopPlaying = () => clearInterval(shown.timer);

function showList({ title, found }) {
  document.title = `${title} – san-strings`;
  show(`<h2 tabindex="-1">${quoted(title)}</h2><p>${plural(found.length, "string")}</p>
    <div class="wide"><table><thead><tr><th scope="col">string</th><th scope="col">plies of its game</th>
    <th scope="col">times played</th></tr></thead><tbody id="rows"></tbody></table></div>
    <p><button id="more">Show more</button></p>`);
  const row = ({ san, plies, count: times }) =>
    `<tr><th scope="row">${anchor(san)}</th><td>${plies}</td><td>${count(times)}</td></tr>`;
  const more = () => {
    const rows = element("rows");
    const end = rows.rows.length + (rows.rows.length ? 1000 : 200);
    rows.insertAdjacentHTML("beforeend", found.slice(rows.rows.length, end).map(row).join(""));
    element("more").hidden = end >= found.length;
  };
  element("more").addEventListener("click", more);
  more();
}

// Shows what a text means that is not SAN.
function showText(text) {
  const found = readings(text);
  const name = `<q>${quoted(text)}</q>`;
  const moves = several(text);
  if (moves.length > 0) {
    show(`<h2 tabindex="-1">${name} is several moves</h2><p>${enumerate(moves.map(anchor))}</p>`);
    return;
  }
  if (found.length === 0) {
    document.title = "san-strings";
    const near = completions(text, 8).map(({ san }) => anchor(san)).join(" ");
    show(`<h2 tabindex="-1">${name} is not SAN</h2><p>A move looks like <a class="san" href="#Nf3">Nf3</a>,
      <a class="san" href="#exd5">exd5</a>, <a class="san" href="#e8%3DQ">e8=Q</a> or
      <a class="san" href="#O-O">O-O</a>.${near ? ` Strings that begin so: ${near}` : ""}</p>`);
    return;
  }
  const how = (differences) => enumerate(differences.map((difference) => quoted(difference.text)));
  const means = found.map((reading) => `${anchor(reading.san)}, with ${how(reading.with)}`);
  const verb = means.length === 1 ? "It means" : "It may mean";
  showString(found[0].san, `${name} is not SAN. ${verb} ${means.join("; or ")}.`);
}

// Shows an answer, and reads it out if it was asked for.
function show(html) {
  element("answer").innerHTML = html;
  if (location.hash.length > 1 && location.hash !== "#table") element("answer").querySelector("h2").focus();
}

// The string that a visitor sees first.
const FIRST = "Qb6xe3#";

// Shows what the link asks for: a string, a list, a part of the page.
function route() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A link that was cut off: as it is.
  }
  if (text === "random") {
    const all = [...strings.keys()];
    location.replace(link(all[Math.floor(Math.random() * all.length)]));
    return;
  }
  if (text === "table") {
    if (!document.querySelector("#answer h2")) showString(FIRST);
    element(text).scrollIntoView();
    return;
  }
  stopPlaying();
  shown.positions = [];
  const listed = list(text);
  element("search").value = listed ? "" : text;
  if (text === "") showString(FIRST);
  else if (listed) showList(listed);
  else if (SAN.test(text)) showString(text);
  else showText(text);
}

function ask(text) {
  closeOptions();
  if (location.hash === link(text)) route();
  else location.hash = link(text);
}

// --- The search field: a combobox as in the ARIA Authoring Practices ---

let active = -1;

function complete() {
  closeOptions();
  const text = element("search").value.trim();
  const found = text ? completions(text, 8) : [];
  const options = element("options");
  options.innerHTML = found.map(({ san, count: times }, n) =>
    `<li role="option" id="option-${n}" data-san="${quoted(san)}"><span class="san">${quoted(san)}</span>
     <small>${played(times)}</small></li>`).join("");
  options.hidden = found.length === 0;
  element("search").setAttribute("aria-expanded", String(found.length > 0));
}

function closeOptions() {
  element("options").hidden = true;
  active = -1;
  element("search").setAttribute("aria-expanded", "false");
  element("search").removeAttribute("aria-activedescendant");
}

function select(change) {
  const options = [...element("options").children];
  if (element("options").hidden || options.length === 0) return;
  active = (active + change + options.length + (active < 0 && change < 0 ? 1 : 0)) % options.length;
  options.forEach((option, n) => option.setAttribute("aria-selected", String(n === active)));
  element("search").setAttribute("aria-activedescendant", `option-${active}`);
}

// --- The table of numbers ---

function numbers() {
  const counts = {};
  for (const { role, form } of strings.values()) {
    for (const key of [`${role}-${form}`, `${role}-all`, `all-${form}`, "all-all"]) {
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}

function showNumbers() {
  const counts = numbers();
  const head = [...FORMS, "all"].map((form) => `<th scope="col">${form === "all" ? "total" : form}</th>`);
  const rows = [...Object.values(ROLES), "all"].map((role) => {
    const cells = [...FORMS, "all"].map((form) => {
      const number = counts[`${role}-${form}`];
      return `<td>${number ? `<a href="#${role}-${form}">${count(number)}</a>` : 0}</td>`;
    });
    const name = { all: "total", king: "king, castling" }[role] ?? role;
    return `<tr><th scope="row">${name}</th>${cells.join("")}</tr>`;
  });
  element("numbers").innerHTML = `<thead><tr><td></td>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody>`;
}

function start() {
  const search = element("search");
  showNumbers();
  route();
  window.addEventListener("hashchange", route);
  search.addEventListener("input", complete);
  search.addEventListener("blur", () => setTimeout(closeOptions, 200));
  element("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const option = element("options").children[active];
    ask(option ? option.dataset.san : search.value.trim());
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") select(1);
    else if (event.key === "ArrowUp") select(-1);
    else if (event.key === "Escape") closeOptions();
    else return;
    event.preventDefault();
  });
  element("options").addEventListener("mousedown", (event) => {
    const option = event.target.closest("[data-san]");
    if (option) ask(option.dataset.san);
  });
  element("answer").addEventListener("click", (event) => {
    const { step: where, ply, copy, again } = event.target.dataset;
    if (again !== undefined) route();
    if (where) step(where);
    if (ply) { stopPlaying(); goTo(Number(ply)); }
    if (copy !== undefined) copyLink(event.target);
  });
  element("answer").addEventListener("input", (event) => {
    if (event.target.id === "slider") { stopPlaying(); goTo(Number(event.target.value)); }
  });
  document.addEventListener("keydown", (event) => {
    const where = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!where || !isPlain || event.target.matches("input") || shown.positions.length === 0) return;
    event.preventDefault();
    step(where);
  });
}

// Puts the link to what is shown on the clipboard; where that is not allowed, shows it.
async function copyLink(button) {
  const san = document.querySelector("#answer h2 .san").textContent;
  const url = location.href.replace(/#.*$/, "") + link(san);
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = "Copied";
  } catch {
    window.prompt("The link:", url);
  }
}

if (typeof document !== "undefined") start();
