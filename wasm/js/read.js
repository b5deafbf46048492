// The part of the API that reads moves and FENs, but not PGN: `read`, `readFen`,
// `legalMoves`, `play` and `vocabulary`.
import { make, once } from "./api.js";
import glue from "./glue/read.js";

export { SanStringsError } from "./api.js";

export const load = once(() => make({ read: [glue, async () => (await import("./wasm/read.js")).default] }));
