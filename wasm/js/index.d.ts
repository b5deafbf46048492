import type { LegalMove, Read } from "./read.js";

export type { LegalMove, Line, Moves, Read, Reading, Vocabulary } from "./read.js";
export { SanStringsError } from "./read.js";

/** The answer of `explain`: whether a string can occur in any game. */
export type Explanation = Occurs | CannotOccur | NotSan;

export interface Occurs {
  verdict: "occurs";
  san: string;
  /** The position before the last move of `moves`. */
  fen: string;
  /** The shortest known game, as SAN separated by spaces. */
  moves: string;
  plies: number;
  /** Lower bound: every game that ends with the string has at least this many plies. */
  at_least: number;
  /** Whether it is proven that no game is shorter. */
  proven: boolean;
  /** A sentence that states `plies` and `at_least`. */
  known: string;
  /** Why no game has fewer plies than `at_least`: the name of the reason, its details, and a sentence. */
  why: { reason: string; text: string; [detail: string]: unknown };
  /** The meaning of each part of the string, one sentence each. */
  parts: string[];
  /** How often the string was played in rated games on lichess.org until September 2024. */
  lichess_count: number;
  board: {
    /** The squares of the companions: other pieces of the same kind that could legally go to the to-square. */
    companions: string[];
    /** The moves of the game, each with the position after it. */
    game: { san: string; uci: string; fen: string }[];
  };
}

export interface CannotOccur {
  verdict: "cannot_occur";
  san: string;
  reason: string;
  /** The proof, one sentence per step. */
  proof: string[];
  board: {
    to: string;
    /**
     * The squares on the file or rank that the string names: all eight, or one if the string names both. Empty if the
     * string names neither a file nor a rank.
     */
    named: string[];
    /**
     * Each square from which the move could start if nothing were in its way. The letter of the piece comes first, as
     * in `Nb1` and `pd7`.
     */
    origins: string[];
    /**
     * Set if the move can be played but never gives check, otherwise `null`. `men` lists the moving piece, then its
     * companions. `attacks` lists the squares that the moving piece attacks after the move.
     */
    placement: { men: string[]; attacks: string[] } | null;
  };
}

export interface NotSan {
  verdict: "not_san";
  text: string;
  error: string;
  /** What the text is instead of a move, such as a result. `null` if we do not recognize the text. */
  other: string | null;
  /** The SANs that the text may mean, and how the text differs from each. */
  readings: { san: string; with: { kind: string; text: string }[] }[];
  /** The moves in the text, if it contains several. */
  moves: string[];
  board: Record<string, never>;
}

/** A PGN: a string, or the bytes of a file in any encoding that extends ASCII. */
export type Pgn = string | Uint8Array;

export interface LintOptions {
  /** Also report missing tags of the Seven Tag Roster. */
  strict?: boolean;
  /** Report and correct only findings of these kinds. */
  select?: readonly string[];
  /** Do not report or correct findings of these kinds. */
  ignore?: readonly string[];
  /** `lines`: each line is a game; `fen-lines`: each line is a FEN or an EPD. */
  layout?: "games" | "lines" | "fen-lines";
  /** The maximum number of findings to return. `kinds` counts all findings. */
  most?: number;
  /** Play an illegal move anyway if its from- and to-squares are certain, and check the moves after it. */
  goOn?: boolean;
  /** Called after each game with the fraction of the text read so far, from 0 to 1. */
  onProgress?: (part: number) => void;
}

export interface Finding {
  /** Line, from 1. */
  line: number;
  /** Column, in characters, from 1. */
  column: number;
  /** Range in the PGN, in UTF-16 code units of a string or in bytes of a `Uint8Array`: `pgn.slice(...range)`. */
  range: [number, number];
  /** Byte offset at which the range begins. */
  offset: number;
  /** Length of the range in bytes. */
  length: number;
  /** The number of the game, from 1. */
  game: number;
  /** The ply of the move in its main line or variation, from 1. */
  ply: number | null;
  /** The position before the move, if it is known. */
  fen: string | null;
  kind: string;
  level: "error" | "warning" | "note";
  /** What is wrong, as a sentence. */
  message: string;
  /** For a FEN with faults, the names of the faults. Empty for other findings. */
  reasons: string[];
  text: string;
  /**
   * The corrected text, if the correction is certain. If a token cannot be played, no correction is certain in the
   * rest of its main line or variation, beginning with the last correct move number before the token.
   */
  fix: string | null;
  /** Whether an illegal move was played anyway. */
  played: boolean;
  /**
   * Suggested moves, likeliest first. `of` is the number of words in the rest of the main line or variation, and
   * `follows` is how many of them can be played after the suggestion, up to the first word that cannot.
   */
  suggestions: { san: string; slip: string; follows: number; of: number }[];
}

export interface Linted {
  findings: Finding[];
  /** Number of findings of each kind. */
  kinds: Record<string, number>;
  games: number;
  /** Number of games of chess variants, which are not checked. */
  variants: number;
  /** Total number of corrected moves, move numbers and results. */
  mended: number;
}

export interface Game {
  /** Tags by name. If a tag occurs twice, the first one counts. */
  tags: Record<string, string>;
  /** The main line, up to the first unplayable move. */
  moves: PlayedMove[];
  result: string | null;
  error: { line: number; column: number; kind: string; message: string } | null;
}

export interface PlayedMove extends LegalMove {
  /** The comments after the move. */
  comments: string[];
  /** The player's clock, in seconds. */
  clock: number | null;
  evaluation: { centipawns: number } | { mate: number; winner: "white" | "black" } | null;
}

export interface SanStrings extends Read {
  /**
   * Returns the shortest known game that plays a string, or the reason why the string cannot occur. Fetches only the part of the table
   * of shortest games that contains the string.
   */
  explain(text: string): Promise<Explanation>;
  /** Lists what is wrong in a PGN. */
  lint(pgn: Pgn, options?: LintOptions): Linted;
  /**
   * Corrects what is certain. Returns the new PGN, as bytes if you pass bytes, and the remaining findings with their
   * locations in the new PGN.
   */
  fix<T extends Pgn>(pgn: T, options?: LintOptions): Linted & { text: T extends string ? string : Uint8Array };
  /** Yields the games of a PGN. */
  games(pgn: Pgn): Generator<Game, void, undefined>;
}

/** Starts the WebAssembly module. Further calls return the same promise. */
export function load(): Promise<Readonly<SanStrings>>;
