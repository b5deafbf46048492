/** What a text means in a position. */
export interface Reading {
  text: string;
  /** `bad-position`: there is no position to read it in, and `why` says so. Of a FEN alone, `exact` or one of the last three. */
  verdict: "exact" | "mended" | "ambiguous" | "illegal" | "null" | "not-a-move" | "bad-position"
    | "fen-spelling" | "impossible-position" | "wrong-fen";
  /** The move as SAN writes it, if it is plain. */
  san: string | null;
  /** The move as UCI writes it. */
  uci: string | null;
  /** The moves that an ambiguous text could be. */
  sans: string[];
  /** How a mended text differs from SAN, or why another is none: names such as `long-algebraic` or `blocked`. */
  kinds: string[];
  /** Of a mended text, what shows each of the kinds: `text.slice(...range)`. */
  ranges: [number, number][];
  /** What is wrong, as a sentence. */
  why: string | null;
  /** The legal moves that it may have been meant for, the nearest first. */
  suggestions: string[];
}

/** A legal move. */
export interface LegalMove {
  san: string;
  uci: string;
  /** Its id: its place in the list of all strings that occur. */
  id: number;
}

/** Moves one after the other. */
export interface Line {
  /** The position before the first. */
  fen: string;
  /** Each move, with the position after it, up to the first that cannot be played. */
  moves: (LegalMove & { fen: string })[];
  /** Why the next cannot be played, as a sentence. */
  error: string | null;
}

/** A list of strings. The id of each is its place in the list, from 0. */
export interface Vocabulary extends Iterable<string> {
  readonly size: number;
  /** The id of a string; `undefined` if the list does not have it. */
  id(text: string): number | undefined;
  /** The string with an id; `undefined` if there is none. */
  text(id: number): string | undefined;
  /** The ids of the strings that begin so, the shortest first. */
  startingWith(prefix: string): number[];
}

/** Moves, as a text with or without numbers, or as a list of texts. Each may be in any spelling. */
export type Moves = string | readonly string[];

export interface Read {
  /**
   * What a text means in a position: that of `fen`, or else the initial one, after `moves`. `english` reads no letters of
   * other languages.
   */
  read(text: string, options?: { fen?: string; moves?: Moves; english?: boolean }): Reading;
  /** Everything that is wrong with a FEN. */
  readFen(fen: string): Reading;
  /** The legal moves of a position, in the order of their ids; without a FEN, of the initial one. */
  legalMoves(fen?: string, options?: { moves?: Moves }): LegalMove[];
  /** Plays moves, from `fen` or the initial position. */
  play(moves: Moves, options?: { fen?: string }): Line;
  /**
   * A list: all strings that occur; with `symbols`, every string plain, with `+` and with `#`; with `base`, without; with
   * `uci`, all moves as UCI writes them.
   */
  vocabulary(list?: "occurring" | "symbols" | "base" | "uci"): Vocabulary;
}

/** Why something was not answered. */
export class SanStringsError extends Error {
  /** Such as `wrong-fen`, `bad-moves`, `no-such-list`, `no-such-kind`, `bad-option`, `not-a-text` or `not-loaded`. */
  readonly kind: string;
  constructor(kind: string, message: string);
}

/** Starts the reader of moves: once, whoever asks. */
export function load(): Promise<Readonly<Read>>;
