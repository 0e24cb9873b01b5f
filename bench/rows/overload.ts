/**
 * 200 and 1,000 signed-in pages requested at once: how many are answered, and how long health checks and a cached page
 * take in the meantime, compared with the same without load.
 */
import { CAST } from "#db/seed/cast.ts";
import { startApplication } from "../application.ts";
import { burst } from "../burst.ts";
import { quantile } from "../peers/table.ts";
import type { Measure, Row } from "../row.ts";

const WORLD_LIMIT_MS = 180_000;
const times = (answers: readonly { ms: number }[]): number[] => answers.map(({ ms }) => ms);

export default {
  name: "overload",
  async run() {
    const application = await startApplication();
    try {
      await fetch(`${application.url}/signin?next=/`, { signal: AbortSignal.timeout(WORLD_LIMIT_MS) });
      const open = (people: number) => burst(application.url, people, CAST.mei.email, "/my-orders");
      const alone = await open(1);
      const measures: Measure[] = [];
      for (const people of [200, 1_000]) {
        const { pages, health, cached } = await open(people);
        const answered = pages.filter(({ status }) => status === 200);
        measures.push({
          name: `${people} pages at once, answered`,
          value: answered.length,
          unit: "pages",
          against: `the others were told to try again; the last page after ${Math.round(Math.max(...times(answered)))} ms`,
          ratio: answered.length / people,
        });
        for (const [name, loaded, calm] of [
          ["/healthz", health, alone.health],
          ["cached page", cached, alone.cached],
        ] as const)
          measures.push({
            name: `${people} pages at once, ${name}`,
            value: Math.max(...times(loaded)),
            unit: "ms, slowest",
            against: `without load (${quantile(times(calm), 0.5).toFixed(1)} ms)`,
            ratio: Math.max(...times(loaded)) / quantile(times(calm), 0.5),
          });
      }
      return measures;
    } finally {
      await application.stop();
    }
  },
} satisfies Row;
