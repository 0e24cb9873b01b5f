import { sql } from "kysely";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import { type Tx, database } from "../core/database.ts";

/** Deletes all emails to an address, sent or pending, and its bounces and complaints. */
export async function forgetAddress(tx: Tx, address: string): Promise<void> {
  await sql`delete from mail where lower("to") = lower(${address})`.execute(tx);
  await sql`delete from mail_events where address = lower(${address})`.execute(tx);
  await sql`delete from mail_suppressions where address = lower(${address})`.execute(tx);
  await sql`update inbound_emails set address = null, "messageId" = null, thread = null where address = lower(${address})`.execute(
    tx,
  );
  await sql`delete from held_emails where address = lower(${address})`.execute(tx);
  await sql`delete from mail_reply_addresses where address = lower(${address})`.execute(tx);
}

/** Empties the emails of a conversation, sent or pending, because what they quote is deleted. */
export async function emptyEmailsOf(thread: string, instead: string): Promise<void> {
  await database()
    .updateTable("mail")
    .set({ html: escapeHtml(instead), text: instead })
    .where("thread", "=", thread)
    .where("text", "<>", instead)
    .execute();
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
