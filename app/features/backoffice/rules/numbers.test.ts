import { describe, expect, test } from "vitest";
import { numberTable } from "./number-tables.ts";
import {
  type NumberRow,
  bucketOf,
  bucketsOf,
  changeFrom,
  funnelBySource,
  readNumbers,
  shareOf,
  supplyAndDemand,
} from "./numbers.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const asked = (query: string) => readNumbers(new URLSearchParams(query), NOW);
const row = (what: NumberRow["what"], about: string, amount: number, bucket = "2026-11-20"): NumberRow => ({
  bucket,
  what,
  about,
  amount,
});

describe("the period", () => {
  test("is the last 28 days, compared with the 28 before", () => {
    expect(asked("")).toEqual({
      from: "2026-10-25",
      to: "2026-11-21",
      before: { from: "2026-09-27", to: "2026-10-24" },
      step: "day",
    });
  });
  test.each([
    ["from=2026-11-30&to=2026-12-31", "2026-11-21", "2026-11-21"],
    ["from=2026-11-10&to=2026-11-01", "2026-11-01", "2026-11-01"],
    ["from=1999-01-01", "2025-11-21", "2026-11-21"],
    ["from=2026-02-30&to=x", "2026-10-25", "2026-11-21"],
  ])("%s is bounded", (query, from, to) => {
    expect(asked(query)).toMatchObject({ from, to });
  });
  test("is drawn by day, by week from Monday, and by month, without gaps", () => {
    expect(asked("from=2026-09-21").step).toBe("day");
    expect(asked("from=2026-09-20").step).toBe("week");
    expect(asked("from=2026-01-01").step).toBe("month");
    expect(bucketOf("2026-11-22", "week")).toBe("2026-11-16");
    expect(bucketOf("2026-11-23", "week")).toBe("2026-11-23");
    expect(bucketsOf({ from: "2026-02-27", to: "2026-03-02", step: "day" })).toHaveLength(4);
    expect(bucketsOf({ from: "2025-11-30", to: "2026-02-01", step: "month" })).toEqual([
      "2025-11",
      "2025-12",
      "2026-01",
      "2026-02",
    ]);
  });
});

describe("figures", () => {
  test("have no share of nothing, and no change from nothing", () => {
    expect([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)]).toEqual([null, 33.3, 100]);
    expect(changeFrom(0, 0)).toBeNull();
    expect(changeFrom(0, 5)).toBe("none in the period before");
    expect(changeFrom(4, 4)).toBe("same as the period before");
    expect(changeFrom(1_000, 1_250)).toBe("up 25% from 1,000");
    expect(changeFrom(10, 1_250)).toBe("up from 10");
    expect(changeFrom(8, 2)).toBe("down 75% from 8");
    expect(changeFrom(-200, -300, (minor) => `${minor} cents`)).toBe("down 50% from -200 cents");
  });
  test("of many sources keep their sums when the smallest are combined", () => {
    const rows = Array.from({ length: 40 }, (_, i) => row("visits", `site${i}.example`, 100 - i)).concat(
      row("paid", "site39.example", 2),
      row("visits", "other", 7),
    );
    const table = funnelBySource(rows, 10);
    expect(table).toHaveLength(10);
    expect(table[0]).toMatchObject({ source: "site0.example", visits: 100 });
    expect(table.at(-1)).toMatchObject({ source: "other", paid: 2 });
    expect(table.reduce((sum, r) => sum + r.visits, 0)).toBe(
      rows.reduce((s, r) => (r.what === "visits" ? s + r.amount : s), 0),
    );
  });
  test("of subfields put the most lost words first", () => {
    const free = [row("freeWords", "ecology", 9_000), row("freeEditors", "ecology", 2)];
    const rows = [
      row("orderedWords", "ecology", 5_000),
      row("refusedWords", "surgery", 3_000),
      row("delayedWords", "surgery", 1_000),
      row("delayedWords", "optics", 3_500),
    ];
    expect(supplyAndDemand(free, rows).map((r) => [r.subfield, r.freeWords, r.freeEditors, r.orderedWords])).toEqual([
      ["surgery", 0, 0, 0],
      ["optics", 0, 0, 0],
      ["ecology", 9_000, 2, 5_000],
    ]);
  });
  test("are tables with a row for every day, and a rate only where there's something to rate", () => {
    const of = { ...asked("from=2026-11-19&to=2026-11-20") };
    const now = [
      row("delivered", "", 3),
      row("deliveredOnTime", "", 2),
      row("paid", "direct", 4),
      row("repeatOrders", "", 1),
    ];
    expect(numberTable("on-time", of, { now, free: [] }).rows).toEqual([
      { when: "2026-11-19", delivered: 0, deliveredOnTime: 0, rate: null },
      { when: "2026-11-20", delivered: 3, deliveredOnTime: 2, rate: 66.7 },
    ]);
    expect(numberTable("clients", of, { now, free: [] }).rows[1]).toEqual({ when: "2026-11-20", first: 3, repeat: 1 });
    expect(numberTable("sources", of, { now, free: [] }).rows).toEqual([
      { source: "Direct", visits: 0, files: 0, prices: 0, signUps: 0, paid: 4, share: null },
    ]);
  });
});
