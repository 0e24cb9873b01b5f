import { z } from "zod";
import { conflict, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { recordView } from "#app/features/orders/server/work/record-view.ts";

/**
 * Shows an invited editor who signed the confidentiality agreement a sample of a few words of the body. Logs every
 * view.
 */
export const showSample = command({
  input: z.object({ inviteId: z.string() }),
  load: async ({ inviteId }, { tx }) => {
    const invite = await tx.selectFrom("invites").selectAll().where("id", "=", inviteId).executeTakeFirst();
    if (!invite) throw notFound("invite");
    return invite;
  },
  allow: (actor, invite) => actor.kind === "person" && actor.emailVerified && actor.uid === invite.editorId,
  run: async ({ thing: invite, tx, now }) => {
    if (invite.status !== "sent" || invite.expiresAt <= now)
      throw conflict("invite_over", "This invite is no longer open.", "You don't need to do anything.");
    const editor = await tx
      .selectFrom("editors")
      .select("confidentialitySignedAt")
      .where("uid", "=", invite.editorId)
      .executeTakeFirst();
    if (!editor?.confidentialitySignedAt) throw refused("Sign the confidentiality agreement to see samples.");
    const order = await tx
      .selectFrom("orders")
      .select("choices")
      .where("id", "=", invite.orderId)
      .executeTakeFirstOrThrow();
    if (order.choices.allowSample === false) throw refused("The author turned off the sample.");
    const file = await tx
      .selectFrom("files")
      .select(["id", "sample"])
      .where("orderId", "=", invite.orderId)
      .where("purpose", "=", "source")
      .where("removedAt", "is", null)
      .where("sample", "is not", null)
      .orderBy("position")
      .limit(1)
      .executeTakeFirst();
    if (!file?.sample)
      throw conflict("no_sample", "This manuscript has no sample.", "The word counts by section show what's in it.");
    await recordView(tx, {
      fileId: file.id,
      orderId: invite.orderId,
      viewerId: invite.editorId,
      what: "sample",
      at: now,
    });
    await tx
      .updateTable("invites")
      .set({ seenAt: invite.seenAt ?? now })
      .where("id", "=", invite.id)
      .execute();
    return { sample: file.sample };
  },
});
