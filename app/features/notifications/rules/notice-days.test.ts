import { expect, test } from "vitest";
import { dayWords, groupByThing } from "./notice-days.ts";

const notice = (id: string, orderId: string | null = null, unread = false, subject = "") => ({
  id,
  orderId,
  orderTitle: orderId && `Title of ${orderId}`,
  subject,
  unread,
});
const ids = (items: readonly { id: string }[]) => items.map((it) => it.id).join("");

test("a day's notices are together by order or ticket, and of many only the newest are shown", () => {
  const groups = groupByThing([
    notice("a", "o1"),
    notice("b"),
    notice("c", "o2"),
    notice("d", "o1"),
    notice("e", "o1"),
    notice("f", null, false, "t1"),
    notice("g", "o1"),
    notice("h", "o2"),
    notice("i", "o2"),
    notice("j", null, false, "t1"),
  ]);
  expect(groups.map((it) => [it.about, ids(it.shown), ids(it.folded)])).toEqual([
    ["Title of o1", "ad", "eg"],
    [null, "b", ""],
    ["Title of o2", "ch", "i"],
    [null, "fj", ""],
  ]);
});

test("a day says how many there are, and how many are unread", () => {
  expect(dayWords([notice("a")])).toBe("1 notification");
  expect(dayWords([notice("a", null, true), notice("b")])).toBe("2 notifications, 1 unread");
});
