import { sql } from "kysely";
import { type Tx, database } from "../core/database.ts";

/** Deletes every email that was or is to be sent to an address. */
export async function forgetAddress(tx: Tx, address: string): Promise<void> {
  await sql`delete from mail where lower("to") = lower(${address})`.execute(tx);
}

/** Deletes emails of a kind that were sent, or given up, before an instant. */
export async function forgetSent(kind: string, before: Date): Promise<void> {
  await database()
    .deleteFrom("mail")
    .where("kind", "=", kind)
    .where("status", "in", ["sent", "failed"])
    .where("createdAt", "<", before)
    .execute();
}
