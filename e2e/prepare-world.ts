/**
 * Creates the demo world in E2E_PREPARED, which every product of a run copies. This is the run's only start in an empty
 * folder, so what was seen of it is stored there for start.spec.ts.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { followFirstStart } from "./first-start.ts";
import { freePort, keepFirstStart, startProduct } from "./product.ts";
import { browserTestSettings } from "./settings.ts";

const { E2E_PREPARED: prepared, E2E_PORT: port } = browserTestSettings();
/** Written last, because nobody copies the folder before it exists. */
const complete = path.join(prepared, "complete");

/** Does nothing if it's there already. */
export async function prepareWorld(): Promise<void> {
  if (existsSync(complete)) return;
  // One that was left behind halfway.
  removeDataFolder(prepared);
  mkdirSync(prepared, { recursive: true });
  const first = await startProduct({
    dataDir: prepared,
    port: await freePort(),
    // The links in its emails point to the main product.
    env: { PUBLIC_URL: `http://localhost:${port}` },
    until: "Stet is at ",
  });
  const seen = await followFirstStart(first);
  await first.stop();
  keepFirstStart(prepared, seen);
  writeFileSync(complete, "");
}

if (import.meta.main) await prepareWorld();
