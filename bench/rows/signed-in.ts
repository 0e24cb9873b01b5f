/**
 * Pages of 50 signed-in people, each of whom opens one about every two seconds, compared with a bare server that sends
 * the same bytes at the same moments.
 */
import { type Running, startApplication, startBareServer } from "../application.ts";
import { quantile } from "../peers/table.ts";
import { openPages, visitsOf } from "../people.ts";
import type { Measure, Row } from "../row.ts";

const PEOPLE = 50;
const SECONDS = 20;

export default {
  name: "signed-in",
  async run() {
    const application = await startApplication();
    let bare: Running | undefined;
    try {
      const visits = await visitsOf(application.url);
      const page = await (await fetch(application.url + visits[0]!.path, { headers: visits[0]!.headers })).text();
      bare = await startBareServer(page);
      await openPages(application.url, visits, PEOPLE, SECONDS / 2);
      const ours = await openPages(application.url, visits, PEOPLE, SECONDS);
      const least = await openPages(bare.url, visits, PEOPLE, SECONDS);
      return (
        [
          ["p50", 0.5],
          ["p99", 0.99],
        ] as const
      ).map(([name, q]): Measure => ({
        name: `signed-in pages, ${PEOPLE} people, ${name}`,
        value: quantile(ours, q),
        unit: "ms",
        against: `node:http with ${page.length} characters (${quantile(least, q).toFixed(1)} ms); ${ours.length} pages in ${SECONDS} s`,
        ratio: quantile(ours, q) / quantile(least, q),
      }));
    } finally {
      await bare?.stop();
      await application.stop();
    }
  },
} satisfies Row;
