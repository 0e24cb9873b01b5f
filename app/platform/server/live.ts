import { sql } from "kysely";
import pg from "pg";
import { type Reader, databaseUrl } from "./database.ts";
import { log } from "./log.ts";

/** What a bell carries: that something of a kind happened to an order. Never the thing itself: the listener re-reads through its own permissions. */
export type Ring = { kind: string; orderId: string | null };
type Listener = (ring: Ring) => void;

const CHANNEL = "stet_live";
const MAX_PAYLOAD = 7_500;

/**
 * Rings topics for every process on this database, when (and only if) the transaction commits.
 * @param topics "user:<uid>", "staff", "clock"
 */
export async function publish(db: Reader, topics: readonly string[], ring: Ring): Promise<void> {
  const payload = JSON.stringify(ring);
  for (let i = 0; i < topics.length; ) {
    let names = topics[i++]!;
    while (i < topics.length && names.length + topics[i]!.length + payload.length < MAX_PAYLOAD) names += `,${topics[i++]}`;
    await sql`select pg_notify(${CHANNEL}, ${`${names} ${payload}`})`.execute(db);
  }
}

/** One LISTEN connection per process, shared by all its streams. */
class Hub {
  readonly listeners = new Map<string, Set<Listener>>();
  /** Called after the connection came back: anything may have been missed meanwhile. */
  readonly reconnected = new Set<() => void>();
  private client: pg.Client | undefined;
  private stopped = false;
  private delayMs = 200;

  async start(): Promise<void> {
    this.stopped = false;
    await this.connect();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), keepAlive: true, application_name: "stet live" });
    this.client = client;
    client.on("error", (error) => log.error("live connection", error));
    client.on("end", () => this.again());
    client.on("notification", (n) => this.deliver(n.payload ?? ""));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.delayMs = 200;
  }

  private again(): void {
    if (this.stopped) return;
    setTimeout(() => {
      if (this.stopped) return;
      this.connect().then(
        () => { for (const f of this.reconnected) f(); },
        () => this.again(),
      );
    }, this.delayMs).unref();
    this.delayMs = Math.min(5_000, this.delayMs * 2);
  }

  private deliver(payload: string): void {
    const space = payload.indexOf(" ");
    const ring = JSON.parse(payload.slice(space + 1)) as Ring;
    for (const topic of payload.slice(0, space).split(",")) for (const f of this.listeners.get(topic) ?? []) f(ring);
  }

  /** Hears a topic until the function returned is called. */
  on(topic: string, listener: Listener): () => void {
    let set = this.listeners.get(topic);
    if (!set) this.listeners.set(topic, (set = new Set()));
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0) this.listeners.delete(topic);
    };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => {});
  }
}

const holder = globalThis as unknown as { __stetHub?: Hub };
export const hub = (): Hub => (holder.__stetHub ??= new Hub());
