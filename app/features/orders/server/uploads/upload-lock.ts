import { setTimeout as sleep } from "node:timers/promises";
import { ERRORS, type Lock, type Locker, type RequestRelease } from "@tus/server";
import pg from "pg";
import { database, databaseUrl } from "#app/platform/server/core/database.ts";
import { hub, publish } from "#app/platform/server/live/live.ts";

const WAIT_MS = 30_000;
const topic = (id: string): string => `upload:${id}`;

/** A separate connection holds all upload locks of this process, because long uploads must not occupy the pool. */
class LockKeeper {
  private client: Promise<pg.Client> | undefined;
  /** One query at a time on the connection. */
  private line: Promise<unknown> = Promise.resolve();
  readonly held = new Map<string, RequestRelease>();
  private readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  private connection(): Promise<pg.Client> {
    return (this.client ??= this.open().catch((error: unknown) => {
      this.client = undefined;
      throw error;
    }));
  }

  private async open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url, application_name: "stet uploads" });
    const lost = () => {
      if (!this.client) return;
      this.client = undefined;
      // The locks were lost with the connection, so writers that held one stop.
      for (const release of this.held.values()) void release();
    };
    client.on("error", lost);
    client.on("end", lost);
    await client.connect();
    // The connection must not keep an idle process alive. (The driver's types leave out the method.)
    (client as unknown as { unref(): void }).unref();
    return client;
  }

  private query(text: string, id: string): Promise<pg.QueryResult<{ ok: boolean }>> {
    const asked = this.line.then(async () => (await this.connection()).query<{ ok: boolean }>(text, [topic(id)]));
    this.line = asked.catch(() => {});
    return asked;
  }

  async take(id: string): Promise<boolean> {
    const { rows } = await this.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as ok", id);
    return rows[0]?.ok === true;
  }

  async give(id: string): Promise<void> {
    // The lock is gone if the connection that took it is gone.
    if (this.client) await this.query("select pg_advisory_unlock(hashtextextended($1, 0)) as ok", id).catch(() => {});
  }
}

class UploadLock implements Lock {
  private readonly id: string;
  private readonly keeper: LockKeeper;
  private unlisten: (() => void) | undefined;
  constructor(id: string, keeper: LockKeeper) {
    this.id = id;
    this.keeper = keeper;
  }

  /**
   * Waits until no process is writing this upload. Asks the current writer to release it, since a dead connection may
   * still hold it.
   */
  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const { held } = this.keeper;
    const until = Date.now() + WAIT_MS;
    for (let round = 0; ; round++) {
      if (signal.aborted) throw ERRORS.ABORTED;
      if (Date.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
      const here = held.get(this.id);
      if (here) await here();
      else {
        held.set(this.id, requestRelease);
        const taken = await this.keeper.take(this.id).catch((error: unknown) => {
          held.delete(this.id);
          throw error;
        });
        if (taken) {
          this.unlisten = hub().on(topic(this.id), () => void requestRelease());
          return;
        }
        held.delete(this.id);
        if (round % 10 === 0) await publish(database(), [topic(this.id)], { kind: "upload.wanted", orderId: null });
      }
      await sleep(here ? 20 : 100);
    }
  }

  async unlock(): Promise<void> {
    this.unlisten?.();
    await this.keeper.give(this.id);
    this.keeper.held.delete(this.id);
  }
}

/** One writer of an upload at a time, among all processes on this database. */
export function uploadLocker(): Locker {
  const keeper = new LockKeeper(databaseUrl());
  return { newLock: (id) => new UploadLock(id, keeper) };
}
