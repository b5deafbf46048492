// Compares the package with the program, with chess.js, and with attacked squares that we compute here. Usage:
//
//   SAN_STRINGS=PROGRAM REPOSITORY=FOLDER GAMES=FOLDER node --test package.test.mjs
//
// GAMES is a folder with PGN files from lichess.org and The Week in Chess.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Chess } from "chess.js";
import { load } from "san-strings";
import { load as loadRead } from "san-strings/read";

const { SAN_STRINGS: program, REPOSITORY: repository, GAMES: games } = process.env;
const packaged = join(import.meta.dirname, "node_modules/san-strings");
const san = await load();

// Generates pseudorandom numbers, the same in each run.
let seed = 74;
function below(end) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * end);
}
const choice = (list) => list[below(list.length)];

// Returns the output of the program, whatever its exit code is.
function ask(args, input) {
  const { stdout, error } = spawnSync(program, args, { input, maxBuffer: 2 ** 30 });
  if (error) throw error;
  return stdout;
}
const lines = (bytes) => bytes.toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));

const FILES = [..."abcdefgh"];
const SQUARES = FILES.flatMap((file) => [..."12345678"].map((rank) => file + rank));

// Returns a random text: a string from the list, such a string in another spelling, or random letters.
function someText() {
  const text = choice(strings);
  const piece = choice(["KDTLS", "RDTFC", "KDTLP", "♔♕♖♗♘", "♚♛♜♝♞", "kqrbn"].map((letters) => [...letters]));
  const at = "KQRBN".indexOf(text[0]);
  switch (below(12)) {
    case 0: return text;
    case 1: return at < 0 ? text.toUpperCase() : piece[at] + text.slice(1);
    case 2: return `${below(99)}. ${text}!?`;
    case 3: return text.replaceAll("O", "0").replace("=", "");
    case 4: return text.replace("x", choice([":", "", "×"]));
    case 5: return choice(SQUARES) + choice(["", "-", "x"]) + choice(SQUARES) + choice(["", "", "=Q", "n"]);
    case 6: return `${text}${choice(["+", "#", "++", " e.p.", " mate", "ch", "‡", "=", "±"])}`;
    case 7: return choice(["--", "1-0", "resigns", "castles", "knight takes e5", "queen e7 check", "…e5", ""]);
    case 8: return text.replace(/\d/, (digit) => digit + choice(["9", "-", " ", "é"]));
    default: return Array.from({ length: below(8) }, () => choice([..."KQRBNPDTLSabcdefgh12345678xO0-=+#()/!?. ♘ü😀"])).join("");
  }
}

const vocabulary = san.vocabulary();
const strings = [...vocabulary];

// Returns the FEN of a position that a random game reaches.
function somePosition() {
  let [fen, legal] = [undefined, san.legalMoves()];
  for (let ply = below(80); ply > 0 && legal.length > 0; ply--) {
    fen = san.play([choice(legal).san], { fen }).moves[0].fen;
    legal = san.legalMoves(fen);
  }
  return fen ?? new Chess().fen();
}

// Converts a byte offset in UTF-8, as the program prints it, to an index in a JavaScript string, which is UTF-16.
const inString = (text, place) => Buffer.from(text).subarray(0, place).toString().length;

test("ten thousand texts in positions: the answer of the program", () => {
  const asked = [];
  while (asked.length < 10000) {
    const fen = somePosition();
    for (let n = 0; n < 20; n++) asked.push([fen, someText().replaceAll(/[\t\n]/g, "")]);
  }
  const input = asked.map(([fen, text]) => `${fen}\t${text}\n`).join("");
  const found = lines(ask(["read", "--fen", "-", "--format", "json"], input));
  assert.equal(found.length, asked.length);
  const verdicts = new Set();
  asked.forEach(([fen, text], at) => {
    const { ranges, ...rest } = found[at];
    verdicts.add(rest.verdict);
    const expected = { ...rest, ranges: ranges.map((range) => range.map((place) => inString(text, place))) };
    assert.deepEqual(san.read(text, { fen }), expected, `${text} in ${fen}`);
  });
  assert.equal(verdicts.size, 6, [...verdicts].join());
});

