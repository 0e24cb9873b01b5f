import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/** How many lead editors a review is offered to at once. The rest find it in the queue. */
const OFFERED_TO = 20;

/** Lead editors whose identity is verified, who signed the agreement, and who have no expired document. */
const leads = (db: Reader) =>
  db
    .selectFrom("editors")
    .where("level", "=", "lead")
    .where("identityApprovedAt", "is not", null)
    .where("agreementSignedAt", "is not", null)
    .where("kycExpiredAt", "is", null);

/** Whether the database says now that somebody is a lead editor who may edit. */
export async function isLead(actor: Actor, db: Reader = database()): Promise<boolean> {
  if (actor.kind !== "person" || !actor.emailVerified || !actor.isEditor) return false;
  return (await leads(db).select("uid").where("uid", "=", actor.uid).executeTakeFirst()) !== undefined;
}

/** The lead editors that a review can be offered to: none of those involved, and nobody its author blocked. */
export async function listLeads(
  db: Reader,
  about: { clientId: string | null; involved: readonly (string | null)[] },
): Promise<string[]> {
  const rows = await leads(db)
    .select("uid")
    .where("uid", "<>", sql<string>`all(${about.involved.filter((uid) => uid !== null)}::text[])`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("client_editors as b")
            .select("b.editorId")
            .whereRef("b.editorId", "=", "editors.uid")
            .where("b.userId", "=", about.clientId ?? "")
            .where("b.kind", "=", "blocked"),
        ),
      ),
    )
    .orderBy("uid")
    .limit(OFFERED_TO)
    .execute();
  return rows.map(({ uid }) => uid);
}
