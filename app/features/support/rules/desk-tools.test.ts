import { describe, expect, test } from "vitest";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { hereWords } from "./here.ts";
import { mentionsIn } from "./mentions.ts";
import { snoozeChoices, snoozeFault } from "./snooze.ts";
import { tagOf } from "./tags.ts";

const SATURDAY = new Date("2026-11-28T15:20:00Z");

describe("snoozing", () => {
  test("offers times in the reader's zone, each allowed", () => {
    const { choices } = snoozeChoices(SATURDAY, "America/New_York");
    expect(choices.map((it) => it.until)).toEqual([
      "2026-11-28T14:20",
      "2026-11-29T09:00",
      "2026-11-30T09:00",
      "2026-12-05T09:00",
    ]);
    expect(choices[1]!.label).toBe("Tomorrow, Sun, Nov 29, 9:00 AM");
  });

  test("doesn't offer Monday twice", () => {
    expect(snoozeChoices(after(SATURDAY, DAY), "UTC").choices.map((it) => it.until.slice(0, 10))).toEqual([
      "2026-11-29",
      "2026-11-30",
      "2026-12-06",
    ]);
  });

  test("has bounds", () => {
    expect(snoozeFault(after(SATURDAY, 5 * MINUTE), SATURDAY)).toBeNull();
    expect(snoozeFault(after(SATURDAY, 4 * MINUTE), SATURDAY)).toMatch(/at least 5 minutes/);
    expect(snoozeFault(after(SATURDAY, 61 * DAY), SATURDAY)).toMatch(/within 60 days/);
    expect(snoozeFault(null, SATURDAY)).toMatch(/Choose a date/);
  });
});

test("tags are short lower-case words", () => {
  expect(["  VAT   ID ", "Zürich", "re-edit", "", "a/b", "x".repeat(31)].map(tagOf)).toEqual([
    "vat id",
    "zürich",
    "re-edit",
    null,
    null,
    null,
  ]);
});

test("a mention is a full name, and the longer of two", () => {
  const staff = ["Ada", "Ada Lindqvist", "Sam Okafor", ""].map((displayName, i) => ({ uid: `u${i}`, displayName }));
  expect(mentionsIn("@ada lindqvist and @Sam Okafor.", staff)).toEqual(["u1", "u2"]);
  expect(mentionsIn("@Ada, @Adam, me@Sam, @", staff)).toEqual(["u0"]);
  expect(mentionsIn("@Sam Okafor @Sam Okafor", staff)).toEqual(["u2"]);
});

test("says who writes and who is here", () => {
  expect(hereWords([])).toBeNull();
  expect(hereWords([{ name: "Sam", typing: true }])).toBe("Sam is writing a reply.");
  expect(
    hereWords([
      { name: "Sam", typing: true },
      { name: "Ada", typing: false },
      { name: "Ben", typing: false },
    ]),
  ).toBe("Sam is writing a reply. Ada and Ben are here.");
});
