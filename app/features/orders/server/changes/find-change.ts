import type { Selectable } from "kysely";
import type { OrderChangesTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

export type OrderChange = Selectable<OrderChangesTable>;
export type ChangeSide = "client" | "editor" | "staff";

/** The role in which somebody proposes or answers a change. Null for anyone else. */
export function changeSideOf(actor: Actor, order: Order): ChangeSide | null {
  if (can.decide(actor, order)) return "client";
  if (can.work(actor, order)) return "editor";
  return may(actor, "care") ? "staff" : null;
}

/** The query of the change that is open or still to be paid. */
export const openChangeOf = (db: Reader, orderId: string) =>
  db.selectFrom("order_changes").selectAll().where("orderId", "=", orderId).where("status", "in", ["open", "to_pay"]);

/** How much the agreed changes made an order cheaper in total, in minor units. */
export async function sumChangeRefunds(orderId: string, db: Reader): Promise<number> {
  const { sum } = await db
    .selectFrom("order_changes")
    .select((e) => e.fn.sum<number>("refundMinor").as("sum"))
    .where("orderId", "=", orderId)
    .where("status", "=", "agreed")
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** A change with its order, both locked. @throws not-found */
export async function lockChange(
  { tx }: Pick<CommandContext, "tx">,
  changeId: string,
): Promise<{ change: OrderChange; order: Order }> {
  const found = await tx.selectFrom("order_changes").select("orderId").where("id", "=", changeId).executeTakeFirst();
  if (!found) throw notFound("change");
  const order = await lockOrder(tx, found.orderId);
  const change = await tx
    .selectFrom("order_changes")
    .selectAll()
    .where("id", "=", changeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { change, order };
}

/** Which of the two still has to agree. */
export const missingFor = (change: OrderChange): ("client" | "editor")[] => [
  ...(change.clientAgreedAt ? [] : (["client"] as const)),
  ...(change.editorAgreedAt ? [] : (["editor"] as const)),
];

/** Whether this person may answer: the author or the editor, while their agreement is missing. */
export function mayAnswerChange(actor: Actor, order: Order, change: OrderChange): boolean {
  const side = changeSideOf(actor, order);
  return change.status === "open" && (side === "client" || side === "editor") && missingFor(change).includes(side);
}

/** Whether this person may withdraw it. Any staff member may withdraw what staff proposed. */
export const mayWithdrawChange = (actor: Actor, change: OrderChange): boolean =>
  change.status === "open" && (uidOf(actor) === change.proposedBy || (change.side === "staff" && may(actor, "care")));

/** What facts about a change say. */
export const aboutChange = (order: Order, change: OrderChange) => ({
  changeId: change.id,
  side: change.side,
  what: change.what,
  newDueAt: order.dueAt && change.earlierMs !== 0 ? after(order.dueAt, -change.earlierMs).toISOString() : null,
  newEditorDueAt:
    order.editorDueAt && change.earlierMs !== 0 ? after(order.editorDueAt, -change.earlierMs).toISOString() : null,
  /** Above zero: to pay. Below: refunded. */
  differenceMinor: change.price.totalMinor - change.oldTotalMinor,
});
