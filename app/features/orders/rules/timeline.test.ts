import { describe, expect, test } from "vitest";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { factWords } from "#app/fact-words.ts";
import { timelineOf } from "./timeline.ts";

const AT = new Date("2026-11-21T12:00:00Z");
const fact = (kind: string, data: object, n = 1): Fact =>
  ({
    id: `fct_${n}`,
    seq: n,
    kind,
    at: AT,
    actorId: "usr_jonas",
    actorRole: "editor",
    orderId: "ord",
    subjectId: null,
    data,
  }) as unknown as Fact;
const titles = (facts: Fact[], viewer: "client" | "editor" | "support" | "admin") =>
  timelineOf(factWords, facts, viewer, "USD", (uid) => (uid === "usr_jonas" ? "Jonas Weber" : null)).map(
    (l) => l.title,
  );

describe("an order's history", () => {
  test("the author sees nothing about invites, flags, review scores and the editor's pay", () => {
    const inner = [
      fact("invite.sent", { inviteId: "i", editorId: "usr_jonas", payMinor: 5, expiresAt: "", wave: 1 }),
      fact("order.overdue", { editorId: "usr_jonas" }),
      fact("order.idle", { editorId: "usr_jonas" }),
      fact("order.gate_stopped", { submissionId: "s", untracked: 3 }),
      fact("earning.pending", { earningId: "e", editorId: "usr_jonas", amountMinor: 8_250 }),
    ];
    expect(titles(inner, "client")).toEqual([]);
    expect(titles(inner, "admin")).toHaveLength(5);
    expect(
      timelineOf(
        factWords,
        [fact("order.changes_required", { submissionId: "s", total: 42, note: "Careless." })],
        "client",
        "USD",
        () => null,
      ),
    ).toMatchObject([{ detail: null }]);
  });
  test("the editor sees nothing about what the author paid", () => {
    const money = [
      fact("order.quoted", { totalMinor: 15_000, currency: "USD", words: 5_000 }),
      fact("order.paid", { amountMinor: 15_000, currency: "USD", dueAt: AT.toISOString() }),
      fact("refund.requested", { refundId: "r", amountMinor: 15_000 }),
      fact("invoice.issued", { invoiceId: "d", number: "INV-1", kind: "invoice" }),
    ];
    expect(titles(money, "editor")).toEqual(["Paid by the author"]);
    expect(JSON.stringify(timelineOf(factWords, money, "editor", "USD", () => null))).not.toContain("150.00");
    expect(titles(money, "client")).toHaveLength(4);
  });
  test("says how far every date moved", () => {
    expect(
      timelineOf(
        factWords,
        [fact("order.resumed", { queryId: "q", pausedMs: 7_200_000, why: "answered" })],
        "client",
        "USD",
        () => null,
      )[0],
    ).toMatchObject({ detail: "Every deadline moved by 2 h." });
  });
});
