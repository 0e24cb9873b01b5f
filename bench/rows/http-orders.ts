/** Orders over HTTP per second, from the dropped manuscript to the settled payment, and where the time goes. */
import { measureHttpOrders } from "../http-orders.ts";
import type { Measure, Row } from "../row.ts";

export default {
  name: "http-orders",
  async run() {
    const { ordersPerSecond, healthPerSecond, steps, processor } = await measureHttpOrders();
    const parts = (what: string, unit: string, record: Record<string, number>): Measure[] => {
      const whole = Object.values(record).reduce((sum, ms) => sum + ms, 0);
      return Object.entries(record).map(([name, value]) => ({
        name: `${what}: ${name}`,
        value,
        unit,
        against: `all of an order (${Math.round(whole)} ms)`,
        ratio: value / whole,
      }));
    };
    return [
      {
        name: "orders over HTTP",
        value: ordersPerSecond,
        unit: "orders/s",
        against: `requests that cost one query (${Math.round(healthPerSecond)}/s)`,
        ratio: ordersPerSecond / healthPerSecond,
      },
      ...parts("wait", "ms", steps),
      ...parts("processor", "ms", processor),
    ];
  },
} satisfies Row;
