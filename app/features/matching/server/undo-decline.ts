import { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { isInvited, lockInvite } from "./accept-invite.ts";

/**
 * Reopens a declined invite, if it hasn't expired, the order has no editor, and nobody was invited in its place.
 * Repeating it does nothing.
 */
export const undoDecline = command({
  input: z.object({ inviteId: z.string() }),
  load: ({ inviteId }, ctx) => lockInvite(inviteId, ctx),
  allow: (actor, { invite }) => isInvited(actor, invite.editorId),
  run: async ({ thing: { invite, order }, ...ctx }) => {
    if (invite.status === "sent") return;
    const replaced = await ctx.tx
      .selectFrom("invites")
      .select("id")
      .where("orderId", "=", order.id)
      .where("sentAt", ">", invite.respondedAt ?? ctx.now)
      .where("id", "<>", invite.id)
      .executeTakeFirst();
    if (invite.status !== "declined" || invite.expiresAt <= ctx.now || order.status !== "paid" || replaced)
      throw conflict(
        "invite_gone",
        "You can't reopen this invite.",
        "It expired, another editor was invited instead, or the order has an editor.",
      );
    await ctx.tx
      .updateTable("invites")
      .set({ status: "sent", respondedAt: null, declineReason: null, declineNote: "" })
      .where("id", "=", invite.id)
      .execute();
    await ctx.fact("invite.reopened", {
      orderId: order.id,
      subjectId: invite.editorId,
      data: { inviteId: invite.id, editorId: invite.editorId },
      topics: [`user:${invite.editorId}`, "staff"],
    });
  },
});

export type DeclinedInvite = {
  inviteId: string;
  number: string;
  expiresAt: Date;
  /** Whether the editor gave a reason. */
  hasReason: boolean;
};

/** The invites an editor declined and can still reopen, latest first. */
export async function listUndoable(person: Pick<Person, "uid">, now: Date): Promise<DeclinedInvite[]> {
  const rows = await database()
    .selectFrom("invites as i")
    .innerJoin("orders as o", "o.id", "i.orderId")
    .select(["i.id", "o.number", "i.expiresAt", "i.declineReason", "i.declineNote"])
    .where("i.editorId", "=", person.uid)
    .where("i.status", "=", "declined")
    .where("i.expiresAt", ">", now)
    .where("o.status", "=", "paid")
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("invites as later")
            .select("later.id")
            .whereRef("later.orderId", "=", "i.orderId")
            .whereRef("later.id", "<>", "i.id")
            .whereRef("later.sentAt", ">", "i.respondedAt"),
        ),
      ),
    )
    .orderBy("i.respondedAt", "desc")
    .limit(10)
    .execute();
  return rows.map((r) => ({
    inviteId: r.id,
    number: r.number,
    expiresAt: r.expiresAt,
    hasReason: r.declineReason !== "other" || r.declineNote !== "",
  }));
}
