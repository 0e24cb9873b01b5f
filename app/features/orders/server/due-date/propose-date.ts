import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { z } from "zod";
import { uidOf, zoneOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import {
  authorDateFor,
  currentDueAt,
  dateFault,
  isMovable,
  payAfter,
  priceForWindow,
  proposalExpiresAt,
} from "../../rules/change/date-change.ts";
import { moveLateDecision } from "../late/move-late-decision.ts";
import { lockOrder } from "../views/find-order.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { payOfEditor } from "../lifecycle/pay-of-editor.ts";
import { sideOf } from "../agreements/agreement.ts";
import { dateProposals, datesIn } from "./date-proposals.ts";

/**
 * The author, the editor, or staff propose a later due date. The editor proposes their own deadline, and the author's
 * date moves by the same amount. The price is that of the cheapest turnaround that fits the new date.
 * @throws conflict if another proposal is open or the date can't change now
 */
export const proposeDate = command({
  input: z.object({
    orderId: z.string(),
    /** "2026-11-24T14:05" in the proposer's time zone. */
    newDate: z.string(),
    reason: z
      .string()
      .trim()
      .min(3, "Enter a reason. The other side will see it.")
      .max(1_000, "Shorten this to 1,000 characters or fewer."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) =>
    sideOf(actor, order) !== null || "Only the author, the editor, or our staff can propose another due date.",
  run: async (ctx) => {
    const { input, thing: order, tx, now, actor } = ctx;
    const side = sideOf(actor, order)!;
    const oldDueAt = currentDueAt(order);
    if (!isMovable(order.status) || !oldDueAt)
      throw conflict(
        "date_fixed",
        "The due date can't be changed at this point.",
        "It can be changed while an editor is working on the order and no question is open.",
      );
    if (await dateProposals.activeOf(tx, order.id).executeTakeFirst())
      throw conflict(
        "proposal_open",
        "Another date has already been proposed.",
        "Answer or withdraw it at the top of the order page first.",
      );
    const zone = zoneOf(actor);
    const typed = instantOf(input.newDate, zone);
    const own = side === "editor" && !order.deliveredAt && order.editorDueAt ? order.editorDueAt : oldDueAt;
    const fault = typed ? dateFault(own, typed, now) : "Choose a date and a time.";
    if (!typed || fault)
      throw invalid("date", fault ?? "", "Choose another date and propose it again.", { newDate: fault ?? "" });
    const newDueAt = side === "editor" ? authorDateFor(order, typed) : typed;
    const agreed = await payOfEditor(order, tx);
    const next =
      order.deliveredAt || !order.price
        ? null
        : priceForWindow(
            order.price,
            order.windowMs + newDueAt.getTime() - oldDueAt.getTime(),
            await pricingOfOrder(order, ctx.tx),
          );
    const payBp = Math.min(order.payBp, next?.payBp ?? order.payBp);
    const proposal = await tx
      .insertInto("date_proposals")
      .values({
        id: newId("dateProposal"),
        orderId: order.id,
        proposedBy: uidOf(actor)!,
        side,
        oldDueAt,
        newDueAt,
        reason: input.reason,
        // Leaves out what earlier date changes already refunded.
        refundMinor: next
          ? Math.max(0, order.totalMinor - next.totalMinor - (await dateProposals.sumRefunds(order.id, "agreed", tx)))
          : 0,
        payBp,
        editorPayMinor: agreed === null ? null : payAfter(agreed, order.payBp, payBp),
        clientAgreedAt: side === "client" ? now : null,
        editorAgreedAt: side === "editor" ? now : null,
        createdAt: now,
        expiresAt: proposalExpiresAt(oldDueAt, now, await deadlinesOfOrder(order, tx)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (side === "staff") await moveLateDecision(ctx, order, "propose");
    await orderFact(
      ctx,
      order,
      "deadline.proposed",
      { ...datesIn(order, proposal), reason: input.reason },
      proposal.id,
    );
    return { proposalId: proposal.id };
  },
});
