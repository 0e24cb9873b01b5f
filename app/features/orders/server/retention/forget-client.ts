import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { UNPAID } from "../../rules/flow.ts";
import { ENDED } from "../../rules/retention.ts";
import { withdraw } from "../drafts/discard-draft.ts";
import { lockOrder } from "../views/find-order.ts";

/**
 * Ends what somebody has with orders when they leave: unpaid ones are withdrawn, the files of finished ones are deleted by the clock as soon as
 * nothing keeps them, and the lists of editors they are on, or keep, go.
 */
export async function endClient(ctx: CommandContext, uid: string, email: string): Promise<void> {
  const { tx, now } = ctx;
  const unpaid = await tx
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", uid)
    .where("status", "in", [...UNPAID])
    .execute();
  for (const { id } of unpaid) await withdraw(ctx, await lockOrder(tx, id));
  await tx
    .updateTable("orders")
    .set({ deletionAskedAt: now })
    .where("userId", "=", uid)
    .where("status", "in", [...ENDED])
    .where("deletionAskedAt", "is", null)
    .where("deletionStartedAt", "is", null)
    .execute();
  await tx
    .deleteFrom("client_editors")
    .where((e) => e.or([e("userId", "=", uid), e("editorId", "=", uid)]))
    .execute();
  await tx
    .deleteFrom("field_waits")
    .where((e) => e.or([e("uid", "=", uid), e(sql`lower(email)`, "=", email.toLowerCase())]))
    .execute();
}

/** Empties what somebody wrote in ratings. The stars stay with the editor's record. */
export const forgetRatings = async ({ tx }: CommandContext, uid: string): Promise<void> => {
  await tx.updateTable("ratings").set({ comment: "" }).where("userId", "=", uid).execute();
};
