"use strict";

// The main page. It knows no chess: `sanStrings` answers questions, and `DATA` contains what the lists show.

// --- The list of strings ---

// All strings, in a map by their text, and in an array sorted by how often they are played. The page shows its
// first answer without waiting for this list.
const data = sanStrings.once(async () => {
  await script("data.js");
  let cell = "";
  const strings = new Map(DATA.strings.split("\n").map((line) => {
    const [san, atLeast, plies, count, mark] = line.split("\t");
    cell = mark || cell;
    const [role, form] = cell.split("-");
    return [san, { san, atLeast: Number(atLeast), plies: Number(plies), count: Number(count), role, form }];
  }));
  const byPlayed = [...strings.values()].sort((one, other) => other.count - one.count);
  byPlayed.forEach((entry, at) => {
    const before = byPlayed[at - 1];
    entry.rank = before?.count === entry.count ? before.rank : at + 1;
  });
  return { strings, byPlayed };
});

// --- The reader ---

const explainer = sanStrings.once(() => sanStrings.make({
  explain: moduleOf("explain"),
  part: async (name) => {
    await script(`parts/${name}.js`);
    return sanStrings.parts[name];
  },
}));
const reader = sanStrings.once(() => sanStrings.make({ read: moduleOf("read") }));
const explain = async (text) => (await explainer()).explain(text);

// --- Lists of strings ---

const LISTS = {
  rarest: ["Played strings, rarest first", (byPlayed) => byPlayed.filter(({ count }) => count > 0).reverse()],
  never: ["Never played", (byPlayed) => byPlayed.filter(({ count }) => count === 0)],
  "most-played": ["All strings, most played first", (byPlayed) => byPlayed],
  longest: ["The longest of the shortest games",
    (_, strings) => [...strings.values()].sort((one, other) => other.plies - one.plies)],
};

// The strings that look possible but cannot occur, each with its reason.
async function impossible() {
  const { vocabulary } = await reader();
  const { explain } = await explainer();
  const occurring = new Set(vocabulary());
  return Promise.all([...vocabulary("symbols")].filter((san) => !occurring.has(san)).map(explain));
}

const ROLES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const FORMS = ["plain", "file", "rank", "square"];
const WITH = { plain: "without a discriminator", file: "with a file", rank: "with a rank",
  square: "with a full from-square", all: "" };

// Returns the title of a list such as `rarest` or `queen-square`, and a function that selects the strings of the
// list. Returns undefined if there is no list with this name.
function list(name) {
  if (Object.hasOwn(LISTS, name)) return LISTS[name];
  const [role, form] = name.split("-");
  if (![...ROLES, "all"].includes(role) || !Object.hasOwn(WITH, form)) return undefined;
  const is = (wanted, found) => wanted === "all" || wanted === found;
  const title = `${role === "all" ? "All strings" : `Moves of the ${role}`} ${WITH[form]}`;
  return [title.trim(), (_, strings) => [...strings.values()].filter((entry) => is(role, entry.role) && is(form, entry.form))];
}

// The strings that start with a text, or with one of its readings. Exact matches come first, then the other strings,
// most played first.
async function completions(text, readings, most) {
  const { byPlayed } = await data();
  const starts = [text, ...readings];
  const found = byPlayed.filter(({ san }) => starts.some((start) => san.startsWith(start)));
  const exact = found.filter(({ san }) => starts.includes(san));
  return [...new Set([...exact, ...found])].slice(0, most);
}

// --- The answer ---

const link = (text) => `#${encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"))}`;
const anchor = (san) => `<a class="san" href="${link(san)}">${quoted(san)}</a>`;
const played = (number) => number === 0 ? "Never played"
  : number === 1 ? "Played once" : `Played ${count(number)} times`;
