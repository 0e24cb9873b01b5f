import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { listAttachments } from "#app/features/messages/server/attachments.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { CAUSE_WORDS, type DecidedCause } from "../../rules/refund-decision.ts";
import { refundFactQueries, refundFactsFrom } from "../cancel/cancellation.ts";
import { problemsOf, requestsOf } from "../problems/find-problem.ts";
import { refundTableOf } from "./read-refund-table.ts";
import { refundTermsFrom, refundableFrom } from "./refund-terms.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { approvalsAt, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * What staff need to decide on an order's refunds: reports, proposals, and what each refund would come to, with what
 * was paid and refunded so far, in one statement.
 * @throws refused
 */
export async function refundDeskOf(actor: Actor, order: Order) {
  if (!may(actor, "care")) throw refused("Only staff can refund an order.");
  const db = database();
  const { problems, requests, people, ...money } = await readTogether(db, {
    ...refundFactQueries(db, order),
    problems: problemsOf(db, order.id),
    requests: requestsOf(db, order.id),
    people: db
      .selectFrom("users")
      .select(["uid", "displayName"])
      .where(
        "uid",
        "in",
        sql<string>`(select unnest(array["proposedBy", "firstApprovedBy", "decidedBy"]) from refund_requests
          where "orderId" = ${order.id})`,
      ),
  });
  const files = await listAttachments(
    db,
    problems.map((p) => p.id),
  );
  const names = new Map(people.map((u) => [u.uid, u.displayName]));
  const facts = refundFactsFrom(order, money, await refundTableOf(order, db), await payOfOrder(order, db));
  const causes: DecidedCause[] = order.deliveredAt ? ["quality-minor", "quality-major"] : [];
  const approvals = causes.length > 0 ? await approvalsOfOrder(order, await approvalsAt(now(), db), db) : null;
  const terms = causes
    .map((cause) => approvals && refundTermsFrom(order, cause, 0, facts, requests, approvals))
    .filter((t) => t !== null);
  const desk = {
    currency: order.currency,
    leftMinor: refundableFrom(facts),
    refundedMinor: facts.refundedMinor,
    isAdmin: may(actor, "money"),
    mayRedo: order.status === "delivered" || order.status === "accepted",
    options: terms.map((t) => ({ ...t, label: CAUSE_WORDS[t.cause] })),
    problems: problems.map((p) => ({
      id: p.id,
      what: p.what,
      files: files.get(p.id) ?? [],
      status: p.status,
      note: p.note,
      refundTo: p.refundTo,
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
  return { desk, facts, earlyStart: money.earlyStart[0] ?? null };
}

/** As `refundDeskOf`, of an order by its id. @throws refused */
export const readRefundDesk = async (actor: Actor, orderId: string): Promise<RefundDesk> =>
  (await refundDeskOf(actor, await getOrder(orderId))).desk;
export type RefundDesk = Awaited<ReturnType<typeof refundDeskOf>>["desk"];
