import type { ConversationItem } from "./conversation-item.ts";

/** How far someone has read, and when. `words` is their label: "the author". */
export type Seer = { words: string; lastReadId: string; at: string };

/** The items with a mark on the last own one that each other person has seen. Ids sort by time. */
export function withSeenMarks(items: readonly ConversationItem[], seers: readonly Seer[]): ConversationItem[] {
  const marks = new Map<string, { seenBy: string[]; seenAt: string }>();
  for (const seer of seers) {
    const last = items.findLast((item) => item.own && item.id <= seer.lastReadId);
    if (!last) continue;
    const mark = marks.get(last.id);
    marks.set(last.id, {
      seenBy: [...(mark?.seenBy ?? []), seer.words].sort(),
      seenAt: mark && mark.seenAt > seer.at ? mark.seenAt : seer.at,
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
