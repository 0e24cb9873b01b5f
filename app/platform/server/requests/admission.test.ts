import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LoadKind, lanesOf } from "../../rules/requests/load-limits.ts";
import { type Admission, Gone, Overloaded, admission } from "./admission.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Requests that end when they're told to, and the order in which they started. */
function crowd(it: Admission<LoadKind>) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (kind: LoadKind, name: string, onGone?: (gone: () => void) => void) => {
    const answer = it.run(
      kind,
      () =>
        new Promise<string>((resolve) => {
          started.push(name);
          ends.set(name, () => resolve(name));
        }),
      onGone,
    );
    answer.catch(() => {});
    return answer;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { started, ask, end };
}
const verdict = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([answer, Promise.resolve("waits")]).catch((error: unknown) => error);

describe("admission", () => {
  test("starts as many at once as it may, and the next as soon as one ends", async () => {
    const { started, ask, end } = crowd(admission(lanesOf(2), 2));
    void ask("read", "a");
    void ask("read", "b");
    const third = ask("read", "c");
    expect(started).toEqual(["a", "b"]);
    expect(await verdict(third)).toBe("waits");
    await end("a");
    expect(started).toEqual(["a", "b", "c"]);
    await end("c");
    expect(await third).toBe("c");
  });

  test("starts what waited in its own context, not in that of the request that ended", async () => {
    const request = new AsyncLocalStorage<string>();
    const it = admission(lanesOf(1), 1);
    let end = (): void => {};
    const first = request.run("first", () => it.run("read", () => new Promise<void>((resolve) => (end = resolve))));
    const second = request.run("second", () => it.run("read", async () => request.getStore()));
    end();
    await first;
    expect(await second).toBe("second");
  });

  test("starts money first, then what the signed-in write, what they read, and visitors last", async () => {
    const { started, ask, end } = crowd(admission(lanesOf(1), 1));
    void ask("read", "first");
    for (const kind of ["visitorRead", "visitorWrite", "read", "write", "page", "money"] as const) void ask(kind, kind);
    for (const name of ["first", "money", "page", "write", "read", "visitorWrite"]) await end(name);
    expect(started).toEqual(["first", "money", "page", "write", "read", "visitorWrite", "visitorRead"]);
  });

  test("turns away at once what finds no room to wait, visitors long before anybody else", () => {
    const shed: string[] = [];
    const { ask } = crowd(admission(lanesOf(1), 1, { onShed: (kind) => shed.push(kind) }));
    for (let n = 0; n < 60; n += 1)
      for (const kind of ["visitorRead", "read", "money"] as const) void ask(kind, `${kind} ${n}`);
    const counts = Object.fromEntries(
      ["visitorRead", "read", "money"].map((it) => [it, shed.filter((x) => x === it).length]),
    );
    // One visitor was first, and is at work.
    expect(counts).toEqual({ visitorRead: 60 - 1 - 25, read: 60 - 40, money: 0 });
  });

  test("says when to come back, not at the same moment for everybody", async () => {
    const { ask } = crowd(admission({ ...lanesOf(1), read: { atOnce: 1, waiting: 0, waitMs: 1_000 } }, 1));
    void ask("read", "a");
    const times = new Set<number>();
    for (let n = 0; n < 50; n += 1) {
      const error = await ask("read", `b${n}`).catch((it: unknown) => it);
      expect(error).toBeInstanceOf(Overloaded);
      times.add((error as Overloaded).retryAfter);
    }
    expect(Math.min(...times)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...times)).toBeLessThan(10);
    expect(times.size).toBeGreaterThan(1);
  });

  test("turns away what has waited too long, and what would", async () => {
    const lanes = { ...lanesOf(1), read: { atOnce: 1, waiting: 100, waitMs: 8_000 } };
    const { ask, end, started } = crowd(admission(lanes, 1, { longMs: 60_000 }));
    void ask("read", "0");
    const answers = Array.from({ length: 30 }, (_, n) => ask("read", String(n + 1)));
    // Each takes a second.
    for (let n = 0; n < 7; n += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await end(String(n));
    }
    // 23 are waiting for one second each.
    expect(await verdict(ask("read", "late"))).toBeInstanceOf(Overloaded);
    expect(await verdict(ask("write", "urgent"))).toBe("waits");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await verdict(answers.at(-1)!)).toBeInstanceOf(Overloaded);
    expect(started).toHaveLength(8);
    // What was turned away is never started.
    await end("7");
    expect(started.at(-1)).toBe("urgent");
  });

  test("starts nothing for somebody who has left", async () => {
    const { started, ask, end } = crowd(admission(lanesOf(1), 1));
    void ask("read", "a");
    let leave = () => {};
    const left = ask("read", "left", (gone) => (leave = gone));
    void ask("read", "b");
    leave();
    expect(await verdict(left)).toBeInstanceOf(Gone);
    await end("a");
    expect(started).toEqual(["a", "b"]);
  });

  test("doesn't let requests that wait for something else hold up the others", async () => {
    const it = admission(lanesOf(2), 2);
    const { started, ask } = crowd(it);
    for (const name of ["hangs 1", "hangs 2", "hangs 3"]) void ask("write", name);
    const read = ask("read", "a");
    expect(await verdict(read)).toBe("waits");
    expect(it.isBusy).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(started).toEqual(["hangs 1", "hangs 2", "hangs 3", "a"]);
    // Still no more of them than their lane holds.
    void ask("write", "hangs 4");
    await vi.advanceTimersByTimeAsync(2_000);
    void ask("write", "hangs 5");
    expect(started.filter((name) => name.startsWith("hangs"))).toHaveLength(4);
  });

  test("goes on after a request that fails", async () => {
    const it = admission(lanesOf(1), 1);
    const failing = it.run("read", () => Promise.reject(new Error("no")));
    const next = it.run("read", async () => "next");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
    expect(it.isBusy).toBe(false);
  });
});
