import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { setClock } from "../core/clock.ts";
import { type LiveEvent, hub, publish } from "./live.ts";
import { BEAT_MS, openStreams, eventStream } from "./event-stream.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  await hub().start();
});
afterAll(async () => {
  await hub().stop();
  await world.close();
});
/** Closes what a failed test left open, to keep later tests from failing too. */
const left: { cancel(): Promise<void> }[] = [];
afterEach(async ({ task }) => {
  vi.useRealTimers();
  const open = left.splice(0);
  if (task.result?.state === "fail") await Promise.all(open.map((reader) => reader.cancel().catch(() => {})));
  const traces = { streams: openStreams(), topics: [...hub().listeners.keys()], reconnected: hub().reconnected.size };
  if (traces.streams + traces.topics.length + traces.reconnected > 0)
    throw new Error(`A closed stream left a trace: ${JSON.stringify(traces)}`);
});

const event = (kind: string, topic = "user:a") => publish(world.db, [topic], { kind, orderId: null });
const decoder = new TextDecoder();

function readerOf(response: Response) {
  const reader = response.body!.getReader();
  left.push(reader);
  return reader;
}

function listen(response: Response) {
  const reader = readerOf(response);
  const chunks: Uint8Array[] = [];
  let ended = false;
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    ended = true;
  })();
  const text = () => chunks.map((chunk) => decoder.decode(chunk)).join("");
  return {
    chunks,
    ended: () => ended,
    text,
    events: () => [...text().matchAll(/^data: (\{.*\})$/gm)].map((m) => (JSON.parse(m[1]!) as LiveEvent).kind),
    close: () => reader.cancel(),
  };
}

describe("a stream of events", () => {
  test("sends a retry time and heartbeats, and leaves nothing behind when closed", async () => {
    const line = listen(eventStream(["user:a", "user:b"]));
    await expect.poll(line.text).toMatch(/^retry: \d{4}\n\nevent: beat\ndata: 1\n\n$/);
    expect([...hub().listeners.keys()]).toEqual(["user:a", "user:b"]);
    await event("one", "user:b");
    await expect.poll(line.events).toEqual(["one"]);
    await line.close();
  });

  test("encodes an event once for all listeners", async () => {
    const lines = Array.from({ length: 5 }, () => listen(eventStream(["user:a"])));
    await event("shared");
    await expect.poll(() => lines.every((line) => line.events().length === 1)).toBe(true);
    expect(new Set(lines.map((line) => line.chunks.at(-1))).size).toBe(1);
    await Promise.all(lines.map((line) => line.close()));
  });

  test("queues little for a reader who stops reading, and tells them once that they missed some", async () => {
    const reader = readerOf(eventStream(["user:a"]));
    const other = listen(eventStream(["user:z"]));
    for (let i = 0; i < 300; i++) await event(`r${i}`);
    // Deliveries are ordered: once this one arrives, all earlier ones have.
    await event("sentinel", "user:z");
    await expect.poll(other.events).toEqual(["sentinel"]);
    await other.close();
    const kinds: string[] = [];
    for (;;) {
      const { value } = await reader.read();
      const found = /"kind":"(\w+)"/.exec(decoder.decode(value))?.[1];
      if (found) kinds.push(found);
      if (found === "reconnected") break;
    }
    expect(kinds.length).toBeLessThanOrEqual(64);
    expect(kinds.slice(0, 3)).toEqual(["r0", "r1", "r2"]);
    await event("after");
    expect(decoder.decode((await reader.read()).value)).toContain('"after"');
    await reader.cancel();
  });

  test("drops a reader that stops reading for several heartbeats, even without a cancel", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const body = eventStream(["user:a"]).body!;
    left.push(body);
    for (let i = 0; i < 100; i++) await event(`r${i}`);
    await sleep(100);
    expect(openStreams()).toBe(1);
    vi.advanceTimersByTime(3 * BEAT_MS + 1_000);
    expect(openStreams()).toBe(0);
    await body.cancel();
  });

  test("ends on time by the product's clock", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const line = listen(eventStream(["user:a"], { until: new Date("2026-11-21T13:00:00Z") }));
    vi.advanceTimersByTime(BEAT_MS);
    await expect.poll(() => line.text().match(/event: beat/g)?.length).toBe(2);
    expect(line.ended()).toBe(false);
    setClock(new Date("2026-11-21T13:00:00Z"));
    vi.advanceTimersByTime(BEAT_MS);
    await expect.poll(line.ended).toBe(true);
  });

  test("waits for the permission check, keeps the order, and ends without sending the event if it's denied or fails", async () => {
    let say = (_yes: boolean) => {};
    const asked: string[] = [];
    const recheck = ({ kind }: LiveEvent): boolean | Promise<boolean> => {
      if (!kind.startsWith("account.")) return true;
      asked.push(kind);
      return new Promise<boolean>((resolve, reject) => {
        say = (yes) => (yes ? resolve(true) : reject(new Error("no database")));
      });
    };
    const line = listen(eventStream(["user:a"], { recheck, ago: 0 }));
    await event("account.named");
    await event("second");
    await expect.poll(() => asked).toEqual(["account.named"]);
    expect(line.events()).not.toContain("second");
    say(true);
    await expect.poll(line.events).toEqual(expect.arrayContaining(["account.named", "second"]));
    await event("account.closed");
    await expect.poll(() => asked).toHaveLength(2);
    await event("secret");
    say(false);
    await expect.poll(line.ended).toBe(true);
    expect(line.events()).not.toContain("account.closed");
    expect(line.events()).not.toContain("secret");
  });

  test("after a lost database connection, tells every listener once to reload, and continues", async () => {
    // Unique topics, because events of earlier tests may arrive only now.
    const lines = [listen(eventStream(["user:cut"])), listen(eventStream(["user:also-cut"]))];
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stet live'
      and datname = current_database()`.execute(world.db);
    for (const line of lines) await expect.poll(line.events, { timeout: 20_000 }).toEqual(["reconnected"]);
    await event("again", "user:cut");
    await expect.poll(lines[0]!.events).toEqual(["reconnected", "again"]);
    await Promise.all(lines.map((line) => line.close()));
  });
});
