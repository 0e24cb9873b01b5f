import { describe, expect, test } from "vitest";
import { perProcessorSecond, perSecond, takeTurns } from "./contest.ts";
import { type Comparison, compare, markdown, median, quantile, replacePart, show } from "./table.ts";

const RATES: Comparison = {
  what: "orders",
  unit: "orders/s",
  peer: "a shop 1.0",
  ours: [30, 10, 50],
  theirs: [10, 10, 10],
  goal: 3,
  better: "higher",
};

describe("arithmetic", () => {
  test("the median is the middle, or the mean of two", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(() => median([])).toThrow("There is no median of nothing.");
  });

  test("a quantile is one of the values, the highest at most", () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect([quantile(hundred, 0), quantile(hundred, 0.5), quantile(hundred, 0.99), quantile(hundred, 1)]).toEqual([
      1, 51, 100, 100,
    ]);
    expect(() => quantile([], 0.5)).toThrow("There is no quantile of nothing.");
  });

  test("the ratio is the median of the rounds' ratios, not the ratio of the medians", () => {
    const figure = compare({ ...RATES, ours: [10, 20, 90], theirs: [10, 40, 30] });
    expect(figure).toMatchObject({ ours: 20, theirs: 30, ratio: 1, lowest: 0.5, highest: 3 });
  });

  test("a rate reaches its goal from below, a time from above", () => {
    expect(compare(RATES)).toMatchObject({ ratio: 3, reached: true });
    expect(compare({ ...RATES, goal: 3.1 }).reached).toBe(false);
    expect(compare({ ...RATES, better: "lower" }).reached).toBe(true);
    expect(compare({ ...RATES, better: "lower", goal: 2.9 }).reached).toBe(false);
    expect(compare({ ...RATES, goal: null }).reached).toBeNull();
  });

  test("rounds that don't belong together or measured nothing are refused", () => {
    expect(() => compare({ ...RATES, theirs: [10] })).toThrow("orders: 3 rounds of ours and 1 of theirs");
    expect(() => compare({ ...RATES, theirs: [10, 0, 10] })).toThrow("orders: a round measured nothing.");
    expect(() => compare({ ...RATES, ours: [10, 0, 10] })).toThrow("orders: a round measured nothing.");
  });

  test("a turn's rates are by the clock and by CPU time", () => {
    const turn = { done: 12, seconds: 4, processorMs: 6_000 };
    expect([perSecond(turn), perProcessorSecond(turn)]).toEqual([3, 2]);
  });
});

describe("turns", () => {
  test("everybody warms up once, then all take turns", async () => {
    const order: string[] = [];
    let spent = 0;
    const contestant = (name: string, done: number) => ({
      name,
      run: (seconds: number) => {
        order.push(`${name} ${seconds}`);
        spent += 100;
        return Promise.resolve(done);
      },
      processorMs: () => spent,
    });
    const turns = await takeTurns([contestant("a", 5), contestant("b", 7)], { rounds: 2, seconds: 3 });
    expect(order).toEqual(["a 3", "b 3", "a 3", "b 3", "a 3", "b 3"]);
    expect([...turns].map(([name, them]) => [name, them.map((it) => [it.done, it.processorMs])])).toEqual([
      [
        "a",
        [
          [5, 100],
          [5, 100],
        ],
      ],
      [
        "b",
        [
          [7, 100],
          [7, 100],
        ],
      ],
    ]);
  });
});

describe("table", () => {
  test("a row says what both measured, the ratio's range, the goal, and whether it's reached", () => {
    const lower = compare({ ...RATES, what: "push", unit: "ms", better: "lower", goal: 2 });
    const open = compare({ ...RATES, what: "page", unit: "requests/s", ours: [12_345, 12_345, 12_345], goal: null });
    expect(markdown([compare(RATES), lower, open])).toBe(
      [
        "| what | Stet | compared with | ratio (rounds) | goal | |",
        "|---|---|---|---|---|---|",
        "| orders, orders/s | 30.0 | a shop 1.0: 10.0 | 3.00× (1.00 to 5.00) | at least 3× | reached |",
        "| push, ms | 30.0 | a shop 1.0: 10.0 | 3.00× (1.00 to 5.00) | at most 2× | not reached |",
        "| page, requests/s | 12,345 | a shop 1.0: 10.0 | 1,235× (1,235 to 1,235) |  |  |",
      ].join("\n"),
    );
  });

  test("figures have three digits", () => {
    expect([0.123, 1.234, 12.34, 123.4, 1_234.5].map(show)).toEqual(["0.12", "1.23", "12.3", "123", "1,235"]);
  });

  test("figures replace those of their own part", () => {
    const document =
      "# Title\n\n<!-- ghost -->\nold\n<!-- end of ghost -->\n\n<!-- parse -->\nkept\n<!-- end of parse -->";
    const written = replacePart(document, "ghost", "new");
    expect(written).toBe(document.replace("\nold\n", "\n\nnew\n\n"));
    expect(replacePart(written, "ghost", "new")).toBe(written);
    expect(() => replacePart(document, "vendure", "new")).toThrow(
      "The document has no place for the figures of vendure.",
    );
  });
});