const enumerate = (words, last = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
const items = (sentences) => sentences.map((sentence) => `<li>${quoted(sentence)}</li>`).join("");
const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
const share = `<p><button data-copy>Copy the link</button> <a href="#random">Another at random</a></p>`;

// Describes the place of a string when all strings are sorted by how often they were played.
function rank(san, strings) {
  const { count: times, rank: place } = strings.get(san);
  return times === 0 ? `one of ${plural(strings.size - place + 1, "such string")}`
    : `rank ${count(place)} of ${count(strings.size)}`;
}

// The board that shows why a string cannot occur, and its caption.
function pictureOfReason({ to, named, origins, placement }) {
  if (placement) {
    const men = placed(placement.men);
    const [[, from], ...companions] = men;
    const label = "The move. It would check a king on a square marked with a cross, but no king can be there.";
    const crosses = placement.attacks.map(squareOf).filter((at) => !men.some(([, taken]) => taken === at));
    return [picture({ board: men, rings: companions.map(([, at]) => at), arrow: [from, squareOf(to)], crosses, label }),
      label];
  }
  const tint = named.map(squareOf);
  const isNamed = ([, at]) => tint.includes(at);
  const all = placed(origins);
  const label = `Squares from which the piece could reach ${to} on an empty board`
    + (named.length ? "; the squares that the string names are tinted." : ".");
  return [picture({ board: all.filter(isNamed), ghosts: all.filter((man) => !isNamed(man)), tint, rings: [squareOf(to)],
    label }), label];
}

// The game that the page shows, and the ply of the position on the board.
const shown = { game: [], companions: [], ply: 0, timer: 0 };

// Shows the answer for a text, unless the visitor has asked for something else in the meantime.
async function showText(text) {
  const asked = location.hash;
  try {
    let found = await explain(text);
    let note;
    if (found.verdict === "not_san" && found.readings.length > 0 && found.moves.length === 0) {
      note = noteOf(text, found.readings);
      found = await explain(found.readings[0].san);
    }
    if (location.hash === asked) await showExplained(found, note);
  } catch (error) {
    if (location.hash === asked) showFailure(text, error);
  }
}

function showFailure(text, error) {
  show(`<h2 tabindex="-1">${quoted(text)}</h2><p>The file <code>${quoted(error.message)}</code>
    could not be loaded. <a href="${link(text)}" data-again>Try again</a></p>`);
}

// Says what a text that is not SAN means, and how it differs from SAN.
function noteOf(text, readings) {
  const means = readings.map(({ san, with: differences }) =>
    `${anchor(san)}, with ${enumerate(differences.map(({ text }) => quoted(text)))}`);
  const verb = means.length === 1 ? "It means" : "It may mean";
  return `<q>${quoted(text)}</q> is not SAN. ${verb} ${means.join("; or ")}.`;
}

function showExplained(found, note) {
  if (found.verdict === "not_san") {
    return showNotSan(found);
  }
  const { san, board } = found;
  const occurs = found.verdict === "occurs";
  const [kind, says] = occurs ? ["yes", "occurs"] : ["no", "cannot occur"];
  document.title = `${san} ${says} – san-strings`;
  const head = `${note ? `<p class="note">${note}</p>` : ""}<h2 tabindex="-1"><span class="san">${quoted(san)}</span>
    <span class="${kind}">${says}</span></h2>`;
  if (!occurs) {
    const [svg, caption] = pictureOfReason(board);
    const proof = found.proof.length ? `<ul class="proof">${items(found.proof)}</ul>` : "";
    show(`${head}
      <div class="columns"><figure><div id="board">${svg}</div><figcaption>${caption}</figcaption></figure>
      <div><p>${quoted(found.reason)}</p>${proof}${share}</div></div>`);
    return;
  }
  shown.game = board.game;
  shown.companions = board.companions;
  const [settled, how] = found.proven ? ["proven", "proven"] : ["open", "not settled"];
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
    <div><p>${quoted(found.known)}. <span class="${settled}">${how}</span> <small>A ply is a move of one side.</small></p>
    <p id="moves">${movetext()}</p>
    <p>${quoted(found.why.text)}</p>
    <ul>${items(found.parts)}</ul>
    <p>${played(found.lichess_count)} in ${BILLION} billion ${SOURCE}<span id="rank"></span>.</p>
    <p><a href="https://lichess.org/analysis/${found.fen.replace(/ /g, "_")}">The position on lichess.org</a></p>${share}</div></div>`);
  goTo(found.plies);
  data().then(({ strings }) => {
    if (document.querySelector("#answer h2 .san")?.textContent === san) element("rank").textContent = `: ${rank(san, strings)}`;
  }).catch(() => {});
}

async function showNotSan({ text, error, other, moves }) {
  const asked = location.hash;
  const name = `<q>${quoted(text)}</q>`;
  document.title = "san-strings";
  if (moves.length > 0) {
    show(`<h2 tabindex="-1">${name} is several moves</h2><p>${enumerate(moves.map(anchor))}</p>`);
    return;
  }
  const near = (await completions(text, [], 8)).map(({ san }) => anchor(san)).join(" ");
  if (location.hash !== asked) return;
  show(`<h2 tabindex="-1">${name} is not SAN</h2><p>${quoted(capital(other ?? error))}. A move looks like
    <a class="san" href="#Nf3">Nf3</a>, <a class="san" href="#exd5">exd5</a>, <a class="san" href="#e8%3DQ">e8=Q</a> or
    <a class="san" href="#O-O">O-O</a>.${near ? ` Strings that start like this: ${near}` : ""}</p>`);
}

// The moves of the game, each as a button. A line never breaks between a move number and its move.
function movetext() {
  return shown.game.map(({ san }, at) => {
    const number = at % 2 ? "" : `${at / 2 + 1}.`;
    return `<span class="numbered">${number}<button class="move" data-ply="${at + 1}">${quoted(san)}</button></span>`;
  }).join(" ");
}

const { billion: BILLION, source: SOURCE } = document.querySelector("[data-source]").dataset;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Shows the position after `ply` plies.
function goTo(ply) {
  const { game } = shown;
  shown.ply = Math.max(0, Math.min(ply, game.length));
  const { fen, san, uci } = game[shown.ply - 1] ?? { fen: START };
  const rings = shown.ply === game.length ? shown.companions.map(squareOf) : [];
  const number = `${Math.ceil(shown.ply / 2)}${shown.ply % 2 ? "." : "..."}`;
  const fate = { "+": ", check", "#": ", checkmate" }[san?.at(-1)];
  const said = san ? `${number} ${san}${fate ?? ""}` : "The initial position";
  const board = menOf(fen);
  element("board").innerHTML = picture({ board, arrow: uci && arrowOf(uci), rings, king: fate && kingOf(fen),
    label: `The board after ${said}: ${inWords(board)}` });
  element("said").textContent = `${said} (${shown.ply} of ${plural(game.length, "ply", "plies")})`;
  const slider = element("slider");
  slider.value = shown.ply;
  slider.setAttribute("aria-valuetext", said);
  for (const button of document.querySelectorAll(".move")) {
    button.toggleAttribute("aria-current", Number(button.dataset.ply) === shown.ply);
  }
}

// Handles a click on a button below the board, or a key press.
function step(where) {
  const last = shown.game.length;
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

async function showList([title, of], name) {
  const asked = location.hash;
  let found;
  try {
    const { strings, byPlayed } = await data();
    found = of(byPlayed, strings);
  } catch (error) {
    if (location.hash === asked) showFailure(name, error);
    return;
  }
  if (location.hash !== asked) return;
  document.title = `${title} – san-strings`;
  show(`<h2 tabindex="-1">${quoted(title)}</h2><p>${plural(found.length, "string")}</p>
    <div class="wide" tabindex="0"><table><thead><tr><th scope="col">string</th><th scope="col">plies of its game</th>
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

async function showImpossible() {
  const asked = location.hash;
  try {
    const found = await impossible();
    if (location.hash !== asked) return;
    const title = "Look possible, but cannot occur";
    document.title = `${title} – san-strings`;
    const row = ({ san, reason }) => `<tr><th scope="row">${anchor(san)}</th><td class="words">${quoted(reason)}</td></tr>`;
    show(`<h2 tabindex="-1">${title}</h2><p>${plural(found.length, "string")}: the move can be played, but never gives
      check. Choose one to see the proof.</p>
      <div class="wide" tabindex="0"><table><thead><tr><th scope="col">string</th><th scope="col" class="words">why</th></tr></thead>
      <tbody id="rows">${found.map(row).join("")}</tbody></table></div>`);
  } catch (error) {
    if (location.hash === asked) showFailure("impossible", error);
  }
}

// Shows an answer. If the visitor asked for the answer, moves the focus to its heading, so that screen readers read the
// answer.
function show(html) {
  element("answer").innerHTML = html;
  if (location.hash.length > 1 && location.hash !== "#table") element("answer").querySelector("h2").focus();
}

// --- The position in which we read the text ---

// The positions that the visitor entered or reached by moves, the text that we read in the last of them, the square
// that was clicked, the legal moves, and the problem with the last FEN, if any. The board shows the last position.
const place = { history: [START], text: "", from: undefined, legal: [], wrong: undefined };

// Shows the board, what the text means in this position, and the legal moves.
async function showPosition() {
  const { read, legalMoves } = await reader();
  const fen = place.history.at(-1);
  place.legal = legalMoves(fen);
  const starts = (uci) => place.from !== undefined && uci.startsWith(place.from);
  const board = menOf(fen);
  const turn = fen.split(" ")[1] === "w" ? "White" : "Black";
  const label = `The position, ${turn} to move: ${inWords(board)}`;
  const targets = place.legal.filter(({ uci }) => starts(uci)).map(({ uci }) => squareOf(uci.slice(2)));
  element("place").innerHTML = picture({ board, rings: targets, tint: place.from ? [squareOf(place.from)] : [], label });
  element("fen").value = place.wrong?.fen ?? fen;
  element("fen").setAttribute("aria-invalid", String(place.wrong?.verdict === "wrong-fen"));
  element("wrong").textContent = place.wrong ? `${place.wrong.verdict.replace(/-/g, " ")}: ${place.wrong.why}` : "";
  element("turn").textContent = place.legal.length ? `${turn} to move, ${plural(place.legal.length, "legal move")}`
    : `${turn} to move, and has no legal move`;
  element("legal").innerHTML = place.legal.map(({ san }) => button(san)).join(" ");
  element("undo").disabled = place.history.length < 2;
  element("read").innerHTML = place.text ? reading(read(place.text, { fen })) : "";
}

const button = (san) => `<button class="move" data-move="${quoted(san)}">${quoted(san)}</button>`;

// Returns HTML that says what a text means in the position.
function reading({ text, verdict, san, sans, kinds, ranges, why, suggestions }) {
  const name = `<q>${quoted(text)}</q>`;
  if (verdict === "exact") return `${name} is exact. ${button(san)}`;
  if (san) {
    const parts = ranges.map(([start, end], n) => [text.slice(start, end), kinds[n]]).filter(([part]) => part);
    const where = parts.map(([part, kind]) => `<q>${quoted(part)}</q> (${quoted(kind)})`);
    return `${name} means ${button(san)} here, ${quoted(why)}${where.length ? `: ${where.join(", ")}` : ""}.`;
  }
  const near = suggestions.length ? ` Did you mean ${enumerate(suggestions.map(button), "or")}?` : "";
  const or = sans.length ? `: ${enumerate(sans.map(button), "or")}` : "";
  return `${name} is ${quoted(verdict.replace(/-/g, " "))} here${or}${why ? `: ${quoted(why)}` : ""}.${near}`;
}

async function playMove(san) {
  const { play } = await reader();
  const { moves } = play([san], { fen: place.history.at(-1) });
  if (moves.length) place.history.push(moves[0].fen);
  place.from = place.wrong = undefined;
  await showPosition();
}

// Handles a click on a square. The first click selects a piece, and the second click its to-square.
async function clickSquare(name) {
  const moves = place.legal.filter(({ uci }) => uci.startsWith((place.from ?? name) + (place.from ? name : "")));
  if (place.from && moves.length > 0) {
    // If a pawn promotes, there are four moves, one for each new piece, and the visitor chooses one of them.
    if (moves.length === 1) await playMove(moves[0].san);
    else element("read").innerHTML = `Which? ${moves.map(({ san }) => button(san)).join(" ")}`;
    return;
  }
  place.from = place.from !== name && place.legal.some(({ uci }) => uci.startsWith(name)) ? name : undefined;
  await showPosition();
}

// Sets the position to a FEN, or says what is wrong with the FEN.
async function setFen(fen) {
  const { readFen, play } = await reader();
  const { verdict, why } = readFen(fen);
  place.wrong = why ? { fen, verdict, why } : undefined;
  if (verdict !== "wrong-fen") place.history = [play("", { fen }).fen];
  place.from = undefined;
  await showPosition();
}

// --- Where links lead ---

// The string that a visitor sees first.
const FIRST = "Qb6xe3#";

// Parses the fragment of the URL: a text and, if the fragment contains one, a position.
function asked() {
  const [text, fen] = location.hash.slice(1).split("&fen=");
  const decoded = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // A truncated link may end inside a percent escape. Then decoding throws, and we use this part as it is.
      return part;
    }
  };
  return { text: decoded(text), fen: fen && decoded(fen) };
}

