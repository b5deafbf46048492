// Asks the code of the page, without a browser: `node page.mjs FOLDER < texts`. The first line of
// the answer has the numbers of the table, and then there is a line of JSON for each text, with
// the names that `explain --format json` uses.
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const folder = process.argv[2];
const page = vm.createContext({ TextEncoder });
const squares = readdirSync(`${folder}/squares`).map((name) => `squares/${name}`);
for (const name of ["data.js", "script.js", ...squares]) {
  vm.runInContext(readFileSync(`${folder}/${name}`, "utf8"), page);
}
const { verdict, readings, several, play, numbers } =
  vm.runInContext("({ verdict, readings, several, play, numbers })", page);

const placement = (board) => board.match(/.{8}/g).reverse().join("/").replace(/\.+/g, (dots) => dots.length);

function answer(text) {
  const found = verdict(text);
  if (!found) return { verdict: "not_san", readings: readings(text), moves: several(text) };
  if (!found.occurs) {
    return { san: text, verdict: "cannot_occur", reason: found.reason, proof: found.proof };
  }
  const positions = play(found.moves);
  return {
    san: text,
    verdict: "occurs",
    fen: placement(positions.at(-2).board),
    last: placement(positions.at(-1).board),
    plies: positions.length - 1,
    at_least: found.atLeast,
    known: found.known,
    why: found.why,
    moves: positions.slice(1).map(({ san }) => san).join(" "),
    parts: found.says,
    lichess_count: found.count,
  };
}

let out = [JSON.stringify(numbers())];
for await (const text of createInterface({ input: createReadStream(null, { fd: 0 }) })) {
  out.push(JSON.stringify(answer(text)));
}
process.stdout.write(out.join("\n") + "\n");