test("the rows of the suite: the answer of the program", () => {
  const rows = ["canonical", "lenient", "refuse", "legal", "null"].flatMap((name) => {
    const [head, ...all] = readFileSync(join(repository, "output/conformance", `${name}.tsv`), "utf8").trim().split("\n");
    const columns = head.split("\t");
    const [fen, text] = [columns.indexOf("fen"), columns.findIndex((it) => it === "text" || it === "san")];
    assert(fen >= 0, head);
    return text < 0 ? [] : all.map((row) => row.split("\t")).map((row) => [row[fen], row[text]]);
  });
  assert(rows.length > 30000, rows.length);
  const input = rows.map((row) => `${row.join("\t")}\n`).join("");
  const found = lines(ask(["read", "--fen", "-", "--format", "json"], input));
  rows.forEach(([fen, text], at) => {
    const { ranges, ...rest } = found[at];
    const { ranges: ours, ...other } = san.read(text, { fen });
    assert.deepEqual(other, rest, `${text} in ${fen}`);
    assert.deepEqual(ours, ranges.map((range) => range.map((place) => inString(text, place))));
  });
});

test("FENs: the answer of the program", () => {
  const fens = [new Chess().fen(), "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "8/8", "4k3/8/8/8/8/8/8/4K3", "é x"];
  for (const fen of fens) {
    const [{ ranges, ...found }] = lines(ask(["read", "--format", "json", "--fen", fen]));
    const { ranges: _, ...ours } = san.readFen(fen);
    assert.deepEqual(ours, found);
  }
});

test("strings and texts without a position: the answer of the program", async () => {
  const texts = strings.filter((_, at) => at % 37 === 0).concat(Array.from({ length: 1500 }, someText));
  for (const piece of "KQRBN") for (const to of SQUARES) texts.push(piece + choice(FILES) + to, piece + choice(SQUARES) + to + "+");
  for (const to of SQUARES) texts.push(choice(FILES) + "x" + to, to + "=Q", to, "R" + to + "#");
  const asked = texts.filter((text) => !text.includes("\n"));
  const found = lines(ask(["explain", "-", "--format", "json"], asked.map((text) => `${text}\n`).join("")));
  assert.equal(found.length, asked.length);
  const verdicts = new Set();
  for (const [at, text] of asked.entries()) {
    const { board, ...ours } = await san.explain(text);
    assert.deepEqual(ours, found[at], text);
    verdicts.add(ours.verdict);
    if (ours.verdict === "occurs") checkGame(ours, board);
    if (ours.verdict === "cannot_occur") checkSquares(text, board);
  }
  assert.equal(verdicts.size, 3);
});

// Checks that chess.js agrees with our answer on all moves and positions of a game, and on the companions of the piece
// that moves last.
function checkGame({ moves, fen }, { game, companions }) {
  const chess = new Chess();
  const placement = (fen) => fen.split(" ").slice(0, 3).join(" ");
  moves.split(" ").forEach((move, at, all) => {
    if (at === all.length - 1) {
      assert.equal(placement(chess.fen()), placement(fen));
      const { from, to, piece } = new Chess(chess.fen()).move(move);
      const others = chess.moves({ verbose: true }).filter((it) => it.piece === piece && it.to === to && it.from !== from);
      const same = piece === "p" || piece === "k" ? [] : [...new Set(others.map((it) => it.from))].sort();
      assert.deepEqual([...companions].sort(), same, move);
    }
    const { from, to, promotion = "" } = chess.move(move);
    assert.equal(game[at].uci, from + to + promotion);
    assert.equal(game[at].san, move);
    assert.equal(placement(game[at].fen), placement(chess.fen()));
  });
}

const STEPS = { N: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]],
  R: [[0, 1], [1, 0], [0, -1], [-1, 0]], B: [[1, 1], [1, -1], [-1, -1], [-1, 1]] };
STEPS.Q = STEPS.K = [...STEPS.R, ...STEPS.B];
const step = (square, [files, ranks]) => {
  const [file, rank] = [FILES.indexOf(square[0]) + files, Number(square[1]) + ranks];
  return FILES[file] && rank >= 1 && rank <= 8 ? FILES[file] + rank : undefined;
};