// Shows what the link asks for: a string, a list or a part of the page.
function route() {
  const { text, fen } = asked();
  if (text === "random") {
    data().then(({ byPlayed }) => location.replace(link(byPlayed[Math.floor(Math.random() * byPlayed.length)].san)))
      .catch((error) => showFailure(text, error));
    return;
  }
  if (text === "table" || text === "position") {
    const done = document.querySelector("#answer h2") ? Promise.resolve() : showText(FIRST);
    done.then(showNumbers).then(showPosition).then(() => element(text).scrollIntoView()).catch(() => {});
    return;
  }
  stopPlaying();
  shown.game = [];
  const listed = text === "impossible" || list(text);
  place.text = listed ? "" : text;
  element("search").value = place.text;
  const done = listed === true ? showImpossible() : listed ? showList(listed, text) : showText(text || FIRST);
  // The answer comes first, because that is what the visitor asked for.
  done.then(showNumbers).then(() => fen ? setFen(fen) : showPosition()).catch(() => {});
}

function ask(text) {
  closeOptions();
  if (location.hash === link(text)) route();
  else location.hash = link(text);
}

// --- The search field: a combobox as in the ARIA Authoring Practices ---

let active = -1;

async function complete() {
  closeOptions();
  const text = element("search").value.trim();
  if (!text) return;
  let found = [];
  try {
    const readings = (await explain(text)).readings?.map(({ san }) => san) ?? [];
    found = await completions(text, readings, 8);
  } catch {
    // If a file cannot be loaded, we suggest nothing. The visitor sees the error after submitting the string.
  }
  if (element("search").value.trim() !== text || document.activeElement !== element("search")) return;
  const options = element("options");
  options.innerHTML = found.map(({ san, count: times }, n) =>
    `<li role="option" id="option-${n}" data-san="${quoted(san)}"><span class="san">${quoted(san)}</span>
     <small>${played(times)}</small></li>`).join("");
  options.hidden = found.length === 0;
  element("search").setAttribute("aria-expanded", String(found.length > 0));
}

