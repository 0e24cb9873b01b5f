import type { Updateable } from "kysely";
import type { OrdersTable } from "#db/schema.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type OrderMove, type OrderStatus, STATUS_WORDS, orderFlow } from "../../rules/flow.ts";
import { keptFrom } from "../../rules/retention/retention.ts";
import type { Order } from "../views/find-order.ts";
import { endReservation } from "./reserve-editor.ts";

/** Statuses in which an editor's words may be kept for an order that no editor has taken. */
const UNTAKEN: readonly OrderStatus[] = ["awaiting_payment", "paid"];

type Change = Omit<Updateable<OrdersTable>, "id" | "status" | "heldFrom" | "updatedAt">;

/** Who is notified about an order: its author, its editor and staff, plus uids that just left it. */
export const orderTopics = (
  order: { userId: string | null; assignedTo: string | null },
  ...also: (string | null)[]
): string[] =>
  [...new Set([order.userId, order.assignedTo, ...also])]
    .filter((uid): uid is string => uid !== null)
    .map((uid) => `user:${uid}`)
    .concat("staff");

/** Records an order's fact, with everyone concerned as its live audience. */
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
 * The only place where an order's status changes: by a row of the table, from a state that the row names. The UPDATE
 * checks the old state, so if it changes no row, somebody else was faster.
 * @param set other columns that change with the move
 * @returns the changed order
 * @throws conflict if the order isn't (or no longer) in the move's starting state
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
      // A revision has its own dates, and so does an editor who takes it over.
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

/** Thrown for work that needs files that have been deleted. */
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
