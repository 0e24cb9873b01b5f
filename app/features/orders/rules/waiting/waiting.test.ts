import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { type OrderStatus, orderFlow } from "../flow.ts";
import { statusWords } from "../status-tone.ts";
import type { Viewer, WaitingAround, WaitingOrder } from "./waiting-facts.ts";
import { waitingFor } from "./waiting.ts";

const T0 = new Date("2026-11-21T12:00:00Z");
const VIEWERS: readonly Viewer[] = ["client", "editor", "support", "admin"];
const order = (status: OrderStatus, n: Partial<WaitingOrder> = {}): WaitingOrder => ({
  status,
  heldFrom: status === "on_hold" || status === "disputed" ? "in_progress" : null,
  totalMinor: 15_000,
  refundedMinor: status === "refunded" ? 15_000 : 0,
  currency: "USD",
  quoteExpiresAt: after(T0, 7 * DAY),
  dueAt: after(T0, 7 * DAY),
  editorDueAt: after(T0, 6 * DAY),
  revisionDueAt: status.includes("revision") ? after(T0, 9 * DAY) : null,
  revisionsUsed: 0,
  pausedAt: status === "awaiting_client" ? T0 : null,
  autoAcceptAt: after(T0, 14 * DAY),
  revisionUntilAt: after(T0, 21 * DAY),
  ...n,
});
const AROUND: WaitingAround = {
  editorName: "Jonas Weber",
  clientName: "Dr. Amara Osei",
  openQueries: 1,
  rated: false,
  gateStopped: false,
};
const at = (status: OrderStatus, viewer: Viewer, n: Partial<WaitingOrder> = {}, a: Partial<WaitingAround> = {}) =>
  waitingFor(order(status, n), { ...AROUND, ...a }, viewer, DEADLINE_POLICY);

/** Whose turn it is, as client, editor, support and admin see it: Y yours, o somebody else's, d done, s stopped. */
const TURNS: Record<OrderStatus, string> = {
  draft: "Yooo",
  quote_requested: "Yooo",
  quoted: "Yooo",
  awaiting_payment: "Yooo",
  paid: "oooo",
  assigned: "oYoo",
  in_progress: "oYoo",
  awaiting_client: "Yooo",
  submitted: "oooo",
  second_reading: "oooo",
  qa_review: "oooY",
  changes_required: "oYoo",
  delivered: "Yooo",
  accepted: "Yddd",
  revision_requested: "oYoo",
  in_revision: "oYoo",
  closed: "dddd",
  expired: "ssss",
  cancelled: "ssss",
  refunded: "ssss",
  disputed: "ssss",
  on_hold: "ssss",
};
const LETTER = { you: "Y", others: "o", done: "d", stopped: "s" } as const;

