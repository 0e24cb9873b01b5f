/** Signed-in people who open pages of the demo world, for the rows that need a product at work. */
import { setTimeout as sleep } from "node:timers/promises";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client } from "../e2e/client.ts";
import { randomOf } from "../e2e/random.ts";

const WORLD_LIMIT_MS = 180_000;
/** From one page to the next of the same person, in ms: by chance, two seconds on average. */
const LEAST_PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 3_000;

/** Who opens which pages. A list and one of its orders, for those who have some. */
const PAGES: Partial<Record<CastName, readonly string[]>> = {
  mei: ["/my-orders", "an order"],
  jonas: ["/editor/invites", "/editor"],
  sam: ["/support-desk/threads"],
  ada: ["/admin/orders"],
};

export type Visit = { path: string; headers: Record<string, string> };

/** The pages of everybody in turn, with their sessions. */
export async function visitsOf(url: string): Promise<Visit[]> {
  // A page that isn't cached is answered when the demo world is complete.
  await fetch(`${url}/signin?next=/`, { signal: AbortSignal.timeout(WORLD_LIMIT_MS) });
  const visits: Visit[] = [];
  for (const [name, pages] of Object.entries(PAGES)) {
    const client = await new Client(url).signIn(CAST[name as CastName].email);
    const headers = {
      accept: "text/html",
      "accept-encoding": "br",
      cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; "),
    };
    for (const page of pages) {
      const order = page === "an order" ? /ord_[0-9a-z]{26}/.exec(await (await client.get(pages[0]!)).text())?.[0] : "";
      visits.push({ path: order ? `/order/${order}` : page, headers });
    }
  }
  return visits;
}

/**
 * As many people as asked for open pages for a while, each of them one about every two seconds.
 * @returns how long each answer took to its last byte, in ms
 */
export async function openPages(
  url: string,
  visits: readonly Visit[],
  people: number,
  seconds: number,
): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const random = randomOf(person);
      const pause = (least: number): number => least + random() * (MOST_PAUSE_MS - least);
      await sleep(pause(0));
      for (let n = person; performance.now() < until; n++) {
        const { path, headers } = visits[n % visits.length]!;
        const begun = performance.now();
        const answer = await fetch(url + path, { headers, redirect: "manual" });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
        took.push(performance.now() - begun);
        await sleep(pause(LEAST_PAUSE_MS));
      }
    }),
  );
  return took;
}
