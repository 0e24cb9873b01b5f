import type { Selectable } from "kysely";
import type { DateProposalsTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { type DateSide, editorDateFor, missingAgreement } from "../../rules/change/date-change.ts";
import { can } from "../../rules/can.ts";
import { moveLateDecision } from "../late/move-late-decision.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { orderTopics } from "../lifecycle/move-order.ts";

export type DateProposal = Selectable<DateProposalsTable>;

/** The role in which somebody proposes or answers: the order's author, its editor, or staff. Null for anyone else. */
export function dateSideOf(actor: Actor, order: Order): DateSide | null {
  if (can.decide(actor, order)) return "client";
  if (can.work(actor, order)) return "editor";
  return may(actor, "care") ? "staff" : null;
}

/** The query of an order's open proposal. */
export const openProposalOf = (db: Reader, orderId: string) =>
  db.selectFrom("date_proposals").selectAll().where("orderId", "=", orderId).where("status", "=", "open");

/** How much the agreed later dates made an order cheaper in total, in minor units. */
export async function sumAgreedRefunds(orderId: string, db: Reader): Promise<number> {
  const { sum } = await db
    .selectFrom("date_proposals")
    .select((e) => e.fn.sum<number>("refundMinor").as("sum"))
    .where("orderId", "=", orderId)
    .where("status", "=", "agreed")
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/**
 * A proposal with its order, both locked: answers wait for each other and for anything else that moves the order.
 * @throws not-found
 */
export async function lockProposal(
  { tx }: Pick<CommandContext, "tx">,
  proposalId: string,
): Promise<{ proposal: DateProposal; order: Order }> {
  const found = await tx.selectFrom("date_proposals").select("orderId").where("id", "=", proposalId).executeTakeFirst();
  if (!found) throw notFound("proposal");
  const order = await lockOrder(tx, found.orderId);
  const proposal = await tx
    .selectFrom("date_proposals")
    .selectAll()
    .where("id", "=", proposalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { proposal, order };
}

/** Whether this person may answer: the author or the editor, while their agreement is missing. */
export function mayAnswer(actor: Actor, order: Order, proposal: DateProposal): boolean {
  const side = dateSideOf(actor, order);
  return (side === "client" || side === "editor") && missingAgreement(proposal).includes(side);
}

/** Whether this person may withdraw it. Any staff member may withdraw what staff proposed. */
export const mayWithdraw = (actor: Actor, proposal: DateProposal): boolean =>
  uidOf(actor) === proposal.proposedBy || (proposal.side === "staff" && may(actor, "care"));

/** What facts about a proposal say. */
export const datesIn = (order: Order, proposal: DateProposal) => {
  return {
    proposalId: proposal.id,
    side: proposal.side,
    dueAt: proposal.oldDueAt.toISOString(),
    newDueAt: proposal.newDueAt.toISOString(),
    newEditorDueAt: editorDateFor(order, proposal.newDueAt).toISOString(),
    refundMinor: proposal.refundMinor,
  };
};

/** Ends an open proposal. The caller holds the order. */
export async function endProposal(
  ctx: CommandContext,
  order: Order,
  proposal: DateProposal,
  status: "declined" | "withdrawn" | "expired" | "ended",
): Promise<void> {
  await ctx.tx
    .updateTable("date_proposals")
    .set({ status, decidedAt: ctx.now })
    .where("id", "=", proposal.id)
    .execute();
  if (proposal.side === "staff") await moveLateDecision(ctx, order, "return");
  await ctx.fact(`deadline.${status}`, {
    orderId: order.id,
    subjectId: proposal.id,
    data: { proposalId: proposal.id, side: proposal.side },
    topics: orderTopics(order, proposal.proposedBy),
  });
}
