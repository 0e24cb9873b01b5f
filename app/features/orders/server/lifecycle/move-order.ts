import type { Updateable } from "kysely";
import type { OrdersTable } from "#db/schema.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type OrderMove, type OrderStatus, STATUS_WORDS, orderFlow } from "../../rules/flow.ts";
import { keptFrom } from "../../rules/retention.ts";
import type { Order } from "../views/find-order.ts";
import { endReservation } from "./reserve-editor.ts";

/** Where an editor's words may be kept for an order that no editor has taken. */
const UNTAKEN: readonly OrderStatus[] = ["awaiting_payment", "paid"];

type Change = Omit<Updateable<OrdersTable>, "id" | "status" | "heldFrom" | "updatedAt">;

/** Who hears that something happened to an order: its author, its editor and the staff. Extra uids for those who just left it. */
export const orderTopics = (
  order: { userId: string | null; assignedTo: string | null },
  ...also: (string | null)[]
): string[] =>
  [...new Set([order.userId, order.assignedTo, ...also])]
    .filter((uid): uid is string => uid !== null)
    .map((uid) => `user:${uid}`)
    .concat("staff");

/** Writes an order's fact down, with everyone concerned as its live audience. */
export async function orderFact<K extends FactKind>(
  ctx: CommandContext,
  order: Order,
  kind: K,
  data: FactData[K],
  subjectId: string | null = null,
): Promise<string> {
  return ctx.fact(kind, { orderId: order.id, subjectId, data, topics: orderTopics(order) });
}

/**
 * The only place where an order's status changes: by a row of the table, from a state that the row names.
 * The UPDATE names the state it leaves; when no row answers, somebody was first.
 * @param set further columns that change with the move
 * @returns the order as it now is @throws conflict when the order is not (or no longer) where this move begins
 */
export async function moveOrder(ctx: CommandContext, order: Order, move: OrderMove, set: Change = {}): Promise<Order> {
  const row = orderFlow.moves[move];
  const from = row.from as readonly OrderStatus[];
  const to = row.to === "back" ? (order.heldFrom as OrderStatus | null) : row.to;
  if (!to || !from.includes(order.status)) throw movedOn(order.status, move);
  if (to === "revision_requested" && order.deletionStartedAt) throw filesDeleted();
  const holding = to === "on_hold" || to === "disputed";
  const moved = await ctx.tx
    .updateTable("orders")
    .set({
      ...keptFrom(order, row.to, ctx.now),
      // A revision has dates of its own, and so has an editor who takes it over.
      ...(move === "request_revision" ? { takeoverDueAt: null, revisionPromisedAt: null, waitUntilAt: null } : {}),
      ...set,
      status: to,
      heldFrom: holding ? order.status : null,
      updatedAt: ctx.now,
    })
    .where("id", "=", order.id)
    .where("status", "=", order.status)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw movedOn(order.status, move);
  if (UNTAKEN.includes(order.status) && !UNTAKEN.includes(to)) await endReservation(ctx.tx, order.id);
  return moved as Order;
}

/** Changes columns of an order without moving it. */
export async function changeOrder(ctx: CommandContext, order: Order, set: Change): Promise<Order> {
  const row = await ctx.tx
    .updateTable("orders")
    .set({ ...set, updatedAt: ctx.now })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as Order;
}

/** Said of work that would need files that are gone. */
const filesDeleted = () =>
  conflict(
    "files_deleted",
    "We've deleted this order's files, so they can't be revised.",
    "Place a new order for further work, or contact support.",
  );

const movedOn = (status: OrderStatus, move: OrderMove) =>
  conflict(
    "moved_on",
    `This order is now “${STATUS_WORDS[status]}”, so this action is no longer available (${move.replaceAll("_", " ")}).`,
  );