// Returns the squares that a piece attacks, if pieces are on the squares in `taken`.
function attacked(piece, from, taken = []) {
  return STEPS[piece].flatMap((by) => {
    const found = [];
    for (let at = step(from, by); at; at = step(at, by)) {
      found.push(at);
      if (taken.includes(at) || piece === "N" || piece === "K") break;
    }
    return found;
  });
}

// Recomputes the squares in the `board` of a string that cannot occur, and compares them with the squares from the
// package.
function checkSquares(text, { to, named, origins, placement }) {
  const [, piece, file, rank] = /^([KQRBN])?([a-h])?([1-8])?x?[a-h][1-8]/.exec(text) ?? [];
  if (!piece) return;
  assert.deepEqual([...origins].sort(), attacked(piece, to).map((at) => piece + at).sort(), text);
  const isNamed = (at) => (!file || at[0] === file) && (!rank || at[1] === rank);
  assert.deepEqual([...named].sort(), file || rank ? SQUARES.filter(isNamed) : [], text);
  if (!placement) return;
  const [from, ...others] = placement.men.map((man) => man.slice(1));
  assert([...origins].includes(piece + from) && isNamed(from), text);
  assert.deepEqual([...placement.attacks].sort(), attacked(piece, to, others).sort(), text);
}

test("lists have the ids of the program", () => {
  for (const list of ["occurring", "symbols", "base", "uci"]) {
    const found = ask(["list", "--list", list]).toString().trim().split("\n");
    const ours = san.vocabulary(list);
    assert.deepEqual([...ours], found);
    assert.equal(ours.size, found.length);
    for (const id of [0, 17, found.length - 1]) {
      assert.equal(ours.id(found[id]), id);
      assert.equal(ours.text(id), found[id]);
    }
    for (const prefix of ["", "N", "Qa1", "e2", "zz"]) {
      const expected = found.map((text, id) => [text, id]).filter(([text]) => text.startsWith(prefix));
      assert.deepEqual(ours.startingWith(prefix), expected.map(([, id]) => id));
    }
  }
  assert.equal(vocabulary.id("Rah1+"), undefined);
  assert.equal(vocabulary.text(28938), undefined);
});

test("legal moves are those of chess.js, with the ids of the list", () => {
  for (let n = 0; n < 300; n++) {
    const fen = somePosition();
    const expected = new Chess(fen).moves().sort();
    const ours = san.legalMoves(fen);
    assert.deepEqual(ours.map(({ san }) => san).sort(), expected, fen);
    for (const { san, id } of ours) assert.equal(vocabulary.id(san), id);
  }
  assert.equal(san.legalMoves(undefined, { moves: ["e4", "e5"] }).length, 29);
});

// Returns the files that the program reads without converting their text. Leaves out UTF-16, HTML, and files with an
// end-of-file character.
function plainFiles() {
  const cases = join(repository, "tests/cases");
  const names = readdirSync(cases).map((name) => join(cases, name));
  const found = names.filter((name) => {
    const bytes = readFileSync(name);
    return /\.(pgn|epd|txt)$/.test(name) && !bytes.includes(0) && !bytes.includes(0x1a) && !name.includes("html") && bytes[0] !== 0xff && bytes[0] !== 0xfe;
  });
  assert(found.length > 30, found.length);
  return found.concat(["lichess_db_100k.pgn", "twic1599_100k.pgn"].map((name) => join(games, name)));
}

test("lint and fix: the findings and the bytes of the program", () => {
  const kinds = new Set();
  for (const file of plainFiles()) {
    const bytes = new Uint8Array(readFileSync(file));
    const plain = ({ range, ...rest }) => rest;
    for (const [options, args] of [[{}, []], [{ strict: true, goOn: true }, ["--strict", "--go-on"]], [{ layout: "lines" }, ["--lines"]]]) {
      const found = lines(ask(["lint", "--format", "json", ...args, file])).map(({ file, ...rest }) => rest);
      const ours = san.lint(bytes, options);
      assert.deepEqual(ours.findings.map(plain), found, file);
      for (const { kind, range, text } of ours.findings) {
        kinds.add(kind);
        assert.equal(Buffer.from(bytes.subarray(...range)).toString("latin1").length >= text.length, true);
      }
      assert.equal(Object.values(ours.kinds).reduce((sum, count) => sum + count, 0), found.length);
    }
    const fixed = san.fix(bytes);
    assert.deepEqual(Buffer.from(fixed.text), ask(["lint", "--fix", file]), file);
  }
  assert(kinds.size > 30, kinds.size);
});

