import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type DomainState, MOST_DOMAINS, domainOfAddress, proofRecord } from "../../rules/domain.ts";
import type { OwnOrganization } from "../find-organization.ts";

/** A domain as its organization and the people who decide about it see it. */
export type DomainOnPage = {
  id: string;
  domain: string;
  state: Exclude<DomainState, "removed">;
  /** The DNS record that proves it. */
  record: { host: string; value: string };
  /** Who asked for an approval, with the address that's the reason; null if nobody did. */
  asked: { by: string; email: string; at: Date } | null;
  /** Why it was declined. */
  reason: string;
  verifiedAt: Date | null;
};

/** An organization's domains, by name. */
export async function domainsOf(organizationId: string, db: Reader = database()): Promise<DomainOnPage[]> {
  const rows = await db
    .selectFrom("organization_domains as d")
    .leftJoin("users as u", "u.uid", "d.askedBy")
    .select(["d.id", "d.domain", "d.state", "d.token", "d.reason", "d.verifiedAt", "d.askedAt"])
    .select(["u.displayName", "u.email"])
    .where("d.organizationId", "=", organizationId)
    .where("d.state", "<>", "removed")
    .orderBy("d.domain")
    .limit(MOST_DOMAINS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    domain: row.domain,
    state: row.state === "removed" ? "open" : row.state,
    record: proofRecord(row),
    asked:
      row.state === "asked" && row.askedAt && row.displayName && row.email
        ? { by: row.displayName, email: row.email, at: row.askedAt }
        : null,
    reason: row.reason,
    verifiedAt: row.verifiedAt,
  }));
}

/** One domain of a locked organization. @throws not-found */
export async function ownDomain(db: Reader, it: OwnOrganization, domainId: string) {
  const row = isId("organizationDomain", domainId)
    ? await db
        .selectFrom("organization_domains")
        .selectAll()
        .where("id", "=", domainId)
        .where("organizationId", "=", it.id)
        .where("state", "<>", "removed")
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("domain");
  return row;
}

/** Whether another organization has verified a domain. */
export const isHeldByOthers = async (tx: Tx, domain: string, organizationId: string): Promise<boolean> =>
  (await tx
    .selectFrom("organization_domains")
    .select("id")
    .where("domain", "=", domain)
    .where("state", "=", "verified")
    .where("organizationId", "<>", organizationId)
    .executeTakeFirst()) !== undefined;

/** An organization that somebody may join because of their address. */
export type Institution = { id: string; name: string };

/**
 * The organization that somebody may join by themselves: it has verified the domain of their verified address, lets
 * people join, and didn't remove them. Null if there's none, or they're a member already.
 */
export async function institutionFor(actor: Actor, db: Reader = database()): Promise<Institution | null> {
  if (actor.kind !== "person" || !actor.emailVerified) return null;
  const { rows } = await sql<Institution>`
    select o.id, o.name from organization_domains d join organizations o on o.id = d."organizationId"
    where d.domain = ${domainOfAddress(actor.email)} and d.state = 'verified' and o."joinsByDomain" and o."closedAt" is null
      and not exists (select 1 from organization_members m where m."organizationId" = o.id and m.uid = ${actor.uid})
      and not exists (select 1 from organization_removals r where r."organizationId" = o.id and r.uid = ${actor.uid})`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The domains that an admin has to approve, the oldest first. */
export async function waitingDomains(db: Reader, most: number) {
  return db
    .selectFrom("organization_domains as d")
    .innerJoin("organizations as o", "o.id", "d.organizationId")
    .select(["d.id", "d.organizationId", "o.name", "d.domain", "d.addedAt", "d.askedAt"])
    .where("d.state", "=", "asked")
    .orderBy("d.askedAt")
    .orderBy("d.id")
    .limit(most)
    .execute();
}
