import { sql } from "kysely";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { anyRoleSql } from "#app/features/accounts/server/people/role-sql.ts";
import type { OrganizationsOfSignIn } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { domainOfAddress } from "../../rules/domain.ts";

/**
 * Who has to use an organization's single sign-on: it requires that of members with an address at a domain it has
 * verified. Owners keep their other ways, so that a provider that fails locks nobody out for good, and staff have no
 * other.
 */
const REQUIRED = sql`from organization_members m
  join organization_sign_in s on s."organizationId" = m."organizationId" and s.state = 'required'
  join organizations o on o.id = m."organizationId" and o."closedAt" is null
  join auth_user a on a.id = m.uid
  join organization_domains d on d."organizationId" = o.id and d.state = 'verified'
    and d.domain = lower(reverse(split_part(reverse(a.email), '@', 1)))
  left join users u on u.uid = a.id
  where m.role in ('manager', 'member') and not ${anyRoleSql()}`;

/** The members who have to use an organization's single sign-on. */
export async function requiredMembers(tx: Tx, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select m.uid ${REQUIRED} and o.id = ${organizationId}`.execute(tx);
  return rows.map(({ uid }) => uid);
}

/** What accounts have to know of organizations. */
export const forAccounts: OrganizationsOfSignIn = {
  async requiredOf(uid, { browserHash, withinMs }) {
    const { rows } = await sql<{ id: string; name: string }>`
      select o.id, o.name ${REQUIRED} and m.uid = ${uid}
        and not exists (
          select 1 from sign_in_attempts t where t."organizationId" = o.id and t.uid = m.uid and t.purpose = 'sign-in'
            and t."browserHash" = ${browserHash} and t."finishedAt" > ${new Date(Date.now() - withinMs)})
      order by o.id limit 1`.execute(database());
    return rows[0] ?? null;
  },
  async ofAddress(email) {
    const row = await database()
      .selectFrom("organization_domains as d")
      .innerJoin("organization_sign_in as s", "s.organizationId", "d.organizationId")
      .innerJoin("organizations as o", "o.id", "d.organizationId")
      .select(["o.id", "o.name"])
      // It has to be verified now.
      .where("d.domain", "=", domainOfAddress(email.trim()))
      .where("d.state", "=", "verified")
      .where("s.state", "in", ["on", "required"])
      .where("o.closedAt", "is", null)
      .executeTakeFirst();
    return row ?? null;
  },
  async nameOf(organizationId, db) {
    const row = await db.selectFrom("organizations").select("name").where("id", "=", organizationId).executeTakeFirst();
    return row?.name ?? null;
  },
};
