import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { SERVICES, TURNAROUNDS } from "./policy.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import { type Capacity, type OfferInput, capacityFromJson, offerMatrix } from "./offer.ts";

const now = new Date("2026-11-24T10:00:00Z");
const reader = { now, timeZone: "Europe/Helsinki" };
const text = (billableWords: number): OfferInput => ({
  billableWords,
  estimatePdf: false,
  addOns: {},
  consentOverflow: false,
});
const free = (words: number, more: Partial<Capacity["freeWordsByService"]["expert"]> = {}): Capacity => ({
  freeWordsByService: Object.fromEntries(
    SERVICES.map((s) => [s, { words, ...more }]),
  ) as Capacity["freeWordsByService"],
});

describe("the offers for 5,000 words", () => {
  const matrix = offerMatrix(text(5_000), null, reader, PRICING_POLICY);
  test("7 days cost $95, $150, $250, and $400, due in 7 days", () => {
    const cells = SERVICES.map((s) => matrix[s]["7d"]);
    expect(cells.map((c) => (c.offered ? c.receipt.totalMinor : c.reason))).toEqual([9_500, 15_000, 25_000, 40_000]);
    expect(
      cells.every((c) => c.offered && c.dueAt.getTime() === after(now, 7 * 24 * HOUR).getTime() && !c.needsConsent),
    ).toBe(true);
  });
  test("24 hours: $170, $270, $450 and +3 h 20 min with consent, and expert not offered", () => {
    const [proof, copy, substantive, expert] = SERVICES.map((s) => matrix[s]["24h"]);
    expect(proof).toMatchObject({ offered: true, receipt: { totalMinor: 17_000 }, needsConsent: false });
    expect(copy).toMatchObject({ offered: true, receipt: { totalMinor: 27_000 }, needsConsent: false });
    expect(substantive).toMatchObject({
      offered: true,
      receipt: { totalMinor: 45_000 },
      needsConsent: true,
      dueAt: after(now, 27 * HOUR + 20 * MINUTE),
    });
    expect(expert).toMatchObject({ offered: false, reason: "Not available at this turnaround." });
  });
  test("explains what is too long for 6 hours and what to do", () => {
    expect(matrix.copyediting["6h"]).toMatchObject({
      offered: false,
      code: "too-many-words",
      reason: "Too many words for this turnaround. Ask for a custom quote.",
    });
  });
});

describe("capacity", () => {
  test("limits nothing when unknown or sufficient", () => {
    const offered = (c: Capacity | null) =>
      SERVICES.flatMap((s) =>
        TURNAROUNDS.map((t) => offerMatrix(text(1_000), c, reader, PRICING_POLICY)[s][t].offered),
      );
    expect(offered(free(1_000))).toEqual(offered(null));
  });
  test("that is too low gives the earliest possible date in the reader's time zone", () => {
    const earliestAt = new Date("2026-11-30T12:05:00Z");
    const cell = offerMatrix(text(1_000), free(999, { earliestAt }), reader, PRICING_POLICY).proofreading["7d"];
    expect(cell).toMatchObject({
      offered: false,
      code: "no-editor-free",
      earliestAt,
      reason: "No editor available. The earliest possible date is Mon, Nov 30, 2:05 PM GMT+2.",
      advice: "Choose a turnaround that ends after that date.",
    });
  });
  test("sends those to a custom quote whom no turnaround on the list can help", () => {
    const earliestAt = after(reader.now, 15 * DAY);
    const { proofreading } = offerMatrix(text(1_000), free(999, { earliestAt }), reader, PRICING_POLICY);
    expect(proofreading["14d"]).toMatchObject({ offered: false, advice: "Ask for a custom quote." });
    // Above the limit, the window is longer: it ends after that date.
    const above = offerMatrix(text(200_000), free(999, { earliestAt }), reader, PRICING_POLICY).proofreading["14d"];
    expect(above).toMatchObject({ offered: false, advice: "Choose a turnaround that ends after that date." });
  });
  test("can be too low for one turnaround and enough for another", () => {
    const { proofreading } = offerMatrix(
      text(1_000),
      free(5_000, { wordsByTurnaround: { "6h": 500 } }),
      reader,
      PRICING_POLICY,
    );
    expect([proofreading["6h"].offered, proofreading["12h"].offered]).toEqual([false, true]);
  });
  test("means the same after a way through JSON", () => {
    const capacity = free(999, { earliestAt: after(reader.now, 6 * DAY) });
    const sent = JSON.parse(JSON.stringify(capacity)) as Capacity;
    expect(offerMatrix(text(1_000), capacityFromJson(sent), reader, PRICING_POLICY)).toEqual(
      offerMatrix(text(1_000), capacity, reader, PRICING_POLICY),
    );
  });
  test("doesn't hide that a service isn't available", () => {
    expect(offerMatrix(text(1_000), free(0), reader, PRICING_POLICY).expert["6h"]).toMatchObject({ code: "not-sold" });
  });
});

test("every cell of an empty manuscript says that it has no words", () => {
  for (const s of SERVICES)
    for (const t of TURNAROUNDS)
      expect(offerMatrix(text(0), null, reader, PRICING_POLICY)[s][t]).toMatchObject({
        offered: false,
        code: "no-words",
      });
});