function closeOptions() {
  element("options").hidden = true;
  element("options").innerHTML = "";
  active = -1;
  element("search").setAttribute("aria-expanded", "false");
  element("search").removeAttribute("aria-activedescendant");
}

function select(change) {
  const options = [...element("options").children];
  if (options.length === 0) return;
  active = (active + change + options.length + (active < 0 && change < 0 ? 1 : 0)) % options.length;
  options.forEach((option, n) => option.setAttribute("aria-selected", String(n === active)));
  element("search").setAttribute("aria-activedescendant", `option-${active}`);
}

// --- The table of numbers ---

async function showNumbers() {
  if (element("numbers").firstChild) return;
  const { strings } = await data();
  const counts = {};
  for (const { role, form } of strings.values()) {
    for (const key of [`${role}-${form}`, `${role}-all`, `all-${form}`, "all-all"]) {
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  const head = [...FORMS, "all"].map((form) => `<th scope="col">${form === "all" ? "total" : form}</th>`);
  const rows = [...ROLES, "all"].map((role) => {
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
    if (copy !== undefined) copyLink(event.target, location.hash || link(FIRST));
  });
  element("answer").addEventListener("input", (event) => {
    if (event.target.id === "slider") { stopPlaying(); goTo(Number(event.target.value)); }
  });
  element("position").addEventListener("click", (event) => {
    const { square, move } = event.target.dataset;
    if (square) clickSquare(square);
    if (move) playMove(move);
  });
  element("set").addEventListener("submit", (event) => {
    event.preventDefault();
    setFen(element("fen").value.trim());
  });
  element("undo").addEventListener("click", () => {
    place.history.pop();
    place.from = place.wrong = undefined;
    showPosition();
  });
  element("start").addEventListener("click", () => setFen(START));
  element("copy-position").addEventListener("click", (event) =>
    copyLink(event.target, `${link(place.text)}&fen=${encodeURIComponent(place.history.at(-1))}`));
  // If the visitor probably has a keyboard, focus the search field.
  if (location.hash === "" && matchMedia("(pointer: fine)").matches) search.focus({ preventScroll: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input")) {
      event.preventDefault();
      search.focus();
      search.select();
      return;
    }
    const where = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!where || !isPlain || event.target.matches("input") || shown.game.length === 0) return;
    event.preventDefault();
    step(where);
  });
}

// Copies a link to the clipboard. If the browser does not allow this, shows the link.
async function copyLink(button, hash) {
  const url = location.href.replace(/#.*$/, "") + hash;
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = "Copied";
  } catch {
    window.prompt("The link:", url);
  }
}

start();
