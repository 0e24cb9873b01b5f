import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { approvalsAt, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { CAUSE_WORDS, type DecidedCause, whoDecides } from "../../rules/refund-decision.ts";

const SHOWN = 200;

/** Refunds to approve and undecided reports, oldest first. @throws refused unless admin */
export async function listRefundRequests(actor: Actor) {
  if (!may(actor, "money")) throw refused(only("money", "see the refunds to approve"));
  const db = database();
  const pending = await db
    .selectFrom("refund_requests as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .leftJoin("users as p", "p.uid", "r.proposedBy")
    .leftJoin("users as f", "f.uid", "r.firstApprovedBy")
    .leftJoin("users as c", "c.uid", "o.userId")
    .selectAll("r")
    .select([
      "o.number",
      "o.title",
      "o.paidMinor",
      "o.policyVersion",
      "p.displayName as proposer",
      "f.displayName as firstApprover",
      "c.displayName as client",
    ])
    .select((q) =>
      q
        .selectFrom("refund_requests as b")
        .select((e) => e.fn.coalesce(e.fn.sum<number>("b.amountMinor"), e.lit(0)).as("sum"))
        .whereRef("b.orderId", "=", "r.orderId")
        .where("b.status", "=", "approved")
        .as("before"),
    )
    .where("r.status", "=", "pending")
    .orderBy("r.createdAt")
    .limit(SHOWN)
    .execute();
  const problems = await db
    .selectFrom("order_problems as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .leftJoin("users as c", "c.uid", "o.userId")
    .select([
      "p.id",
      "p.orderId",
      "p.status",
      "p.dueAt",
      "p.redoDueAt",
      "o.number",
      "o.title",
      "c.displayName as client",
    ])
    .where("p.status", "in", ["open", "redo"])
    .orderBy("p.dueAt")
    .limit(SHOWN)
    .execute();
  const approvals = await approvalsAt(now(), db);
  return {
    /** The most that support decides alone. Larger refunds are listed here. */
    support: { mostMinor: approvals.refund.supportMinor, mostBp: approvals.refund.supportBp },
    requests: await Promise.all(
      pending.map(async (r) => ({
        id: r.id,
        orderId: r.orderId,
        number: r.number,
        title: r.title,
        client: r.client ?? "",
        cause: CAUSE_WORDS[r.cause as DecidedCause] ?? r.cause,
        amountMinor: r.amountMinor,
        paidMinor: r.paidMinor,
        currency: r.currency,
        reason: r.reason,
        proposer: r.proposer ?? "Staff",
        firstApprover: r.firstApprover,
        ownApproval: r.firstApprovedBy === actor.uid,
        needsTwo:
          whoDecides(
            { amountMinor: r.amountMinor, decidedBeforeMinor: Number(r.before ?? 0), paidMinor: r.paidMinor },
            await approvalsOfOrder(r, approvals, db),
          ) === "two admins",
        createdAt: r.createdAt.toISOString(),
      })),
    ),
    problems: problems.map((p) => ({
      ...p,
      client: p.client ?? "",
      dueAt: p.dueAt.toISOString(),
      redoDueAt: p.redoDueAt?.toISOString() ?? null,
    })),
  };
}
