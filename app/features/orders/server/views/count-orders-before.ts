import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { unaliasedEmail } from "#app/features/pricing/rules/unaliased-email.ts";

/**
 * The orders, other than this one, that a client has paid for with any account of the same mailbox and wasn't refunded
 * in full; at most one is counted.
 */
export async function countOrdersBefore(uid: string | null, orderId: string, db: Reader): Promise<number> {
  if (uid === null) return 0;
  const user = await db.selectFrom("users").select("email").where("uid", "=", uid).executeTakeFirst();
  if (!user) return 0;
  const paid = await db
    .selectFrom("orders as o")
    .innerJoin("users as u", "u.uid", "o.userId")
    .select("o.id")
    .where(sql<boolean>`unaliased_email(u.email) = ${unaliasedEmail(user.email)}`)
    .where("o.id", "<>", orderId)
    .where("o.paidAt", "is not", null)
    .where("o.status", "<>", "refunded")
    .limit(1)
    .executeTakeFirst();
  return paid ? 1 : 0;
}
