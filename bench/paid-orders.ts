/**
 * Orders placed and paid per second, through the commands, the card sandbox and its signed webhooks, compared with bare
 * inserts in the same database.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { JOBS } from "#app/jobs.ts";
import { EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { startJobs, stopJobs } from "#app/platform/server/core/jobs.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { openCardWorld } from "#boot/testing/card-world.ts";
import { TEST_SERVER_URL, TEST_TEMPLATE } from "#boot/testing/database.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { migrate } from "#db/migrate.ts";
import { personOf } from "#db/seed/cast.ts";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";

const AT_ONCE = 8;
const SECONDS = 10;
const TEMPLATE = "bench";

/**
 * How many times per second `turn` completes with this concurrency. @returns the rate, including the time of `settle`
 */
async function rate(
  seconds: number,
  turn: (worker: number) => Promise<void>,
  settle: () => Promise<void> = async () => {},
): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      while (performance.now() < until) {
        await turn(worker);
        done += 1;
      }
    }),
  );
  await settle();
  return (done * 1000) / (performance.now() - begun);
}

const countPaid = async ({ db }: TestWorld): Promise<number> =>
  Number(
    (
      await db
        .selectFrom("facts")
        .select((e) => e.fn.countAll<number>().as("n"))
        .where("kind", "=", "order.paid")
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Orders from draft to paid. Timed until the last one has its invoice and journal entry. */
async function paidOrders(world: TestWorld): Promise<number> {
  const cards = await openCardWorld(world);
  // Enough capacity for all of them, because pricing checks it each time.
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 1_000_000_000, parallelOrders: 1_000_000 })
    .where("matchReady", "=", true)
    .execute();
  await cards.control("/webhooks", { paused: false });
  setClock(null);
  // A person has one draft at a time, so concurrent orders need different people.
  const authors = Array.from({ length: AT_ONCE }, (_, i) => ({
    ...personOf("amara"),
    uid: `usr_author${i}`,
    email: `author${i}@demo.test`,
  }));
  for (const { uid, email, displayName } of authors)
    await world.db.insertInto("users").values({ uid, email, displayName, createdAt: NOON }).execute();
  let placed = 0;
  // Like a worker process: every kind of job, a few at once.
  await stopJobs();
  // Workers learn of new jobs through it.
  await hub().start();
  await startJobs(JOBS, true);
  let ordersPerSecond: number;
  try {
    ordersPerSecond = await rate(
      SECONDS,
      async (worker) => {
        const author = authors[worker]!;
        const order = await quotedOrder(author);
        const { url } = await startPayment(author, { orderId: order.id, earlyStart: EARLY_START.version });
        if ((await payCheckout(url)).status !== 303) throw new Error("The card sandbox did not take the card.");
        placed += 1;
      },
      async () => {
        while ((await countPaid(world)) < placed) await sleep(10);
      },
    );
  } finally {
    await stopJobs();
    await hub().stop();
    await cards.close();
  }
  const { differences, ledgerSumMinor } = await reconcileLedger();
  if (differences.length > 0 || ledgerSumMinor !== 0) throw new Error("The ledger does not agree with the orders.");
  return ordersPerSecond;
}

/** One row per transaction, the size of an order's row. */
async function bareInserts(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE });
  try {
    await pool.query("create table plain (id bigint generated always as identity primary key, body text not null)");
    const body = "x".repeat(1_000);
    return await rate(5, async () => void (await pool.query("insert into plain (body) values ($1)", [body])));
  } finally {
    await pool.end();
  }
}

/** Both rates, on a separate PostgreSQL with fsync. */
export async function measure(): Promise<{ ordersPerSecond: number; insertsPerSecond: number }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stet-bench-orders-"));
  const postgres = await startEmbeddedPostgres(path.join(folder, "pg"), { maxConnections: 100 });
  try {
    await ensureDatabase(postgres.url(), TEMPLATE);
    await migrate(postgres.url(TEMPLATE));
    process.env[TEST_SERVER_URL] = postgres.url();
    process.env[TEST_TEMPLATE] = TEMPLATE;
    const world = await openWorld();
    try {
      const insertsPerSecond = await bareInserts(world.url);
      return { insertsPerSecond, ordersPerSecond: await paidOrders(world) };
    } finally {
      await world.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
