import { expect, expectTypeOf, test } from "vitest";
import { figuresOf } from "./figures.ts";
import { type PolicyOf, count, dayOrNone, days, orEmpty, policyPart, row, share, words } from "./policy-part.ts";

const PART = policyPart(
  "shop",
  {
    rate: { trial: share(500, "Rate on trial", [0, 1_000]) },
    steps: [count(1, "Step 1", [1, 3]), count(2, "Step 2", [1, 3])],
    limit: orEmpty(words(200, "Limit", [100, 300]), "no limit"),
    closed: dayOrNone("Closed on"),
    heldMs: days(7, "Held for", [1, 60]),
    fixed: ["sold"],
    none: null,
  },
  ({ rate, steps, limit, closed, heldMs }) => [
    {
      id: "shop",
      title: "Shop",
      summary: "How the shop sells.",
      tables: [
        {
          title: "All",
          intro: "Everything.",
          columns: ["Figure"],
          rows: [rate.trial, ...steps, limit, closed, heldMs].map((figure) => row(figure.label, figure)),
        },
      ],
    },
  ],
  ({ steps }, fault) => {
    if (steps[1]! < steps[0]!) fault("steps.1", "Step 2 is below step 1.");
  },
);

test("the document has the defaults in their place, and what no version changes", () =>
  expect(PART.defaults).toEqual({
    rate: { trial: 500 },
    steps: [1, 2],
    limit: 200,
    closed: null,
    heldMs: 7 * 86_400_000,
    fixed: ["sold"],
    none: null,
  }));

test("a figure's key is its place", () =>
  expect(figuresOf(PART.subjects).map(({ key }) => key)).toEqual([
    "shop.rate.trial",
    "shop.steps.0",
    "shop.steps.1",
    "shop.limit",
    "shop.closed",
    "shop.heldMs",
  ]));

test("a default and a range of days are given in days", () =>
  expect(PART.figures.heldMs).toMatchObject({ default: 7 * 86_400_000, least: 86_400_000, most: 60 * 86_400_000 }));

test("a version changes what it knows", () =>
  expect(PART.of({ "shop.rate.trial": 700, "shop.limit": null, "shop.gone": 1, "other.heldMs": 1 })).toEqual({
    ...PART.defaults,
    rate: { trial: 700 },
    limit: null,
  }));

test("a contradiction names the figure by its key", () => {
  expect(PART.faults({})).toEqual([]);
  expect(PART.faults({ "shop.steps.0": 3 })).toEqual([{ key: "shop.steps.1", message: "Step 2 is below step 1." }]);
});

test("the document's type follows from the declaration", () => {
  type Shop = PolicyOf<typeof PART>;
  expectTypeOf<Shop["rate"]["trial"]>().toEqualTypeOf<number>();
  expectTypeOf<Shop["limit"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Shop["steps"][number]>().toEqualTypeOf<number>();
  expectTypeOf<Shop["fixed"][number]>().toEqualTypeOf<string>();
});
