/** The meaning of a text in a position. */
export interface Reading {
  text: string;
  /**
   * `bad-position`: the text cannot be read, because `fen` or `moves` is wrong. The verdict of `readFen` is
   * `exact`, `fen-spelling`, `impossible-position` or `wrong-fen`.
   */
  verdict: "exact" | "mended" | "ambiguous" | "illegal" | "null" | "not-a-move" | "bad-position"
    | "fen-spelling" | "impossible-position" | "wrong-fen";
  /** The move in SAN, if the text has one meaning. */
  san: string | null;
  /** The move in UCI. */
  uci: string | null;
  /** The moves that an ambiguous text could mean. */
  sans: string[];
  /**
   * How a mended text differs from SAN, or why the text is not a legal move: names such as `long-algebraic` or
   * `jump-over-piece`.
   */
  kinds: string[];
  /** If the text is mended, one range for each of `kinds`: `text.slice(...range)` is the part that differs. */
  ranges: [number, number][];
  /** What is wrong, in words. */
  why: string | null;
  /** Suggested legal moves, nearest first. */
  suggestions: string[];
}

/** A legal move. */
export interface LegalMove {
  san: string;
  uci: string;
  /** Index in the list of all strings that occur. */
  id: number;
}

/** A sequence of moves. */
export interface Line {
  /** The position before the first move. */
  fen: string;
  /** Each move with the position after it, up to the first unplayable move. */
  moves: (LegalMove & { fen: string })[];
  /** Why the next move cannot be played, as a sentence. */
  error: string | null;
}

/** A list of strings. The id of a string is its index, counted from 0. */
export interface Vocabulary extends Iterable<string> {
  readonly size: number;
  /** The id of a string; `undefined` if it is not in the list. */
  id(text: string): number | undefined;
  /** The string with an id; `undefined` for an invalid id. */
  text(id: number): string | undefined;
  /** The ids of the strings with a prefix, shortest first. */
  startingWith(prefix: string): number[];
}

/** Moves, as one string with or without move numbers, or as an array of strings. Each move may be in any spelling. */
export type Moves = string | readonly string[];

export interface Read {
  /**
   * Reads a text in the position after `moves`. The moves start from `fen` or, by default, from the initial position.
   * `english` excludes the piece letters of other languages.
   */
  read(text: string, options?: { fen?: string; moves?: Moves; english?: boolean }): Reading;
  /** Reports everything that is wrong with a FEN. */
  readFen(fen: string): Reading;
  /** The legal moves after `moves`, from `fen` or the initial position, in the order of their ids. */
  legalMoves(fen?: string, options?: { moves?: Moves }): LegalMove[];
  /** Plays moves, from `fen` or the initial position. */
  play(moves: Moves, options?: { fen?: string }): Line;
  /**
   * Returns a list of strings. `occurring`, the default, contains all strings that occur. `base` contains the same
   * strings without their `+` or `#`. `symbols` contains every base string three times: plain, with `+` and with `#`.
   * `uci` contains all moves in UCI.
   */
  vocabulary(list?: "occurring" | "symbols" | "base" | "uci"): Vocabulary;
}

/** An error that the package throws. */
export class SanStringsError extends Error {
  /**
   * A name such as `wrong-fen`, `bad-moves`, `no-such-list`, `no-such-kind`, `bad-option`, `not-a-text` or
   * `not-loaded`.
   */
  readonly kind: string;
  constructor(kind: string, message: string);
}

/** Starts the WebAssembly module. Further calls return the same promise. */
export function load(): Promise<Readonly<Read>>;
