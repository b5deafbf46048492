// Answers for chess.js. Run: python judge.py --run 'node adapters/javascript.mjs'
import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const uci = (move) => move.from + move.to + (move.promotion ?? "");
const unescape = (pgn) => pgn.replace(/\\(.)/g, (_, c) => ({ n: "\n", r: "\r", t: "\t" })[c] ?? c);
const tasks = {
  read: (fen, text) => uci(new Chess(fen).move(text)),
  write: (fen, move) => {
    const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move[4]];
    return new Chess(fen).move({ from, to, promotion }).san;
  },
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
  try { answer = tasks[task](fen, text); } catch {}
  process.stdout.write(`${id}\t${answer}\n`);
}