test("places in a string are those of JavaScript", () => {
  const pgn = "\ufeff[White \"Ünder 😀\"]\n\n{é😀} 1. e2-e4 e5 2. ♘f3 Nc6 3. Ba5 {ü} *\n";
  const { findings } = san.lint(pgn);
  const texts = findings.map(({ range, text }) => [pgn.slice(...range), text]);
  assert(texts.length >= 3);
  for (const [shown, text] of texts) assert.equal(shown, text);
  const { text, mended } = san.fix("\ufeff1. e2-e4 {é😀} e5 *");
  assert.deepEqual([text, mended], ["\ufeff1. e4 {é😀} e5 *", 1]);
  const lone = san.lint("{\ud800} 1. e2-e4 *").findings[0];
  assert.equal("{\ud800} 1. e2-e4 *".slice(...lone.range), "e2-e4");
  assert.equal(san.fix("{\ud800} 1. e4 *").text, "{\ud800} 1. e4 *");
  assert.throws(() => san.lint("1. e4 *", { onProgress() { throw new Error("mine"); } }), /mine/);
});

test("options of lint", () => {
  const pgn = "1. e2-e4 e5 2. 0-0 *";
  const kinds = (options) => san.lint(pgn, options).findings.map(({ kind }) => kind);
  assert.deepEqual(kinds({ select: ["long-algebraic"] }), ["long-algebraic"]);
  assert(!kinds({ ignore: ["long-algebraic"] }).includes("long-algebraic"));
  assert.equal(kinds({ most: 1 }).length, 1);
  assert.deepEqual(san.lint("8/8 w - - 0 1", { layout: "fen-lines" }).findings[0].kind, "wrong-fen");
  const parts = [];
  san.lint(`${pgn}\n\n`.repeat(50), { onProgress: (part) => parts.push(part) });
  assert(parts.length >= 50 && parts.every((part, at) => part >= (parts[at - 1] ?? 0) && part <= 1));
  assert.throws(() => san.lint(pgn, { select: ["nonsense"] }), { kind: "no-such-kind", name: "SanStringsError" });
  assert.throws(() => san.lint(pgn, { layout: "nonsense" }), { kind: "no-such-layout" });
  const [{ fen, suggestions }] = san.lint("1. e4 e5 2. Ng3 *").findings;
  assert.equal(fen.split(" ")[0], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
  assert(suggestions.some(({ san }) => san === "Nf3"));
});

test("games: tags, moves, clocks, evaluations, errors", () => {
  for (const name of ["lichess_db_100k.pgn", "twic1599_100k.pgn"]) {
    const pgn = readFileSync(join(games, name), "utf8");
    const texts = pgn.trim().split(/\n\n(?=\[Event )/);
    const found = [...san.games(pgn)];
    assert.equal(found.length, texts.length);
    let [moves, clocks, evaluations] = [0, 0, 0];
    texts.forEach((text, at) => {
      const { tags, moves: played, result, error } = found[at];
      const chess = new Chess();
      // Skip a game that chess.js cannot read.
      try { chess.loadPgn(text); } catch { return; }
      const history = chess.history({ verbose: true });
      if (error === null) {
        assert.deepEqual(played.map(({ san }) => san), history.map(({ san }) => san));
        assert.deepEqual(played.map(({ uci }) => uci), history.map(({ lan }) => lan));
      }
      assert.equal(tags.White, chess.getHeaders().White);
      assert.equal(result, tags.Result);
      for (const { san, id } of played) assert.equal(vocabulary.text(id), san);
      const times = [...text.matchAll(/\[%clk (\d+):(\d+):(\d+)\]/g)].map(([, h, m, s]) => h * 3600 + m * 60 + Number(s));
      assert.deepEqual(played.map(({ clock }) => clock).filter((clock) => clock !== null), times);
      const values = [...text.matchAll(/\[%eval ([-\d.]+)[,\]]/g)].map(([, value]) => Math.round(100 * value));
      const ours = played.map(({ evaluation }) => evaluation?.centipawns).filter((value) => value !== undefined);
      assert.deepEqual(ours, values);
      moves += played.length;
      clocks += times.length;
      evaluations += values.length;
    });
    assert(moves > 2000, moves);
    if (name.startsWith("lichess")) assert(clocks > 0 || evaluations > 0, "neither clocks nor evaluations");
  }
  const [first, second] = san.games("[White \"A\"]\n\n1. e4 {[%clk 0:09:58] good} e5 2. Ke3 *\n\n1. d4 {[%eval #-3]} 1-0");
  assert.deepEqual(first.tags, { White: "A" });
  assert.deepEqual(first.moves[0], { san: "e4", uci: "e2e4", id: vocabulary.id("e4"), comments: ["[%clk 0:09:58] good"],
    clock: 598, evaluation: null });
  const ke3 = "1. e4 {[%clk 0:09:58] good} e5 2. ".length + 1;
  assert.deepEqual([first.error.line, first.error.column, first.error.kind], [3, ke3, "illegal-move"]);
  assert.deepEqual(second.moves[0].evaluation, { mate: 3, winner: "black" });
  // Read more games than fit in a batch: first all of them, then only the first 101.
  const many = Array.from({ length: 500 }, (_, at) => `[Round "${at}"]\n\n1. e4 e5 2. Ke3 *\n\n`).join("");
  const all = [...san.games(many)];
  assert.deepEqual(all.map(({ tags }) => Number(tags.Round)), [...Array(500).keys()]);
  all.forEach(({ error }, at) => assert.equal(error.line, 4 * at + 3));
  for (const { tags } of san.games(many)) if (tags.Round === "100") break;
});

test("what cannot be answered is an error with a kind", () => {
  for (const [ask, kind] of [
    [() => san.read(3), "not-a-text"],
    [() => san.read("e4", { fen: 3 }), "not-a-text"],
    [() => san.legalMoves("8/8"), "wrong-fen"],
    [() => san.legalMoves(undefined, { moves: "e5" }), "bad-moves"],
    [() => san.play("e4", { fen: "" }), "wrong-fen"],
    [() => san.vocabulary("nonsense"), "no-such-list"],
    [() => san.lint(3), "not-a-text"],
    [() => san.games(3), "not-a-text"],
    [() => san.play(["e4", null]), "not-a-text"],
    [() => san.lint("", { select: "illegal-move" }), "bad-option"],
    [() => san.lint("", { most: -1 }), "bad-option"],
    [() => san.lint("", { strict: 1n }), "bad-option"],
    [() => san.lint("", { stric: true }), "no-such-option"],
    [() => [...san.games({})], "not-a-text"],
  ]) assert.throws(ask, (error) => error instanceof Error && error.kind === kind && error.message.length > 10, kind);
  for (const none of [null, undefined, {}]) {
    assert.equal(san.read("e4", none).san, "e4");
    assert.equal(san.legalMoves(null, none).length, 20);
    assert.equal(san.play("e4", none).moves.length + san.lint("1. e4 *", none).games + san.fix("1. e4 *", none).games, 3);
  }
  assert.equal(san.read("e4", { fen: "8/8" }).verdict, "bad-position");
  assert.equal(san.play("e4 e5 Nf4").moves.length, 2);
  assert.match(san.play("e4 e5 Nf4").error, /^ply 3 /);
});

test("the small entry has the same reader", async () => {
  const small = await loadRead();
  assert.deepEqual(Object.keys(small).sort(), ["legalMoves", "play", "read", "readFen", "vocabulary"]);
  assert.deepEqual(small.read("Ng1-f3"), san.read("Ng1-f3"));
  assert.equal(await load(), san);
});

test("no part is larger than promised", () => {
  const size = (...names) => gzipSync(Buffer.concat(names.map((name) => readFileSync(join(packaged, name)))), { level: 9 }).length;
  const read = size("read.js", "api.js", "glue/read.js", "wasm/read.js");
  const all = size("index.js", "parts.js", "api.js", "glue/games.js", "glue/explain.js", "wasm/games.js");
  const explain = size("wasm/explain.js");
  const parts = readdirSync(join(packaged, "parts")).map((name) => size(`parts/${name}`));
  console.log(`read ${read}, with games ${all}, explain ${explain} more, and of the table ${Math.max(...parts)} at most`);
  const [, ...told] = /`san-strings\/read` is about (\d+) kB, and `san-strings` about (\d+) kB/.exec(readFileSync(join(packaged, "README.md"), "utf8"));
  for (const [at, bytes] of [read, all].entries()) assert(Math.abs(told[at] * 1000 - bytes) < 4000, `${told[at]} kB: ${bytes}`);
  assert(read <= 160000, read);
  assert(all <= 260000, all);
  assert(explain <= 145000, explain);
  assert(parts.length === 65 && Math.max(...parts) <= 20000, parts);
});

test("the examples of the README do what they say", () => {
  const blocks = readFileSync(join(packaged, "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs);
  let number = 0;
  for (const [, block] of blocks) {
    const file = join(import.meta.dirname, `example-${number++}.mjs`);
    writeFileSync(file, block);
    const said = execFileSync("node", [file], { encoding: "utf8" }).trim();
    const expected = [...block.matchAll(/console\.log.*?\/\/ (.*)|^\/\/ (?!(?:Plays))(.*)/gm)].map(([, one, other]) => one ?? other);
    assert(expected.length > 0);
    assert.equal(said, expected.join("\n"));
  }
  assert(number >= 4);
});

test("the types are those of the functions and of their values", async () => {
  const file = join(import.meta.dirname, "types.mts");
  // We write the values as literals, because TypeScript rejects a literal with a missing or an unknown field.
  const pgn = "[White \"A\"]\n\n1. e4 {[%clk 0:01:02] [%eval #3]} e5 {[%eval 0.2]} 2. Ke3 *\n";
  const values = [
    ["Reading", san.read("Ng1-f3")], ["Reading", san.read("Nd4")], ["Reading", san.readFen("8/8")],
    ["LegalMove[]", san.legalMoves()], ["Line", san.play("e4 e5 Ke3")],
    ["Explanation", await san.explain("Qh4#")], ["Explanation", await san.explain("Rah1+")],
    ["Explanation", await san.explain("Nbh5")], ["Explanation", await san.explain("Sf3 Nf6")], ["Explanation", await san.explain("Sf3")],
    ["Linted", san.lint(pgn)], ["Game[]", [...san.games(pgn)]],
  ].map(([type, value], at) => `const v${at}: ${type} = ${JSON.stringify(value)}; void v${at};`);
  writeFileSync(file, `
    import { load, SanStringsError, type Explanation, type Finding, type Game, type LegalMove, type Line, type Linted,
      type Reading } from "san-strings";
    ${values.join("\n")}
    import { load as small } from "san-strings/read";
    const { read, readFen, legalMoves, play, vocabulary, explain, lint, fix, games } = await load();
    const reading: Reading = read("e4", { moves: ["e4"], english: true });
    const ids: number[] = legalMoves().map(({ id }) => id);
    const text: string = fix("1. e4").text;
    const bytes: Uint8Array = fix(new Uint8Array()).text;
    const findings: Finding[] = lint("1. e4", { onProgress: (part: number) => {}, select: ["illegal-move"] }).findings;
    for (const { moves, error } of games("1. e4")) { const line: number | undefined = error?.line; moves[0]?.clock?.toFixed(); }
    const found = await explain("Qh4#");
    if (found.verdict === "occurs") found.board.game[0].fen.length;
    else if (found.verdict === "cannot_occur") found.board.origins.length;
    else found.readings[0].with[0].kind.length;
    const kind: string = new SanStringsError("a", "b").kind;
    (await small()).read(reading.text, { fen: readFen("").text });
    // @ts-expect-error: a number is not a string.
    read(3);
    // @ts-expect-error: The module "read" does not export lint.
    (await small()).lint("");
    vocabulary("uci").id("e2e4")?.toFixed();
    [...vocabulary()].length; play("e4").moves[0].fen.length; void [ids, text, bytes, findings, kind];
  `);
  const tsc = join(import.meta.dirname, "node_modules/.bin/tsc");
  const { stdout, status } = spawnSync(tsc, ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", file], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
