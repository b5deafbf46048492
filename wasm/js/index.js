// The whole package: moves, games, and explanations of strings.
import { make, once } from "./api.js";
import explain from "./glue/explain.js";
import games from "./glue/games.js";
import { parts } from "./parts.js";

export { SanStringsError } from "./api.js";

export const load = once(() => make({
  games: [games, async () => (await import("./wasm/games.js")).default],
  explain: [explain, async () => (await import("./wasm/explain.js")).default],
  part: async (name) => (await parts[name]()).default,
}));
