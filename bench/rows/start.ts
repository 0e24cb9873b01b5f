/** From the command to the first page, on a data directory that does not exist yet. The build is there already. */
import path from "node:path";
import { build, isStale } from "../../boot/build-if-stale.ts";
import { startApplication, startBareServer } from "../application.ts";
import type { Row } from "../row.ts";

export default {
  name: "start",
  async run() {
    const root = path.resolve(import.meta.dirname, "../..");
    if (isStale(root)) build(root);
    const bare = await startBareServer("ready");
    await bare.stop();
    const application = await startApplication();
    await application.stop();
    return [
      {
        name: "start to first page",
        value: Math.round(application.firstPageMs),
        unit: "ms",
        against: `a bare node:http process (${Math.round(bare.firstPageMs)} ms)`,
        ratio: application.firstPageMs / bare.firstPageMs,
      },
    ];
  },
} satisfies Row;
