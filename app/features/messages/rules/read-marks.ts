import type { ConversationItem } from "./conversation-item.ts";

/** How far someone has read, and when. `words` is their label: "the author". */
export type ReadMark = { words: string; lastReadId: string; at: Date };

/** The items with a mark on the last own one that each other person has seen. Ids sort by time. */
export function withSeenMarks(items: readonly ConversationItem[], readMarks: readonly ReadMark[]): ConversationItem[] {
  const marks = new Map<string, { seenBy: string[]; seenAt: Date }>();
  for (const read of readMarks) {
    const last = items.findLast((item) => item.own && item.id <= read.lastReadId);
    if (!last) continue;
    const mark = marks.get(last.id);
    marks.set(last.id, {
      seenBy: [...(mark?.seenBy ?? []), read.words].sort(),
      seenAt: mark && mark.seenAt > read.at ? mark.seenAt : read.at,
    });
  }
  return items.map((item) => ({ ...item, ...marks.get(item.id) }));
}

/**
 * The first item from others that the reader hasn't seen, or null.
 * @param lastReadId their read mark; without one, `unread` says if anything is new, and it starts after their own last
 * message
 */
export function firstUnread(
  items: readonly ConversationItem[],
  lastReadId: string | null,
  unread: boolean,
): string | null {
  if (lastReadId === null && !unread) return null;
  const from = lastReadId ?? items.findLast((item) => item.own)?.id ?? "";
  return items.find((item) => item.id > from && !item.own && item.kind !== "event")?.id ?? null;
}
