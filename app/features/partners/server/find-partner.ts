import type { Selectable } from "kysely";
import type { PartnersTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type StandingState, standingState } from "#app/platform/rules/core/standing-state.ts";

export type Partner = Selectable<PartnersTable>;

export const partnerState = (partner: Partner, at: Date): StandingState => standingState(partner, at);

/** The partner whose link it is, whatever its state, or undefined. */
export const partnerByCode = (code: string, db: Reader = database()): Promise<Partner | undefined> =>
  db.selectFrom("partners").selectAll().where("code", "=", code.toLowerCase()).executeTakeFirst();

/** The partner that an order with this code is from, while the partnership lasts; otherwise null. */
export async function activePartner(code: string | null, at: Date, db: Reader): Promise<Partner | null> {
  const partner = code === null ? undefined : await partnerByCode(code, db);
  return partner && partnerState(partner, at) === "active" ? partner : null;
}

/** @throws refused unless admin */
export function allowPartners(actor: Actor): void {
  if (!may(actor, "prices")) throw refused(only("prices", "see partners"));
}

/** A partner, for admins. @throws not-found, refused */
export async function getPartner(actor: Actor, id: string | undefined, db: Reader = database()): Promise<Partner> {
  allowPartners(actor);
  const partner = isId("partner", id)
    ? await db.selectFrom("partners").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!partner) throw notFound("partner");
  return partner;
}

/** The same, locked for this transaction. @throws not-found */
export async function lockPartner(tx: Tx, id: string): Promise<Partner> {
  const partner = isId("partner", id)
    ? await tx.selectFrom("partners").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!partner) throw notFound("partner");
  return partner;
}
