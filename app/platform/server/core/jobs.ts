import { CompiledQuery, sql } from "kysely";
import { PgBoss } from "pg-boss";
import { conflict } from "../../rules/core/errors.ts";
import { courier, onJobs } from "../live/live.ts";
import { executeThen } from "./after-commit.ts";
import { type Reader, database, databaseUrl } from "./database.ts";
import { log } from "./log.ts";
import { processWide } from "./process-wide.ts";
import { traced, tracing } from "./tracing.ts";

/**
 * Background work: enqueued in the transaction that decides it, done by whichever worker is free, and retried until it
 * succeeds.
 */
export type JobData = Record<string, unknown>;
export type JobHandler = (data: JobData) => Promise<void>;
export type JobKind = { name: string; run: JobHandler; retries?: number; everyMinute?: boolean };

const DEAD = "dead-jobs";
/** Concurrent workers per kind in a process. */
const AT_ONCE = 3;
/**
 * A worker sends a heartbeat within this time (in half of it, to be exact). The jobs of a killed worker go to another
 * after this time instead of when they expire.
 */
const HEARTBEAT_S = 30;
/** How often we look for jobs of workers that are gone. */
const LOOK_S = 15;
/** Workers are woken when jobs are added, and also check this often in case a wake-up was missed. */
const POLL_S = 5;
const holder = processWide<{
  __stetJobs?: { boss: PgBoss; kinds: Map<string, JobKind>; working: boolean; stopListening: (() => void)[] };
}>();

/** Lets pg-boss write through an open transaction, and wakes the queue's workers once it has committed. */
const within = (db: Reader, queue: string) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const result = await executeThen(db, CompiledQuery.raw(text, values), wakerOf(queue));
    return { rows: result.rows as unknown[] };
  },
});

const wakers = new Map<string, () => void>();
/** Returns the same function for the same queue, so a transaction with many jobs wakes it once. */
function wakerOf(queue: string): () => void {
  let waker = wakers.get(queue);
  if (!waker) wakers.set(queue, (waker = () => courier().wake(queue)));
  return waker;
}

/**
 * Opens the queue. Every process sends; only those that `work` also take jobs.
 * @param kinds every kind of job @param work whether this process runs them
 */
export async function startJobs(kinds: readonly JobKind[], work: boolean): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl(),
    max: work ? 5 : 2,
    supervise: work,
    superviseIntervalSeconds: LOOK_S,
    monitorIntervalSeconds: LOOK_S,
    schedule: work,
    migrate: false,
  });
  // pg-boss emits plain objects too.
  boss.on("error", (error) =>
    log.error(
      "job queue",
      error instanceof Error ? error : new Error(String((error as { message?: unknown }).message)),
    ),
  );
  await boss.start();
  await prepareQueues(boss, kinds);
  /** Functions that stop each worker's listening. */
  const stopListening: (() => void)[] = [];
  holder.__stetJobs = { boss, kinds: new Map(kinds.map((k) => [k.name, k])), working: work, stopListening };
  if (!work) return;
  for (const kind of kinds) {
    for (let n = 0; n < AT_ONCE; n++) {
      const worker: string = await boss.work<JobData>(
        kind.name,
        { batchSize: 1, pollingIntervalSeconds: POLL_S },
        async ([job]) => {
          if (!job) return;
          // There may be more jobs than the one found, so this worker fetches again right after it's done.
          boss.notifyWorker(worker);
          try {
            await runJob(kind, job.data);
          } catch (error) {
            log.error("job failed", error, { job: kind.name, id: job.id });
            throw error;
          }
        },
      );
      stopListening.push(onJobs(kind.name, () => boss.notifyWorker(worker)));
    }
    if (kind.everyMinute) await boss.schedule(kind.name, "* * * * *", {}, { singletonKey: kind.name, retryLimit: 0 });
  }
}

