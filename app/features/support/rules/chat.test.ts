import { expect, test } from "vitest";
import { chatPriority, chatPromise, chatSubject, promiseWords } from "./chat.ts";
import { SUPPORT_PROMISES } from "./promises.ts";

const at = (iso: string) => new Date(iso);

test("promises a quick answer within service hours", () => {
  const monday = at("2026-11-23T10:00:00+01:00");
  expect(chatPriority(monday)).toBe("high");
  expect(promiseWords(chatPromise(monday, SUPPORT_PROMISES))).toBe("We usually answer within 2 hours.");
  expect(promiseWords({ open: true, withinMs: 30 * 60_000 })).toBe("We usually answer within 30 minutes.");
});

test("outside service hours, gives the time in the reader's time zone and asks for an email address", () => {
  for (const [now, words] of [
    ["2026-11-21T12:00:00Z", "Monday 5:00 PM"],
    ["2026-11-23T08:59:59+01:00", "Monday 5:00 PM"],
    ["2026-11-23T17:00:00+01:00", "Tuesday 5:00 PM"],
  ] as const) {
    expect(chatPriority(at(now))).toBe("normal");
    expect(promiseWords(chatPromise(at(now), SUPPORT_PROMISES), false, "Europe/Berlin")).toBe(
      `We'll answer by ${words}. Leave your email address so we can reach you.`,
    );
  }
  expect(promiseWords(chatPromise(at("2026-11-21T12:00:00Z"), SUPPORT_PROMISES), false, "Asia/Tokyo")).toBe(
    "We'll answer by Tuesday 1:00 AM. Leave your email address so we can reach you.",
  );
  expect(promiseWords(chatPromise(at("2026-11-21T12:00:00Z"), SUPPORT_PROMISES), true, "Europe/Berlin")).toBe(
    "We'll answer by Monday 5:00 PM.",
  );
});

test("titles a chat with its first words, on one line", () => {
  expect(chatSubject("  Do you edit\nposters? ")).toBe("Do you edit posters?");
  const long = chatSubject(`${"proceedings ".repeat(20)}`);
  expect(long.length).toBeLessThanOrEqual(80);
  expect(long).toMatch(/proceedings…$/);
});
