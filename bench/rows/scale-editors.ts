/**
 * Ranking an order's editors, and what a price page can promise, with a thousand editors and with a hundred thousand,
 * in one run.
 */
import { importWorld, measuresOf } from "../scale-row.ts";
import type { Row } from "../row.ts";

/** A smaller big world, to see whether the row works. */
const BIG = Number(process.env.SCALE_EDITORS ?? 100_000);

export default {
  name: "scale-editors",
  slow: true,
  async run() {
    const world = await importWorld<typeof import("../editors-world.ts")>("editors-world.ts");
    return measuresOf("1,000 editors", await world.measureEditors(BIG, (what) => console.error(`editors: ${what}`)));
  },
} satisfies Row;
