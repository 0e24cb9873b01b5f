import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { HANDED_OVER } from "#app/features/orders/rules/flow.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { listProblemsOf, listRequestsOf } from "./find-problem.ts";

/** How a client's report on an order stands, and whether they may report now. Null for everybody else. */
export async function readOwnProblem(actor: Actor, orderId: string) {
  const order = await getOrder(orderId);
  if (uidOf(actor) === null || uidOf(actor) !== order.userId) return null;
  const [latest] = await listProblemsOf(order.id);
  const open = latest !== undefined && (latest.status === "open" || latest.status === "redo");
  const pending = (await listRequestsOf(order.id)).some((r) => r.status === "pending");
  if (!latest && !HANDED_OVER.includes(order.status)) return null;
  return {
    mayReport: !open && HANDED_OVER.includes(order.status),
    latest: latest
      ? {
          what: latest.what,
          status: latest.status as "open" | "redo" | "refunded" | "declined",
          note: latest.status === "declined" ? latest.note : "",
          createdAt: latest.createdAt.toISOString(),
          dueAt: latest.dueAt.toISOString(),
          redoDueAt: latest.redoDueAt?.toISOString() ?? null,
          refundPending: pending,
        }
      : null,
  };
}
export type OwnProblem = NonNullable<Awaited<ReturnType<typeof readOwnProblem>>>;
