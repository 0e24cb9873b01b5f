import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { z } from "zod";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { isChangeable } from "../../rules/change/order-change.ts";
import { requireNoOpenCharge } from "../charges/open-charge.ts";
import { dateProposals } from "../due-date/date-proposals.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { checkEditorRoom } from "./check-editor-room.ts";
import { sideOf } from "../agreements/agreement.ts";
import { aboutChange } from "./apply-change.ts";
import { orderChanges } from "./order-changes.ts";
import { WantedChange, planChange } from "./plan-change.ts";

const Input = WantedChange.extend({
  orderId: z.string(),
  reason: reasonText("Enter a reason. The other side will see it.", 3),
});

/** @throws conflict when what was ordered can't change now, or something else is being agreed */
async function requireChangeable(ctx: CommandContext, order: Order): Promise<void> {
  if (!isChangeable(order))
    throw conflict(
      "not_changeable",
      "This order can't be changed at this point.",
      "It can be changed while an editor is working on it in time, no question is open, and its date wasn't moved later.",
    );
  if (await orderChanges.activeOf(ctx.tx, order.id).executeTakeFirst())
    throw conflict("change_open", "Another change has already been proposed.", "Answer or withdraw it first.");
  if (await dateProposals.activeOf(ctx.tx, order.id).executeTakeFirst())
    throw conflict("proposal_open", "Another date has already been proposed.", "Answer or withdraw it first.");
  await requireNoOpenCharge(ctx, order);
}

/**
 * The author or staff propose an earlier date, another service or other add-ons. The price is that of the changed
 * order, by the rules it was priced with. It applies once the author and the editor have agreed and a difference is
 * paid.
 * @throws not-found; refused; invalid with messages by field; conflict (not_changeable, change_open, no_room,
 * custom_price)
 */
export const proposeChange = command({
  input: Input,
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor, order) => {
    const side = sideOf(actor, order);
    return side === "client" || side === "staff" || "Only the order's author and our staff can propose a change.";
  },
  async run({ input, thing: order, ...ctx }): Promise<{ changeId: string }> {
    await requireChangeable(ctx, order);
    const changed = await planChange(ctx.actor, order, input, ctx.now, ctx.tx);
    await checkEditorRoom(ctx, order, changed.earlierMs);
    const { answer } = await deadlinesOfOrder(order, ctx.tx);
    const side = sideOf(ctx.actor, order) as "client" | "staff";
    const change = await ctx.tx
      .insertInto("order_changes")
      .values({
        id: newId("orderChange"),
        orderId: order.id,
        proposedBy: uidOf(ctx.actor)!,
        side,
        what: json(changed.what),
        earlierMs: changed.earlierMs,
        price: json(changed.after),
        reason: input.reason,
        oldTotalMinor: order.totalMinor,
        refundMinor: Math.max(0, order.totalMinor - changed.after.totalMinor),
        clientAgreedAt: side === "client" ? ctx.now : null,
        createdAt: ctx.now,
        expiresAt: after(ctx.now, answer.changeMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await orderFact(
      ctx,
      order,
      "change.proposed",
      { ...aboutChange(order, change), reason: input.reason, expiresAt: change.expiresAt.toISOString() },
      change.id,
    );
    return { changeId: change.id };
  },
});
