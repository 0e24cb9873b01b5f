import { sql } from "kysely";
import type { Tx } from "#app/platform/server/core/database.ts";
import { mailIdIn } from "#app/platform/server/mail/thread-headers.ts";

/**
 * The open question of an order that one of our emails carried, or null: so that a reply to it is the answer and lifts
 * the hold.
 * @param inReplyTo the Message-ID of the email that was answered: ours, or the one Amazon SES gave it
 */
export async function findAskedQuery(tx: Tx, orderId: string, inReplyTo: string | null): Promise<string | null> {
  if (!inReplyTo) return null;
  const mailId = mailIdIn(inReplyTo);
  const providerId = /^<([^@<>]+)@(?:[a-z0-9-]+\.)?amazonses\.com>$/i.exec(inReplyTo)?.[1] ?? null;
  if (!mailId && !providerId) return null;
  const row = await tx
    .selectFrom("mail as e")
    .innerJoin("facts as f", (on) => on.on(sql`split_part(e.key, ':', 1)`, "=", sql.ref("f.id")))
    .innerJoin("messages as m", (on) => on.on(sql`f.data->>'messageId'`, "=", sql.ref("m.id")))
    .select("m.id")
    .where((e) => (mailId ? e("e.id", "=", mailId) : e("e.providerId", "=", providerId)))
    .where("f.kind", "in", ["query.asked", "query.reminded"])
    .where("f.orderId", "=", orderId)
    .where("m.kind", "=", "query")
    .where("m.answeredAt", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}
