import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { wordsLeft } from "#app/features/orders/rules/draft/editor-shares.ts";
import type { OrderForMatching, UntakenOrder } from "#app/features/editors/rules/editor-for-matching.ts";
import type { QaRates } from "#app/features/orders/rules/review/qa.ts";
import { qaOfOrder } from "#app/features/orders/server/read-qa.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { editorDueFrom } from "#app/features/pricing/rules/deadlines.ts";
import type { Service, Turnaround } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";

/**
 * The deadline an editor would get for this order: the one set for taking it over late, the revision's, or one from the
 * client's due date if it isn't reviewed before delivery.
 */
export const editorDueFor = (order: Order): Date =>
  order.takeoverDueAt ?? order.revisionDueAt ?? editorDueFrom(order.dueAt!, order.windowMs, false, order.secondReader);

/**
 * How much earlier the editor's deadline is where the work is reviewed before delivery. A revision or a late order has
 * its own date.
 */
const reviewedByMs = (order: Order): number =>
  order.takeoverDueAt || order.revisionDueAt
    ? 0
    : editorDueFor(order).getTime() - editorDueFrom(order.dueAt!, order.windowMs, true, order.secondReader).getTime();

/** When this order's search started: at payment, or when its client chose a later date. */
export const searchBegan = (order: Order): Date =>
  order.flags.matchFrom ? new Date(order.flags.matchFrom) : order.paidAt!;

/** The query of the editors removed from an order. */
export const releasedOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("facts")
    .select(sql<string>`coalesce(data->>'editorId', '')`.as("editorId"))
    .where("orderId", "=", orderId)
    .where("kind", "=", "order.released");

/**
 * An order's matching data.
 * @param declinedBy editors who declined or were removed
 * @param rates those it was sold with
 */
export const matchingDataOf = (
  order: Order,
  declinedBy: readonly { editorId: string }[],
  rates: QaRates,
): OrderForMatching => ({
  orderId: order.id,
  clientUid: order.userId ?? "",
  service: order.service as Service,
  turnaround: order.turnaround as Turnaround,
  subfield: order.field ?? "",
  variant: order.variant as EnglishVariant,
  words: wordsLeft(order),
  editorDueAt: editorDueFor(order),
  review: { earlierMs: reviewedByMs(order), rates },
  declinedBy: declinedBy.map((it) => it.editorId),
  readerUid: order.readerId,
});

/** An order's matching data, with the editors who declined or were removed. */
export async function orderForMatching(order: Order, db: Reader = database()): Promise<OrderForMatching> {
  const { declined, released } = await readTogether(db, {
    declined: db
      .selectFrom("invites")
      .select("editorId")
      .where("orderId", "=", order.id)
      .where("status", "=", "declined"),
    released: releasedOf(db, order.id),
  });
  return matchingDataOf(order, [...declined, ...released], await qaOfOrder(order, db));
}

/** The order as its editor is planned. Its author can't have it. */
export const asUntaken = ({ clientUid, declinedBy, ...order }: OrderForMatching): UntakenOrder => ({
  ...order,
  notFor: [clientUid, ...declinedBy],
});
