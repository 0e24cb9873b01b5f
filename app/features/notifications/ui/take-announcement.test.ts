import { expect, test } from "vitest";
import type { NotificationItem } from "../server/notification-item.ts";
import { sharedAnnouncement, takeAnnouncement } from "./take-announcement.ts";

const item = (id: string, createdAt: string, seq: number, read = false) =>
  ({ id, createdAt, seq, read, unread: !read }) as NotificationItem;
const old = item("ntf_old", "2026-01-01T00:00:00.000Z", 1, true);
const middle = item("ntf_middle", "2026-01-02T00:00:00.000Z", 2);
const latest = item("ntf_latest", "2026-01-02T00:00:00.000Z", 3);

test("an announcement takes its place among the others, newest first", () => {
  expect(takeAnnouncement([latest, old], { shown: middle }).map((it) => it.id)).toEqual([
    "ntf_latest",
    "ntf_middle",
    "ntf_old",
  ]);
  expect(takeAnnouncement([], { shown: middle })).toEqual([middle]);
});

test("one that is already in the feed stays as it is, read or not", () => {
  expect(takeAnnouncement([old], { shown: { ...old, read: false, unread: true } })).toEqual([old]);
});

test("one that has ended is removed, and the rest stay", () => {
  expect(takeAnnouncement([latest, old], { hidden: old.id })).toEqual([latest]);
  expect(takeAnnouncement([latest], { hidden: old.id })).toEqual([latest]);
});

test("an event without an announcement means that the feed has to be loaded", () => {
  expect([undefined, null, "x", {}].map(sharedAnnouncement)).toEqual([null, null, null, null]);
  expect(sharedAnnouncement({ hidden: "ntf_x" })).toEqual({ hidden: "ntf_x" });
});
