import type { LegalMove, Read } from "./read.js";

export type { LegalMove, Line, Moves, Read, Reading, Vocabulary } from "./read.js";
export { SanStringsError } from "./read.js";

/** What there is to say of a string without a position. */
export type Explanation = Occurs | CannotOccur | NotSan;

export interface Occurs {
  verdict: "occurs";
  san: string;
  /** The position before the last move of the game. */
  fen: string;
  /** The shortest game known, as SAN with spaces between. */
  moves: string;
  plies: number;
  /** No game that ends with the string has fewer plies. */
  at_least: number;
  /** Whether it is proven that no game is shorter. */
  proven: boolean;
  /** The two numbers as a sentence. */
  known: string;
  /** Why no game is shorter: a name, numbers, and a sentence. */
  why: { reason: string; text: string; [detail: string]: unknown };
  /** What each part of the string says, a sentence each. */
  parts: string[];
  /** How often it was played in the rated games of lichess.org until September 2024. */
  lichess_count: number;
  board: {
    /** The squares of the other pieces that could have made the move. */
    companions: string[];
    /** The game, move by move, with the position after each. */
    game: { san: string; uci: string; fen: string }[];
  };
}

export interface CannotOccur {
  verdict: "cannot_occur";
  san: string;
  reason: string;
  /** What proves it, a sentence each. */
  proof: string[];
  board: {
    to: string;
    /** The squares of the file, the rank or both that it names. */
    named: string[];
    /** Each man of that kind that could come from somewhere on an empty board: `Nb1`, `pd7`. */
    origins: string[];
    /** If it can be played, but gives no check: a way to play it, the man that moves first, and what it attacks then. */
    placement: { men: string[]; attacks: string[] } | null;
  };
}

export interface NotSan {
  verdict: "not_san";
  text: string;
  error: string;
  /** What else it is, such as a result. */
  other: string | null;
  /** What it means, and how it differs from that. */
  readings: { san: string; with: { kind: string; text: string }[] }[];
  /** If it is several moves, each. */
  moves: string[];
  board: Record<string, never>;
}

/** A PGN: a string, or the bytes of a file in any encoding that has ASCII. */
export type Pgn = string | Uint8Array;

export interface LintOptions {
  /** Find missing tags, too, of the seven that each game should have. */
  strict?: boolean;
  /** Find these kinds only, and mend no others. */
  select?: readonly string[];
  /** Pass over these kinds. */
  ignore?: readonly string[];
  /** `lines`: each line is a game; `fen-lines`: each is a FEN or an EPD. */
  layout?: "games" | "lines" | "fen-lines";
  /** Give so many findings at most; `kinds` counts all. */
  most?: number;
  /** Play illegal moves whose squares are certain, and judge the rest on that board. */
  goOn?: boolean;
  /** Is told which part of the text is read, from 0 to 1, after each game. */
  onProgress?: (part: number) => void;
}

export interface Finding {
  /** From 1. */
  line: number;
  /** From 1, in characters. */
  column: number;
  /** Where it stands in the text, or in the bytes: `pgn.slice(...range)`. */
  range: [number, number];
  /** The same in bytes. */
  offset: number;
  length: number;
  /** The number of the game, from 1. */
  game: number;
  /** The ply of the move in its line, from 1. */
  ply: number | null;
  /** The position in which the move stands, if it is known. */
  fen: string | null;
  kind: string;
  level: "error" | "warning" | "note";
  /** What is wrong, as a sentence. */
  message: string;
  /** The names of the reasons. */
  reasons: string[];
  text: string;
  /** What should stand there, if that is certain: not from the last right number before a word that cannot be played. */
  fix: string | null;
  /** Whether an illegal move was played all the same. */
  played: boolean;
  /** The legal moves that it may have been meant for, the likeliest first, and how many of the moves that follow are legal then. */
  suggestions: { san: string; slip: string; follows: number; of: number }[];
}

export interface Linted {
  findings: Finding[];
  /** How many there are of each kind. */
  kinds: Record<string, number>;
  games: number;
  /** Games of variants, which are not checked. */
  variants: number;
  /** How many moves, numbers and results were mended. */
  mended: number;
}

export interface Game {
  /** The first of each name. */
  tags: Record<string, string>;
  /** The main line, up to the first move that cannot be played. */
  moves: PlayedMove[];
  result: string | null;
  error: { line: number; column: number; kind: string; message: string } | null;
}

export interface PlayedMove extends LegalMove {
  /** What stands in braces behind it. */
  comments: string[];
  /** What the clock shows, in seconds. */
  clock: number | null;
  evaluation: { centipawns: number } | { mate: number; winner: "white" | "black" } | null;
}

export interface SanStrings extends Read {
  /** Whether a string occurs: the shortest game, or why there is none. Fetches the part of the table that has the string. */
  explain(text: string): Promise<Explanation>;
  /** What is wrong in a PGN. */
  lint(pgn: Pgn, options?: LintOptions): Linted;
  /** The PGN with what is certain mended, and what is left, at its place in it. Gives bytes for bytes. */
  fix<T extends Pgn>(pgn: T, options?: LintOptions): Linted & { text: T extends string ? string : Uint8Array };
  /** The games of a PGN, one after the other. */
  games(pgn: Pgn): Generator<Game, void, undefined>;
}

/** Starts the readers: once, whoever asks. */
export function load(): Promise<Readonly<SanStrings>>;
