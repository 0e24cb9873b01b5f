import { describe, expect, test } from "vitest";
import { isStaffFeed } from "./feeds.ts";
import { factWords } from "#app/fact-words.ts";
import { wordsOf } from "#app/platform/rules/core/fact-words.ts";
import { nextDigestAt } from "./digest-time.ts";
import {
  CHANNELS,
  NOTICE_GROUPS,
  byBell,
  byEmail,
  channelFrom,
  channelOf,
  groupsFor,
  readChannels,
} from "./notice-groups.ts";

describe("notice groups", () => {
  test("every kind that notifies a person is in exactly one group, and no other kind is", () => {
    for (const kind of Object.keys(factWords)) {
      const { group, notices } = wordsOf(factWords, kind)!;
      const isPersonal = notices.some(({ to }) => !isStaffFeed(to));
      expect([kind, group !== undefined]).toEqual([kind, isPersonal]);
      if (group) expect(NOTICE_GROUPS.filter(({ key }) => key === group)).toHaveLength(1);
    }
  });

  test("by default everything uses the bell, and email where the notice has one", () => {
    for (const { key } of NOTICE_GROUPS) expect(channelOf({}, key)).toBe(key === "announcements" ? "bell" : "both");
  });

  test("account and security stay on regardless of stored choices", () => {
    expect(channelOf({ account: "none" }, "account")).toBe("both");
    expect(channelOf({ orders: "none" }, "orders")).toBe("none");
    expect(readChannels({ account: "none", orders: "bell", messages: "loud", unknown: "bell" })).toEqual({
      orders: "bell",
    });
    expect(readChannels(null)).toEqual({});
  });

  test("a channel combines bell and email", () => {
    for (const channel of CHANNELS) expect(channelFrom(byBell(channel), byEmail(channel))).toBe(channel);
  });

  test("shows each role its own groups and any it has choices for", () => {
    const keys = (...args: Parameters<typeof groupsFor>) => groupsFor(...args).map((g) => g.key);
    expect(keys("client", {})).toEqual([
      "orders",
      "messages",
      "money",
      "reminders",
      "support",
      "account",
      "announcements",
    ]);
    expect(keys("editor", {})).toEqual([
      "orders",
      "messages",
      "invites",
      "payouts",
      "support",
      "account",
      "announcements",
    ]);
    expect(keys("support", {})).toEqual(["account", "announcements"]);
    expect(keys("support", { orders: "bell" })).toEqual(["orders", "account", "announcements"]);
  });
});

describe("when a digest is sent", () => {
  const next = (digest: "daily" | "weekly", after: string, zone: string) =>
    nextDigestAt(digest, new Date(after), zone)?.toISOString();
  test("at seven in the reader's time zone, today if that is still ahead", () => {
    expect(next("daily", "2026-11-21T06:59:00Z", "UTC")).toBe("2026-11-21T07:00:00.000Z");
    expect(next("daily", "2026-11-21T07:00:00Z", "UTC")).toBe("2026-11-22T07:00:00.000Z");
    expect(next("daily", "2026-11-21T12:00:00Z", "Asia/Singapore")).toBe("2026-11-21T23:00:00.000Z");
    expect(next("daily", "2026-11-21T12:00:00Z", "America/New_York")).toBe("2026-11-22T12:00:00.000Z");
    expect(next("daily", "2026-11-21T12:00:00Z", "Asia/Kolkata")).toBe("2026-11-22T01:30:00.000Z");
  });
  test("weekly on Monday in the reader's time zone", () => {
    expect(next("weekly", "2026-11-21T12:00:00Z", "UTC")).toBe("2026-11-23T07:00:00.000Z");
    expect(next("weekly", "2026-11-22T20:00:00Z", "Asia/Singapore")).toBe("2026-11-22T23:00:00.000Z");
    expect(next("weekly", "2026-11-23T07:00:00Z", "UTC")).toBe("2026-11-30T07:00:00.000Z");
  });
  test("at seven on both sides of a daylight saving change", () => {
    expect(next("daily", "2026-10-24T12:00:00Z", "Europe/Berlin")).toBe("2026-10-25T06:00:00.000Z");
    expect(next("daily", "2027-03-27T12:00:00Z", "Europe/Berlin")).toBe("2027-03-28T05:00:00.000Z");
  });
  test("never when turned off", () => expect(nextDigestAt("off", new Date("2026-11-21T12:00:00Z"), "UTC")).toBeNull());
});
