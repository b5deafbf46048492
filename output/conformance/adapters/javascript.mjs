// Adapter for chess.js. Install: npm install chess.js. Run: python judge.py --run 'node adapters/javascript.mjs'
import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const uci = (move) => move.from + move.to + (move.promotion ?? "");
const unescape = (pgn) => pgn.replace(/\\(.)/g, (_, c) => ({ n: "\n", r: "\r", t: "\t" })[c] ?? c);
const from_uci = (move) => ({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
const tasks = {
  read: (fen, text) => uci(new Chess(fen).move(text)),
  write: (fen, move) => new Chess(fen).move(from_uci(move)).san,
  play: (fen, move) => new Chess(fen).move(from_uci(move)).after,
  legal: (fen) => new Chess(fen).moves().join(" "),
  movetext: (fen, pgn) => {
    const chess = new Chess();
    chess.loadPgn(unescape(pgn));
    return chess.history({ verbose: true }).map(uci).join(" ");
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const [id, task, fen, text] = line.split("\t");
  let answer = "-";
  try { answer = task in tasks ? tasks[task](fen, text) : "?"; } catch {}
  process.stdout.write(`${id}\t${answer}\n`);
}
