import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { executeThen } from "../core/after-commit.ts";
import { type Reader, database, databaseUrl } from "../core/database.ts";
import { log } from "../core/log.ts";
import { processWide } from "../core/process-wide.ts";
import { Courier } from "./courier.ts";

/**
 * A live event: something of a kind happened to an order. It never carries the thing itself, because listeners reload
 * with their own permissions. `shared` holds only data that's the same for everyone on the topic.
 */
export type LiveEvent = { kind: string; orderId: string | null; shared?: unknown };
type Listener = (event: LiveEvent) => void;
/** How many recent events a process remembers for readers who reconnect. */
const REMEMBERED = 4_000;

const CHANNEL = "stet_live";
/** If a process dies between committing and notifying, another one sends its events within this time. */
const SWEEP_MS = 2_000;
/** In bytes; PostgreSQL allows 8,000. */
const MAX_PAYLOAD = 7_500;
/** For an event with its shared data, which leaves room for a topic. */
const MOST_SHARED = 7_000;

/**
 * Sends an event to every process on this database if and when the transaction commits. It's written to an outbox,
 * because transactions that call NOTIFY commit one after another, each waiting for the disk (decision 143).
 * @param topics "user:<uid>", "staff", "role:<client|editor|support|admin>", "everyone" (all of these: verified
 * people); "clock" and others are internal to processes
 */
export async function publish(db: Reader, topics: readonly string[], event: LiveEvent): Promise<void> {
  const whole = JSON.stringify(event);
  const { kind, orderId } = event;
  // Shared data that's too large is left out, and listeners reload instead.
  const payload = Buffer.byteLength(whole) < MOST_SHARED ? whole : JSON.stringify({ kind, orderId });
  const size = Buffer.byteLength(payload);
  const rows: string[] = [];
  for (let i = 0; i < topics.length;) {
    let names = topics[i++]!;
    while (i < topics.length && names.length + topics[i]!.length + size < MAX_PAYLOAD) names += `,${topics[i++]}`;
    rows.push(`${names} ${payload}`);
  }
  if (rows.length === 0) return;
  const query = sql`insert into live_outbox (payload) select unnest(${rows}::text[])`.compile(db);
  await executeThen(db, query, courier().flush);
}

/** One LISTEN connection per process, shared by all its streams. */
class Hub {
  readonly listeners = new Map<string, Set<Listener>>();
  /** Called after a reconnect: anything may have been missed. */
  readonly reconnected = new Set<() => void>();
  private client: pg.Client | undefined;
  private stopped = false;
  private delayMs = 200;
  private retry: NodeJS.Timeout | undefined;
  private lately: { at: number; topics: readonly string[]; event: LiveEvent }[] = [];
  private sweep: NodeJS.Timeout | undefined;
  /** Every event since this time (performance.now()) is remembered; Infinity while the connection is down. */
  private completeFrom = Infinity;

  async start(): Promise<void> {
    this.stopped = false;
    await this.connect();
    clearInterval(this.sweep);
    this.sweep = setInterval(courier().flush, SWEEP_MS * (0.75 + Math.random() / 2));
    this.sweep.unref();
  }

  /** On its own connection, so that events aren't held up by a busy pool. */
  async tell(query: string, values: unknown[]): Promise<void> {
    if (this.completeFrom < Infinity && this.client) await this.client.query(query, values);
    else await database().executeQuery(CompiledQuery.raw(query, values));
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), keepAlive: true, application_name: "stet live" });
    this.client = client;
    client.on("error", (error) => log.error("live connection", error));
    // Only the caller retries a connection that never started listening; otherwise we'd subscribe twice.
    let hears = false;
    client.on("end", () => {
      if (!hears) return;
      hears = false;
      this.completeFrom = Infinity;
      this.lately = [];
      this.again();
    });
    client.on("notification", (n) => this.deliver(n.payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    hears = true;
    this.completeFrom = performance.now();
    this.delayMs = 200;
  }

  private again(): void {
    if (this.stopped) return;
    this.retry = setTimeout(() => {
      this.connect().then(
        () => {
          for (const f of this.reconnected) f();
        },
        () => this.again(),
      );
    }, this.delayMs);
    this.retry.unref();
    this.delayMs = Math.min(5_000, this.delayMs * 2);
  }

  private deliver(payload: string): void {
    const space = payload.indexOf(" ");
    const event = JSON.parse(payload.slice(space + 1)) as LiveEvent;
    const topics = payload.slice(0, space).split(",");
    this.remember(topics, event);
    // A listener on several of the topics gets the event once.
    const hearing =
      topics.length === 1
        ? (this.listeners.get(topics[0]!) ?? [])
        : new Set(topics.flatMap((topic) => [...(this.listeners.get(topic) ?? [])]));
    for (const listener of hearing) {
      try {
        listener(event);
      } catch (error) {
        log.error("a listener failed", error);
      }
    }
  }

  private remember(topics: readonly string[], event: LiveEvent): void {
    this.lately.push({ at: performance.now(), topics, event });
    if (this.lately.length < 2 * REMEMBERED) return;
    this.completeFrom = this.lately[REMEMBERED - 1]!.at;
    this.lately = this.lately.slice(REMEMBERED);
  }

  /** The events of these topics in the last so many ms, oldest first; null if some may be missing. */
  since(agoMs: number, topics: readonly string[]): LiveEvent[] | null {
    const from = performance.now() - agoMs;
    if (from < this.completeFrom) return null;
    const heard = new Set(topics);
    return this.lately
      .filter((it) => it.at >= from && it.topics.some((topic) => heard.has(topic)))
      .map((it) => it.event);
  }

  /** Calls `listener` for a topic's events until the returned function is called. */
  on(topic: string, listener: Listener): () => void {
    let set = this.listeners.get(topic);
    if (!set) this.listeners.set(topic, (set = new Set()));
    set.add(listener);
    return () => this.off(topic, listener);
  }

  off(topic: string, listener: Listener): void {
    const set = this.listeners.get(topic);
    if (!set) return;
    set.delete(listener);
    if (set.size === 0) this.listeners.delete(topic);
  }

  /** Whether it's currently connected to the database. */
  get connected(): boolean {
    return this.completeFrom !== Infinity;
  }

  /** How many open pages and parts of this process are listening. */
  get listening(): number {
    let sum = 0;
    for (const set of this.listeners.values()) sum += set.size;
    return sum;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.sweep);
    await courier().settled();
    // Otherwise a hub restarted before the retry would have two connections and receive everything twice.
    clearTimeout(this.retry);
    await this.client?.end().catch(() => {});
  }
}

const holder = processWide<{ __stetHub?: Hub; __stetCourier?: Courier }>();
export const hub = (): Hub => (holder.__stetHub ??= new Hub());
/** Sends what this process has committed to the others. */
export const courier = (): Courier =>
  (holder.__stetCourier ??= new Courier(CHANNEL, (query, values) => hub().tell(query, values)));

/** For tests: sends what is committed in another way; undefined to send it to other processes again. */
export function useCourier(tell: ((query: string, values: unknown[]) => Promise<void>) | undefined): void {
  holder.__stetCourier = tell && new Courier(CHANNEL, tell);
}

/** The topic that wakes a queue's workers. */
const jobsTopic = (queue: string): string => `jobs:${queue}`;

/** Calls `wake` when a queue has new jobs, or when that may have been missed. @returns a function that stops it */
export function onJobs(queue: string, wake: () => void): () => void {
  const off = hub().on(jobsTopic(queue), wake);
  hub().reconnected.add(wake);
  return () => {
    off();
    hub().reconnected.delete(wake);
  };
}
