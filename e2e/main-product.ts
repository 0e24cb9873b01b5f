/**
 * The product that most of the tests walk through. It makes the demo world in a directory of its own first, E2E_PREPARED,
 * so that every other product of the run starts on a copy.
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
  // The links in its letters lead to the main product.
  env: { PUBLIC_URL: `http://localhost:${port}` },
  until: "Stet is at ",
});
// The only start in an empty folder: start.spec.ts judges what is seen of it.
const seen = await followFirstStart(first);
await first.stop();
mkdirSync(dataDir, { recursive: true });
copyFolder(prepared, dataDir);
keepFirstStart(prepared, seen);
// Last: until it is there, nobody takes a copy.
writeFileSync(path.join(prepared, "complete"), "");

const product = spawn("npm", ["start"], { stdio: "inherit" });
for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => product.kill(name));
product.once("exit", (code) => {
  removeFolder(prepared);
  removeFolder(dataDir);
  process.exit(code ?? 1);
});
