import { sql } from "kysely";
import type { Tx } from "#app/platform/server/core/database.ts";

const ERASED = "Erased at the writer's request.";

/**
 * Erases what somebody wrote to support by ticket, chat, and contact form. The record that there was a ticket, and
 * when, stays.
 */
export async function forgetCustomer(tx: Tx, uid: string, email: string): Promise<void> {
  const own = tx
    .selectFrom("tickets")
    .select("id")
    .where((e) => e.or([e("ownerUid", "=", uid), e(sql`lower("visitorEmail")`, "=", email.toLowerCase())]));
  await tx
    .updateTable("ticket_messages")
    .set({ body: ERASED })
    .where("ticketId", "in", own)
    .where("kind", "<>", "event")
    .execute();
  await tx
    .updateTable("tickets")
    .set({ subject: "Erased ticket", visitorName: null, visitorEmail: null, ratingComment: null })
    .where("id", "in", own)
    .execute();
  await tx
    .updateTable("contact_messages")
    .set({ name: "Erased", email: "erased@closed.invalid", message: ERASED })
    .where((e) => e.or([e("uid", "=", uid), e(sql`lower(email)`, "=", email.toLowerCase())]))
    .execute();
}
