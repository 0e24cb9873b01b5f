import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { can } from "#app/features/orders/rules/can.ts";
import type { Waiting } from "#app/features/orders/rules/waiting/waiting-facts.ts";
import { statusWords } from "#app/features/orders/rules/status-tone.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { waitingView } from "#app/features/orders/server/views/get-order-view.ts";
import { viewerOf } from "#app/features/orders/server/views/viewer-of.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { type OrderThread, threadOf } from "./read-thread.ts";

/** A person on an order, as shown to staff. */
export type ThreadPerson = { uid: string; displayName: string; email: string };

/** An order's thread with what staff need to answer, but never manuscript files. */
export type OrderThreadView = OrderThread & {
  order: {
    id: string;
    number: string;
    title: string;
    status: string;
    statusWords: string;
    service: string | null;
    turnaround: string | null;
    words: number;
    paidAt: Date | null;
    dueAt: Date | null;
    editorDueAt: Date | null;
    revisionDueAt: Date | null;
    deliveredAt: Date | null;
    pausedAt: Date | null;
  };
  waiting: Waiting;
  author: ThreadPerson | null;
  editor: ThreadPerson | null;
  assignee: { uid: string; displayName: string } | null;
  mayWrite: boolean;
};

/** One order's thread, for staff. @param pages of the latest messages @throws refused unless staff; not-found */
export async function findOrderThread(actor: Actor, orderId: string, pages = 1): Promise<OrderThreadView> {
  if (!may(actor, "care")) throw refused("Only staff can read threads here.");
  const order = await getOrder(orderId);
  const db = database();
  const [thread, around] = await Promise.all([
    threadOf(actor, order, pages),
    readTogether(db, {
      people: db
        .selectFrom("users")
        .select(["uid", "displayName", "email"])
        .where("uid", "in", [order.userId ?? "", order.assignedTo ?? ""]),
      assignee: db
        .selectFrom("order_threads as t")
        .innerJoin("users as u", "u.uid", "t.assigneeId")
        .select(["u.uid", "u.displayName"])
        .where("t.orderId", "=", order.id),
      rating: db.selectFrom("ratings").select("orderId").where("orderId", "=", order.id),
      lastSubmission: db
        .selectFrom("submissions")
        .select("status")
        .where("orderId", "=", order.id)
        .orderBy("id", "desc")
        .limit(1),
    }),
  ]);
  const personOf = (uid: string | null): ThreadPerson | null => around.people.find((it) => it.uid === uid) ?? null;
  const author = personOf(order.userId);
  const editor = personOf(order.assignedTo);
  const viewer = viewerOf(actor, order);
  return {
    ...thread,
    order: {
      id: order.id,
      number: order.number,
      title: order.title || "Untitled manuscript",
      status: order.status,
      statusWords: statusWords(order.status, viewer),
      words: order.words,
      service: isService(order.service) ? SERVICE_LABELS[order.service] : null,
      turnaround: isTurnaround(order.turnaround) ? TURNAROUND_LABELS[order.turnaround] : null,
      paidAt: order.paidAt,
      dueAt: order.dueAt,
      editorDueAt: order.editorDueAt,
      revisionDueAt: order.revisionDueAt,
      deliveredAt: order.deliveredAt,
      pausedAt: order.pausedAt,
    },
    waiting: waitingView(
      order,
      {
        editorName: editor?.displayName ?? null,
        clientName: author?.displayName ?? null,
        openQueries: thread.openQueries,
        rated: around.rating.length > 0,
        gateStopped: around.lastSubmission[0]?.status === "stopped",
      },
      viewer,
      await deadlinesOfOrder(order),
    ),
    author,
    editor,
    assignee: around.assignee[0] ?? null,
    mayWrite: can.message(actor, order),
  };
}
