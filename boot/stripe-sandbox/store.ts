/**
 * The sandbox's data: in PostgreSQL (schema `stripe_sandbox`, created automatically) or, without a database, in memory.
 */
import pg from "pg";

export type StripeObject = { id: string; object: string; created: number; [field: string]: unknown };
export type CachedAnswer = { fingerprint: string; status: number; body: unknown };
export type ListQuery = {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
  where?: Record<string, string>;
  types?: string[];
  /** Seconds since 1970, inclusive. */
  createdFrom?: number;
  createdTo?: number;
};
export type Delivery = { eventId: string; attempts: number };

/** A transaction: all or nothing. */
export type Transaction = {
  /** `lock` locks the object until the end of the transaction. */
  find(id: string, lock?: "lock"): Promise<StripeObject | undefined>;
  save(object: StripeObject): Promise<void>;
  /** Newest first. `where` compares the object's text fields. */
  list(kind: string, query: ListQuery): Promise<{ data: StripeObject[]; hasMore: boolean }>;
  /** Waits for others with the same key and returns their stored response. */
  recall(key: string): Promise<CachedAnswer | undefined>;
  remember(key: string, answer: CachedAnswer): Promise<void>;
  queueDelivery(eventId: string): Promise<void>;
};

export type Store = {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Ids of open checkout sessions that should have expired by `nowSeconds`. */
  overdueSessions(nowSeconds: number): Promise<string[]>;
  dueDeliveries(now: Date, limit: number): Promise<Delivery[]>;
  pendingDeliveries(): Promise<number>;
  delivered(eventId: string): Promise<void>;
  postpone(eventId: string, until: Date): Promise<void>;
  close(): Promise<void>;
};

const SCHEMA = `
create schema if not exists stripe_sandbox;
create table if not exists stripe_sandbox.objects (
  id text primary key,
  position bigint generated always as identity,
  kind text not null,
  body jsonb not null
);
create index if not exists objects_kind on stripe_sandbox.objects (kind, position desc);
create index if not exists objects_payment_intent on stripe_sandbox.objects ((body ->> 'payment_intent'));
create index if not exists objects_open on stripe_sandbox.objects (((body ->> 'expires_at')::bigint))
  where kind = 'checkout.session' and body ->> 'status' = 'open';
create table if not exists stripe_sandbox.answers (
  key text primary key,
  fingerprint text not null,
  status int not null,
  body jsonb not null,
  kept_at timestamptz not null default now()
);
create table if not exists stripe_sandbox.deliveries (
  event_id text primary key,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index if not exists deliveries_due on stripe_sandbox.deliveries (due_at) where delivered_at is null;`;

export async function openDatabaseStore(databaseUrl: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5, application_name: "card sandbox" });
  pool.on("error", (error) => console.error(`card sandbox: an idle connection ended (${error.message})`));
  // If a connection ends during a transaction, its next query fails, but the process keeps running.
  pool.on("connect", (client) => client.on("error", () => {}));
  // `if not exists` alone isn't safe when two processes start at once.
  await pool.query(`begin; select pg_advisory_xact_lock(7304); ${SCHEMA} commit;`);
  return {
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const result = await work(databaseTransaction(client));
        await client.query("commit");
        client.release();
        return result;
      } catch (error) {
        await client.query("rollback").then(
          () => client.release(),
          (broken: Error) => client.release(broken),
        );
        throw error;
      }
    },
    async overdueSessions(nowSeconds) {
      const found = await pool.query<{ id: string }>(
        "select id from stripe_sandbox.objects where kind = 'checkout.session' and body ->> 'status' = 'open' and (body ->> 'expires_at')::bigint <= $1 limit 100",
        [nowSeconds],
      );
      return found.rows.map((row) => row.id);
    },
    async dueDeliveries(now, limit) {
      const found = await pool.query<{ event_id: string; attempts: number }>(
        "select event_id, attempts from stripe_sandbox.deliveries where delivered_at is null and due_at <= $1 order by due_at limit $2",
        [now, limit],
      );
      return found.rows.map((row) => ({ eventId: row.event_id, attempts: row.attempts }));
    },
    async pendingDeliveries() {
      const found = await pool.query<{ n: number }>(
        "select count(*)::int as n from stripe_sandbox.deliveries where delivered_at is null",
      );
      return found.rows[0]!.n;
    },
    async delivered(eventId) {
      await pool.query(
        "update stripe_sandbox.deliveries set delivered_at = now(), attempts = attempts + 1 where event_id = $1",
        [eventId],
      );
    },
    async postpone(eventId, until) {
      await pool.query(
        "update stripe_sandbox.deliveries set attempts = attempts + 1, due_at = $2 where event_id = $1",
        [eventId, until],
      );
    },
    close: () => pool.end(),
  };
}

