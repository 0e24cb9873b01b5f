import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import type { OrderStatus } from "../../rules/flow.ts";
import type { Order } from "./find-order.ts";
import { type WaitingView, waitingView } from "./get-order-view.ts";

export type OrderRow = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  service: string | null;
  turnaround: string | null;
  words: number;
  totalMinor: number | null;
  currency: string;
  unread: boolean;
  createdAt: string;
  dueAt: string | null;
  deliveredAt: string | null;
  heldFrom: string | null;
  progressWords: number;
  editorName: string | null;
  clientName: string | null;
  waiting: WaitingView;
};

/** All orders `o`, with their editor `e` and client `c`. */
export const orders = () =>
  database()
    .selectFrom("orders as o")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .leftJoin("users as c", "c.uid", "o.userId");
type Orders = ReturnType<typeof orders>;

/** We're preparing a custom quote for the order `o`. Once it's offered, it's the author's turn. */
export const PREPARED = sql<boolean>`(o.status = 'quote_requested' and o."quoteExpiresAt" is null)`;

/** Orders with everything that a list shows besides their own columns. */
export const described = (found: Orders) =>
  found.selectAll("o").select([
    "e.displayName as editorName",
    "c.displayName as clientName",
    sql<string | null>`(select u."displayName" from users u where u.uid = o."readerId")`.as("readerName"),
    sql<boolean>`exists (select 1 from ratings r where r."orderId" = o.id)`.as("rated"),
    sql<boolean>`exists (select 1 from submissions s where s."orderId" = o.id and s.status = 'stopped')`.as(
      "gateStopped",
    ),
    sql<Date | null>`(select max(f."createdAt") from files f where f."orderId" = o.id and f.purpose = 'tracked'
        and f."uploadedBy" = o."assignedTo" and f."createdAt" >= o."assignedAt")`.as("uploadedAt"),
  ]);
type Described = Awaited<ReturnType<ReturnType<typeof described>["execute"]>>[number];

/**
 * How many questions the authors of these orders still have to answer, by order; those without any are missing. Screens
 * pass it in, because messages are above orders on the ladder.
 */
export type CountOpenQueries = (orderIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Orders in a list of their author's, who alone is told about open questions. */
export async function rowsOfClient(found: Described[], countOpenQueries: CountOpenQueries): Promise<OrderRow[]> {
  const openQueries = await countOpenQueries(found.map((o) => o.id));
  return Promise.all(found.map((o) => row(o, "client", openQueries.get(o.id))));
}

/** An order in a list, as one kind of reader sees it. @param openQueries questions that the author hasn't answered */
export async function row(
  found: Described,
  viewer: "client" | "editor" | "admin" | "support",
  openQueries = 0,
): Promise<OrderRow> {
  const o = found as Described & Order;
  return {
    id: o.id,
    number: o.number,
    title: o.title || "Untitled manuscript",
    status: o.status,
    service: o.service,
    turnaround: o.turnaround,
    words: o.billableWords,
    totalMinor: viewer === "editor" ? null : o.totalMinor,
    currency: o.currency,
    unread: viewer === "client" ? o.unreadByClient : viewer === "editor" ? o.unreadByEditor : false,
    createdAt: o.createdAt.toISOString(),
    dueAt:
      (viewer === "editor" ? (o.revisionDueAt ?? o.editorDueAt) : (o.revisionDueAt ?? o.dueAt))?.toISOString() ?? null,
    deliveredAt: o.deliveredAt?.toISOString() ?? null,
    heldFrom: o.heldFrom,
    progressWords: o.progressWords,
    editorName: o.editorName,
    clientName: o.clientName,
    waiting: waitingView(o, { ...o, openQueries }, viewer, await deadlinesOfOrder(o)),
  };
}
