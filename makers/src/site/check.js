"use strict";

// The page that checks a PGN. A worker runs the reader, and the page shows the findings.

// The code of the worker, which does one task and reports its progress.
function worker() {
  self.onmessage = async ({ data: { wasm, task, pgn, options } }) => {
    try {
      const { make, glue } = sanStringsReader();
      const reader = await make({ games: [glue.games, async () => wasm] });
      let told = 0;
      const onProgress = (part) => {
        if (part - told < 0.01) return;
        told = part;
        self.postMessage({ part });
      };
      self.postMessage({ found: reader[task](pgn, { ...options, onProgress }) });
    } catch (error) {
      self.postMessage({ error: error.message });
    }
  };
}

// The maximum number of findings for one text, and the number of findings that we add to the list at once.
const MOST = 20000;
const AT_ONCE = 200;
// The maximum length of a text that the field shows.
const LONGEST_FIELD = 300000;
// How many lines we show before and after a finding.
const AROUND = 12;

// The text to check, the name and the line ending of its file, a function that encodes text in the encoding of the
// file, whether the text is too long for the field, its findings, and the index of the finding shown.
const NEW = { name: "games.pgn", text: "", newline: "\n", encode: (text) => new TextEncoder().encode(text), large: false };
const checked = { ...NEW, findings: [], at: 0 };
let running;
// The number of the latest task. We do not show the findings of an earlier task.
let last = 0;

// Runs a task in a worker and returns its result. Returns `null` if the task was stopped, and `undefined` if another
// task replaced it.
async function run(task) {
  end(undefined);
  const mine = last;
  await script("wasm/games.js");
  if (mine !== last) return undefined;
  const source = `"use strict";${sanStringsReader}(${worker})();`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const work = new Worker(url);
  element("work").hidden = false;
  element("progress").value = 0;
  const options = { most: MOST, strict: element("strict").checked, layout: element("layout").value };
  return new Promise((resolve, reject) => {
    running = { work, end: resolve };
    work.onmessage = ({ data: { part, found, error } }) => {
      if (part !== undefined) element("progress").value = part;
      else if (error) reject(new Error(error));
      else resolve(found);
    };
    work.onerror = (event) => reject(new Error(event.message));
    work.postMessage({ wasm: sanStrings.wasm.games, task, pgn: checked.text, options });
  }).finally(() => {
    work.terminate();
    URL.revokeObjectURL(url);
    if (mine === last) element("work").hidden = true;
  });
}

// Ends the running task, if there is one, with `found` as its result.
function end(found) {
  last += 1;
  running?.work.terminate();
  running?.end(found);
  running = undefined;
  element("work").hidden = true;
}

// Decodes a file. Returns its text, and a function that encodes the text again. If the file is not UTF-8, we
// decode it as Latin-1.
function decode(bytes) {
  const is = (...mark) => mark.every((byte, at) => bytes[at] === byte);
  if (is(0xff, 0xfe) || is(0xfe, 0xff)) {
    throw new Error("this file is UTF-16: save it as UTF-8 first, or use the command-line program, which reads UTF-16");
  }
  if (is(0x50, 0x4b) || is(0x1f, 0x8b) || is(0x28, 0xb5, 0x2f, 0xfd) || is(0x42, 0x5a, 0x68)) {
    throw new Error("this file is compressed: decompress it first, or use the command-line program, which reads compressed files");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encode: (text) => new TextEncoder().encode(text) };
  } catch {
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) {
      text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }
    // If the corrected text contains a character that Latin-1 lacks, we write the whole text as UTF-8.
    const isLatin = (text) => !/[^\0-\xff]/.test(text);
    return { text, encode: (text) => isLatin(text) ? Uint8Array.from(text, (letter) => letter.charCodeAt(0))
      : new TextEncoder().encode(text) };
  }
}

