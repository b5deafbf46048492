// Answers of JavaScript libraries to the conformance suite:
//
//     node peers.mjs LIBRARY FOLDER > answers.tsv

import { readFileSync } from "node:fs";
import { join } from "node:path";

// What each library offers: `read` gives the move in UCI, `write` gives it in SAN, `list`
// all moves. What throws or gives nothing is a refusal.
const libraries = {
  "chess.js": async () => like_chess_js((await import("chess.js")).Chess),
  "chess.ts": async () => like_chess_js((await import("chess.ts")).Chess),
  "cm-chess": async () => like_chess_js((await import("cm-chess")).Chess),

  chessops: async () => {
    const { Chess, normalizeMove } = await import("chessops/chess");
    const { parseFen } = await import("chessops/fen");
    const { makeSan, parseSan } = await import("chessops/san");
    const { makeUci, parseUci } = await import("chessops/util");
    const { chessgroundDests } = await import("chessops/compat");
    const { makeSquare, parseSquare } = await import("chessops/util");
    const position = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    return {
      read(fen, text) {
        const chess = position(fen);
        const move = parseSan(chess, text);
        if (!move) return undefined;
        const uci = makeUci(move);
        const king = chess.board.kingOf(chess.turn);
        const castles = move.from === king && chess.board.get(move.to)?.color === chess.turn;
        return castles ? uci.slice(0, 2) + (move.to > move.from ? "g" : "c") + uci[1] : uci;
      },
      write(fen, uci) {
        const chess = position(fen);
        return makeSan(chess, normalizeMove(chess, parseUci(uci)));
      },
      list(fen) {
        const chess = position(fen);
        const moves = new Set();
        for (const [from, dests] of chessgroundDests(chess)) {
          for (const to of dests) {
            const pawn = chess.board.pawn.has(parseSquare(from));
            const promotes = pawn && "18".includes(to[1]);
            const roles = promotes ? ["queen", "rook", "bishop", "knight"] : [undefined];
            for (const promotion of roles) {
              const move = { from: parseSquare(from), to: parseSquare(to), promotion };
              moves.add(makeSan(chess, normalizeMove(chess, move)));
            }
          }
        }
        return [...moves];
      },
    };
  },

  kokopu: async () => {
    const { Position } = (await import("kokopu")).default;
    return {
      read: (fen, text) => {
        const position = new Position(fen);
        return position.uci(position.notation(text));
      },
      write: (fen, uci) => {
        const position = new Position(fen);
        return position.notation(position.uci(uci));
      },
      list: (fen) => {
        const position = new Position(fen);
        return position.moves().map((move) => position.notation(move));
      },
    };
  },

  chess: async () => {
    const chess = (await import("chess")).default;
    const client = (fen) => chess.fromFEN(fen, { PGN: true });
    const name = (square) => square.file + square.rank;
    const letter = { knight: "n", bishop: "b", rook: "r", queen: "q" };
    return {
      read(fen, text) {
        const game = client(fen);
        const { move } = game.move(text);
        const from = name(move.prevSquare);
        const to = name(move.postSquare);
        const piece = move.postSquare.piece?.type;
        const promoted = move.promotion || game.game.moveHistory?.at(-1)?.promotion;
        return from + to + (promoted ? letter[piece] : "");
      },
      write(fen, uci) {
        const { notatedMoves } = client(fen).getStatus();
        const here = Object.entries(notatedMoves).filter(
          ([san, { src, dest }]) =>
            name(src) + name(dest) === uci.slice(0, 4) &&
            (san.match(/=?([NBRQ])[+#]?$/)?.[1] ?? "").toLowerCase() === (uci[4] ?? ""),
        );
        return here.map(([san]) => san).join(",");
      },
      list: (fen) => Object.keys(client(fen).getStatus().notatedMoves),
    };
  },
};

function like_chess_js(Chess) {
  const uci = (move) => move.from + move.to + (move.promotion ?? "");
  return {
    read(fen, text) {
      const move = new Chess(fen).move(text);
      return move ? uci(move) : undefined;
    },
    write(fen, text) {
      const [from, to, promotion] = [text.slice(0, 2), text.slice(2, 4), text[4]];
      return new Chess(fen).move({ from, to, promotion })?.san;
    },
    list: (fen) => new Chess(fen).moves(),
  };
}

const [name, folder] = process.argv.slice(2);
const library = await libraries[name]();
// Some libraries say on standard output what they do not like.
console.log = console.warn = console.error = () => {};
const attempt = (what, fallback) => {
  try {
    return what() || fallback;
  } catch {
    return fallback;
  }
};
const rows = (file) =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .slice(1, -1)
    .map((line) => line.split("\t"));
const answers = [];
const only = new Set(process.argv[4] === "--core" ? rows("core.tsv").map(([id]) => id) : []);
const wanted = ([id]) => only.size === 0 || only.has(id);
for (const [id, , fen, uci, san] of rows("canonical.tsv").filter(wanted)) {
  const read = attempt(() => library.read(fen, san), "-");
  answers.push(`${id}\t${read} ${attempt(() => library.write(fen, uci), "-")}`);
}
for (const file of ["refuse.tsv", "lenient.tsv", "null.tsv"]) {
  for (const [id, , fen, text] of rows(file).filter(wanted)) {
    answers.push(`${id}\t${attempt(() => library.read(fen, text), "-")}`);
  }
}
if (only.size === 0) {
  rows("legal.tsv").forEach(([fen], n) => {
    const id = `p${String(n + 1).padStart(5, "0")}`;
    answers.push(`${id}\t${attempt(() => library.list(fen).sort().join(" "), "-")}`);
  });
}
process.stdout.write(answers.join("\n") + "\n");
