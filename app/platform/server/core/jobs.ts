import { CompiledQuery, sql } from "kysely";
import { PgBoss } from "pg-boss";
import { type Reader, database, databaseUrl } from "./database.ts";
import { log } from "./log.ts";
import { processWide } from "./process-wide.ts";

/** Work that outlives a request: sent inside the transaction that decides it, done by whichever worker is free, again until it succeeds. */
export type JobData = Record<string, unknown>;
export type JobHandler = (data: JobData) => Promise<void>;
export type JobKind = { name: string; run: JobHandler; retries?: number; everyMinute?: boolean };

const DEAD = "dead-jobs";
/** Workers of each kind in a process. */
const AT_ONCE = 3;
/**
 * A worker sends a heartbeat within this time (in half of it, to be exact). The jobs of one that was killed go to another after it, and not only when they
 * expire.
 */
const HEARTBEAT_S = 30;
/** How often somebody looks for jobs whose worker is gone. */
const LOOK_S = 15;
const holder = processWide<{
  __stetJobs?: { boss: PgBoss; kinds: Map<string, JobKind>; working: boolean };
}>();

/** Lets pg-boss write through an open transaction. */
const within = (db: Reader) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const result = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows: result.rows as unknown[] };
  },
});

/**
 * Opens the queue. Every process sends; only those that `work` also take jobs.
 * @param kinds every kind of job there is @param work whether this process does them
 */
export async function startJobs(kinds: readonly JobKind[], work: boolean): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl(),
    max: work ? 5 : 2,
    useListenNotify: work,
    supervise: work,
    superviseIntervalSeconds: LOOK_S,
    monitorIntervalSeconds: LOOK_S,
    schedule: work,
    migrate: false,
  });
  boss.on("error", (error) => log.error("job queue", error));
  await boss.start();
  await boss.createQueue(DEAD);
  for (const kind of kinds)
    await boss.createQueue(kind.name, {
      notify: true,
      retryLimit: kind.retries ?? 8,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 300,
      heartbeatSeconds: HEARTBEAT_S,
      deadLetter: DEAD,
    });
  holder.__stetJobs = { boss, kinds: new Map(kinds.map((k) => [k.name, k])), working: work };
  if (!work) return;
  for (const kind of kinds) {
    for (let n = 0; n < AT_ONCE; n++) {
      const worker: string = await boss.work<JobData>(
        kind.name,
        { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
        async ([job]) => {
          if (!job) return;
          // Where one waited there may be more: this worker looks again when it is done, and does not pause first.
          boss.notifyWorker(worker);
          try {
            await kind.run(job.data);
          } catch (error) {
            log.error("job failed", error, { job: kind.name, id: job.id });
            throw error;
          }
        },
      );
    }
    if (kind.everyMinute) await boss.schedule(kind.name, "* * * * *", {}, { singletonKey: kind.name, retryLimit: 0 });
  }
}

/**
 * Puts a job on the queue, in the transaction given: it exists if and only if that commits.
 * @param options.once jobs with this key that still wait are one @param options.at not before this instant (real time)
 */
export async function enqueue(
  db: Reader,
  name: string,
  data: JobData,
  options: { once?: string; at?: Date } = {},
): Promise<void> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  if (!it.kinds.has(name)) throw new Error(`Unknown job: ${name}`);
  await it.boss.send(name, data, {
    db: within(db),
    ...(options.once ? { singletonKey: options.once } : {}),
    ...(options.at ? { startAfter: options.at } : {}),
  });
}

/** Does every waiting job now, in this process, until none is left: for tests, the seed and the demo's clock. Throws what a job throws. */
export async function drainJobs(limit = 2_000): Promise<number> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  let done = 0;
  for (let found = true; found;) {
    found = false;
    for (const kind of it.kinds.values()) {
      const jobs = await it.boss.fetch<JobData>(kind.name, { batchSize: 20 });
      for (const job of jobs) {
        found = true;
        if (++done > limit) throw new Error(`More than ${limit} jobs: a job keeps sending itself`);
        try {
          await kind.run(job.data);
          await it.boss.complete(kind.name, job.id);
        } catch (error) {
          await it.boss.fail(kind.name, job.id, { message: String(error) });
          throw error;
        }
      }
    }
  }
  return done;
}

/** A job without retries left: tried as often as its kind allows, then moved to the dead-jobs queue. */
export type DeadJob = { id: string; name: string; data: JobData; failedAt: Date; tries: number; reason: string };

/** The jobs that were laid aside, newest first, and how many there are. */
export async function listDeadJobs(limit: number): Promise<{ total: number; jobs: DeadJob[] }> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  const found = await it.boss.findJobs<JobData>(DEAD, { queued: true });
  const jobs = found
    .toSorted((a, b) => b.createdOn.getTime() - a.createdOn.getTime())
    .slice(0, limit)
    .map((job) => {
      const said = (job.sourceOutput ?? {}) as { message?: unknown };
      return {
        id: job.id,
        name: job.sourceName ?? "",
        data: job.data,
        failedAt: job.createdOn,
        tries: (job.sourceRetryCount ?? 0) + 1,
        reason: typeof said.message === "string" ? said.message : "",
      };
    });
  return { total: found.length, jobs };
}

/** Puts a job that was laid aside back on its own queue, to be tried as often again. False when it is not there (any more). */
export async function retryDeadJob(id: string): Promise<boolean> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  return (await it.boss.redrive(DEAD, { ids: [id] })) > 0;
}

export type QueueState = { name: string; waiting: number; underWay: number };

/** How much waits and is under way, kind by kind. */
export async function listQueues(): Promise<QueueState[]> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  const counts = await sql<{ name: string; waiting: number; underWay: number }>`
    select name, count(*) filter (where state in ('created', 'retry'))::int as waiting, count(*) filter (where state = 'active')::int as "underWay" from pgboss.job where state in ('created', 'retry', 'active') group by name`.execute(
    database(),
  );
  return [...it.kinds.keys()].map((name) => ({
    name,
    waiting: 0,
    underWay: 0,
    ...counts.rows.find((c) => c.name === name),
  }));
}

/** How long the oldest job that is due has waited, for the kinds that have one. */
export async function queueAges(): Promise<{ name: string; seconds: number }[]> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select name, extract(epoch from now() - min("start_after"))::float8 as seconds from pgboss.job
    where state in ('created', 'retry') and "start_after" <= now() group by name`.execute(database());
  return rows;
}

/** When a kind of job was last done, in real time; null when it has not been, or too long ago to be known. */
export async function lastDone(name: string): Promise<Date | null> {
  const {
    rows: [row],
  } = await sql<{
    at: Date | null;
  }>`select max("completed_on") as at from pgboss.job where name = ${name} and state = 'completed'`.execute(database());
  return row?.at ?? null;
}

/** Whether jobs can be put on the queue. */
export const jobsAreOpen = (): boolean => holder.__stetJobs !== undefined;

export async function stopJobs(): Promise<void> {
  const it = holder.__stetJobs;
  holder.__stetJobs = undefined;
  await it?.boss.stop({ graceful: it.working, timeout: 3_000 });
}
