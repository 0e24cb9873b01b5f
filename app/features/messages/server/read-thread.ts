import type { Actor } from "#app/platform/rules/core/actor.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Viewer } from "#app/features/orders/rules/waiting.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { viewerOf } from "#app/features/orders/server/views/get-order-view.ts";
import type { ConversationItem } from "../rules/conversation-item.ts";
import { type Seer, firstUnread, withSeenMarks } from "../rules/read-marks.ts";
import { listAttachments } from "./attachments.ts";
import { listReads } from "./thread-reads.ts";

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
  /** Since when the author or editor has been asking for staff (ISO), or null. */
  needsStaffAt: string | null;
};

/** How many pages of messages to show, from the query parameter. */
export const pagesIn = (search: URLSearchParams): number =>
  Math.min(50, Math.max(1, Math.trunc(Number(search.get("messages"))) || 1));

async function rowsOf(db: Reader, orderId: string, pages: number) {
  const all = db
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.uid", "m.authorId")
    .selectAll("m")
    .select("u.displayName")
    .where("m.orderId", "=", orderId);
  const latest = (
    await all
      .orderBy("m.id", "desc")
      .limit(PAGE * pages + 1)
      .execute()
  ).reverse();
  const earlier = latest.length > PAGE * pages;
  if (earlier) latest.shift();
  // Open questions are shown regardless of age.
  const open = earlier
    ? await all
        .where("m.kind", "=", "query")
        .where("m.answeredAt", "is", null)
        .where("m.id", "<", latest[0]!.id)
        .orderBy("m.id")
        .execute()
    : [];
  return { rows: [...open, ...latest], earlier };
}
type Row = Awaited<ReturnType<typeof rowsOf>>["rows"][number];

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

/** The questions of the answers among these rows, even on earlier pages. */
async function questionsOf(db: Reader, rows: readonly Row[]): Promise<Map<string, string>> {
  const here = new Map(rows.map((m) => [m.id, m.body]));
  const missing = rows.flatMap((m) => (m.answersId && !here.has(m.answersId) ? [m.answersId] : []));
  if (missing.length > 0)
    for (const q of await db.selectFrom("messages").select(["id", "body"]).where("id", "in", missing).execute())
      here.set(q.id, q.body);
  return here;
}

/**
 * An order's thread, for its author, current editor and staff. @param pages how many pages of the latest messages @throws not-found for everyone else
 */
export async function readThread(
  actor: Actor,
  orderId: string,
  pages = 1,
  db: Reader = database(),
): Promise<OrderThread> {
  const order = await getOrder(orderId, db);
  const viewer = viewerOf(actor, order);
  const uid = uidOf(actor);
  const { rows, earlier } = await rowsOf(db, order.id, pages);
  const ids = rows.map((m) => m.id);
  const [attachments, reads, questions, kept] = await Promise.all([
    listAttachments(db, ids),
    listReads(db, order.id),
    questionsOf(db, rows),
    db.selectFrom("order_threads").select("needsStaffAt").where("orderId", "=", order.id).executeTakeFirst(),
  ]);
  const answered = new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom("messages")
            .select("answersId")
            .where("orderId", "=", order.id)
            .where("answersId", "in", ids)
            .execute()
        ).map((m) => m.answersId),
  );
  const items = rows.map((m): ConversationItem => ({
    id: m.id,
    kind: m.kind,
    ...authorOf(m, order, viewer),
    own: m.authorId !== null && m.authorId === uid,
    body: m.body,
    at: m.createdAt.toISOString(),
    attachments: attachments.get(m.id) ?? [],
    ...(m.kind === "query"
      ? {
          state:
            m.answeredAt === null
              ? ("open" as const)
              : answered.has(m.id)
                ? ("answered" as const)
                : ("withdrawn" as const),
          blocking: m.blocking,
        }
      : {}),
    ...(m.answersId ? { answers: questions.get(m.answersId) ?? null } : {}),
  }));
  const mine = reads.find((read) => read.uid === uid)?.lastReadId ?? null;
  const flag = viewer === "client" ? order.unreadByClient : viewer === "editor" ? order.unreadByEditor : false;
  const seers: Seer[] = reads.flatMap((read) =>
    read.uid === uid
      ? []
      : read.uid === order.userId
        ? [{ words: "the author", lastReadId: read.lastReadId, at: read.readAt.toISOString() }]
        : read.uid === order.assignedTo
          ? [{ words: "the editor", lastReadId: read.lastReadId, at: read.readAt.toISOString() }]
          : [],
  );
  const lastOfOthers = items.findLast((item) => !item.own)?.id ?? null;
  const noted = lastOfOthers === null || (mine !== null && mine >= lastOfOthers);
  return {
    items: withSeenMarks(items, seers),
    earlier,
    unreadFrom: firstUnread(items, mine, flag),
    unreadUpTo: noted && !flag ? null : (items.at(-1)?.id ?? null),
    openQueries: items.filter((item) => item.state === "open").length,
    needsStaffAt: kept?.needsStaffAt?.toISOString() ?? null,
  };
}
