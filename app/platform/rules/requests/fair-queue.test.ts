import { describe, expect, test } from "vitest";
import { type Origin, ORDER_WORK, isTooMany, nextTask, recentUse } from "./fair-queue.ts";
import { WORK_LIMITS } from "./load-limits.ts";

const LIMITS = WORK_LIMITS.documents;
type Task = { id: string; origin: Origin };
const visitor = (id: string, of: Partial<Origin> = {}): Task => ({
  id,
  origin: { lane: "visitor", person: id, network: id, bytes: 1_000, ...of },
});
const account = (id: string, of: Partial<Origin> = {}): Task => visitor(id, { lane: "account", ...of });
const paid = (id: string): Task => ({ id, origin: ORDER_WORK });

/** The id of the task that runs next. @param used by key, in ms */
const next = (waiting: readonly Task[], running: readonly Task[] = [], used: Record<string, number> = {}) =>
  nextTask(waiting, running, LIMITS, (key) => used[key] ?? 0)?.id;

describe("the next task", () => {
  test("is the one that has waited longest, if nothing tells them apart", () => {
    expect(next([visitor("a"), visitor("b")])).toBe("a");
    expect(next([])).toBeUndefined();
  });
  test("is paid work first, then an account's", () => {
    expect(next([visitor("a"), account("b"), paid("c")])).toBe("c");
    expect(next([visitor("a"), account("b")])).toBe("b");
  });
  test("unpaid work always leaves a thread to paid work", () => {
    const running = [visitor("a"), account("b")];
    expect(running).toHaveLength(LIMITS.threads - LIMITS.unpaid.reserved);
    expect(next([visitor("c"), account("d")], running)).toBeUndefined();
    expect(next([visitor("c"), paid("d")], running)).toBe("d");
  });
  test("a network has one thread at a time, and so does a person", () => {
    const hostile = (id: string) => visitor(id, { network: "hostile" });
    expect(next([hostile("b"), hostile("c"), visitor("d")], [hostile("a")])).toBe("d");
    expect(next([hostile("b"), hostile("c")], [hostile("a")])).toBeUndefined();
    expect(next([visitor("b", { person: "x" })], [visitor("a", { person: "x" })])).toBeUndefined();
  });
  test("a network that has used little comes before one that has used much", () => {
    const used = { "network busy": 20_000 };
    expect(next([visitor("a", { network: "busy" }), visitor("b")], [], used)).toBe("b");
    expect(next([visitor("a", { network: "busy" })], [], used), "it isn't shut out").toBe("a");
    expect(next([visitor("a", { network: "n" }), visitor("b", { network: "n" })], [], { "person a": 5_000 })).toBe("b");
  });
  test("small files pass large ones, which have one thread at a time", () => {
    const large = (id: string) => visitor(id, { bytes: LIMITS.unpaid.largeBytes + 1 });
    expect(next([large("a"), visitor("b")])).toBe("b");
    expect(next([large("b")], [large("a")])).toBeUndefined();
    expect(next([large("b"), visitor("c")], [large("a")])).toBe("c");
  });
});

describe("refusals", () => {
  const many = (n: number, of: (i: number) => Task) => Array.from({ length: n }, (_, i) => of(i));
  test("a person's and a network's waiting tasks are limited, others aren't refused for them", () => {
    const mine = many(LIMITS.unpaid.waitingOfPerson, (i) => visitor(`${i}`, { person: "me", network: `${i}` }));
    expect(isTooMany(mine, visitor("x", { person: "me" }).origin, LIMITS)).toBe(true);
    expect(isTooMany(mine.slice(1), visitor("x", { person: "me" }).origin, LIMITS)).toBe(false);
    const network = many(LIMITS.unpaid.waitingOfNetwork, (i) => visitor(`${i}`, { network: "n" }));
    expect(isTooMany(network, visitor("x", { network: "n" }).origin, LIMITS)).toBe(true);
    expect(isTooMany(network, visitor("x").origin, LIMITS)).toBe(false);
  });
  test("everybody's are limited, except paid work", () => {
    const all = many(LIMITS.unpaid.waiting, (i) => visitor(`${i}`));
    expect(isTooMany(all, visitor("x").origin, LIMITS)).toBe(true);
    expect(isTooMany(all, ORDER_WORK, LIMITS)).toBe(false);
  });
});

test("use is halved every minute", () => {
  let at = 0;
  const use = recentUse(() => at);
  use.add("a", 8_000);
  at = 60_000;
  expect(use.of("a")).toBeCloseTo(4_000);
  use.add("a", 1_000);
  expect(use.of("a")).toBeCloseTo(5_000);
  expect(use.of("b")).toBe(0);
});
