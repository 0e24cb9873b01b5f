/**
 * The same reads in two worlds that differ in how much there is, taken by turns in one run: what they cost should be
 * the same in both.
 */
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { factWords } from "#app/fact-words.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { useFacts } from "#app/platform/server/core/facts.ts";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import { useBench } from "./live-crowd.ts";

const ROUNDS = 6;
const RUNS = 12;
const WARM_UP = 5;

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

export type Worlds = {
  small: number;
  big: number;
  /** Fills a migrated database with foreign keys and triggers disabled. */
  fill: (db: pg.Client, size: number) => Promise<void>;
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

/** Medians of every read in both worlds. @param say what is being done */
export async function measureWorlds(
  { small, big, fill, reads }: Worlds,
  say: (what: string) => void,
): Promise<ScaleRead[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stet-bench-scale-"));
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
      await ensureDatabase(postgres.url(), name);
      await migrate(urls[name]);
      const db = new pg.Client({ connectionString: urls[name] });
      await db.connect();
      try {
        await db.query(
          "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
        );
        await fill(db, size);
        await db.query("vacuum analyze");
        // A statement's processor time is that of one process: others that help it would end uncounted.
        await db.query(`alter database ${name} set max_parallel_workers_per_gather = 0`);
      } finally {
        await db.end();
      }
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
          for (let run = 0; run < WARM_UP; run++) await read();
          const backends = await backendsOf(postgres.url(), name);
          for (let run = 0; run < RUNS; run++) {
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
    rmSync(folder, { recursive: true, force: true });
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