// Reads a file that was opened or dropped, and checks it.
async function open(file) {
  end(undefined);
  const mine = last;
  try {
    const { text, encode } = decode(new Uint8Array(await file.arrayBuffer()));
    if (mine !== last) return;
    const large = text.length > LONGEST_FIELD;
    Object.assign(checked, { name: file.name, encode, large, text, newline: /\r\n?/.exec(text)?.[0] ?? "\n" });
    showField(large ? "" : text, !large ? undefined : `${file.name}, ${count(text.length)} characters`);
    await check();
  } catch (error) {
    if (mine === last) fail(`${file.name}: ${error.message}`);
  }
}

// Shows `text` in the field. If a file is too long for the field, pass the `name` of the file: this hides the field, and
// shows the name instead.
function showField(text, name) {
  element("text").value = text;
  element("text").hidden = name !== undefined;
  element("large").hidden = name === undefined;
  element("file-name").textContent = name ?? "";
}

// Hides the findings, which belong to an earlier text or earlier options, and shows a message instead.
function forget(message) {
  end(undefined);
  fail(message);
}

function fail(message) {
  checked.findings = [];
  element("result").hidden = true;
  element("mending").hidden = true;
  element("summary").textContent = message;
}

async function check() {
  forget("");
  element("mended").textContent = "";
  element("download").hidden = true;
  try {
    const found = await run("lint");
    if (found !== undefined) show(found);
  } catch (error) {
    fail(`This cannot be checked: ${error.message}`);
  }
}

const total = (kinds) => Object.values(kinds).reduce((sum, number) => sum + number, 0);
const inNumbers = (kinds) => Object.entries(kinds).map(([kind, number]) => `${count(number)} ${kind}`).join(", ");

function show(found) {
  if (!found) {
    fail("Stopped: only part was read.");
    return;
  }
  const { findings, kinds, games, variants } = found;
  const all = total(kinds);
  const unit = element("layout").value === "fen-lines" ? "position" : "game";
  const others = variants ? ` ${plural(variants, "game")} of variants ${variants === 1 ? "was" : "were"} not checked.` : "";
  element("summary").textContent = all === 0 ? `${plural(games, unit)}, nothing found.${others}`
    : `${plural(games, unit)}, ${plural(all, "finding")}: ${inNumbers(kinds)}.${others}`
      + (all > findings.length ? ` The first ${count(findings.length)} are listed.` : "");
  checked.findings = findings;
  element("result").hidden = findings.length === 0;
  element("mending").hidden = !findings.some(({ fix }) => fix !== null);
  element("findings").innerHTML = "";
  more();
  if (findings.length > 0) select(0);
}

function more() {
  const list = element("findings");
  const end = list.children.length + AT_ONCE;
  const item = ({ line, column, level, kind, message }, n) => `<li><button data-finding="${n}" class="finding is-${level}">
    <small>${line}:${column} ${quoted(kind)}</small> ${quoted(message)}</button></li>`;
  const next = checked.findings.slice(list.children.length, end);
  list.insertAdjacentHTML("beforeend", next.map((one, n) => item(one, list.children.length + n)).join(""));
  element("more").hidden = end >= checked.findings.length;
}

// Shows a finding: what is wrong, the board, and the lines of text around the finding.
function select(at) {
  checked.at = at;
  const { line, column, game, message, fen, fix, suggestions } = checked.findings[at];
  element("shown").textContent = `Finding ${count(at + 1)}: game ${count(game)}, line ${count(line)}, column ${column}`;
  element("message").textContent = message;
  const meant = fix !== null ? [fix] : suggestions.map(({ san }) => san);
  const take = (text) => `<button data-take="${quoted(text)}">${quoted(text)}</button>`;
  const verb = fix !== null ? "Write" : "Did you mean";
  element("meant").innerHTML = meant.length ? `${verb} ${meant.map(take).join(" ")}` : "";
  const board = fen ? menOf(fen) : [];
  const turn = fen?.split(" ")[1] === "b" ? "Black" : "White";
  element("board").innerHTML = fen ? picture({ board, label: `The position before it, ${turn} to move: ${inWords(board)}` }) : "";
  element("where").textContent = fen ? `Before this move, ${turn} to move` : "This finding has no position.";
  for (const button of document.querySelectorAll("[data-finding]")) {
    button.toggleAttribute("aria-current", Number(button.dataset.finding) === at);
  }
  showExcerpt();
}

