import { count } from "#app/platform/rules/core/count.ts";

/** What grouping needs of a notice. */
type Item = { id: string; orderId: string | null; orderTitle: string | null; subject: string; unread: boolean };

/** Notices of a day about the same thing: those that are shown, and the earlier ones, which are folded. */
export type NoticeGroup<T> = { key: string; about: string | null; shown: T[]; folded: T[] };

/** So many of a day's notices about the same thing are shown. */
const SHOWN = 2;

/** A day's notices by what they're about, an order or a ticket, in the order of the newest of each. @param items newest first */
export function groupByThing<T extends Item>(items: readonly T[]): NoticeGroup<T>[] {
  const groups = Map.groupBy(items, ({ orderId, subject, id }) => orderId ?? (subject || id));
  return [...groups].map(([key, of]) => ({
    key,
    about: of.find((it) => it.orderTitle)?.orderTitle ?? null,
    shown: of.slice(0, SHOWN),
    folded: of.slice(SHOWN),
  }));
}

/** "8 notifications, 3 unread". */
export function dayWords(items: readonly Item[]): string {
  const unread = items.filter((it) => it.unread).length;
  return `${count(items.length, "notification")}${unread > 0 ? `, ${unread} unread` : ""}`;
}
