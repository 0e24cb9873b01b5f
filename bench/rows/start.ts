/**
 * From the command to the first page: on a clean clone after `npm ci`, which builds and creates the demo world, and
 * again afterward.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startApplication, startBareServer } from "../application.ts";
import type { Row } from "../row.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Later starts are short, so take the median of several. */
const AGAIN = 3;

export default {
  name: "start",
  async run() {
    const bare = await startBareServer("ready");
    await bare.stop();
    const against = `a bare node:http process (${Math.round(bare.firstPageMs)} ms)`;
    const measure = (name: string, ms: number) => ({
      name,
      value: Math.round(ms),
      unit: "ms",
      against,
      ratio: ms / bare.firstPageMs,
    });
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "stet-bench-"));
    try {
      rmSync(path.join(ROOT, "build"), { recursive: true, force: true });
      rmSync(path.join(ROOT, "node_modules/.cache/compiled"), { recursive: true, force: true });
      const first = await startApplication(dataDir);
      // Let the demo world finish before it's stopped.
      await fetch(`${first.url}/healthz`);
      await first.stop();
      const again: number[] = [];
      for (let n = 0; n < AGAIN; n += 1) {
        const later = await startApplication(dataDir);
        again.push(later.firstPageMs);
        await later.stop();
      }
      return [
        measure("start on a clean clone", first.firstPageMs),
        measure("start again", again.toSorted((a, b) => a - b)[1]!),
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
} satisfies Row;
