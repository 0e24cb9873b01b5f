import { describe, expect, test } from "vitest";
import {
  OWNER_CATEGORIES,
  OWNER_CATEGORY_WORDS,
  type OwnerTicket,
  ownerStanding,
  serviceHoursWords,
} from "./owner-standing.ts";
import { SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import { TICKET_CATEGORIES } from "./ticket.ts";

const ticket = (over: Partial<OwnerTicket> = {}): OwnerTicket => ({
  status: "open",
  firstResponseDueAt: new Date("2026-11-23T13:00:00.000Z"),
  firstRespondedAt: null,
  resolutionDueAt: new Date("2026-11-25T13:00:00.000Z"),
  mergedInto: null,
  rating: null,
  ...over,
});

describe("the next step on a ticket, as shown to its owner", () => {
  test("promises an answer before the first response", () => {
    expect(ownerStanding(ticket())).toMatchObject({
      turn: "others",
      who: "Support",
      by: new Date("2026-11-23T13:00:00.000Z"),
      promise: "We'll answer by",
      next: null,
    });
  });

  test("promises a resolution after the first response", () => {
    expect(ownerStanding(ticket({ firstRespondedAt: new Date("2026-11-23T09:00:00.000Z") }))).toMatchObject({
      turn: "others",
      by: new Date("2026-11-25T13:00:00.000Z"),
      promise: "We'll resolve it by",
    });
  });

  test("promises nothing while waiting for the owner, and asks for a reply", () => {
    expect(
      ownerStanding(ticket({ status: "waiting", firstRespondedAt: new Date("2026-11-23T09:00:00.000Z") })),
    ).toMatchObject({
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
  const hours = {
    timeZone: "America/New_York",
    weekdays: [1, 2, 3, 4, 5],
    opensAtMinute: 570,
    closesAtMinute: 1020,
    closures: [],
  };
  const now = new Date("2026-12-20T12:00:00Z");
  expect(serviceHoursWords(hours, now)).toBe("Support hours: Monday to Friday, 9:30 AM to 5:00 PM (New York time).");
  const words = (more: Partial<typeof hours>) =>
    serviceHoursWords({ ...hours, opensAtMinute: 0, closesAtMinute: 1_440, timeZone: "UTC", ...more }, now);
  const around = "12:00 AM to 12:00 AM (UTC).";
  expect(words({ weekdays: [1, 2, 3, 4, 5, 6, 0] })).toBe(`Support hours: every day, ${around}`);
  expect(words({ weekdays: [1, 3, 4, 5, 0] })).toBe(
    `Support hours: Monday, Wednesday to Friday, and Sunday, ${around}`,
  );
  expect(words({ weekdays: [6, 0] })).toBe(`Support hours: Saturday and Sunday, ${around}`);
});

test("names the closures of the next 30 days, and not those that are over", () => {
  const closure = (first: string, last = first) => ({
    firstMs: Date.parse(`${first}T00:00:00Z`),
    lastMs: Date.parse(`${last}T00:00:00Z`),
  });
  const hours = {
    ...SERVICE_HOURS,
    closures: [
      closure("2027-01-01"),
      closure("2026-12-24", "2026-12-26"),
      closure("2026-12-19"),
      closure("2027-03-26"),
    ],
  };
  const closed = (now: string) => serviceHoursWords(hours, new Date(now)).split(" time). ")[1];
  expect(closed("2026-12-20T12:00:00Z")).toBe("We're closed Dec 24 to Dec 26 and Jan 1, 2027.");
  // Its last day isn't over until the operator's midnight.
  expect(closed("2026-12-26T22:59:00Z")).toBe("We're closed Dec 24 to Dec 26 and Jan 1, 2027.");
  expect(closed("2026-12-26T23:00:00Z")).toBe("We're closed Jan 1, 2027.");
  expect(closed("2027-02-01T12:00:00Z")).toBeUndefined();
});
