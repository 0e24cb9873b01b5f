import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import type { Viewer } from "#app/features/orders/rules/waiting/waiting-facts.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { viewerOf } from "#app/features/orders/server/views/viewer-of.ts";
import type { AttachmentView } from "../rules/attachment.ts";
import type { ConversationItem } from "../rules/conversation-item.ts";
import { type ReadMark, firstUnread, withSeenMarks } from "../rules/read-marks.ts";
import { readsOf } from "./thread-reads.ts";

/** Messages per page, latest first; each extra page shows this many more. */
const PAGE = 200;

/** An order's thread, as shown to one reader. */
export type OrderThread = {
  /** Oldest first. */
  items: ConversationItem[];
  /** Whether there are older ones. */
  earlier: boolean;
  unreadFrom: string | null;
  /** The last message shown here that the reader hasn't been marked as having read, or null. */
  unreadUpTo: string | null;
  openQueries: number;
  /** Since when the author or editor has been asking for staff, or null. */
  needsStaffAt: Date | null;
};

/** How many pages of messages to show, from the query parameter. */
export const pagesIn = (search: URLSearchParams): number =>
  Math.min(50, Math.max(1, Math.trunc(Number(search.get("messages"))) || 1));

/** The latest messages of a thread, one more than is shown, and its open questions of any age; oldest first. */
function messagesOf(db: Reader, orderId: string, shown: number) {
  const latest = db
    .selectFrom("messages")
    .select("id")
    .where("orderId", "=", orderId)
    .orderBy("id", "desc")
    .limit(shown + 1);
  const open = db
    .selectFrom("messages")
    .select("id")
    .where("orderId", "=", orderId)
    .where("kind", "=", "query")
    .where("answeredAt", "is", null);
  return db
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.uid", "m.authorId")
    .leftJoin("messages as q", "q.id", "m.answersId")
    .selectAll("m")
    .select([
      "u.displayName",
      "q.body as question",
      sql<boolean>`m.kind = 'query' and exists (select from messages a where a."answersId" = m.id)`.as("isAnswered"),
      sql<AttachmentView[]>`coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes, 'contentType',
          f."contentType") order by f.id)
        from attachments f where f."messageId" = m.id and f."removedAt" is null
      ), '[]')`.as("attachments"),
    ])
    .where("m.id", "in", sql<string>`(select id from ${latest} l union select id from ${open} o)`)
    .orderBy("m.id");
}

/** All the data of a thread, in one statement. */
async function readRows(db: Reader, orderId: string, pages: number) {
  const shown = PAGE * pages;
  const { messages, reads, kept } = await readTogether(db, {
    messages: messagesOf(db, orderId, shown),
    reads: readsOf(db, orderId),
    kept: db.selectFrom("order_threads").select("needsStaffAt").where("orderId", "=", orderId),
  });
  const from = messages.length - shown;
  return {
    // Open questions are shown regardless of age.
    rows: messages.filter((m, i) => i >= from || (m.kind === "query" && m.answeredAt === null)),
    earlier: from > 0,
    reads,
    kept: kept[0],
  };
}
type Row = Awaited<ReturnType<typeof readRows>>["rows"][number];

const isStaffRole = (role: string): boolean => role === "support" || role === "admin";

/** By name, except that clients and editors see staff as support, and previous editors stay anonymous. */
function authorOf(row: Row, order: Order, viewer: Viewer): { authorRole: string; authorName: string } {
  const { siteName } = config();
  if (isStaffRole(row.authorRole) && (viewer === "client" || viewer === "editor"))
    return { authorRole: "support", authorName: `${siteName} support` };
  if (row.authorRole === "editor" && viewer === "editor" && row.authorId !== order.assignedTo)
    return { authorRole: "editor", authorName: "An earlier editor" };
  return { authorRole: row.authorRole, authorName: row.displayName ?? siteName };
}

/**
 * An order's thread, for its author, current editor and staff.
 * @param pages how many pages of the latest messages
 * @throws not-found for everyone else
 */
export const readThread = async (
  actor: Actor,
  orderId: string,
  pages = 1,
  db: Reader = database(),
): Promise<OrderThread> => threadOf(actor, await getOrder(orderId, db), pages, db);

/**
 * Same as `readThread`, for an order that has been read, in one statement.
 * @throws not-found for anyone who may not see the order
 */
export async function threadOf(actor: Actor, order: Order, pages = 1, db: Reader = database()): Promise<OrderThread> {
  const viewer = viewerOf(actor, order);
  const uid = uidOf(actor);
  const { rows, earlier, reads, kept } = await readRows(db, order.id, pages);
  const items = rows.map((m): ConversationItem => ({
    id: m.id,
    kind: m.kind,
    ...authorOf(m, order, viewer),
    own: m.authorId !== null && m.authorId === uid,
    body: m.body,
    at: m.createdAt,
    attachments: m.attachments,
    ...(m.kind === "query"
      ? {
          state:
            m.answeredAt === null ? ("open" as const) : m.isAnswered ? ("answered" as const) : ("withdrawn" as const),
          blocking: m.blocking,
        }
      : {}),
    ...(m.answersId ? { answers: m.question } : {}),
  }));
  const mine = reads.find((read) => read.uid === uid)?.lastReadId ?? null;
  const flag = viewer === "client" ? order.unreadByClient : viewer === "editor" ? order.unreadByEditor : false;
  const readMarks: ReadMark[] = reads.flatMap((read) =>
    read.uid === uid
      ? []
      : read.uid === order.userId
        ? [{ words: "the author", lastReadId: read.lastReadId, at: read.readAt }]
        : read.uid === order.assignedTo
          ? [{ words: "the editor", lastReadId: read.lastReadId, at: read.readAt }]
          : [],
  );
  const lastOfOthers = items.findLast((item) => !item.own)?.id ?? null;
  const noted = lastOfOthers === null || (mine !== null && mine >= lastOfOthers);
  return {
    items: withSeenMarks(items, readMarks),
    earlier,
    unreadFrom: firstUnread(items, mine, flag),
    unreadUpTo: noted && !flag ? null : (items.at(-1)?.id ?? null),
    openQueries: items.filter((item) => item.state === "open").length,
    needsStaffAt: kept?.needsStaffAt ?? null,
  };
}
