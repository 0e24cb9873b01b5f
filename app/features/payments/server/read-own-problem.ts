import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { HANDED_OVER } from "#app/features/orders/rules/flow.ts";
import { listAttachments } from "#app/features/messages/server/attachments.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { problemsOf, requestsOf } from "./find-problem.ts";

/** How a client's report on an order stands, and whether they may report now. Null for everybody else. */
export async function ownProblemOf(actor: Actor, order: Order) {
  if (uidOf(actor) === null || uidOf(actor) !== order.userId) return null;
  const db = database();
  const { problems, requests } = await readTogether(db, {
    problems: problemsOf(db, order.id).limit(1),
    requests: requestsOf(db, order.id),
  });
  const latest = problems[0];
  const open = latest !== undefined && (latest.status === "open" || latest.status === "redo");
  const pending = requests.some((r) => r.status === "pending");
  if (!latest && !HANDED_OVER.includes(order.status)) return null;
  return {
    mayReport: !open && HANDED_OVER.includes(order.status),
    latest: latest
      ? {
          what: latest.what,
          files: (await listAttachments(db, [latest.id])).get(latest.id) ?? [],
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

/** As `ownProblemOf`, of an order by its id. */
export const readOwnProblem = async (actor: Actor, orderId: string) => ownProblemOf(actor, await getOrder(orderId));
export type OwnProblem = NonNullable<Awaited<ReturnType<typeof ownProblemOf>>>;
