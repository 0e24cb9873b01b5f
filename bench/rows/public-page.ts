/** How many times per second the home page is served, compared with a bare server that sends the same bytes. */
import autocannon from "autocannon";
import { startApplication, startBareServer } from "../application.ts";
import type { Row } from "../row.ts";

const CONNECTIONS = 50;
const SECONDS = 8;

async function requestsPerSecond(url: string): Promise<number> {
  await autocannon({ url, connections: CONNECTIONS, duration: 2 });
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests to ${url} failed.`);
  return result.requests.average;
}

export default {
  name: "public-page",
  async run() {
    const application = await startApplication();
    try {
      const page = await (await fetch(application.url, { headers: { accept: "text/html" } })).text();
      const served = await requestsPerSecond(application.url);
      const bare = await startBareServer(page);
      try {
        const possible = await requestsPerSecond(bare.url);
        return [
          {
            name: "public page",
            value: Math.round(served),
            unit: "requests/s",
            against: `node:http with the same ${page.length} characters (${Math.round(possible)}/s)`,
            ratio: served / possible,
          },
        ];
      } finally {
        await bare.stop();
      }
    } finally {
      await application.stop();
    }
  },
} satisfies Row;
