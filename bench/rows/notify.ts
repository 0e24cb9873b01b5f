/**
 * Commits per second of 32 writers: with a live event in the outbox, as the product does now, and with a NOTIFY in the
 * transaction, as it did before, compared with neither.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import type { Row } from "../row.ts";

const WRITERS = 32;
const SECONDS = 5;
const EVENT = 'user:a {"kind":"order.paid","orderId":null}';

type Step = (client: pg.Client) => Promise<unknown>;

/** Transactions per second that write a row the size of an order's and run `step`. */
async function commits(url: string, step: Step): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  try {
    const begun = performance.now();
    let done = 0;
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() - begun < SECONDS * 1000) {
          await client.query("begin");
          await client.query("insert into plain (body) values ($1)", ["x".repeat(1_000)]);
          await step(client);
          await client.query("commit");
          done += 1;
        }
      }),
    );
    return (done * 1000) / (performance.now() - begun);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Simulates a process's courier while others write: rounds without a pause. */
async function withCourier(url: string, run: () => Promise<number>): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("listen bench");
  let over = false;
  const rounds = (async () => {
    while (!over) await client.query("select ring_live('bench', '{}')");
  })();
  try {
    return await run();
  } finally {
    over = true;
    await rounds;
    await client.end();
  }
}

export default {
  name: "notify",
  async run() {
    const folder = mkdtempSync(path.join(os.tmpdir(), "stet-bench-notify-"));
    const postgres = await startEmbeddedPostgres(path.join(folder, "pg"));
    try {
      await ensureDatabase(postgres.url(), "bench");
      const url = postgres.url("bench");
      await migrate(url);
      const setup = new pg.Client({ connectionString: url });
      await setup.connect();
      await setup.query("create table plain (id bigint generated always as identity primary key, body text not null)");
      await setup.end();
      // Alternating, so other load on the machine affects both.
      const plain = await commits(url, () => Promise.resolve());
      const notified = await commits(url, (client) => client.query("select pg_notify('bench', $1)", [EVENT]));
      const outbox = await withCourier(url, () =>
        commits(url, (client) => client.query("insert into live_outbox (payload) values ($1)", [EVENT])),
      );
      const again = await commits(url, () => Promise.resolve());
      const possible = (plain + again) / 2;
      const row = (name: string, value: number) => ({
        name,
        value,
        unit: "commits/s",
        against: `the same without an event (${Math.round(possible)}/s)`,
        ratio: value / possible,
      });
      return [row("32 writers, event in the outbox", outbox), row("32 writers, NOTIFY in each", notified)];
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Row;
