/**
 * Orders over HTTP, from a dropped manuscript to a settled payment: the built product, a PostgreSQL with fsync, and the
 * card sandbox.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { Client, Unexpected, manuscript } from "../e2e/client.ts";
import { processorMs } from "./processor.ts";
import { crowd, openAccounts } from "./siege/crowd.ts";
import { machine } from "./siege/machine.ts";
import { startServices } from "./siege/services.ts";

const AT_ONCE = 8;
const WARM_UP_S = 5;
const SECONDS = 20;
/** How long the last webhooks may take after the last payment. */
const SETTLE_LIMIT_MS = 120_000;

export type HttpOrders = {
  ordersPerSecond: number;
  /** Requests with one query each, in the same process. */
  healthPerSecond: number;
  /** How long each step of an order takes for its author, in ms, with {@link AT_ONCE} people ordering at once. */
  steps: Record<string, number>;
  /** CPU time per order, in ms. */
  processor: Record<string, number>;
};

/** CPU time of this process alone, in ms. */
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** One order, step by step. */
async function order(client: Client, mark: string, note: (step: string, ms: number) => void): Promise<void> {
  const timed = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await run();
    note(step, performance.now() - begun);
    return result;
  };
  const { name, bytes } = manuscript(mark);
  const { orderId } = await timed("draft", () => client.openDraft());
  await timed("manuscript, counted", async () => {
    const file = await client.upload(orderId, name, bytes);
    if (file.state !== "counted") throw new Unexpected("The file isn't counted", 503, file.state);
  });
  await timed("choices saved", () => client.saveChoices(orderId));
  const checkout = await timed("price frozen, checkout opened", () => client.place(orderId));
  await timed("card charged (sandbox)", () => client.payAt(checkout));
}

/** The built product with its services, and {@link AT_ONCE} authors signed in. */
export type Shop = {
  /** The web process, without the load balancer. */
  url: string;
  /**
   * Everybody orders again and again for this long. Resolves when all of it is settled.
   * @param note receives how long each step took @returns how many orders that were
   */
  run(seconds: number, note?: (step: string, ms: number) => void): Promise<number>;
  /** CPU time so far, in ms. */
  spent(): { "web process": number; "worker process": number; PostgreSQL: number };
  close(): Promise<void>;
};

export async function openShop(): Promise<Shop> {
  const services = await startServices();
  const it = machine("bench", services.ports[0], services.folder, services.env);
  const db = new pg.Pool({ connectionString: services.databaseUrl, max: 2 });
  const close = async (): Promise<void> => {
    await it.stop();
    await db.end();
    await closeDatabase();
    await services.stop();
  };
  try {
    await it.start();
    const people = crowd(AT_ONCE * 3).filter((person) => person.member);
    await openAccounts(useDatabase(services.databaseUrl, 2), people);
    const authors = await Promise.all(
      people
        .filter((person) => person.role === "author")
        .slice(0, AT_ONCE)
        .map(({ member }) => new Client(services.url).signIn(member!.email)),
    );
    const pids = it.pids();
    const postmaster = Number(readFileSync(`${services.folder}/pg/postmaster.pid`, "utf8").split("\n")[0]);
    const paid = async (): Promise<number> =>
      (await db.query<{ n: number }>(`select count(*)::int as n from facts where kind = 'order.paid'`)).rows[0]!.n;
    let placed = 0;
    let runs = 0;
    return {
      url: `http://localhost:${services.ports[0]}`,
      async run(seconds, note = () => {}) {
        const name = `run${runs++}`;
        const until = performance.now() + seconds * 1000;
        let done = 0;
        await Promise.all(
          authors.map(async (author, i) => {
            for (let n = 0; performance.now() < until; n++) {
              await order(author, `${name}-${i}-${n}`, note);
              done += 1;
            }
          }),
        );
        placed += done;
        const giveUpAt = performance.now() + SETTLE_LIMIT_MS;
        while ((await paid()) < placed) {
          if (performance.now() > giveUpAt)
            throw new Error(`${placed} orders were placed, but only ${await paid()} are settled.`);
          await sleep(10);
        }
        return done;
      },
      spent: () => ({
        "web process": processorMs([pids.web!]),
        "worker process": processorMs([pids.worker!]),
        PostgreSQL: processorMs([postmaster]),
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function measureHttpOrders(): Promise<HttpOrders> {
  const shop = await openShop();
  try {
    await shop.run(WARM_UP_S);
    const spent = (): Record<string, number> => ({
      ...shop.spent(),
      "card sandbox, object store, and authors": ownMs(),
    });
    const steps: Record<string, number> = {};
    const before = spent();
    const begun = performance.now();
    const done = await shop.run(SECONDS, (step, ms) => {
      steps[step] = (steps[step] ?? 0) + ms;
    });
    const seconds = (performance.now() - begun) / 1000;
    const after = spent();

    let answered = 0;
    const healthUntil = performance.now() + 4_000;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < healthUntil) {
          await (await fetch(`${shop.url}/healthz`)).arrayBuffer();
          answered += 1;
        }
      }),
    );
    const perOrder = (sums: Record<string, number>): Record<string, number> =>
      Object.fromEntries(Object.entries(sums).map(([name, ms]) => [name, ms / done]));
    return {
      ordersPerSecond: done / seconds,
      healthPerSecond: answered / 4,
      steps: perOrder(steps),
      processor: perOrder(Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]!]))),
    };
  } finally {
    await shop.close();
  }
}
