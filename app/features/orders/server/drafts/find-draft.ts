import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { OrderStatus } from "../../rules/flow.ts";
import { can } from "../../rules/can.ts";
import { type Order, findOrder, lockOrder } from "../views/find-order.ts";

/**
 * The most recently changed of a person's open drafts of new work, or of a visitor's by the key in their cookie. A
 * re-edit is continued from its own page.
 * @param statuses which orders to look through, by status
 */
export function latestDraftOf(db: Reader, actor: Actor, statuses: readonly OrderStatus[] = ["draft"]) {
  const drafts = db
    .selectFrom("orders")
    .selectAll()
    .where("status", "in", statuses)
    .where("reeditOf", "is", null)
    .orderBy("updatedAt", "desc")
    .orderBy("id", "desc")
    .limit(1);
  if (actor.kind === "person") return drafts.where("userId", "=", actor.uid);
  return drafts
    .where("userId", "is", null)
    .where("guestKeyHash", "=", actor.kind === "guest" ? (actor.guestKeyHash ?? "") : "");
}

/**
 * The draft to continue: a particular one, which may already have its price, or the one changed last. Null if they have
 * none.
 * @param orderId as in the page's address
 */
export async function findDraft(
  actor: Actor,
  orderId: string | null = null,
  db: Reader = database(),
): Promise<Order | null> {
  if (orderId) {
    const order = await findOrder(orderId, db);
    return order && can.edit(actor, order) ? order : null;
  }
  return ((await latestDraftOf(db, actor).executeTakeFirst()) as Order | undefined) ?? null;
}

/** A visitor's draft that this person may take over, because it was started in this browser before signing in. */
export async function findClaimable(
  actor: Actor,
  guestKeyHash: string | null,
  db: Reader = database(),
): Promise<Order | null> {
  if (actor.kind !== "person" || !actor.emailVerified || !guestKeyHash) return null;
  return ((await latestDraftOf(db, { kind: "guest", guestKeyHash }).executeTakeFirst()) as Order | undefined) ?? null;
}

/** Statuses of an order that its author is still placing. A custom quote isn't among them: it has a page of its own. */
const BEING_PLACED: readonly OrderStatus[] = ["draft", "quoted", "awaiting_payment"];

/**
 * What the order form shows when its address names no order: the one changed last, even if it already has a price or
 * its payment has started. Otherwise the form would be empty after a refused payment, a reload, or the way back from
 * the checkout.
 */
export async function findOrderToPlace(actor: Actor, db: Reader = database()): Promise<Order | null> {
  const order = await latestDraftOf(db, actor, BEING_PLACED)
    .where(sql<boolean>`price -> 'custom' is null`)
    .executeTakeFirst();
  return (order as Order | undefined) ?? null;
}

/**
 * An order locked for this transaction, for its owner's commands. For anyone else it doesn't exist.
 * @throws not-found
 */
export async function lockOwn(ctx: CommandContext, orderId: string): Promise<Order> {
  const order = await lockOrder(ctx.tx, orderId);
  if (!can.view(ctx.actor, order)) throw notFound("order");
  return order;
}
