import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes an owner's keys and what they sent. */
export async function forgetIntegrations(tx: Tx, uid: string): Promise<void> {
  for (const table of ["api_requests", "api_keys"] as const)
    await tx.deleteFrom(table).where("ownerId", "=", uid).execute();
}
