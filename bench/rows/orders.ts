/** Orders placed and paid per second, compared with bare inserts in the same database. */
import path from "node:path";
import { runnerImport } from "vite";
import type { Row } from "../row.ts";

export default {
  name: "orders",
  async run() {
    // Emails are written in JSX, which Node can't load on its own.
    const { module } = await runnerImport<typeof import("../paid-orders.ts")>(
      path.resolve(import.meta.dirname, "../paid-orders.ts"),
      { root: path.resolve(import.meta.dirname, "../.."), logLevel: "error" },
    );
    const { ordersPerSecond, insertsPerSecond } = await module.measure();
    return [
      {
        name: "orders placed and paid",
        value: Math.round(ordersPerSecond * 100) / 100,
        unit: "orders/s",
        against: `bare insert transactions, as many at once (${Math.round(insertsPerSecond)}/s)`,
        ratio: ordersPerSecond / insertsPerSecond,
      },
    ];
  },
} satisfies Row;
