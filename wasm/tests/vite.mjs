// Tests the package in a Vite project without configuration, in Chromium: from the development server, and as a
// production build.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";

const root = join(import.meta.dirname, "vite-project");
mkdirSync(root, { recursive: true });
writeFileSync(join(root, "index.html"), '<!DOCTYPE html><p id="said"></p><script type="module" src="main.js"></script>');
writeFileSync(join(root, "main.js"), `
  import { load } from "san-strings";
  const { read, lint, explain } = await load();
  const { plies } = await explain("Qh4#");
  document.querySelector("#said").textContent = [read("Ng1-f3").san, plies, lint("1. e4 e5 2. Ke3 *").findings[0].kind].join(" ");
`);

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

// Returns the text that the page shows in Chromium. Fails if the page throws an error.
async function said(url) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => assert.fail(error));
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#said")?.textContent);
  const text = await page.textContent("#said");
  await page.close();
  return text;
}

const options = { root, configFile: false, logLevel: "error" };
const expected = "Nf3 4 illegal-move";

const server = await createServer({ ...options, server: { port: 0 } });
await server.listen();
const [local] = server.resolvedUrls.local;
assert.equal(await said(local), expected);
await server.close();

await build({ ...options, build: { chunkSizeWarningLimit: 1000 } });
const built = await preview({ ...options, preview: { port: 0 } });
assert.equal(await said(built.resolvedUrls.local[0]), expected);
await built.close();
await browser.close();
console.log("in Vite, from its server and built: right");
process.exit(0);
