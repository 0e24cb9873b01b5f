/**
 * The same reads in two worlds that differ in how much there is, taken by turns in one run: what they cost should be
 * the same in both.
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { factWords } from "#app/fact-words.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { useFacts } from "#app/platform/server/core/facts.ts";
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import { useBench } from "./live-crowd.ts";

const ROUNDS = 6;
const RUNS = 12;
const WARM_UP = 5;
/** A slow read is run less often: each round gives it so many milliseconds. */
const PER_ROUND_MS = 2_000;

/** The moment at which everything is read. */
export const NOW = new Date("2026-11-21T12:00:00Z");

/** Somebody who reads. */
export const person = (uid: string, is: Partial<Person> = {}): Person => ({
  kind: "person",
  uid,
  email: `${uid}@demo.test`,
  emailVerified: true,
  displayName: uid,
  role: "client",
  isAdmin: false,
  isEditor: false,
  isSupport: false,
  photoURL: null,
  claims: {},
  timeZone: "UTC",
  ...is,
});
export const ADMIN = person("usr_admin", { role: "admin", isAdmin: true });

/** A row's position as chance that is the same each time: 0 to `n` - 1. */
export const chance = (i: string, n: number): string => `(abs(hashint4(${i}::int)::bigint) % ${n})`;

/** Fills a migrated database with foreign keys and triggers disabled. */
export type Fill = (db: pg.Client, size: number) => Promise<void>;

export type Worlds = {
  /** The worlds' folder, where they are kept. */
  name: string;
  small: number;
  big: number;
  /** What a world is filled with, in this order. A kept world gets the ones it lacks. */
  fills: Readonly<Record<string, Fill>>;
  reads: Readonly<Record<string, () => Promise<unknown>>>;
};

/** A read's medians in milliseconds: on the clock, and of processor time in this process and in the database's. */
export type ScaleRead = { name: string; smallMs: number; bigMs: number; smallCpuMs: number; bigCpuMs: number };

const median = (of: number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!;

/** The last that was known of each of the database's processes. */
const lastMs = new Map<number, number>();

/**
 * The processor time of one process so far, in milliseconds. An idle connection may have been closed: then it's what it
 * was.
 */
function backendMs(pid: number): number {
  try {
    lastMs.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return lastMs.get(pid) ?? 0;
}

/** Processor time so far, in milliseconds: this process's and that of the database's processes with these ids. */
function processorMs(backends: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3 + backends.reduce((sum, pid) => sum + backendMs(pid), 0);
}

/** Only reads whose name matches this expression, for those who work on one of them. */
const ONLY = process.env.SCALE_READS ? new RegExp(process.env.SCALE_READS) : null;
/** A folder in which worlds are kept between runs, for those who work on what they measure. */
const KEPT = process.env.SCALE_WORLDS;

/**
 * Fills a world with what it lacks. One that was filled differently, as far as its fills' own text shows, is made
 * again.
 */
async function fillWorld(
  postgres: EmbeddedPostgres,
  name: string,
  { fills, size }: { fills: Worlds["fills"]; size: number },
): Promise<void> {
  const wanted = Object.entries(fills).map(([fill, run]) => ({
    fill,
    run,
    // Imports are numbered in the order of the file, which says nothing of the fill.
    hash: createHash("sha256")
      .update(`${size} ${run.toString().replaceAll(/__vi\w+_\d+__/g, "")}`)
      .digest("hex"),
  }));
  const connect = async (): Promise<pg.Client> => {
    await ensureDatabase(postgres.url(), name);
    const client = new pg.Client({ connectionString: postgres.url(name) });
    await client.connect();
    await client.query("create table if not exists bench_fills (fill text primary key, hash text not null)");
    return client;
  };
  let db = await connect();
  try {
    const { rows: has } = await db.query<{ fill: string; hash: string }>("select fill, hash from bench_fills");
    let lacking = wanted.filter(({ fill }) => !has.some((it) => it.fill === fill));
    if (has.some((it) => !wanted.some(({ fill, hash }) => fill === it.fill && hash === it.hash))) {
      await db.end();
      const server = new pg.Client({ connectionString: postgres.url() });
      await server.connect();
      await server.query(`drop database ${name}`).finally(() => server.end());
      db = await connect();
      lacking = wanted;
    }
    await migrate(postgres.url(name));
    await db.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
    );
    for (const { fill, run, hash } of lacking) {
      await run(db, size);
      await db.query("insert into bench_fills values ($1, $2)", [fill, hash]);
    }
    await db.query("vacuum analyze");
    // A statement's processor time is that of one process: others that help it would end uncounted.
    await db.query(`alter database ${name} set max_parallel_workers_per_gather = 0`);
  } finally {
    await db.end();
  }
}

/** Medians of every read in both worlds. @param say what is being done */
export async function measureWorlds(
  { name: of, small, big, fills, reads: all }: Worlds,
  say: (what: string) => void,
): Promise<ScaleRead[]> {
  const reads = Object.fromEntries(Object.entries(all).filter(([name]) => ONLY === null || ONLY.test(name)));
  const folder = KEPT ? path.join(path.resolve(KEPT), of) : mkdtempSync(path.join(os.tmpdir(), "stet-bench-scale-"));
  mkdirSync(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres(path.join(folder, "pg"), { fsync: false });
  setClock(NOW);
  useFacts({ reactions: () => ({}), words: factWords });
  try {
    const urls = { small: postgres.url("small"), big: postgres.url("big") };
    for (const [name, size] of [
      ["small", small],
      ["big", big],
    ] as const) {
      const begun = performance.now();
      await fillWorld(postgres, name, { fills, size });
      say(`${size.toLocaleString("en-US")} made in ${Math.round((performance.now() - begun) / 1_000)} s`);
    }
    useBench(urls.small);
    const times = { small: new Map<string, number[][]>(), big: new Map<string, number[][]>() };
    for (let round = 0; round < ROUNDS; round++) {
      // By turns who comes first: the machine is not the same all the time.
      for (const name of round % 2 === 0 ? (["small", "big"] as const) : (["big", "small"] as const)) {
        await closeDatabase();
        useDatabase(urls[name], 4);
        for (const [what, read] of Object.entries(reads)) {
          const [wall, cpu] = times[name].get(what) ?? [[], []];
          times[name].set(what, [wall!, cpu!]);
          const until = performance.now() + PER_ROUND_MS;
          for (let run = 0; run < WARM_UP && (run === 0 || performance.now() < until); run++) await read();
          const backends = await backendsOf(postgres.url(), name);
          for (let run = 0; run < RUNS && (run === 0 || performance.now() < until); run++) {
            const begun = performance.now();
            const before = processorMs(backends);
            await read();
            cpu!.push(processorMs(backends) - before);
            wall!.push(performance.now() - begun);
          }
        }
      }
    }
    return Object.keys(reads).map((name) => {
      const [smallMs, smallCpuMs] = times.small.get(name)!.map(median);
      const [bigMs, bigCpuMs] = times.big.get(name)!.map(median);
      return { name, smallMs: smallMs!, bigMs: bigMs!, smallCpuMs: smallCpuMs!, bigCpuMs: bigCpuMs! };
    });
  } finally {
    setClock(null);
    await closeDatabase();
    await postgres.stop();
    if (!KEPT) rmSync(folder, { recursive: true, force: true });
  }
}

/** The database's processes that serve our connections. */
async function backendsOf(url: string, database: string): Promise<number[]> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const { rows } = await db.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
      [database],
    );
    return rows.map((row) => row.pid);
  } finally {
    await db.end();
  }
}
