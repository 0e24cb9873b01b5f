import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import type { ClientDecision } from "../../rules/work/client-decision.ts";
import type { OrderStatus } from "../../rules/flow.ts";
import { REVISING } from "../../rules/deadline/late-revision.ts";
import { UNDELIVERED } from "../../rules/deadline/lateness.ts";
import type { Order } from "./find-order.ts";
import type { ListedOrder } from "../../rules/own-lists.ts";
import { waitingView } from "./get-order-view.ts";
import type { Waiting } from "../../rules/waiting/waiting-facts.ts";

export type OrderRow = ListedOrder & {
  unread: boolean;
  heldFrom: string | null;
  progressWords: number;
  /** Whether the time for it runs: nothing is open that pauses it, and it isn't over. */
  isTimed: boolean;
  waiting: Waiting;
};

/** The states in which somebody owes the author work by a date that doesn't move. */
const TIMED: readonly OrderStatus[] = [
  ...new Set([...UNDELIVERED, ...REVISING, "submitted" as const, "second_reading" as const, "qa_review" as const]),
];

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

/** What lists of their author's say about orders that is above orders on the ladder, so that screens pass it in. */
export type AskedOfAuthor = {
  countOpenQueries: CountOpenQueries;
  /** The refunds that these authors can choose, by order, in minor units. */
  refundsOnOffer: (decided: readonly Decided[]) => Promise<ReadonlyMap<string, number>>;
};
type Decided = { order: Order; decision: ClientDecision };

/**
 * Orders in a list of their author's, who alone is told about open questions and refunds.
 * @param decided those that ask for a decision
 */
export async function rowsOfClient(
  found: Described[],
  asked: AskedOfAuthor,
  decided: readonly Decided[],
): Promise<OrderRow[]> {
  const ids = new Set(found.map((o) => o.id));
  const openQueries = await asked.countOpenQueries([...ids]);
  const offers = await asked.refundsOnOffer(decided.filter(({ order }) => ids.has(order.id)));
  return Promise.all(
    found.map((o) => row(o, "client", { openQueries: openQueries.get(o.id) ?? 0, offerMinor: offers.get(o.id) })),
  );
}

/** An order in a list, as one kind of reader sees it. @param about for its author: open questions, a refund on offer */
export async function row(
  found: Described,
  viewer: "client" | "editor" | "admin" | "support",
  about: { openQueries: number; offerMinor?: number | undefined } = { openQueries: 0 },
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
    createdAt: o.createdAt,
    dueAt: viewer === "editor" ? (o.revisionDueAt ?? o.editorDueAt) : (o.revisionDueAt ?? o.dueAt),
    deliveredAt: o.deliveredAt,
    heldFrom: o.heldFrom,
    progressWords: o.progressWords,
    isTimed: TIMED.includes(o.status),
    editorName: o.editorName,
    clientName: o.clientName,
    waiting: waitingView(o, { ...o, ...about }, viewer, await deadlinesOfOrder(o)),
  };
}
