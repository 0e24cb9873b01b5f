import { describe, expect, test } from "vitest";
import { factWords } from "#app/fact-words.ts";
import type { FactKind } from "#app/platform/rules/core/fact.ts";
import { PREFIXES } from "#app/platform/rules/core/ids.ts";
import { AUDIT_AREAS, kindChoices, kindsOfArea } from "./audit-areas.ts";
import { recordedValues } from "./audit-data.ts";
import { auditObject, isPersonId } from "./audit-object.ts";
import { PASSING_KINDS } from "./audit-retention.ts";

const KINDS = Object.keys(factWords) as FactKind[];
const id = (prefix: string) => `${prefix}_${"0".repeat(26)}`;

describe("areas", () => {
  test("every kind of fact is in exactly one area, not counting access to personal data", () => {
    const places = AUDIT_AREAS.filter((area) => area !== "access").flatMap((area) => kindsOfArea(factWords, area));
    expect(places.toSorted()).toEqual(KINDS.toSorted());
    expect(kindsOfArea(factWords, "access")).toContain("kyc.opened");
  });
  test("the filter offers the kinds of an area, or all, by label", () => {
    expect(kindChoices(factWords, "").map(([kind]) => kind)).toHaveLength(KINDS.length);
    const labels = kindChoices(factWords, "payouts").map(([, label]) => label);
    expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b)));
    expect(labels).toContain("Payout run prepared");
  });
});

describe("objects", () => {
  test("are recognized by their id, and people aren't objects", () => {
    expect(auditObject(id("tkt"))).toMatchObject({ noun: "Ticket", to: `/admin/support/tickets/${id("tkt")}` });
    expect(auditObject(id("run"))?.to).toBe(`/admin/payouts/bank-batch?run=${id("run")}`);
    expect(auditObject(id("fil"))).toMatchObject({ noun: "File", to: null });
    expect(auditObject("usr_jonas")).toBeNull();
    expect(auditObject("https://example.org")).toBeNull();
    expect([isPersonId("usr_jonas"), isPersonId(id("ord")), isPersonId("usr_x or true")]).toEqual([true, false, false]);
  });
  test("each have a name", () => {
    for (const prefix of Object.values(PREFIXES)) expect(auditObject(id(prefix))?.noun).toMatch(/^[A-Z]/);
  });
});

describe("recorded details", () => {
  test("are labeled values: amounts, instants, people, objects, and texts", () => {
    expect(
      recordedValues(
        {
          amountMinor: 4_250,
          newDueAt: "2026-11-27T12:00:00.000Z",
          uid: "usr_jonas",
          paymentId: id("pay"),
          before: { admin: false, editor: true },
          basis: ["Late", "By a day"],
          changed: [],
          note: "",
          words: 12_000,
          editorId: null,
        },
        "EUR",
      ),
    ).toEqual([
      { label: "Amount", kind: "text", value: "€42.50" },
      { label: "New due", kind: "instant", value: "2026-11-27T12:00:00.000Z" },
      { label: "Person", kind: "person", value: "usr_jonas" },
      { label: "Payment", kind: "object", value: id("pay"), noun: "Payment", to: null },
      { label: "Before, admin", kind: "text", value: "No" },
      { label: "Before, editor", kind: "text", value: "Yes" },
      { label: "Basis", kind: "text", value: "Late, By a day" },
      { label: "Changed", kind: "text", value: "None" },
      { label: "Note", kind: "text", value: "Empty" },
      { label: "Words", kind: "text", value: "12,000" },
      { label: "Editor", kind: "text", value: "None" },
    ]);
  });
  test("are limited in number and length", () => {
    expect(recordedValues(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])), "USD")).toHaveLength(
      60,
    );
    expect(recordedValues({ text: "x".repeat(100_000) }, "USD")[0]).toMatchObject({ value: "x".repeat(4_000) });
  });
});

describe("facts that are deleted after some time", () => {
  test("are in no timeline and no thread's history, so no page loses a line", () => {
    for (const kind of PASSING_KINDS) {
      expect(factWords[kind]).toMatchObject({ timeline: null });
      expect(factWords[kind]).not.toHaveProperty("thread");
    }
  });
  test("aren't about money, roles, agreements, or decisions", () => {
    expect(
      PASSING_KINDS.filter((kind) =>
        /^(?:order|payment|refund|invoice|earning|payout|contract|quote|charge)|roles|signed|decided|erasure|opened$/.test(
          kind,
        ),
      ),
    ).toEqual(["kyc.opened", "application.file_opened"]);
  });
});
