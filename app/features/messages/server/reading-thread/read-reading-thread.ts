import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import type { ConversationItem } from "../../rules/conversation-item.ts";
import { mayWriteOn, readingRole } from "../../rules/reading-thread.ts";
import { firstUnread, withSeenMarks } from "../../rules/read-marks.ts";

/** Messages shown at once, latest first. */
const SHOWN = 200;

type Order = { id: string; status: string; userId: string | null; assignedTo: string | null };

/** The messages about an order's second reading, as one participant sees them. */
export type ReadingThread = {
  readingId: string;
  /** Oldest first. */
  items: ConversationItem[];
  /** Whether there are older ones that aren't shown. */
  earlier: boolean;
  unreadFrom: string | null;
  unreadUpTo: string | null;
  mayWrite: boolean;
  role: "reader" | "editor" | "staff";
};

/** @returns null for an order without a second reading, and for everyone who isn't part of the conversation */
export async function readingThreadOf(
  actor: Actor,
  order: Order,
  db: Reader = database(),
): Promise<ReadingThread | null> {
  const id = db.selectFrom("second_readings").select("id").where("orderId", "=", order.id);
  const found = await readTogether(db, {
    readings: db.selectFrom("second_readings").selectAll().where("orderId", "=", order.id),
    messages: db
      .selectFrom("reading_messages as m")
      .leftJoin("users as u", "u.uid", "m.authorId")
      .selectAll("m")
      .select("u.displayName")
      .where("m.readingId", "in", id)
      .orderBy("m.id", "desc")
      .limit(SHOWN + 1),
    reads: db.selectFrom("thread_reads").select(["uid", "lastReadId", "readAt"]).where("thread", "in", id),
  });
  const [reading] = found.readings;
  const role = reading ? readingRole(actor, order, reading) : null;
  if (!reading || !role) return null;
  const uid = uidOf(actor);
  const { siteName } = config();
  const items = found.messages
    .slice(0, SHOWN)
    .toReversed()
    .map((m): ConversationItem => {
      const byStaff = m.authorRole === "support" || m.authorRole === "admin";
      const former = m.authorRole === "reader" ? m.authorId !== reading.readerId : m.authorId !== order.assignedTo;
      return {
        id: m.id,
        kind: "message",
        authorRole: byStaff && !may(actor, "care") ? "support" : m.authorRole,
        // Editors see staff as support, and those who left stay anonymous.
        authorName: may(actor, "care")
          ? (m.displayName ?? siteName)
          : byStaff
            ? `${siteName} support`
            : former
              ? `An earlier ${m.authorRole === "reader" ? "second reader" : "editor"}`
              : (m.displayName ?? siteName),
        own: m.authorId !== null && m.authorId === uid,
        body: m.body,
        at: m.createdAt,
        attachments: [],
      };
    });
  const mine = found.reads.find((read) => read.uid === uid)?.lastReadId ?? null;
  const flag = role === "reader" ? reading.unreadByReader : role === "editor" ? reading.unreadByEditor : false;
  const lastOfOthers = items.findLast((item) => !item.own)?.id ?? null;
  const noted = lastOfOthers === null || (mine !== null && mine >= lastOfOthers);
  const seenBy = (words: string, whose: string | null) =>
    found.reads
      .filter((read) => read.uid === whose && read.uid !== uid)
      .map((read) => ({ words, lastReadId: read.lastReadId, at: read.readAt }));
  return {
    readingId: reading.id,
    items: withSeenMarks(items, [
      ...seenBy("the second reader", reading.readerId),
      ...seenBy("the first editor", order.assignedTo),
    ]),
    earlier: found.messages.length > SHOWN,
    unreadFrom: firstUnread(items, mine, flag),
    unreadUpTo: noted && !flag ? null : (items.at(-1)?.id ?? null),
    mayWrite: mayWriteOn(actor, order, reading),
    role: role === "reader" || role === "editor" ? role : "staff",
  };
}
