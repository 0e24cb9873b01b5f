import { sql } from "kysely";
import { type Tx, database } from "../core/database.ts";

/** Deletes all emails to an address, sent or pending, and its bounces and complaints. */
export async function forgetAddress(tx: Tx, address: string): Promise<void> {
  await sql`delete from mail where lower("to") = lower(${address})`.execute(tx);
  await sql`delete from mail_events where address = lower(${address})`.execute(tx);
  await sql`delete from mail_suppressions where address = lower(${address})`.execute(tx);
  await sql`delete from mail_reply_addresses where address = lower(${address})`.execute(tx);
}

/** Deletes emails of a kind that were sent, or given up on, before an instant. */
export async function forgetSent(kind: string, before: Date): Promise<void> {
  await database()
    .deleteFrom("mail")
    .where("kind", "=", kind)
    .where("status", "in", ["sent", "failed", "bounced", "complained", "suppressed"])
    .where("createdAt", "<", before)
    .execute();
}
