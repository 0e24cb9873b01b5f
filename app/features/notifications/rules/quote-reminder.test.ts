import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { NOT_REMINDED, REMINDED, quoteReminder } from "./quote-reminder.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const quoted = {
  status: "quoted",
  userId: "usr_amara",
  quotedAt: after(NOW, -DAY),
  quoteExpiresAt: after(NOW, 6 * DAY),
  updatedAt: after(NOW, -DAY),
  flags: {},
};

describe("the reminder of a quote that isn't paid", () => {
  test("is sent a day after the quote", () => {
    expect(quoteReminder(quoted, NOW)).toBe("remind");
    expect(quoteReminder({ ...quoted, quotedAt: after(NOW, -DAY + MINUTE) }, NOW)).toBe("wait");
  });
  test("waits while a payment page was open within the hour", () => {
    const paying = { ...quoted, status: "awaiting_payment" };
    expect(quoteReminder({ ...paying, updatedAt: after(NOW, -59 * MINUTE) }, NOW)).toBe("wait");
    expect(quoteReminder({ ...paying, updatedAt: after(NOW, -61 * MINUTE) }, NOW)).toBe("remind");
  });
  test.each([
    ["paid", { status: "paid" }],
    ["discarded", { status: "cancelled" }],
    ["a draft again", { status: "draft", quotedAt: null, quoteExpiresAt: null }],
    ["expired", { status: "expired" }],
    ["a visitor's", { userId: null }],
    ["about to expire", { quoteExpiresAt: after(NOW, 2 * HOUR - MINUTE) }],
    ["reminded of before", { flags: { [REMINDED]: "2026-11-19T12:00:00Z" } }],
    ["passed over before", { flags: { [NOT_REMINDED]: "2026-11-19T12:00:00Z" } }],
  ])("is never sent for an order that is %s", (_name, set) => {
    expect(quoteReminder({ ...quoted, ...set }, NOW)).toBe("never");
  });
});
