import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { HANDED_OVER } from "#app/features/orders/rules/flow.ts";
import { listAttachments } from "#app/features/messages/server/attachments.ts";
import { complaintOfOrder } from "#app/features/orders/server/read-answers.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { withdrawalOf } from "../cancel/cancellation.ts";
import { earlyStartOf } from "../checkout/early-start.ts";
import { problemsOf, requestsOf } from "./find-problem.ts";
import { asOrderPayments, orderPayments } from "../checkout/order-payments.ts";
import { asOrderRefunds, orderRefunds } from "../refunds/order-refunds.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { courtesyOf } from "../courtesy/courtesy-balance.ts";
import { keptOffBalance } from "../refunds/may-take-balance.ts";
import { refundTableOf } from "../refunds/read-refund-table.ts";

/** The state of a client's report on an order, and whether they may report now. Null for everyone else. */
export async function ownProblemOf(actor: Actor, order: Order) {
  if (uidOf(actor) === null || uidOf(actor) !== order.userId) return null;
  const db = database();
  return problemFrom(order, await readTogether(db, problemQueries(db, order.id)), db);
}

/**
 * An author's problem with an order, their payments and refunds, and their right of withdrawal, in one statement.
 * Nothing for anyone else.
 */
export async function ownClaimsOf(actor: Actor, order: Order) {
  if (uidOf(actor) === null || uidOf(actor) !== order.userId)
    return { problem: null, withdrawal: null, payments: [], refunds: [] };
  const db = database();
  const { earlyStart, payments, refunds, ...found } = await readTogether(db, {
    ...problemQueries(db, order.id),
    earlyStart: earlyStartOf(db, order.id),
    payments: orderPayments(db, order.id),
    refunds: orderRefunds(db, order.id),
  });
  const [problem, withdrawal] = await Promise.all([
    problemFrom(order, found, db),
    withdrawalOf(actor, order, { given: earlyStart[0] ?? null }),
  ]);
  return { problem, withdrawal, payments: asOrderPayments(payments), refunds: asOrderRefunds(refunds) };
}

const problemQueries = (db: Reader, orderId: string) => ({
  problems: problemsOf(db, orderId).limit(1),
  requests: requestsOf(db, orderId),
  keptOff: keptOffBalance(db, orderId),
});
type Queries = ReturnType<typeof problemQueries>;
type Found = { [K in keyof Queries]: Awaited<ReturnType<Queries[K]["execute"]>> };

async function problemFrom(order: Order, { problems, requests, keptOff }: Found, db: Reader) {
  const latest = problems[0];
  const open = latest !== undefined && (latest.status === "open" || latest.status === "redo");
  const pending = requests.some((r) => r.status === "pending");
  if (!latest && !HANDED_OVER.includes(order.status)) return null;
  return {
    /** What an upheld report refunds if the redo doesn't help, in basis points. */
    quality: (await refundTableOf(order, db)).quality,
    /** Business days within which a report sent now is decided. */
    decideDays: (await complaintOfOrder(order, db)).decideDays,
    /** What comes on top of a refund on the balance, in basis points. Null if there's no such choice. */
    bonusBp: keptOff.length === 0 ? courtesyOf(await policyOfVersion(order.policyVersion, db)).bonusBp : null,
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
