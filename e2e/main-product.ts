/** The product that most tests use, on a copy of the demo world. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { prepareWorld } from "./prepare-world.ts";
import { copyFolder } from "./product.ts";

const prepared = process.env["E2E_PREPARED"]!;
const dataDir = process.env["DATA_DIR"]!;

await prepareWorld();
mkdirSync(dataDir, { recursive: true });
copyFolder(prepared, dataDir);

const product = spawn("npm", ["start"], { stdio: "inherit" });
for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => product.kill(name));
product.once("exit", (code) => {
  removeDataFolder(prepared);
  removeDataFolder(dataDir);
  process.exit(code ?? 1);
});
