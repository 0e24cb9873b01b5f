import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { UNPAID } from "../../rules/flow.ts";
import { ENDED } from "../../rules/retention/retention.ts";
import { withdraw } from "../drafts/discard-draft.ts";
import { lockOrder } from "../views/find-order.ts";

/**
 * Cleans up the orders of somebody who leaves: unpaid ones are withdrawn, the clock deletes the files of finished ones
 * as soon as there's no reason to keep them, and the lists of editors that they made or are on are deleted.
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

/** Deletes what somebody wrote in ratings. The stars stay in the editor's record. */
export const forgetRatings = async ({ tx }: CommandContext, uid: string): Promise<void> => {
  await tx.updateTable("ratings").set({ comment: "" }).where("userId", "=", uid).execute();
};
