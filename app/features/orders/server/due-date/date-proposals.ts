import type { Selectable } from "kysely";
import type { DateProposalsTable } from "#db/schema.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { currentDueAt, editorDateFor, isMovable } from "../../rules/change/date-change.ts";
import { isWorkFlag } from "../../rules/work/work-flags.ts";
import { proposals } from "../agreements/agreement.ts";
import { moveLateDecision } from "../late/move-late-decision.ts";
import { changeOrder, orderFact, orderTopics } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";

export type DateProposal = Selectable<DateProposalsTable>;

/** What facts about a proposal say. */
export const datesIn = (order: Order, proposal: DateProposal) => ({
  proposalId: proposal.id,
  side: proposal.side,
  dueAt: proposal.oldDueAt.toISOString(),
  newDueAt: proposal.newDueAt.toISOString(),
  newEditorDueAt: editorDateFor(order, proposal.newDueAt).toISOString(),
  refundMinor: proposal.refundMinor,
});

/** The proposed date applies, and every dependent deadline moves with it. A reaction refunds what the author gets back. */
async function apply(ctx: CommandContext, order: Order, proposal: DateProposal): Promise<"agreed"> {
  const { oldDueAt, newDueAt, editorPayMinor } = proposal;
  const dates = datesIn(order, proposal);
  // An editor who took over a revision has the revision's date as their own.
  const isRevisionsOwn = order.editorDueAt?.getTime() === oldDueAt.getTime();
  const changed = await changeOrder(ctx, order, {
    ...(order.deliveredAt
      ? { revisionDueAt: newDueAt, revisionPromisedAt: null, ...(isRevisionsOwn ? { editorDueAt: newDueAt } : {}) }
      : {
          dueAt: newDueAt,
          editorDueAt: order.editorDueAt ? new Date(dates.newEditorDueAt) : null,
          takeoverDueAt: null,
          waitUntilAt: null,
          windowMs: order.windowMs + newDueAt.getTime() - oldDueAt.getTime(),
          payBp: proposal.payBp,
          editorPayMinor,
        }),
    flags: json(Object.fromEntries(Object.entries(order.flags).filter(([name]) => !isWorkFlag(name)))),
  });
  await dateProposals.settle(ctx, proposal.id, "agreed");
  await moveLateDecision(ctx, order, "agree");
  await orderFact(ctx, changed, "deadline.changed", { ...dates, editorPayMinor }, proposal.id);
  return "agreed";
}

/** Later due dates that the author, the editor, or staff propose. */
export const dateProposals = proposals({
  table: "date_proposals",
  id: "dateProposal",
  field: "proposalId",
  noun: "proposal",
  what: "a date",
  active: ["open"],
  fits: (order, proposal: DateProposal) =>
    isMovable(order.status) && currentDueAt(order)?.getTime() === proposal.oldDueAt.getTime(),
  isCurrent: () => true,
  over: () =>
    conflict(
      "proposal_over",
      "This proposal is no longer open.",
      "The order page shows the due date that applies now.",
    ),
  expired: () =>
    conflict("proposal_expired", "This proposal has expired.", "Propose a date again if you still need one."),
  movedOn: () =>
    conflict(
      "date_moved_on",
      "The order has changed since this date was proposed.",
      "Propose a date again if you still need one.",
    ),
  agreedBy: (ctx, order, proposal, by) =>
    orderFact(ctx, order, "deadline.agreed_by", { ...datesIn(order, proposal), by }, proposal.id),
  apply,
  answer: (outcome) => ({ applies: outcome === "agreed" }),
  async ended(ctx, order, { id, side, proposedBy }, how) {
    if (side === "staff") await moveLateDecision(ctx, order, "return");
    await ctx.fact(`deadline.${how}`, {
      orderId: order.id,
      subjectId: id,
      data: { proposalId: id, side },
      topics: orderTopics(order, proposedBy),
    });
  },
});

export const agreeToDate = dateProposals.agree;
export const declineDate = dateProposals.decline;
export const withdrawDate = dateProposals.withdraw;
export const endDateProposal = dateProposals.endUnfit;
export const expireDateProposals = dateProposals.expire;
