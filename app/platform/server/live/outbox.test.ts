/** Events are sent after their transaction: never for one that was rolled back, and never lost with their process. */
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { REACTION_JOB } from "../core/facts.ts";
import { enqueue } from "../core/jobs.ts";
import { courier, hub, publish } from "./live.ts";

let world: TestWorld;
let ears: pg.Client;
let heard: string[] = [];
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  ears = new pg.Client({ connectionString: world.url });
  await ears.connect();
  ears.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await ears.query("listen stet_live");
});
afterEach(async () => {
  // What a test's commits still notify belongs to that test: nothing is under way, and everything sent has been heard.
  await courier().settled();
  await ears.query("select 1");
  heard = [];
});
afterAll(async () => {
  await ears.end();
  await world.close();
});

const event = (kind: string) => ({ kind, orderId: null });
const told = (kind: string) => `user:a {"kind":"${kind}","orderId":null}`;
const waiting = async (): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*)::int as n from live_outbox`.execute(world.db)).rows[0]!.n);
describe("the outbox of live events", () => {
  test("sends an event once its transaction has committed, in order, and is empty afterward", async () => {
    await world.db.transaction().execute(async (tx) => {
      await publish(tx, ["user:a"], event("first"));
      await publish(tx, ["user:a"], event("second"));
      expect(heard).toEqual([]);
    });
    await publish(world.db, ["user:a"], event("third"));
    await expect.poll(() => heard).toEqual(["first", "second", "third"].map(told));
    expect(await waiting()).toBe(0);
  });

  test("drops what was rolled back", async () => {
    const rounds = courier().rounds;
    await expect(
      world.db.transaction().execute(async (tx) => {
        await publish(tx, ["user:a"], event("undone"));
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(courier().rounds, "nobody is notified").toBe(rounds);
    await publish(world.db, ["user:a"], event("after"));
    await expect.poll(() => heard).toEqual([told("after")]);
  });

  test("a transaction itself never notifies, whatever it publishes and enqueues", async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    await world.db.transaction().execute(async (tx) => {
      await publish(tx, ["user:a"], event("quiet"));
      await enqueue(tx, REACTION_JOB, { factId: "none", reaction: "none" });
    });
    const statements = query.mock.calls.map(([it]) => (typeof it === "string" ? it : (it as { text: string }).text));
    query.mockRestore();
    const within = statements.slice(0, statements.indexOf("commit") + 1);
    expect(within.filter((it) => /insert into/i.test(it)).length).toBeGreaterThanOrEqual(2);
    expect(within.filter((it) => /pg_notify|ring_live/.test(it))).toEqual([]);
  });

  test("many concurrent commits share notifications and wake their workers once each", async () => {
    const rounds = courier().rounds;
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        world.db.transaction().execute(async (tx) => {
          await publish(tx, ["user:a"], event(`e${i}`));
          await enqueue(tx, REACTION_JOB, { factId: "none", reaction: "none" });
        }),
      ),
    );
    await expect.poll(() => heard.filter((it) => /"kind":"e\d/.test(it))).toHaveLength(30);
    expect(courier().rounds - rounds).toBeLessThan(30);
    await expect.poll(() => heard).toContain(`jobs:${REACTION_JOB} {"kind":"jobs","orderId":null}`);
  });

  test("another process's sweep sends what a process committed before it died", async () => {
    await sql`insert into live_outbox (payload) values (${told("orphan")})`.execute(world.db);
    await hub().start();
    try {
      await expect.poll(() => heard, { timeout: 8_000 }).toEqual([told("orphan")]);
    } finally {
      await hub().stop();
    }
  });
});
