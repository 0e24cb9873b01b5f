import { describe, expect, test } from "vitest";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { factWords } from "#app/fact-words.ts";
import { unknownPlaceholders, fillMacro, isOrderThread, nextClock, threadPath } from "./desk.ts";
import { historyLine } from "./desk-history.ts";
import { type DeskTicket, deskClocks, deskWaiting } from "./desk-waiting.ts";

const ticket = (over: Partial<DeskTicket> = {}): DeskTicket => ({
  status: "open",
  ownerName: "Amara Osei",
  assignee: null,
  mergedInto: null,
  closedAt: null,
  firstResponseDueAt: new Date("2026-11-23T13:00:00.000Z"),
  firstRespondedAt: null,
  resolutionDueAt: new Date("2026-11-25T13:00:00.000Z"),
  pausedAt: null,
  resolvedAt: null,
  ...over,
});
const sam = { uid: "sam", displayName: "Sam Okafor" };

describe("the next step on a ticket, as shown to staff", () => {
  test("asks for a first response before a resolution", () => {
    expect(deskWaiting(ticket(), "sam")).toMatchObject({
      waitsFor: "Send Amara Osei a first response.",
      who: "anyone on the team",
      turn: "you",
      by: new Date("2026-11-23T13:00:00.000Z"),
    });
    expect(nextClock(ticket({ firstRespondedAt: new Date("2026-11-23T09:00:00.000Z") }))).toEqual({
      kind: "resolution",
      at: new Date("2026-11-25T13:00:00.000Z"),
    });
  });

  test("names the staff member whose turn it is", () => {
    expect(deskWaiting(ticket({ assignee: sam }), "sam")).toMatchObject({ who: "You", turn: "you" });
    expect(deskWaiting(ticket({ assignee: sam }), "ada")).toMatchObject({ who: "Sam Okafor", turn: "others" });
  });

  test("no clock runs while we wait for the customer", () => {
    const waiting = ticket({
      status: "waiting",
      pausedAt: new Date("2026-11-23T10:00:00.000Z"),
      resolutionDueAt: null,
      firstRespondedAt: new Date("2026-11-23T10:00:00.000Z"),
    });
    expect(nextClock(waiting)).toBeNull();
    expect(deskWaiting(waiting, "sam")).toMatchObject({ who: "Amara Osei", turn: "others", by: null });
    expect(deskClocks(waiting, new Date("2026-11-24T10:00:00.000Z"))).toMatchObject([
      { state: "kept" },
      { state: "standing", at: new Date("2026-11-23T10:00:00.000Z") },
    ]);
  });

  test("a missed clock stays missed after a late answer", () => {
    expect(deskClocks(ticket(), new Date("2026-11-23T13:30:00.000Z"))[0]).toMatchObject({ state: "missed" });
    expect(
      deskClocks(
        ticket({ firstRespondedAt: new Date("2026-11-23T14:00:00.000Z") }),
        new Date("2026-11-24T10:00:00.000Z"),
      )[0],
    ).toMatchObject({ state: "missed", at: new Date("2026-11-23T14:00:00.000Z") });
  });

  test("a closed ticket has no next step; a merged one links to its target", () => {
    for (const over of [{ status: "resolved" }, { status: "closed" }, { mergedInto: { number: "T-9" } }])
      expect(deskWaiting(ticket(over), "sam")).toMatchObject({ turn: "done", by: null });
    expect(deskWaiting(ticket({ mergedInto: { number: "T-9" } }), "sam").waitsFor).toContain("T-9");
  });
});

describe("a macro", () => {
  test("names each placeholder that nothing fills", () => {
    expect(unknownPlaceholders("Dear {name}, {nmae} {order} {Order} {first name} {nmae} {} {a\nb}")).toEqual([
      "nmae",
      "Order",
      "first name",
    ]);
  });
  const fill = { name: "Amara", number: "T-12", order: "" };
  test("fills its placeholders with known values", () =>
    expect(fillMacro("Dear {name}, about {number}: {name}.", fill)).toBe("Dear Amara, about T-12: Amara."));
  test("leaves unknown and unfilled placeholders visible", () =>
    expect(fillMacro("{order} {toString} {date}", fill)).toBe("{order} {toString} {date}"));
});

test("links stay within the reader's own desk", () => {
  expect(threadPath("/admin/support", "tkt_1")).toBe("/admin/support/tickets/tkt_1");
  expect(threadPath("/support-desk/threads", "ord_1")).toBe("/support-desk/threads/ord_1");
  expect([isOrderThread("ord_1"), isOrderThread("tkt_1")]).toEqual([true, false]);
});

describe("a line of history", () => {
  const names = (uid: string) => ({ sam: "Sam Okafor", ada: "Ada Lindqvist" })[uid] ?? uid;
  const line = (kind: string, data: unknown, actorId: string | null = "ada", actorRole = "admin") =>
    historyLine(
      factWords,
      {
        id: "fct_1",
        seq: 1,
        kind,
        at: new Date("2026-11-23T10:00:00Z"),
        actorId,
        actorRole,
        orderId: null,
        subjectId: "tkt_1",
        data,
      } as unknown as Fact,
      names,
    );

  test("says who assigned it to whom", () => {
    expect(line("ticket.assigned", { assigneeId: "sam" })).toMatchObject({
      who: "Ada Lindqvist",
      words: "Assigned to Sam Okafor",
    });
    expect(line("ticket.assigned", { assigneeId: "ada" }).words).toBe("Self-assigned");
    expect(line("ticket.assigned", { assigneeId: null }).words).toBe("Unassigned");
  });

  test("describes changes in the words of the screen", () => {
    expect(
      line("ticket.changed", {
        before: { priority: "normal", category: "other" },
        after: { priority: "high", category: "refunds" },
      }).words,
    ).toBe("Priority: Normal to High; Category: Other to Refunds");
  });

  test("names the system and visitors", () => {
    expect(line("ticket.warned", { clock: "first_response", level: "breach" }, null, "system")).toMatchObject({
      who: "System",
      words: "The first response is overdue",
    });
    expect(line("ticket.opened", { channel: "chat" }, null, "visitor")).toMatchObject({
      who: "Visitor",
      words: "Started as a chat",
    });
  });
});