describe("the line at the top of an order", () => {
  test.each(orderFlow.states.map((s) => [s] as const))("%s: everyone sees whose turn it is", (status) => {
    expect(VIEWERS.map((v) => LETTER[at(status, v).turn]).join("")).toBe(TURNS[status]);
  });

  test("is a whole sentence in every state and for every viewer, and names who must act", () => {
    for (const status of orderFlow.states)
      for (const viewer of VIEWERS) {
        const it = at(status, viewer);
        expect(it.waitsFor, `${status} ${viewer}`).toMatch(/^[A-Z].*\.$/);
        expect(`${it.waitsFor} ${it.note ?? ""}`).not.toMatch(/undefined|null|NaN|!/);
        if (it.turn === "you") expect(it.action, `${status} ${viewer}`).not.toBeNull();
        if (it.turn === "others") expect(it.who, `${status} ${viewer}`).toBeTruthy();
        if (it.turn === "you") expect(it.who).toBeTruthy();
      }
  });

  test("doesn't repeat the status that the author's list has beside it", () => {
    for (const status of orderFlow.states)
      expect(at(status, "client").waitsFor.startsWith(`${statusWords(status, "client")}.`), status).toBe(false);
  });

  test("a second reading names its reader, or who is invited, and its end", () => {
    const readingDueAt = after(T0, 5 * DAY);
    const taken = { readerTaken: true, readerName: "Ines Duarte", readingDueAt };
    expect(at("second_reading", "editor", {}, taken)).toMatchObject({
      who: "Ines Duarte, the second reader",
      by: readingDueAt,
    });
    expect(at("second_reading", "client", {}, taken).by).toEqual(after(T0, 7 * DAY));
    expect(at("second_reading", "client").who).toBe("Invited second readers");
    expect(at("second_reading", "admin").action?.code).toBe("assign_reader");
    expect(at("second_reading", "admin", {}, taken).action).toBeNull();
  });

  test("a revision with new words to pay for needs its author's answer, while its editor can begin", () => {
    const newWordsBy = after(T0, DAY);
    for (const status of ["revision_requested", "in_revision"] as const) {
      expect(at(status, "client", {}, { newWordsBy })).toMatchObject({
        turn: "you",
        by: newWordsBy,
        action: { code: "pay_new_words" },
      });
      for (const viewer of ["support", "admin"] as const)
        expect(at(status, viewer, {}, { newWordsBy })).toMatchObject({ turn: "others", by: newWordsBy, action: null });
      expect(at(status, "editor", {}, { newWordsBy })).toEqual(at(status, "editor"));
    }
    expect(at("paid", "client", {}, { newWordsBy })).toEqual(at("paid", "client"));
  });

  test("an editor never sees the author's refund", () => {
    for (const status of ["cancelled", "refunded"] as const) {
      expect(at(status, "editor", { refundedMinor: 15_000 }).waitsFor).not.toContain("$");
      expect(at(status, "client", { refundedMinor: 15_000 }).waitsFor).toContain("$150.00");
    }
  });

  test("nobody but the author is asked to pay, answer, accept or rate, and nobody but the editor to work", () => {
    expect.hasAssertions();
    for (const status of orderFlow.states)
      for (const viewer of VIEWERS) {
        const code = at(status, viewer).action?.code;
        if (["finish_draft", "pay", "answer", "review_delivery", "rate", "order_again"].includes(code ?? ""))
          expect(viewer).toBe("client");
        if (["start", "submit", "start_revision"].includes(code ?? "")) expect(viewer).toBe("editor");
        if (["assign", "review", "unhold"].includes(code ?? "")) expect(viewer).toBe("admin");
      }
  });

  test("the author sees the promised date, and the editor their own deadline", () => {
    expect(at("in_progress", "client").by).toEqual(after(T0, 7 * DAY));
    expect(at("in_progress", "editor").by).toEqual(after(T0, 6 * DAY));
    expect(at("in_revision", "client").by).toEqual(after(T0, 9 * DAY));
    expect(at("in_revision", "editor").by).toEqual(after(T0, 9 * DAY));
    expect(at("awaiting_client", "client").by).toEqual(after(T0, 7 * DAY));
  });

  test("tells its author and staff the deadline, in every state that an editor or staff member has to end", () => {
    const ending = ["paid", "assigned", "in_progress", "awaiting_client", "submitted", "qa_review", "changes_required"];
    const after2 = ["delivered", "revision_requested", "in_revision", "on_hold"];
    const hold = { untilAt: after(T0, 3 * DAY), ownerName: "Ada Lindqvist" };
    for (const status of [...ending, ...after2] as OrderStatus[])
      for (const viewer of ["client", "support", "admin"] as const) {
        const it = at(status, viewer, {}, { hold });
        expect([status, viewer, it.by !== null, Boolean(it.who)]).toEqual([status, viewer, true, true]);
      }
    expect(at("on_hold", "admin", {}, { hold }).who).toBe("Ada Lindqvist");
    expect(at("on_hold", "client", {}, { hold }).who).toBe("Our staff");
  });
  test("a very late order needs staff, by their deadline; its editor still sees what to do", () => {
    const decideByAt = after(T0, DAY);
    for (const viewer of ["support", "admin"] as const)
      expect(at("in_progress", viewer, {}, { decideByAt })).toMatchObject({ turn: "you", by: decideByAt });
    expect(at("in_progress", "client", {}, { decideByAt })).toMatchObject({ who: "Our staff", by: decideByAt });
    expect(at("in_progress", "editor", {}, { decideByAt })).toEqual(at("in_progress", "editor"));
    expect(at("delivered", "admin", {}, { decideByAt })).toEqual(at("delivered", "admin"));
  });
  test("a late revision without an editor says so", () =>
    expect(at("paid", "client", { deliveredAt: T0, revisionDueAt: after(T0, DAY) })).toMatchObject({
      waitsFor: "Your revision is late. We're offering it to another editor.",
      by: after(T0, DAY),
    }));

  test("the button says the price", () => expect(at("quoted", "client").action?.label).toBe("Pay $150.00"));
  test("once rated, an accepted order needs no one", () =>
    expect(at("accepted", "client", {}, { rated: true }).turn).toBe("done"));
  test("a blocked submission comes first", () =>
    expect(at("in_progress", "editor", {}, { gateStopped: true, formats: ["word"] }).waitsFor).toContain(
      "not tracked",
    ));
  test("several questions are counted", () => {
    expect(at("awaiting_client", "client", {}, { openQueries: 3 }).waitsFor).toContain("3 questions");
    expect(at("awaiting_client", "client", { pausedAt: after(T0, -HOUR) }).by).toEqual(after(T0, 7 * DAY - HOUR));
  });
});
