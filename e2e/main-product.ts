/**
 * The product that most tests use. It creates the demo world in its own directory first, E2E_PREPARED, which every
 * other product of the run copies.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { followFirstStart } from "./first-start.ts";
import { copyFolder, freePort, keepFirstStart, removeFolder, startProduct } from "./product.ts";

const prepared = process.env["E2E_PREPARED"]!;
const dataDir = process.env["DATA_DIR"]!;
const port = process.env["PORT"]!;

mkdirSync(prepared, { recursive: true });
const first = await startProduct({
  dataDir: prepared,
  port: await freePort(),
  // The links in its emails point to the main product.
  env: { PUBLIC_URL: `http://localhost:${port}` },
  until: "Stet is at ",
});
// The only start in an empty folder: start.spec.ts checks what was seen.
const seen = await followFirstStart(first);
await first.stop();
mkdirSync(dataDir, { recursive: true });
copyFolder(prepared, dataDir);
keepFirstStart(prepared, seen);
// Written last, because nobody copies the folder before it exists.
writeFileSync(path.join(prepared, "complete"), "");

const product = spawn("npm", ["start"], { stdio: "inherit" });
for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => product.kill(name));
product.once("exit", (code) => {
  removeFolder(prepared);
  removeFolder(dataDir);
  process.exit(code ?? 1);
});
