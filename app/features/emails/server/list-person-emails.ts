import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { findSuppression } from "#app/platform/server/mail/mail-events.ts";

const SHOWN = 10;

/**
 * The latest emails to a person's address, without their contents, and why none are sent now.
 * @throws refused unless staff
 */
export async function listPersonEmails(actor: Actor, address: string) {
  if (!may(actor, "care")) throw refused("Only staff can see somebody's emails.");
  const [rows, stopped] = await Promise.all([
    database()
      .selectFrom("mail")
      .select(["id", "subject", "status", "failure", "createdAt"])
      .where(sql`lower("to")`, "=", address.toLowerCase())
      .orderBy("createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    findSuppression(address),
  ]);
  return {
    rows: rows,
    stopped: stopped,
  };
}
export type PersonEmails = Awaited<ReturnType<typeof listPersonEmails>>;
