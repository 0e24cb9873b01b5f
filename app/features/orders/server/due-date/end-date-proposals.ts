import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { currentDueAt, isMovable } from "../../rules/change/date-change.ts";
import { lockOrder } from "../views/find-order.ts";
import { endProposal, lockProposal, openProposalOf } from "./find-date-proposal.ts";

/**
 * Reaction: ends an open proposal whose order was submitted, reassigned, paused, held or canceled, or whose date has
 * moved.
 */
export async function endDateProposal(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const proposal = await openProposalOf(ctx.tx, order.id).executeTakeFirst();
    if (!proposal) return;
    if (isMovable(order.status) && currentDueAt(order)?.getTime() === proposal.oldDueAt.getTime()) return;
    await endProposal(ctx, order, proposal, "ended");
  });
}

/** Clock rule: ends proposals that weren't answered in time. */
export async function expireDateProposals(now: Date): Promise<void> {
  const due = database()
    .selectFrom("date_proposals")
    .select("id")
    .where("status", "=", "open")
    .where("expiresAt", "<=", now);
  await sweep("expire a proposed date", due, async (ctx, { id }) => {
    const { order, proposal } = await lockProposal(ctx, id);
    if (proposal.status === "open" && proposal.expiresAt <= ctx.now) await endProposal(ctx, order, proposal, "expired");
  });
}