function databaseTransaction(client: pg.PoolClient): Transaction {
  return {
    async find(id, lock) {
      const found = await client.query<{ body: StripeObject }>(
        `select body from stripe_sandbox.objects where id = $1 ${lock ? "for update" : ""}`,
        [id],
      );
      return found.rows[0]?.body;
    },
    async save(object) {
      await client.query(
        "insert into stripe_sandbox.objects (id, kind, body) values ($1, $2, $3) on conflict (id) do update set body = excluded.body",
        [object.id, object.object, JSON.stringify(object)],
      );
    },
    async list(kind, query) {
      const values: unknown[] = [kind];
      const add = (value: unknown) => `$${values.push(value)}`;
      const conditions = ["kind = $1"];
      for (const [field, value] of Object.entries(query.where ?? {}))
        conditions.push(`body ->> ${add(field)} = ${add(value)}`);
      if (query.types !== undefined) conditions.push(`body ->> 'type' = any(${add(query.types)})`);
      if (query.createdFrom !== undefined) conditions.push(`(body ->> 'created')::bigint >= ${add(query.createdFrom)}`);
      if (query.createdTo !== undefined) conditions.push(`(body ->> 'created')::bigint <= ${add(query.createdTo)}`);
      const positionOf = (id: string) => `(select position from stripe_sandbox.objects where id = ${add(id)})`;
      if (query.startingAfter !== undefined) conditions.push(`position < ${positionOf(query.startingAfter)}`);
      if (query.endingBefore !== undefined) conditions.push(`position > ${positionOf(query.endingBefore)}`);
      const backwards = query.endingBefore !== undefined;
      const found = await client.query<{ body: StripeObject }>(
        `select body from stripe_sandbox.objects where ${conditions.join(" and ")}
          order by position ${backwards ? "asc" : "desc"} limit ${add(query.limit + 1)}`,
        values,
      );
      const data = found.rows.slice(0, query.limit).map((row) => row.body);
      return { data: backwards ? data.toReversed() : data, hasMore: found.rows.length > query.limit };
    },
    async recall(key) {
      await client.query("select pg_advisory_xact_lock(7305, hashtext($1))", [key]);
      const found = await client.query<CachedAnswer>(
        "select fingerprint, status, body from stripe_sandbox.answers where key = $1",
        [key],
      );
      return found.rows[0];
    },
    async remember(key, answer) {
      await client.query(
        "insert into stripe_sandbox.answers (key, fingerprint, status, body) values ($1, $2, $3, $4)",
        [key, answer.fingerprint, answer.status, JSON.stringify(answer.body)],
      );
    },
    async queueDelivery(eventId) {
      await client.query("insert into stripe_sandbox.deliveries (event_id) values ($1)", [eventId]);
    },
  };
}

type Memory = {
  objects: Map<string, StripeObject>;
  answers: Map<string, CachedAnswer>;
  deliveries: Map<string, { attempts: number; dueAt: number; done: boolean }>;
};

/** In-memory store that runs one transaction after another. A failed one changes nothing. */
export function openMemoryStore(): Store {
  let memory: Memory = { objects: new Map(), answers: new Map(), deliveries: new Map() };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => {
    const next = turn.then(work);
    turn = next.catch(() => {});
    return next;
  };
  return {
    transaction: (work) =>
      inTurn(async () => {
        const draft: Memory = {
          objects: new Map(memory.objects),
          answers: new Map(memory.answers),
          deliveries: new Map(memory.deliveries),
        };
        const result = await work(memoryTransaction(draft));
        memory = draft;
        return result;
      }),
    async overdueSessions(nowSeconds) {
      return [...memory.objects.values()]
        .filter(
          (object) =>
            object.object === "checkout.session" &&
            object["status"] === "open" &&
            (object["expires_at"] as number) <= nowSeconds,
        )
        .map((object) => object.id);
    },
    async dueDeliveries(now, limit) {
      return [...memory.deliveries]
        .filter(([, delivery]) => !delivery.done && delivery.dueAt <= now.getTime())
        .slice(0, limit)
        .map(([eventId, { attempts }]) => ({ eventId, attempts }));
    },
    async pendingDeliveries() {
      return [...memory.deliveries.values()].filter((delivery) => !delivery.done).length;
    },
    delivered(eventId) {
      return inTurn(() => {
        const delivery = memory.deliveries.get(eventId);
        if (delivery) memory.deliveries.set(eventId, { ...delivery, attempts: delivery.attempts + 1, done: true });
      });
    },
    postpone(eventId, until) {
      return inTurn(() => {
        const delivery = memory.deliveries.get(eventId);
        if (delivery)
          memory.deliveries.set(eventId, { ...delivery, attempts: delivery.attempts + 1, dueAt: until.getTime() });
      });
    },
    async close() {},
  };
}

function memoryTransaction(draft: Memory): Transaction {
  return {
    async find(id) {
      const found = draft.objects.get(id);
      return found === undefined ? undefined : structuredClone(found);
    },
    async save(object) {
      draft.objects.set(object.id, structuredClone(object));
    },
    async list(kind, query) {
      let all = [...draft.objects.values()].filter((object) => object.object === kind).toReversed();
      const at = (id: string) => all.findIndex((object) => object.id === id);
      if (query.startingAfter !== undefined) all = all.slice(at(query.startingAfter) + 1);
      if (query.endingBefore !== undefined) all = all.slice(0, Math.max(0, at(query.endingBefore)));
      for (const [field, value] of Object.entries(query.where ?? {}))
        all = all.filter((object) => object[field] === value);
      all = all.filter(
        ({ created }) => created >= (query.createdFrom ?? 0) && created <= (query.createdTo ?? Number.MAX_SAFE_INTEGER),
      );
      if (query.types !== undefined) all = all.filter((object) => query.types!.includes(object["type"] as string));
      const data = query.endingBefore === undefined ? all.slice(0, query.limit) : all.slice(-query.limit);
      return { data: structuredClone(data), hasMore: all.length > query.limit };
    },
    async recall(key) {
      return draft.answers.get(key);
    },
    async remember(key, answer) {
      draft.answers.set(key, structuredClone(answer));
    },
    async queueDelivery(eventId) {
      draft.deliveries.set(eventId, { attempts: 0, dueAt: Date.now(), done: false });
    },
  };
}
