/** What people wait for with ten thousand orders and with a million (ten million notifications), in one run. Making the big world takes minutes. */
import path from "node:path";
import { runnerImport } from "vite";
import type { Row } from "../row.ts";

/** A smaller big world, to see whether the row works. */
const BIG = Number(process.env.SCALE_ORDERS ?? 1_000_000);

export default {
  name: "scale",
  slow: true,
  async run() {
    // The letters are written in JSX, which Node alone does not read.
    const { module } = await runnerImport<typeof import("../scale-world.ts")>(
      path.resolve(import.meta.dirname, "../scale-world.ts"),
      { root: path.resolve(import.meta.dirname, "../.."), logLevel: "error" },
    );
    const reads = await module.measureScale(BIG, (what) => console.error(what));
    return reads.map(({ name, smallMs, bigMs }) => ({
      name,
      value: bigMs,
      unit: "ms",
      against: `the same with 10,000 orders (${smallMs.toFixed(2)} ms)`,
      ratio: bigMs / smallMs,
    }));
  },
} satisfies Row;
