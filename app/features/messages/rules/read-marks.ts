import type { ConversationItem } from "./conversation-item.ts";

/** How far somebody has read, and since when; `words` is what they are called: "the author". */
export type Seer = { words: string; lastReadId: string; at: string };

/** The items with a mark at the last own one that each of the others has seen. Ids sort by time. */
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
 * The first item of others that the reader has not seen; null when there is none.
 * @param lastReadId their own mark; where there is none, `unread` says whether anything waits, and it begins after their own last words
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
