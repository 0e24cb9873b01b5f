import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type DocumentKind, isDocumentKind } from "#app/features/editors/rules/kyc/kyc.ts";
import { type OrderStatus, UNPAID } from "#app/features/orders/rules/flow.ts";
import { isUndecided } from "#app/features/orders/server/views/list-staff-orders.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { THREADS_LIST, type ThreadRow } from "#app/features/support/rules/ticket-view.ts";
import { countQuotes } from "#app/features/quotes/server/list-quotes.ts";
import { countContactMessages } from "#app/features/support/server/contact/count-contact-messages.ts";
import { type DeskCounts, countDeskThreads } from "#app/features/support/server/desk/desk-counts.ts";
import { type DeskFigures, readDeskFigures } from "#app/features/support/server/desk/desk-figures.ts";
import { listThreads } from "#app/features/support/server/desk/list-threads.ts";

/** Questions unanswered for this long are listed. */
const QUERY_HOURS = 24;
/** How many of the most urgent of each kind are shown. */
const SHOWN = 8;

export type DeskOrder = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  clientName: string | null;
  clientEmail: string | null;
  editorName: string | null;
  dueAt: Date | null;
  since: Date;
  totalMinor: number;
  currency: string;
};
export type DeskQuery = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  clientName: string | null;
  clientEmail: string | null;
  editorName: string | null;
  body: string;
  blocking: boolean;
  askedAt: Date;
};
export type Desk = {
  /** Tickets and order threads: counts, the next ones due, and recent response times. */
  threads: { counts: DeskCounts; rows: ThreadRow[]; figures: DeskFigures };
  /** Requests for custom quotes to answer. */
  quotes: { waiting: number; overdue: number };
  contact: { new: number; open: number; oldestAt: Date | null };
  unassigned: { total: number; rows: DeskOrder[] };
  /** Very late orders about which staff have to decide. */
  decide: { total: number; rows: DeskOrder[] };
  late: { total: number; rows: DeskOrder[] };
  queries: { total: number; rows: DeskQuery[] };
  kyc: { total: number; rows: { uid: string; displayName: string; kind: DocumentKind; submittedAt: Date }[] };
};

const OVER = [...UNPAID, "delivered", "accepted", "closed", "expired", "cancelled", "refunded"];
const LATE = sql<boolean>`o.status <> all(${OVER})`;

async function orders(
  where: ReturnType<typeof sql<boolean>>,
  since: ReturnType<typeof sql<Date>>,
): Promise<{ total: number; rows: DeskOrder[] }> {
  const db = database();
  const { n } = await db
    .selectFrom("orders as o")
    .select(sql<number>`count(*)::int`.as("n"))
    .where(where)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("orders as o")
    .leftJoin("users as c", "c.uid", "o.userId")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .select([
      "o.id",
      "o.number",
      "o.title",
      "o.status",
      "c.displayName as clientName",
      "c.email as clientEmail",
      "e.displayName as editorName",
      "o.dueAt",
      "o.revisionDueAt",
      "o.totalMinor",
      "o.currency",
      since.as("since"),
    ])
    .where(where)
    .orderBy(since, "asc")
    .orderBy("o.id")
    .limit(SHOWN)
    .execute();
  return {
    total: n,
    rows: rows.map(({ dueAt, revisionDueAt, ...o }) => ({
      ...o,
      title: o.title || "Untitled manuscript",
      status: o.status as OrderStatus,
      dueAt: revisionDueAt ?? dueAt,
      since: o.since,
    })),
  };
}

/**
 * Everything support needs to handle, oldest first. The only money shown is an order's price.
 * @throws refused unless staff
 */
export async function readDesk(actor: Actor, now: Date): Promise<Desk> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  const db = database();
  const due = sql<Date>`coalesce(o."revisionDueAt", o."dueAt")`;
  const decideBy = sql<Date>`(select d."decideByAt" from late_decisions d
    where d."orderId" = o.id and d.status in ('open', 'proposed'))`;
  const told = sql<Date>`(o.flags->>'supportTold')::timestamptz`;
  const oldest = await db
    .selectFrom("contact_messages")
    .select(sql<Date | null>`min("createdAt")`.as("at"))
    .where("status", "<>", "closed")
    .executeTakeFirst();
  const asked = db
    .selectFrom("messages as m")
    .innerJoin("orders as o", "o.id", "m.orderId")
    .where("m.kind", "=", "query")
    .where("m.answeredAt", "is", null)
    .where("m.createdAt", "<", after(now, -QUERY_HOURS * HOUR))
    .where(LATE);
  const queries = await asked
    .leftJoin("users as c", "c.uid", "o.userId")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .select([
      "m.id",
      "m.orderId",
      "o.number",
      "o.title",
      "c.displayName as clientName",
      "c.email as clientEmail",
      "e.displayName as editorName",
      "m.body",
      "m.blocking",
      "m.createdAt",
    ])
    .orderBy("m.createdAt")
    .orderBy("m.id")
    .limit(SHOWN)
    .execute();
  const waiting = db
    .selectFrom("kyc_documents as d")
    .innerJoin("users as u", "u.uid", "d.uid")
    .innerJoin("editors as e", "e.uid", "d.uid")
    .where("d.status", "in", ["submitted", "in_review"])
    .where("d.replacedAt", "is", null);
  const documents = await waiting
    .select(["d.uid", "u.displayName", "d.kind", "d.submittedAt"])
    .orderBy("d.submittedAt")
    .orderBy("d.id")
    .limit(SHOWN)
    .execute();
  const open = await listThreads(actor, readListQuery(new URLSearchParams({ status: "open" }), THREADS_LIST));
  return {
    threads: {
      counts: await countDeskThreads(actor, now),
      rows: open.rows.slice(0, SHOWN),
      figures: await readDeskFigures(actor, now),
    },
    quotes: await countQuotes(actor, now),
    contact: { ...(await countContactMessages()), oldestAt: oldest?.at ?? null },
    unassigned: await orders(sql<boolean>`(o.status = 'paid' and o.flags ? 'supportTold')`, told),
    decide: await orders(isUndecided, decideBy),
    late: await orders(sql<boolean>`(${LATE} and ${due} < ${now})`, due),
    queries: {
      total: (await asked.select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow()).n,
      rows: queries.map(({ createdAt, ...q }) => ({
        ...q,
        title: q.title || "Untitled manuscript",
        askedAt: createdAt,
      })),
    },
    kyc: {
      total: (await waiting.select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow()).n,
      rows: documents.flatMap((d) =>
        isDocumentKind(d.kind)
          ? [{ uid: d.uid, displayName: d.displayName, kind: d.kind, submittedAt: d.submittedAt }]
          : [],
      ),
    },
  };
}
