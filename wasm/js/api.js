// The functions of the package, which call the Rust exports. This file contains no rules of chess: it parses the
// JSON answers of Rust into objects.

/** An error thrown by this package: `kind` is for programs, `message` for people. */
export class SanStringsError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = "SanStringsError";
    this.kind = kind;
  }
}

// Parses an answer. Throws an error if the answer is a failure.
function answer(json) {
  const value = JSON.parse(json);
  if (value?.fails) throw new SanStringsError(value.fails.kind, value.fails.message);
  return value;
}

function text(value, name) {
  if (typeof value === "string") return value;
  throw new SanStringsError("not-a-text", `${name} should be a string, and is ${typeof value}`);
}

const orNone = (value, name) => value === undefined || value === null ? undefined : text(value, name);

// Accepts moves as one string or as an array of strings.
const line = (moves) => Array.isArray(moves) ? moves.map((one) => text(one, "each of moves")).join(" ")
  : text(moves ?? "", "moves");

const isList = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");

// The options of `lint`, each with a function that checks its value.
const OPTIONS = {
  strict: (value) => typeof value === "boolean",
  goOn: (value) => typeof value === "boolean",
  layout: (value) => typeof value === "string",
  most: (value) => Number.isSafeInteger(value) && value >= 0,
  select: isList,
  ignore: isList,
};

function checkOptions(options) {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw new SanStringsError("no-such-option", `unknown option: ${name}`);
    if (value !== undefined && !OPTIONS[name](value)) throw new SanStringsError("bad-option", `${name} has a value of the wrong type`);
  }
}

// Returns a PGN as bytes, and whether it was a string.
function bytes(pgn) {
  if (typeof pgn === "string") return [new TextEncoder().encode(pgn), true];
  if (pgn instanceof Uint8Array) return [pgn, false];
  throw new SanStringsError("not-a-text", `pgn should be a string or a Uint8Array, and is ${typeof pgn}`);
}

/** A list of strings. The id of a string is its index. */
class Vocabulary {
  #texts;
  #ids;
  #startingWith;

  constructor(texts, startingWith) {
    this.#texts = texts;
    this.#startingWith = startingWith;
  }

  get size() {
    return this.#texts.length;
  }

  id(text) {
    this.#ids ??= new Map(this.#texts.map((text, id) => [text, id]));
    return this.#ids.get(text);
  }

  text(id) {
    return this.#texts[id];
  }

  startingWith(prefix) {
    return Array.from(this.#startingWith(text(prefix, "prefix")));
  }

  [Symbol.iterator]() {
    return this.#texts.values();
  }
}

// Makes the functions of the module `read`.
function ofMoves(rust) {
  return {
    read(written, options) {
      const { fen, moves, english = false } = options ?? {};
      return answer(rust.read(text(written, "text"), orNone(fen, "fen"), line(moves), Boolean(english)));
    },
    readFen: (fen) => answer(rust.readFen(text(fen, "fen"))),
    legalMoves: (fen, options) => answer(rust.legalMoves(orNone(fen, "fen"), line(options?.moves))),
    play: (moves, options) => answer(rust.play(line(moves), orNone(options?.fen, "fen"))),
    vocabulary(list = "occurring") {
      const texts = rust.texts(text(list, "list"));
      if (texts === undefined) {
        throw new SanStringsError("no-such-list", `unknown list ${list}: use occurring, symbols, base or uci`);
      }
      return new Vocabulary(texts.split("\n"), (prefix) => rust.startingWith(list, prefix));
    },
  };
}

// Makes the functions that the module `games` has in addition to those of `read`.
function ofGames(rust) {
  const lint = (pgn, asked, mends) => {
    const { onProgress, ...options } = asked ?? {};
    checkOptions(options);
    const [text, isText] = bytes(pgn);
    // An exception from the callback must not pass through Rust, so we rethrow it after Rust has returned.
    let thrown;
    const see = onProgress && ((part) => {
      try {
        if (!thrown) onProgress(part);
      } catch (error) {
        thrown = { error };
      }
    });
    const linted = rust.lint(text, JSON.stringify(options), mends, isText, see);
    if (thrown) throw thrown.error;
    const found = answer(linted.answer());
    const mended = linted.mended();
    if (!mends) return found;
    if (!isText) return { ...found, text: mended };
    return { ...found, text: found.mended ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(mended) : pgn };
  };
  return {
    lint: (pgn, options) => lint(pgn, options, false),
    fix: (pgn, options) => lint(pgn, options, true),
    games: (pgn) => each(rust, bytes(pgn)[0]),
  };
}

// Yields the games of a text, which Rust reads in batches.
function* each(rust, text) {
  const games = new rust.Games(text);
  try {
    for (let batch = answer(games.batch()); batch.length > 0; batch = answer(games.batch())) yield* batch;
  } finally {
    games.free();
  }
}

// Makes the functions of the module `explain`, which is loaded lazily. For a string that occurs, we also fetch the part
// of the table of shortest games that contains the string.
function ofStrings(explaining, part) {
  return {
    async explain(written) {
      text(written, "text");
      const rust = await explaining();
      const name = rust.place(written);
      return answer(rust.explain(written, name === undefined ? undefined : await part(name)));
    },
  };
}

// Decodes the WebAssembly of a module from base64, and decompresses it with gzip.
async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// Starts a module, and returns its Rust exports.
async function module(glue, base64) {
  try {
    await glue({ module_or_path: await unpacked(base64) });
  } catch (cause) {
    throw Object.assign(new SanStringsError("not-loaded", `WebAssembly cannot be started: ${cause.message}`), { cause });
  }
  return glue;
}

// Caches the promise that `make` returns. If the promise is rejected, the next call calls `make` again.
export function once(make) {
  let made;
  return () => made ??= make().catch((error) => {
    made = undefined;
    throw error;
  });
}

// Creates the API object, with the functions of the given modules. A module is a pair: its bindings, and a function
// that fetches its WebAssembly. `part` fetches a part of the table of shortest games.
export async function make({ read, games, explain, part }) {
  const moves = games ?? read;
  const rust = moves && await module(moves[0], await moves[1]());
  const explaining = explain && once(async () => module(explain[0], await explain[1]()));
  return Object.freeze({
    ...rust && ofMoves(rust),
    ...games && ofGames(rust),
    ...explain && ofStrings(explaining, part),
  });
}
