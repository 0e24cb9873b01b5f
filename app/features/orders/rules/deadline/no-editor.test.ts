import { describe, expect, test } from "vitest";
import type { Capacity, ServiceCapacity } from "#app/features/pricing/rules/offer.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { alternativeLabel, fieldBeforeEditor, isWithoutEditor, neighborsOf, noEditorSentence } from "./no-editor.ts";

const capacity = (words: number, only?: Partial<Record<(typeof SERVICES)[number], ServiceCapacity>>): Capacity => ({
  freeWordsByService: Object.fromEntries(
    SERVICES.map((s) => [s, only?.[s] ?? { words }]),
  ) as Capacity["freeWordsByService"],
});

describe("a manuscript without an editor", () => {
  test("means that no editor has room for it in any service", () => {
    expect(isWithoutEditor(5_000, capacity(4_999), PRICING_POLICY)).toBe(true);
    expect(isWithoutEditor(5_000, capacity(0, { proofreading: { words: 5_000 } }), PRICING_POLICY)).toBe(false);
    expect(
      isWithoutEditor(
        5_000,
        capacity(0, { expert: { words: 0, wordsByTurnaround: { "14d": 5_000 } } }),
        PRICING_POLICY,
      ),
    ).toBe(false);
  });
  test("doesn't mean a manuscript that is too long for every service, because another field wouldn't change that", () => {
    expect(isWithoutEditor(400_000, capacity(0), PRICING_POLICY)).toBe(false);
  });
  test("says why in the field's own words", () => {
    const of = { subfield: "surgery", variant: "AU" as const, earliestAt: null };
    expect(noEditorSentence({ ...of, why: "field" }, "UTC")).toBe("We don't have a surgery editor yet.");
    expect(noEditorSentence({ ...of, why: "field", subfield: "oncology" }, "UTC")).toBe(
      "We don't have an oncology editor yet.",
    );
    expect(noEditorSentence({ ...of, why: "variant" }, "UTC")).toBe(
      "We don't have a surgery editor for Australian English yet.",
    );
    expect(noEditorSentence({ ...of, why: "busy", earliestAt: new Date("2026-12-04T10:00:00Z") }, "UTC")).toMatch(
      /^Our surgery editors are booked\. The earliest they could finish is .*Dec/,
    );
  });
  test("every field has neighbors, and none is its own", () => {
    for (const field of FIELDS) {
      const neighbors = neighborsOf(field.subfields[0]!.slug);
      expect(neighbors.length, field.slug).toBeGreaterThan(0);
      for (const there of neighbors) {
        expect(there.length).toBeGreaterThan(0);
        expect(field.subfields.some((s) => there.includes(s.slug))).toBe(false);
      }
    }
    expect(neighborsOf("no-such-field")).toEqual([]);
  });
  test("names each alternative", () => {
    expect(alternativeLabel({ kind: "field", subfield: "public-health", variant: null })).toBe(
      "Ask for a public health editor",
    );
    expect(alternativeLabel({ kind: "variant", subfield: "surgery", variant: "US" })).toBe("Order in American English");
    expect(fieldBeforeEditor("epidemiology")).toEqual({ article: "an", name: "epidemiology" });
  });
});
