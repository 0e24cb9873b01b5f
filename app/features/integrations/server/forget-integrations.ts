import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes an owner's keys with what they sent, webhooks with their events, and calendar links. */
export async function forgetIntegrations(tx: Tx, uid: string): Promise<void> {
  for (const table of ["api_requests", "api_keys", "webhook_endpoints", "webhook_events"] as const)
    await tx.deleteFrom(table).where("ownerId", "=", uid).execute();
  await tx.deleteFrom("calendar_feeds").where("uid", "=", uid).execute();
}
