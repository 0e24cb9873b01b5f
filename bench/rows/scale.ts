/**
 * What people wait for with ten thousand orders and with a million (ten million notifications), in one run. Making the
 * big world takes minutes.
 */
import { importWorld, measuresOf } from "../scale-row.ts";
import type { Row } from "../row.ts";

/** A smaller big world, for trying out the row. */
const BIG = Number(process.env.SCALE_ORDERS ?? 1_000_000);

export default {
  name: "scale",
  slow: true,
  async run() {
    const world = await importWorld<typeof import("../scale-world.ts")>("scale-world.ts");
    return measuresOf("10,000 orders", await world.measureScale(BIG, (what) => console.error(`orders: ${what}`)));
  },
} satisfies Row;
