/**
 * An installation's demo world. Its people exist before the first page; the worker creates its orders while public
 * pages are already served. Other requests wait until that's done.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { closeDatabase, database, useDatabase } from "#app/platform/server/core/database.ts";
import { startJobs, stopJobs } from "#app/platform/server/core/jobs.ts";
import { log } from "#app/platform/server/core/log.ts";
import { JOBS } from "#app/jobs.ts";

/** Held by the process that is creating the orders. */
const ORDERS_LOCK = 7_303;
const LOOK_EVERY_MS = 100;
/** A request waits this long before it's told to retry. */
const WAIT_LIMIT_MS = 120_000;

let underWay: Promise<void> | undefined;

/** How to sign in, and how long creating the orders took, if this process did it. */
export type DemoWorld = { hint: string; ordersMs?: number };

/**
 * Creates the missing parts of the demo world. A process with the role "web" leaves the orders to the worker.
 * @param onComplete called in such a process once the orders exist, if they didn't yet
 */
export async function openDemoWorld(role: "web" | "worker" | "all", onComplete: () => void): Promise<DemoWorld> {
  // The demo's people and manuscripts are only loaded for a demo.
  const demo = await import("#db/seed/demo.ts");
  await demo.seedDemo();
  const hint = demo.hintOfDemo();
  if (role === "web") {
    if (!(await isComplete(demo.hasDemoOrders)))
      underWay = untilComplete(demo.hasDemoOrders).then(() => {
        underWay = undefined;
        onComplete();
      });
    return { hint };
  }
  if (await demo.hasDemoOrders()) return { hint };
  const begun = performance.now();
  await makeOrders(demo);
  return { hint, ordersMs: performance.now() - begun };
}

/** Resolves when the demo world is complete, or immediately without a demo. @throws Problem after two minutes */
export async function demoWorldComplete(): Promise<void> {
  if (!underWay) return;
  const limit = new AbortController();
  const complete = await Promise.race([
    underWay.then(() => true),
    sleep(WAIT_LIMIT_MS, false, { signal: limit.signal, ref: false }).catch(() => false),
  ]);
  limit.abort();
  if (!complete)
    throw new Problem("busy", "starting", "Stet is still making its demo orders.", "Try again in a minute.");
}

/**
 * Creates the orders by replaying their story. One process does it at a time, and the next finds them done. Its
 * thousands of small transactions don't wait for the disk. The last one does, which flushes them all.
 */
async function makeOrders(demo: typeof import("#db/seed/demo.ts")): Promise<void> {
  const { databaseUrl, dbPool } = config();
  const url = new URL(databaseUrl);
  url.searchParams.set("options", "-c synchronous_commit=off");
  await closeDatabase();
  useDatabase(url.href, dbPool);
  try {
    await database()
      .connection()
      .execute(async (holder) => {
        await sql`select pg_advisory_lock(${ORDERS_LOCK})`.execute(holder);
        try {
          if (await demo.hasDemoOrders()) return;
          await startJobs(JOBS, false);
          await demo.seedDemoOrders();
          await stopJobs();
          await flush(holder);
        } finally {
          await sql`select pg_advisory_unlock(${ORDERS_LOCK})`.execute(holder);
        }
      });
  } finally {
    await closeDatabase();
    useDatabase(databaseUrl, dbPool);
  }
}

/** A commit that waits for the disk also flushes earlier ones. */
async function flush<T>(db: Kysely<T>): Promise<void> {
  await sql`set synchronous_commit = on`.execute(db);
  await sql`update demo_world set "madeAt" = "madeAt"`.execute(db);
}

/** Orders alone don't show it, because the first exists long before the last. */
async function isComplete(hasDemoOrders: () => Promise<boolean>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${ORDERS_LOCK}) as free
  `.execute(database());
  return rows[0]!.free && (await hasDemoOrders());
}

async function untilComplete(hasDemoOrders: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    try {
      if (await isComplete(hasDemoOrders)) return;
    } catch (error) {
      // The database may be restarting. The next check will tell.
      log.error("waiting for the demo orders", error);
    }
  }
}
