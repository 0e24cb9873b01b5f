import { type Actor, isAdmin, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { CAUSE_WORDS, type DecidedCause } from "../rules/refund-decision.ts";
import { listProblemsOf, listRequestsOf } from "./find-problem.ts";
import { refundTermsOf, refundableOf } from "./refund-terms.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What staff need to decide on an order's refunds: reports, proposals, and what each refund would come to. @throws refused */
export async function readRefundDesk(actor: Actor, orderId: string) {
  if (!isStaff(actor)) throw refused("Only staff can refund an order.");
  const order = await getOrder(orderId);
  const [problems, requests, left] = await Promise.all([
    listProblemsOf(orderId),
    listRequestsOf(orderId),
    refundableOf(order),
  ]);
  const uids = [...new Set(requests.flatMap((r) => [r.proposedBy, r.firstApprovedBy, r.decidedBy]))].filter(
    (uid) => uid !== null,
  );
  const names = new Map(
    uids.length === 0
      ? []
      : (await database().selectFrom("users").select(["uid", "displayName"]).where("uid", "in", uids).execute()).map(
          (u) => [u.uid, u.displayName],
        ),
  );
  const causes: DecidedCause[] = order.deliveredAt ? ["quality-minor", "quality-major"] : [];
  const terms = (await Promise.all(causes.map((cause) => refundTermsOf(order, cause, 0)))).filter((t) => t !== null);
  return {
    currency: order.currency,
    leftMinor: left,
    isAdmin: isAdmin(actor),
    mayRedo: order.status === "delivered" || order.status === "accepted",
    options: terms.map((t) => ({ ...t, label: CAUSE_WORDS[t.cause] })),
    problems: problems.map((p) => ({
      id: p.id,
      what: p.what,
      status: p.status,
      note: p.note,
      createdAt: p.createdAt.toISOString(),
      dueAt: p.dueAt.toISOString(),
      redoDueAt: iso(p.redoDueAt),
    })),
    requests: requests.map((r) => ({
      id: r.id,
      cause: CAUSE_WORDS[r.cause as DecidedCause] ?? r.cause,
      amountMinor: r.amountMinor,
      reason: r.reason,
      status: r.status,
      note: r.note,
      proposedBy: names.get(r.proposedBy) ?? "Staff",
      decidedBy: r.decidedBy ? (names.get(r.decidedBy) ?? "Staff") : null,
      createdAt: r.createdAt.toISOString(),
    })),
  };
}
export type RefundDesk = Awaited<ReturnType<typeof readRefundDesk>>;
