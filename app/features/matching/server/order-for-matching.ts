import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { editorWindowMs } from "#app/features/pricing/rules/deadlines.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price.ts";
import type { Service, Turnaround } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { after } from "#app/platform/rules/core/time.ts";

/** The deadline an editor would get for this order, from the client's due date. */
export const editorDueFor = (order: Order): Date =>
  after(order.dueAt!, editorWindowMs(order.windowMs) - order.windowMs);

/** When this order's search started: at payment, or when its client chose a later date. */
export const searchBegan = (order: Order): Date =>
  order.flags.matchFrom ? new Date(order.flags.matchFrom) : order.paidAt!;

/** An order's matching data. `declinedBy` lists editors who declined or were removed. */
export async function orderForMatching(order: Order, db: Reader = database()): Promise<OrderForMatching> {
  const no = await db
    .selectFrom("invites")
    .select("editorId")
    .where("orderId", "=", order.id)
    .where("status", "=", "declined")
    .execute();
  const released = await db
    .selectFrom("facts")
    .select("data")
    .where("orderId", "=", order.id)
    .where("kind", "=", "order.released")
    .execute();
  return {
    orderId: order.id,
    clientUid: order.userId ?? "",
    service: order.service as Service,
    turnaround: order.turnaround as Turnaround,
    subfield: order.field ?? "",
    variant: order.variant as EnglishVariant,
    words: order.billableWords,
    editorDueAt: editorDueFor(order),
    declinedBy: [
      ...no.map((i) => i.editorId),
      ...released.flatMap((f) => (typeof f.data.editorId === "string" ? [f.data.editorId] : [])),
    ],
  };
}

/** The frozen price that pay is based on. */
export const frozenPrice = (order: Order): PriceReceipt => order.price as unknown as PriceReceipt;
