import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes somebody's notifications and notification settings. */
export async function forgetReader(tx: Tx, uid: string): Promise<void> {
  await tx
    .deleteFrom("notifications")
    .where((e) => e.or([e("userId", "=", uid), e("mailTo", "=", uid)]))
    .execute();
  await tx.deleteFrom("notification_reads").where("userId", "=", uid).execute();
  await tx.deleteFrom("push_subscriptions").where("uid", "=", uid).execute();
  await tx.deleteFrom("notification_preferences").where("uid", "=", uid).execute();
}
