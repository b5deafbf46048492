// Adapters that run JavaScript libraries on the conformance suite:
//
//     python judge.py --run 'node peers.mjs LIBRARY'

import { createInterface } from "node:readline";

// The functions of each library, one for each task that it offers. `read` returns the move in UCI,
// `write` returns the move in SAN, `legal` returns all legal moves, `play` returns the position after a
// move, and `movetext` returns the moves of a game. To refuse a text, a function throws or returns
// nothing.
const libraries = {
  "chess.js": async () => like_chess_js((await import("chess.js")).Chess),
  "chess.ts": async () => like_chess_js((await import("chess.ts")).Chess),
  "cm-chess": async () => like_chess_js((await import("cm-chess")).Chess),
  "chess.mjs": async () => like_chess_js((await import("chess.mjs/src/Chess.js")).Chess),

  "@chess-pgn/chess-pgn": async () => like_chess_js((await import("@chess-pgn/chess-pgn")).ChessPGN),

  "@jackstenglein/chess": async () => {
    const { Chess } = await import("@jackstenglein/chess");
    const chess = (fen) => new Chess({ fen });
    const uci = (move) => move.from + move.to + (move.promotion ?? "");
    return {
      read: (fen, text) => uci(chess(fen).move(text)),
      write: (fen, text) => chess(fen).move(from_uci(text)).san,
      play: (fen, text) => chess(fen).move(from_uci(text)).fen,
      // Without `disableNullMoves`, the list includes the null move if it is possible.
      legal: (fen) => chess(fen).moves({ disableNullMoves: true }).map((move) => move.san),
      movetext: (_, pgn) => new Chess({ pgn: unescape(pgn) }).history().map(uci),
    };
  },

  "cm-pgn": async () => {
    const { Pgn } = await import("cm-pgn/src/Pgn.js");
    const history = (fen) => new Pgn(`[SetUp "1"]\n[FEN "${fen}"]\n\n`).history;
    return {
      read: (fen, text) => history(fen).validateMove(text)?.uci,
      write: (fen, uci) => history(fen).validateMove(uci)?.san,
      play: (fen, uci) => history(fen).validateMove(uci)?.fen,
      movetext: (_, pgn) => new Pgn(unescape(pgn)).history.moves.map((move) => move.uci),
    };
  },

  "@mliebelt/pgn-reader": async () => {
    const { PgnReader } = (await import("@mliebelt/pgn-reader")).default;
    const uci = (move) => move.from + move.to + (move.notation.promotion?.at(-1).toLowerCase() ?? "");
    return {
      movetext(_, pgn) {
        const reader = new PgnReader({ pgn: unescape(pgn) });
        reader.loadPgn();
        return reader.getMoves().filter((move) => move.variationLevel === 0).map(uci);
      },
    };
  },

  // The next three libraries return moves as text, and have no board on which to play them. So chessops plays
  // the moves.
  "@chess-fu/pgn-parser": async () => {
    const { PgnParser } = (await import("@chess-fu/pgn-parser")).default;
    const texts = (pgn) => new PgnParser().parse(pgn)[0].moves().map((move) => move.san);
    return { movetext: await played_by_chessops(texts) };
  },

  "@mliebelt/pgn-parser": async () => {
    const { parse } = (await import("@mliebelt/pgn-parser")).default;
    const texts = (pgn) => parse(pgn, { startRule: "games" })[0].moves.map((move) => move.notation.notation);
    return { movetext: await played_by_chessops(texts) };
  },

  "pgn-parser": async () => {
    const { parse } = (await import("pgn-parser")).default;
    // The library keeps the dots before Black's moves and the annotation symbols after moves, as its README shows.
    const texts = (pgn) => parse(pgn)[0].moves.map(({ move }) => move.replace(/^[. ]+|[!?]+$/g, ""));
    return { movetext: await played_by_chessops(texts) };
  },

  chessops: async () => {
    const { Chess, normalizeMove } = await import("chessops/chess");
    const { makeFen, parseFen } = await import("chessops/fen");
    const { parsePgn, startingPosition } = await import("chessops/pgn");
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
        return makeUci(move);
      },
      movetext(_, text) {
        const [game] = parsePgn(unescape(text));
        const chess = startingPosition(game.headers).unwrap();
        const moves = [];
        for (const { san } of game.moves.mainline()) {
          const move = parseSan(chess, san);
          if (!move) return undefined;
          moves.push(makeUci(move));
          chess.play(move);
        }
        return moves;
      },
      write(fen, uci) {
        const chess = position(fen);
        return makeSan(chess, normalizeMove(chess, parseUci(uci)));
      },
      play(fen, uci) {
        const chess = position(fen);
        chess.play(normalizeMove(chess, parseUci(uci)));
        return makeFen(chess.toSetup());
      },
      legal(fen) {
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

  "isepic-chess": async () => {
    const { Ic } = (await import("isepic-chess")).default;
    Ic.setSilentMode(true);
    const board = (options) => Ic.initBoard({ boardName: "one", validOrBreak: true, ...options });
    const squares = [..."abcdefgh"].flatMap((file) => [..."12345678"].map((rank) => file + rank));
    return {
      read: (fen, text) => board({ fen }).playMove(text)?.uci,
      write: (fen, uci) => board({ fen }).playMove(uci)?.san,
      play: (fen, uci) => {
        const here = board({ fen });
        return here.playMove(uci) && here.fen;
      },
      legal: (fen) => {
        const here = board({ fen });
        return squares.flatMap((square) => here.legalSanMoves(square));
      },
      movetext: (_, pgn) => board({ pgn: unescape(pgn) }).uciExport().split(" ").filter(Boolean),
    };
  },

  kokopu: async () => {
    const { Position, pgnRead } = (await import("kokopu")).default;
    return {
      read: (fen, text) => {
        const position = new Position(fen);
        return position.uci(position.notation(text));
      },
      write: (fen, uci) => {
        const position = new Position(fen);
        return position.notation(position.uci(uci));
      },
      play: (fen, uci) => {
        const position = new Position(fen);
        position.play(position.uci(uci));
        // The positions of this library have no move counters, so the FEN always ends with "0 1".
        return position.fen().split(" ", 4).join(" ");
      },
      movetext: (_, text) => {
        const database = pgnRead(unescape(text));
        const nodes = database.game(0).mainVariation().nodes();
        return nodes.map((node) => {
          const before = node.positionBefore();
          return before.uci(before.notation(node.notation()));
        });
      },
      legal: (fen) => {
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
      legal: (fen) => Object.keys(client(fen).getStatus().notatedMoves),
    };
  },
};

function unescape(pgn) {
  return pgn.replace(/\\(.)/g, (_, c) => ({ n: "\n", r: "\r", t: "\t" })[c] ?? c);
}

function from_uci(text) {
  return { from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] };
}

async function played_by_chessops(texts) {
  const { Chess } = await import("chessops/chess");
  const { parseFen } = await import("chessops/fen");
  const { parseSan } = await import("chessops/san");
  const { makeUci } = await import("chessops/util");
  return (fen, pgn) => {
    const chess = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    return texts(unescape(pgn)).map((text) => {
      const move = parseSan(chess, text);
      chess.play(move);
      return makeUci(move);
    });
  };
}

function like_chess_js(Chess) {
  const uci = (move) => move.from + move.to + (move.promotion ?? "");
  return {
    movetext(fen, pgn) {
      const chess = new Chess();
      const done = (chess.loadPgn ?? chess.load_pgn).call(chess, unescape(pgn));
      if (done === false) return undefined;
      return chess.history({ verbose: true }).map(uci);
    },
    read(fen, text) {
      const move = new Chess(fen).move(text);
      return move ? uci(move) : undefined;
    },
    write: (fen, text) => new Chess(fen).move(from_uci(text))?.san,
    play(fen, text) {
      const chess = new Chess(fen);
      return chess.move(from_uci(text)) && chess.fen();
    },
    legal: (fen) => new Chess(fen).moves(),
  };
}

const [name] = process.argv.slice(2);
const library = await libraries[name]();
// Some libraries print warnings to standard output, which is reserved for answers. So we turn off the console.
console.log = console.warn = console.error = () => {};
for await (const line of createInterface({ input: process.stdin })) {
  const [id, task, fen, text] = line.split("\t");
  let answer = library[task] ? "-" : "?";
  try {
    const given = library[task](fen, text);
    if (Array.isArray(given)) answer = given.join(" ");
    else if (given) answer = given;
  } catch {}
  process.stdout.write(`${id}\t${answer}\n`);
}
