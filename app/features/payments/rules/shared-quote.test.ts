import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { PAYER_FIELDS, payerRefusal, sharedQuoteState } from "./shared-quote.ts";

const now = new Date("2026-11-27T12:00:00Z");
const open = {
  quote: { validUntilAt: after(now, DAY), endedWhy: null },
  isSamePrice: true,
  order: { status: "quoted", paidAt: null },
  paidByLink: false,
  now,
} as const;

describe("the state of a shared quote", () => {
  test("follows its order, its end, and its author", () => {
    const state = (more: Partial<Parameters<typeof sharedQuoteState>[0]>) => sharedQuoteState({ ...open, ...more });
    expect(state({})).toBe("open");
    expect(state({ order: { status: "awaiting_payment", paidAt: null } })).toBe("open");
    expect(state({ isSamePrice: false })).toBe("replaced");
    expect(state({ order: { status: "draft", paidAt: null } })).toBe("replaced");
    expect(state({ order: { status: "cancelled", paidAt: null } })).toBe("replaced");
    expect(state({ order: { status: "expired", paidAt: null } })).toBe("expired");
    expect(state({ quote: { validUntilAt: now, endedWhy: null } })).toBe("expired");
    expect(state({ quote: { validUntilAt: after(now, DAY), endedWhy: "revoked" } })).toBe("revoked");
    expect(state({ order: { status: "paid", paidAt: now } })).toBe("settled");
    expect(state({ order: { status: "paid", paidAt: now }, paidByLink: true })).toBe("paid");
    // Its receipt stays, whatever happens to the quote.
    expect(
      state({
        order: { status: "refunded", paidAt: now },
        paidByLink: true,
        quote: { validUntilAt: now, endedWhy: "replaced" },
      }),
    ).toBe("paid");
  });

  test("is never open once anything ends it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("draft", "quoted", "awaiting_payment", "paid", "expired", "cancelled", "refunded"),
        fc.boolean(),
        fc.constantFrom(null, "revoked" as const, "replaced" as const),
        fc.integer({ min: -DAY, max: DAY }),
        fc.boolean(),
        (status, isSamePrice, endedWhy, leftMs, isPaid) => {
          const state = sharedQuoteState({
            quote: { validUntilAt: after(now, leftMs), endedWhy },
            isSamePrice,
            order: { status, paidAt: isPaid ? now : null },
            paidByLink: false,
            now,
          });
          const isOpen =
            isSamePrice &&
            endedWhy === null &&
            leftMs > 0 &&
            !isPaid &&
            (status === "quoted" || status === "awaiting_payment");
          expect(state === "open").toBe(isOpen);
        },
      ),
    );
  });
});

describe("a payer's details", () => {
  const evidence = { country: "DE", vatId: null } as unknown as NonNullable<TaxRule["evidence"]>;
  const german: TaxRule = { kind: "rate", code: "DE", label: "VAT 19%", rateBp: 1_900, evidence };
  const reverse = (vatId: string): TaxRule =>
    ({ kind: "reverse-charge", code: "NL", label: "VAT", evidence: { ...evidence, vatId } }) as TaxRule;

  test("are refused if they'd change the tax of the quote", () => {
    expect(payerRefusal(german, german, { vatId: "" })).toBeNull();
    expect(payerRefusal(german, reverse("NL001234511B01"), { vatId: "NL001234511B01" })?.field).toBe("vatId");
    expect(payerRefusal(german, { kind: "none" }, { vatId: "" })?.field).toBe("country");
    expect(payerRefusal(reverse("NL001234511B01"), german, { vatId: "" })?.field).toBe("vatId");
    const same = reverse("NL001234511B01");
    expect(payerRefusal(same, same, { vatId: "NL 0012.34511 B01" })).toBeNull();
    // Priced before anything was asked about tax.
    expect(payerRefusal({ kind: "none" }, german, { vatId: "" })).toBeNull();
  });

  test("need a name and an email address, and references of one line", () => {
    const read = (typed: object) => z.object(PAYER_FIELDS).safeParse(typed);
    const fields = (typed: object) => read(typed).error?.issues.map((it) => it.path[0]);
    expect(fields({ name: "", email: "x" })).toEqual(["name", "email"]);
    expect(fields({ name: "A", email: "a@b.org", poNumber: "x".repeat(61), costCenter: "a\nb" })).toEqual([
      "poNumber",
      "costCenter",
    ]);
    expect(read({ name: "A", email: " a@b.org ", poNumber: " 12 " }).data).toMatchObject({
      email: "a@b.org",
      poNumber: "12",
      costCenter: "",
    });
  });
});
