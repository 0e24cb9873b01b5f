import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { isWorkFlag } from "../../rules/work/work-flags.ts";
import { currentDueAt, isMovable, missingAgreement } from "../../rules/change/date-change.ts";
import { moveLateDecision } from "../late/move-late-decision.ts";
import type { Order } from "../views/find-order.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import { type DateProposal, dateSideOf, datesIn, endProposal, lockProposal, mayAnswer } from "./find-date-proposal.ts";

const Input = z.object({ proposalId: z.string() });

/** @throws conflict when the proposal has been answered, withdrawn, has expired, or its order has moved on */
function checkOpen(ctx: CommandContext, order: Order, proposal: DateProposal): void {
  if (proposal.status !== "open")
    throw conflict(
      "proposal_over",
      "This proposal is no longer open.",
      "The order page shows the due date that applies now.",
    );
  if (proposal.expiresAt <= ctx.now)
    throw conflict("proposal_expired", "This proposal has expired.", "Propose a date again if you still need one.");
  if (!isMovable(order.status) || currentDueAt(order)?.getTime() !== proposal.oldDueAt.getTime())
    throw conflict(
      "date_moved_on",
      "The order has changed since this date was proposed.",
      "Propose a date again if you still need one.",
    );
}

/**
 * The author or the editor agrees to a proposed date. When both have, it applies at once and every dependent deadline
 * moves with it. A reaction refunds what the author gets back. Agreeing twice does nothing.
 */
export const agreeToDate = command({
  input: Input,
  load: ({ proposalId }, ctx) => lockProposal(ctx, proposalId),
  allow: (actor, { order }) => {
    const side = dateSideOf(actor, order);
    return side === "client" || side === "editor" || "Only the order's author and editor can agree to a date.";
  },
  run: async ({ thing: { order, proposal }, ...ctx }) => {
    const side = dateSideOf(ctx.actor, order) as "client" | "editor";
    if (!missingAgreement(proposal).includes(side) && ["open", "agreed"].includes(proposal.status))
      return { applies: proposal.status === "agreed" };
    checkOpen(ctx, order, proposal);
    const agreed = await ctx.tx
      .updateTable("date_proposals")
      .set(side === "client" ? { clientAgreedAt: ctx.now } : { editorAgreedAt: ctx.now })
      .where("id", "=", proposal.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (missingAgreement(agreed).length > 0) {
      await orderFact(ctx, order, "deadline.agreed_by", { ...datesIn(order, proposal), by: side }, proposal.id);
      return { applies: false };
    }
    await apply(ctx, order, agreed);
    return { applies: true };
  },
});

/** The author or the editor declines a proposed date: the current one stays. */
export const declineDate = command({
  input: Input,
  load: ({ proposalId }, ctx) => lockProposal(ctx, proposalId),
  allow: (actor, { order, proposal }) =>
    mayAnswer(actor, order, proposal) || "Only the order's author and editor can decline a date.",
  run: async ({ thing: { order, proposal }, ...ctx }) => {
    checkOpen(ctx, order, proposal);
    await endProposal(ctx, order, proposal, "declined");
  },
});

async function apply(ctx: CommandContext, order: Order, proposal: DateProposal): Promise<void> {
  const laterMs = proposal.newDueAt.getTime() - proposal.oldDueAt.getTime();
  const dates = datesIn(order, proposal);
  const { oldDueAt, newDueAt } = proposal;
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
          windowMs: order.windowMs + laterMs,
          payBp: proposal.payBp,
          editorPayMinor: proposal.editorPayMinor,
        }),
    flags: json(Object.fromEntries(Object.entries(order.flags).filter(([name]) => !isWorkFlag(name)))),
  });
  await ctx.tx
    .updateTable("date_proposals")
    .set({ status: "agreed", decidedAt: ctx.now })
    .where("id", "=", proposal.id)
    .execute();
  await moveLateDecision(ctx, order, "agree");
  await orderFact(ctx, changed, "deadline.changed", { ...dates, editorPayMinor: proposal.editorPayMinor }, proposal.id);
}
