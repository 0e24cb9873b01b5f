import { expect, test } from "vitest";
import { SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import { chatPriority, chatPromise, chatSubject, promiseWords } from "./chat.ts";
import { SUPPORT_PROMISES } from "./promise-figures.ts";

const at = (iso: string) => new Date(iso);

test("promises a quick answer within service hours", () => {
  const monday = at("2026-11-23T10:00:00+01:00");
  expect(chatPriority(monday, SERVICE_HOURS)).toBe("high");
  expect(promiseWords(chatPromise(monday, SUPPORT_PROMISES, SERVICE_HOURS))).toBe("We usually answer within 2 hours.");
  expect(promiseWords({ open: true, withinMs: 30 * 60_000 })).toBe("We usually answer within 30 minutes.");
});

test("outside service hours, gives the time in the reader's time zone and asks for an email address", () => {
  for (const [now, words] of [
    ["2026-11-21T12:00:00Z", "Monday 5:00 PM"],
    ["2026-11-23T08:59:59+01:00", "Monday 5:00 PM"],
    ["2026-11-23T17:00:00+01:00", "Tuesday 5:00 PM"],
  ] as const) {
    expect(chatPriority(at(now), SERVICE_HOURS)).toBe("normal");
    expect(promiseWords(chatPromise(at(now), SUPPORT_PROMISES, SERVICE_HOURS), false, "Europe/Berlin")).toBe(
      `We'll answer by ${words}. Leave your email address so we can reach you.`,
    );
  }
  expect(
    promiseWords(chatPromise(at("2026-11-21T12:00:00Z"), SUPPORT_PROMISES, SERVICE_HOURS), false, "Asia/Tokyo"),
  ).toBe("We'll answer by Tuesday 1:00 AM. Leave your email address so we can reach you.");
  expect(
    promiseWords(chatPromise(at("2026-11-21T12:00:00Z"), SUPPORT_PROMISES, SERVICE_HOURS), true, "Europe/Berlin"),
  ).toBe("We'll answer by Monday 5:00 PM.");
});

test("during a closure, nobody is online, and an answer after a week has its date", () => {
  const closed = {
    ...SERVICE_HOURS,
    closures: [{ firstMs: Date.parse("2026-12-23T00:00:00Z"), lastMs: Date.parse("2027-01-01T00:00:00Z") }],
  };
  const words = (now: string) => promiseWords(chatPromise(at(now), SUPPORT_PROMISES, closed), true, "Europe/Berlin");
  expect(chatPriority(at("2026-12-28T10:00:00Z"), closed)).toBe("normal");
  expect(words("2026-12-28T10:00:00Z")).toBe("We'll answer by Monday, January 4 at 5:00 PM.");
  expect(words("2026-12-31T10:00:00Z")).toBe("We'll answer by Monday 5:00 PM.");
});

test("titles a chat with its first words, on one line", () => {
  expect(chatSubject("  Do you edit\nposters? ")).toBe("Do you edit posters?");
  const long = chatSubject(`${"proceedings ".repeat(20)}`);
  expect(long.length).toBeLessThanOrEqual(80);
  expect(long).toMatch(/proceedings…$/);
});
