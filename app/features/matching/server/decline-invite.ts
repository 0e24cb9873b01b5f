import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { DECLINE_REASONS, type DeclineReason } from "../rules/decline.ts";
import { isInvited, lockInvite } from "./accept-invite.ts";

/**
 * Declines an invite. It doesn't count against the editor, and the next wave starts sooner. Done again with a reason, it
 * adds the reason, which only staff see.
 */
export const declineInvite = command({
  input: z.object({
    inviteId: z.string(),
    reason: z
      .enum(Object.keys(DECLINE_REASONS) as [DeclineReason, ...DeclineReason[]], { error: "Choose a reason." })
      .optional(),
    note: z.string().trim().max(500, "Shorten this to 500 characters or fewer.").default(""),
  }),
  load: ({ inviteId }, ctx) => lockInvite(inviteId, ctx),
  allow: (actor, { invite }) => isInvited(actor, invite.editorId),
  run: async ({ input, thing: { invite, order }, ...ctx }) => {
    const words = { declineReason: input.reason ?? "other", declineNote: input.note };
    if (invite.status === "declined") {
      if (input.reason) await ctx.tx.updateTable("invites").set(words).where("id", "=", invite.id).execute();
      return;
    }
    if (invite.status !== "sent")
      throw conflict("invite_over", "This invite is no longer open.", "You don't need to do anything.");
    await ctx.tx
      .updateTable("invites")
      .set({ status: "declined", respondedAt: ctx.now, ...words })
      .where("id", "=", invite.id)
      .execute();
    await ctx.fact("invite.declined", {
      orderId: order.id,
      subjectId: invite.editorId,
      data: { inviteId: invite.id, editorId: invite.editorId, reason: words.declineReason },
      topics: [`user:${invite.editorId}`, "staff"],
    });
  },
});
