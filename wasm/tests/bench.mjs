// Compares the speed of san-strings, chess.js and chessops, in one run on one thread. Run it in a folder where the
// three packages are installed:
//
//   node bench.mjs GAMES.pgn ...
import { Chess } from "chess.js";
import { Chess as Position } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { load } from "san-strings";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename } from "node:path";

const { read, games, play } = await load();

// Returns the processor time of the fastest of three runs, in milliseconds.
function time(run) {
  let best = Infinity;
  for (let n = 0; n < 3; n++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function table(title, unit, number, rows) {
  const [[, ours]] = rows;
  console.log(`\n${title}\n`);
  for (const [name, all] of rows) {
    const ratio = name === "san-strings" ? "" : `${(all / ours).toFixed(1)} times`;
    console.log(`  ${name.padEnd(32)} ${((1000 * all) / number).toFixed(1).padStart(9)} µs a ${unit}  ${ratio}`);
  }
}

console.log(`Node ${process.version}, ${cpus()[0].model}, one thread`);
for (const file of process.argv.slice(2)) {
  const pgn = readFileSync(file, "utf8");
  const all = [...games(pgn)].filter(({ error, tags }) => !error && !tags.FEN);
  const moves = all.slice(0, 60).flatMap((game) => {
    const { fen, moves } = play(game.moves.map(({ san }) => san));
    return moves.map(({ san }, at) => [san, at ? moves[at - 1].fen : fen]);
  });
  table(`${basename(file)}: ${moves.length} exact moves, each with its FEN`, "move", moves.length, [
    ["san-strings", time(() => moves.forEach(([san, fen]) => read(san, { fen })))],
    ["new Chess(fen).move(san)", time(() => moves.forEach(([san, fen]) => new Chess(fen).move(san)))],
    ["chessops, parseFen and parseSan", time(() => moves.forEach(([san, fen]) =>
      parseSan(Position.fromSetup(parseFen(fen).unwrap()).unwrap(), san)))],
  ]);
  // chess.js reads one game at a time.
  const texts = pgn.split(/\n\n(?=\[Event )/).slice(0, 300);
  const some = texts.join("\n\n");
  table(`${basename(file)}: ${texts.length} games`, "game", texts.length, [
    ["san-strings", time(() => { for (const game of games(some)) game.moves.at(-1)?.san; })],
    ["chess.js, loadPgn", time(() => texts.forEach((text) => {
      // chess.js throws if it cannot read a game.
      try { new Chess().loadPgn(text); } catch { }
    }))],
    ["chessops, parsePgn and parseSan", time(() => parsePgn(some).forEach((game) => {
      const position = startingPosition(game.headers).unwrap();
      for (const node of game.moves.mainline()) {
        const move = parseSan(position, node.san);
        if (!move) break;
        position.play(move);
      }
    }))],
  ]);
}