// Shows the lines around the selected finding, and highlights all findings in these lines.
function showExcerpt() {
  const { text, findings, at } = checked;
  const [begin, end] = findings[at].range;
  let from = begin;
  for (let n = 0; n < AROUND && from > 0; n++) from = text.lastIndexOf("\n", from - 2) + 1;
  let to = end;
  for (let n = 0; n < AROUND && to < text.length; n++) to = text.indexOf("\n", to) < 0 ? text.length : text.indexOf("\n", to) + 1;
  // We limit the excerpt, because a line may be megabytes long.
  [from, to] = [Math.max(from, begin - 5000), Math.min(to, end + 5000)];
  let [html, done] = ["", from];
  findings.forEach(({ range: [first, last], level, kind }, n) => {
    if (first < done || last > to) return;
    const mark = n === at ? " aria-current=\"true\"" : "";
    html += quoted(text.slice(done, first));
    // If something is missing, the finding has a position but no text, so we mark the position with a caret.
    html += `<mark class="is-${level}" data-finding="${n}" title="${quoted(kind)}"${mark}>${quoted(text.slice(first, last)) || "‸"}</mark>`;
    done = last;
  });
  element("excerpt").innerHTML = html + quoted(text.slice(done, to));
  element("excerpt").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Replaces the text of a finding, and checks again.
async function take(text) {
  const [begin, end] = checked.findings[checked.at].range;
  checked.text = checked.text.slice(0, begin) + text + checked.text.slice(end);
  if (!checked.large) element("text").value = checked.text;
  const at = checked.at;
  await check();
  if (checked.findings.length > 0) select(Math.min(at, checked.findings.length - 1));
}

// Fixes the findings that have only one possible fix, and offers the file for download.
async function mend() {
  try {
    const found = await run("fix");
    if (!found) return;
    const bytes = checked.encode(found.text);
    const link = element("download");
    URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([bytes], { type: "application/x-chess-pgn" }));
    link.download = checked.name.replace(/(\.\w+)?$/, "-fixed$1");
    link.hidden = false;
    const left = total(found.kinds);
    element("mended").textContent = `${count(found.mended)} fixed, ${left === 0 ? "nothing" : count(left)} left`;
  } catch (error) {
    element("mended").textContent = `It cannot be fixed: ${error.message}`;
  }
}

element("form").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
// A text area turns every line ending into "\n", so we restore the line endings of the file.
element("text").addEventListener("input", ({ target }) => {
  checked.text = target.value.replace(/\n/g, checked.newline);
  forget("The text has changed: check it again.");
});
for (const option of ["strict", "layout"]) {
  element(option).addEventListener("change", () => forget(checked.text && "The options have changed: check it again."));
}
// Deselect the file. Otherwise the browser would fire no `change` event if the visitor opened the same file again.
element("file").addEventListener("click", ({ target }) => (target.value = ""));
element("clear").addEventListener("click", () => {
  showField("");
  Object.assign(checked, NEW);
  forget("");
  element("text").focus();
});
element("file").addEventListener("change", ({ target }) => {
  if (target.files[0]) open(target.files[0]);
});
element("stop").addEventListener("click", () => end(null));
element("mend").addEventListener("click", mend);
element("more").addEventListener("click", more);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) open(file);
});
element("result").addEventListener("click", (event) => {
  const found = event.target.closest("[data-finding]");
  if (found) select(Number(found.dataset.finding));
  if (event.target.dataset.take !== undefined) take(event.target.dataset.take);
});
