import type { Selectable } from "kysely";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { sealJson, unsealJson } from "#app/platform/server/files/sealing.ts";
import type { OrganizationSignInTable } from "#db/schema.ts";

/** How an organization's people sign in, with its name and the domains it has verified. */
export type SignIn = Selectable<OrganizationSignInTable> & { name: string; domains: string[] };

const aboutOf = (organizationId: string): string => `single sign-on ${organizationId}`;
export const sealClientSecret = (secret: string, organizationId: string): Buffer =>
  sealJson(secret, aboutOf(organizationId));
export const openClientSecret = ({ secret, organizationId }: Pick<SignIn, "secret" | "organizationId">): string =>
  unsealJson(secret!, aboutOf(organizationId)) as string;

/** An organization's single sign-on, or null if it has none or is closed. */
export async function findSignIn(organizationId: string | undefined, db: Reader = database()): Promise<SignIn | null> {
  if (!isId("organization", organizationId)) return null;
  const row = await db
    .selectFrom("organization_sign_in as s")
    .innerJoin("organizations as o", "o.id", "s.organizationId")
    .selectAll("s")
    .select("o.name")
    .where("s.organizationId", "=", organizationId)
    .where("o.closedAt", "is", null)
    .executeTakeFirst();
  return row ? { ...row, domains: await verifiedDomains(organizationId, db) } : null;
}

const verifiedDomains = async (organizationId: string, db: Reader): Promise<string[]> =>
  (
    await db
      .selectFrom("organization_domains")
      .select("domain")
      .where("organizationId", "=", organizationId)
      .where("state", "=", "verified")
      .orderBy("domain")
      .execute()
  ).map(({ domain }) => domain);
