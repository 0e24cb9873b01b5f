import type { Selectable } from "kysely";
import type { TaxExemptionsTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { sealedFile } from "#app/platform/server/files/sealed-files.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { findOrganization, lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { EXEMPTION_BOUNDS, type Exemption, exemptionPhase, exemptionPlaceName } from "../rules/exemption.ts";

export type ExemptionRow = Selectable<TaxExemptionsTable>;

/** The certificates of an organization that count on a day. */
export const exemptionsOf = (organizationId: string, day: string, db: Reader): Promise<Exemption[]> =>
  db
    .selectFrom("tax_exemptions")
    .select(["place", "certificate"])
    .where("organizationId", "=", organizationId)
    .where("state", "=", "active")
    .where("lastDay", ">=", day)
    .orderBy("decidedAt")
    .orderBy("id")
    .limit(EXEMPTION_BOUNDS.perOrganization)
    .execute();

/** A certificate on the page of its organization. */
export type ExemptionOnPage = {
  id: string;
  place: string;
  certificate: string;
  lastDay: string;
  phase: ReturnType<typeof exemptionPhase>;
  reason: string;
  askedAt: Date;
};

/** All certificates of an organization, newest first. @param today a UTC day */
export async function listExemptions(
  organizationId: string,
  today: string,
  db: Reader = database(),
): Promise<ExemptionOnPage[]> {
  const rows = await db
    .selectFrom("tax_exemptions")
    .select(["id", "place", "certificate", "lastDay", "state", "reason", "askedAt"])
    .where("organizationId", "=", organizationId)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .limit(EXEMPTION_BOUNDS.perOrganization)
    .execute();
  return rows.map(({ place, ...row }) => ({
    ...row,
    place: exemptionPlaceName(place),
    phase: exemptionPhase(row, today),
  }));
}

/** Certificates that wait to be checked, of all organizations, the oldest first. */
export const waitingExemptions = (db: Reader, limit: number) =>
  db
    .selectFrom("tax_exemptions as e")
    .innerJoin("organizations as o", "o.id", "e.organizationId")
    .select(["e.id", "e.organizationId", "o.name", "e.place", "e.askedAt"])
    .where("e.state", "=", "asked")
    .orderBy("e.askedAt")
    .orderBy("e.id")
    .limit(limit)
    .execute();

/** A certificate with its organization, which is locked first. @throws not-found */
export async function lockExemption(tx: Tx, actor: Actor, id: string) {
  const known = isId("taxExemption", id)
    ? await tx.selectFrom("tax_exemptions").select("organizationId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("certificate");
  const organization = await lockOrganization(tx, actor, known.organizationId);
  const row = await tx
    .selectFrom("tax_exemptions")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, organization };
}

/** GET /api/tax-exemptions/:id: the PDF, for those who manage the organization and the finance team. */
export async function getExemption(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const row = isId("taxExemption", params.id)
    ? await database()
        .selectFrom("tax_exemptions")
        .select(["organizationId", "file"])
        .where("id", "=", params.id)
        .executeTakeFirst()
    : undefined;
  if (!row || !can.seeCosts(actor, await findOrganization(actor, row.organizationId))) throw notFound("file");
  return sealedFile(request, { ...row.file, contentType: "application/pdf" });
}