/** Creates the queues that are missing, and gives those of an earlier version today's options. */
async function prepareQueues(boss: PgBoss, kinds: readonly JobKind[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!there.has(DEAD)) await boss.createQueue(DEAD);
  for (const kind of kinds) {
    const options = {
      retryLimit: kind.retries ?? 8,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 300,
      heartbeatSeconds: HEARTBEAT_S,
      deadLetter: DEAD,
    };
    const queue = there.get(kind.name);
    if (!queue) await boss.createQueue(kind.name, options);
    else if (Object.entries(options).some(([name, value]) => queue[name as keyof typeof options] !== value))
      await boss.updateQueue(kind.name, options);
  }
}

/** What a job carries besides its data: the trace that sent it. */
const TRACE = "traceparent";

/** Runs a job as part of the trace that enqueued it. */
function runJob(kind: JobKind, { [TRACE]: parent, ...data }: JobData): Promise<void> {
  const run = () => traced(`job ${kind.name}`, "consumer", { "stet.job": kind.name }, () => kind.run(data));
  return tracing()?.continue(typeof parent === "string" ? parent : undefined, run) ?? run();
}

/**
 * Enqueues a job in the given transaction: it exists if and only if that commits.
 * @param options.once pending jobs with this key are merged into one @param options.afterSeconds not before this many
 * whole seconds have passed, by the database's clock, because a machine's own may be wrong
 */
export async function enqueue(
  db: Reader,
  name: string,
  data: JobData,
  options: { once?: string; afterSeconds?: number } = {},
): Promise<void> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  if (!it.kinds.has(name)) throw new Error(`Unknown job: ${name}`);
  const parent = tracing()?.parent();
  await it.boss.send(name, parent ? { ...data, [TRACE]: parent } : data, {
    db: within(db, name),
    ...(options.once ? { singletonKey: options.once } : {}),
    ...(options.afterSeconds ? { startAfter: options.afterSeconds } : {}),
  });
}

/**
 * Runs all pending jobs in this process until none is left: for tests, the seed and the demo's clock. Throws whatever a
 * job throws.
 */
export async function drainJobs(limit = 2_000): Promise<number> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  const kinds = [...it.kinds.values()];
  let done = 0;
  let from = 0;
  // A pending job that we can't fetch belongs to another worker.
  const taken = new Set<string>();
  for (;;) {
    // One query for which kinds have due jobs is cheaper than polling each kind.
    const ready = await readyKinds();
    const isNext = (kind: JobKind) => ready.has(kind.name) && !taken.has(kind.name);
    // Kinds take turns, starting after the last one.
    const later = kinds.findIndex((kind, n) => n >= from && isNext(kind));
    const turn = later >= 0 ? later : kinds.findIndex(isNext);
    const kind = kinds[turn];
    if (!kind) return done;
    from = turn + 1;
    const jobs = await it.boss.fetch<JobData>(kind.name, { batchSize: 20 });
    if (jobs.length > 0) taken.clear();
    else taken.add(kind.name);
    for (const job of jobs) {
      if (++done > limit) throw new Error(`More than ${limit} jobs: a job keeps sending itself`);
      try {
        await runJob(kind, job.data);
        await it.boss.complete(kind.name, job.id);
      } catch (error) {
        await it.boss.fail(kind.name, job.id, { message: String(error) });
        throw error;
      }
    }
  }
}

