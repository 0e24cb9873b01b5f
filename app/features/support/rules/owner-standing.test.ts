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

describe("what a ticket waits for, for whoever opened it", () => {
  test("before the first answer, the answer is what is promised", () => {
    expect(ownerStanding(ticket())).toMatchObject({
      turn: "others",
      who: "Support",
      by: "2026-11-23T13:00:00.000Z",
      promise: "We answer by",
      next: null,
    });
  });

  test("after it, that the matter is settled", () => {
    expect(ownerStanding(ticket({ firstRespondedAt: "2026-11-23T09:00:00.000Z" }))).toMatchObject({
      turn: "others",
      by: "2026-11-25T13:00:00.000Z",
      promise: "Settled by",
    });
  });

  test("while it waits for its owner nothing is promised, and writing moves it on", () => {
    expect(ownerStanding(ticket({ status: "waiting", firstRespondedAt: "2026-11-23T09:00:00.000Z" }))).toMatchObject({
      turn: "you",
      who: "You",
      by: null,
      next: "write",
    });
  });

  test("resolved, it asks how we did, once", () => {
    expect(ownerStanding(ticket({ status: "resolved" }))).toMatchObject({ turn: "done", by: null, next: "rate" });
    expect(ownerStanding(ticket({ status: "resolved", rating: 5 })).next).toBeNull();
    expect(ownerStanding(ticket({ status: "resolved" }), { rate: false, write: true }).next).toBeNull();
  });

  test("closed, it says whether it takes more words", () => {
    expect(ownerStanding(ticket({ status: "closed" }), { rate: false, write: true }).note).toMatch(/open again/);
    expect(ownerStanding(ticket({ status: "closed" }), { rate: false, write: false }).note).toMatch(/new ticket/);
  });

  test("merged, it leads to the other one whatever its status says", () => {
    expect(ownerStanding(ticket({ status: "waiting", mergedInto: { number: "T-12" } }))).toMatchObject({
      turn: "done",
      by: null,
      next: "other-ticket",
    });
  });
});

test("every category is somebody's, and has words for whoever may choose it", () => {
  expect(new Set([...OWNER_CATEGORIES.client, ...OWNER_CATEGORIES.editor])).toEqual(new Set(TICKET_CATEGORIES));
  for (const role of ["client", "editor"] as const)
    expect(OWNER_CATEGORIES[role].filter((it) => !OWNER_CATEGORY_WORDS[role][it])).toEqual([]);
});

test("service hours are said from the one place where they stand", () => {
  expect(
    serviceHoursWords({
      timeZone: "America/New_York",
      weekdays: [1, 2, 3, 4, 5],
      opensAtMinute: 570,
      closesAtMinute: 1020,
    }),
  ).toBe("Support works Monday to Friday, 9:30 to 17:00 (New York).");
});
