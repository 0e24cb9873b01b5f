import { describe, expect, test } from "vitest";
import {
  OWNER_CATEGORIES,
  OWNER_CATEGORY_WORDS,
  type OwnerTicket,
  ownerStanding,
  serviceHoursWords,
} from "./owner-standing.ts";
import { TICKET_CATEGORIES } from "./ticket.ts";

const ticket = (over: Partial<OwnerTicket> = {}): OwnerTicket => ({
  status: "open",
  firstResponseDueAt: "2026-11-23T13:00:00.000Z",
  firstRespondedAt: null,
  resolutionDueAt: "2026-11-25T13:00:00.000Z",
  mergedInto: null,
  rating: null,
  ...over,
});

describe("the next step on a ticket, as shown to its owner", () => {
  test("promises an answer before the first response", () => {
    expect(ownerStanding(ticket())).toMatchObject({
      turn: "others",
      who: "Support",
      by: "2026-11-23T13:00:00.000Z",
      promise: "We'll answer by",
      next: null,
    });
  });

  test("promises a resolution after the first response", () => {
    expect(ownerStanding(ticket({ firstRespondedAt: "2026-11-23T09:00:00.000Z" }))).toMatchObject({
      turn: "others",
      by: "2026-11-25T13:00:00.000Z",
      promise: "We'll resolve it by",
    });
  });

  test("promises nothing while waiting for the owner, and asks for a reply", () => {
    expect(ownerStanding(ticket({ status: "waiting", firstRespondedAt: "2026-11-23T09:00:00.000Z" }))).toMatchObject({
      turn: "you",
      who: "You",
      by: null,
      next: "write",
    });
  });

  test("asks for a rating once when resolved", () => {
    expect(ownerStanding(ticket({ status: "resolved" }))).toMatchObject({ turn: "done", by: null, next: "rate" });
    expect(ownerStanding(ticket({ status: "resolved", rating: 5 })).next).toBeNull();
    expect(ownerStanding(ticket({ status: "resolved" }), { rate: false, write: true }).next).toBeNull();
  });

  test("says whether a closed ticket can be reopened", () => {
    expect(ownerStanding(ticket({ status: "closed" }), { rate: false, write: true }).note).toMatch(/reopen/);
    expect(ownerStanding(ticket({ status: "closed" }), { rate: false, write: false }).note).toMatch(/new ticket/);
  });

  test("a merged ticket links to its target in any status", () => {
    expect(ownerStanding(ticket({ status: "waiting", mergedInto: { number: "T-12" } }))).toMatchObject({
      turn: "done",
      by: null,
      next: "other-ticket",
    });
  });
});

test("every category has a label for everyone who may choose it", () => {
  expect(new Set([...OWNER_CATEGORIES.client, ...OWNER_CATEGORIES.editor])).toEqual(new Set(TICKET_CATEGORIES));
  for (const role of ["client", "editor"] as const)
    expect(OWNER_CATEGORIES[role].filter((it) => !OWNER_CATEGORY_WORDS[role][it])).toEqual([]);
});

test("describes service hours from their single definition", () => {
  expect(
    serviceHoursWords({
      timeZone: "America/New_York",
      weekdays: [1, 2, 3, 4, 5],
      opensAtMinute: 570,
      closesAtMinute: 1020,
    }),
  ).toBe("Support hours: Monday to Friday, 9:30 AM to 5:00 PM (New York time).");
});