/** The kinds that have a due job. */
async function readyKinds(): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job
    where state in ('created', 'retry') and not blocked and start_after <= pgboss.job_now()`.execute(database());
  return new Set(rows.map((row) => row.name));
}

/** A job without retries left: tried as often as its kind allows, then moved to the dead-jobs queue. */
export type DeadJob = { id: string; name: string; data: JobData; failedAt: Date; tries: number; reason: string };
/** The failed jobs of a kind together. */
export type DeadKind = { name: string; count: number; oldestAt: Date };

/** What a job is about: only ids and names from its data. */
export const aboutJob = ({ [TRACE]: _trace, ...data }: JobData): string =>
  Object.values(data)
    .filter((v): v is string => typeof v === "string")
    .map((v) => v.slice(0, 60))
    .join(", ");

const deadJobs = sql`pgboss.job where name = ${DEAD} and state = 'created'`;
type DeadRow = { id: string; name: string; data: JobData; failedAt: Date; tries: number; reason: string | null };
const deadColumns = sql`id, coalesce(source_name, '') as name, data, created_on as "failedAt",
  coalesce(source_retry_count, 0) + 1 as tries,
  case when jsonb_typeof(source_output->'message') = 'string' then source_output->>'message' end as reason`;
const asDead = (row: DeadRow): DeadJob => ({ ...row, reason: row.reason ?? "" });

/** The failed jobs, newest first, and how many of each kind there are. */
export async function listDeadJobs(limit: number): Promise<{ total: number; kinds: DeadKind[]; jobs: DeadJob[] }> {
  const db = database();
  const { rows } = await sql<DeadRow>`
    select ${deadColumns} from ${deadJobs} order by created_on desc, id limit ${limit}`.execute(db);
  const kinds = await sql<DeadKind>`
    select coalesce(source_name, '') as name, count(*)::int as count, min(created_on) as "oldestAt" from ${deadJobs}
    group by 1 order by 1`.execute(db);
  return { total: kinds.rows.reduce((n, kind) => n + kind.count, 0), kinds: kinds.rows, jobs: rows.map(asDead) };
}

/** A failed job, locked until the transaction ends; null if somebody has already retried or discarded it. */
export async function lockDeadJob(tx: Reader, id: string): Promise<DeadJob | null> {
  const { rows } = await sql<DeadRow>`select ${deadColumns} from ${deadJobs} and id = ${id} for update`.execute(tx);
  return rows[0] ? asDead(rows[0]) : null;
}

/**
 * Puts failed jobs of a kind back on their queue with all of their retries: one job, or the oldest.
 * @returns how many
 * @throws conflict if this version doesn't run such jobs: nobody would work their queue, and a made-up name may be one
 * that no queue can have
 */
export async function retryDeadJobs(
  tx: Reader,
  kind: string,
  which: { id: string } | { limit: number },
): Promise<number> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  if (!isJobKind(kind))
    throw conflict("job", "This version doesn't run jobs of this kind.", "Discard them if they're no longer needed.");
  const chosen = "id" in which ? { ids: [which.id] } : { limit: which.limit };
  return it.boss.redrive(DEAD, { sourceName: kind, ...chosen, db: within(tx, kind) });
}

/** Whether this version of the product runs jobs of this kind. One that failed may be of an older version's. */
export const isJobKind = (name: string): boolean => holder.__stetJobs?.kinds.has(name) ?? false;

/** Removes a failed job for good. */
export async function discardDeadJob(tx: Reader, id: string): Promise<void> {
  await sql`delete from ${deadJobs} and id = ${id}`.execute(tx);
}

/** `oldestDueAt`: when the oldest due job became due; null if none is due. */
export type QueueState = { name: string; waiting: number; underWay: number; oldestDueAt: Date | null };

/** How many jobs are pending and running, by kind. */
export async function listQueues(): Promise<QueueState[]> {
  const it = holder.__stetJobs;
  if (!it) throw new Error("The job queue isn't open");
  const counts = await sql<QueueState>`
    select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
    count(*) filter (where state = 'active')::int as "underWay",
      min("start_after") filter (where state in ('created', 'retry') and "start_after" <= now()) as "oldestDueAt"
      from pgboss.job where state in ('created', 'retry', 'active') group by name`.execute(database());
  return [...it.kinds.keys()].map((name) => ({
    name,
    waiting: 0,
    underWay: 0,
    oldestDueAt: null,
    ...counts.rows.find((c) => c.name === name),
  }));
}

/** How long the oldest due job has waited, for kinds that have one. */
export async function queueAges(): Promise<{ name: string; seconds: number }[]> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select name, extract(epoch from now() - min("start_after"))::float8 as seconds from pgboss.job
    where state in ('created', 'retry') and "start_after" <= now() group by name`.execute(database());
  return rows;
}

/** When a kind of job last completed, in real time; null if never or too long ago to be known. */
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
  for (const end of it?.stopListening ?? []) end();
  await it?.boss.stop({ graceful: it.working, timeout: 3_000 });
}
