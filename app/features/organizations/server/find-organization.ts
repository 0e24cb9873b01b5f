import type { Selectable } from "kysely";
import type { OrganizationsTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import {
  ORGANIZATIONS_SHOWN,
  type OrganizationRole,
  type SpendingLimits,
  type Standing,
  can,
} from "../rules/organization.ts";

export type Organization = Selectable<OrganizationsTable>;
/** An organization, and what the person who asks is there. */
export type OwnOrganization = Organization & Standing & SpendingLimits & { uid: string | null };

async function withStanding(row: Organization | undefined, uid: string | null, db: Reader): Promise<OwnOrganization> {
  if (!row) throw notFound("organization");
  const own = uid
    ? await db
        .selectFrom("organization_members")
        .select(["role", "monthMinor", "orderMinor"])
        .where("organizationId", "=", row.id)
        .where("uid", "=", uid)
        .executeTakeFirst()
    : undefined;
  return {
    ...row,
    uid,
    role: own?.role ?? null,
    monthMinor: own?.monthMinor ?? null,
    orderMinor: own?.orderMinor ?? null,
    isClosed: row.closedAt !== null,
  };
}

/** An organization as somebody sees it. @throws not-found for people who aren't its members or the finance team */
export async function findOrganization(
  actor: Actor,
  id: string | undefined,
  db: Reader = database(),
): Promise<OwnOrganization> {
  const row = isId("organization", id)
    ? await db.selectFrom("organizations").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  const found = await withStanding(row, uidOf(actor), db);
  if (!can.view(actor, found)) throw notFound("organization");
  return found;
}

/**
 * The same, locked for this transaction. Members, invitations, limits, and the balance change under this lock, so two
 * people never spend the same money. Lock an order first.
 */
export async function lockOrganization(tx: Tx, actor: Actor, id: string): Promise<OwnOrganization> {
  const row = isId("organization", id)
    ? await tx.selectFrom("organizations").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  return withStanding(row, uidOf(actor), tx);
}

/** Locks organizations for bookings by the bank's statement, in one order. @returns those that exist */
export async function lockOrganizations(tx: Tx, ids: readonly string[]): Promise<Map<string, Organization>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("organizations")
    .selectAll()
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** An organization as somebody who reads its style sheet sees it: its members. @throws not-found for others */
export async function sheetReader(actor: Actor, id: string | undefined): Promise<OwnOrganization> {
  const it = await findOrganization(actor, id);
  if (it.role === null) throw notFound("style sheet");
  return it;
}

/** Whether an organization is there and not closed. */
export const openOrganization = (db: Reader, id: string) =>
  db.selectFrom("organizations").select("id").where("id", "=", id).where("closedAt", "is", null);

/** Organizations that aren't closed, by name, for a field that suggests them. */
export const suggestOrganizations = (db: Reader = database()): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom("organizations")
    .select(["id", "name"])
    .where("closedAt", "is", null)
    .orderBy("name")
    .orderBy("id")
    .limit(ORGANIZATIONS_SHOWN)
    .execute();

/** The organizations that somebody means who types a name or an id. Closed ones aren't found. */
export const organizationsNamed = (db: Reader, typed: string): Promise<{ id: string }[]> =>
  db
    .selectFrom("organizations")
    .select("id")
    .where("closedAt", "is", null)
    .where((e) => e.or([e("id", "=", typed), e(e.fn("lower", ["name"]), "=", typed.toLowerCase())]))
    .limit(2)
    .execute();

/** A member as managers see them. */
export type Member = SpendingLimits & {
  uid: string;
  displayName: string;
  email: string;
  role: OrganizationRole;
  joinedAt: Date;
};

/** Owners first, then by name. */
export const membersOf = async (organizationId: string, db: Reader = database()): Promise<Member[]> =>
  db
    .selectFrom("organization_members as m")
    .innerJoin("users as u", "u.uid", "m.uid")
    .select(["m.uid", "u.displayName", "u.email", "m.role", "m.monthMinor", "m.orderMinor", "m.joinedAt"])
    .where("m.organizationId", "=", organizationId)
    .orderBy((e) => e.case("m.role").when("owner").then(0).when("manager").then(1).else(2).end())
    .orderBy("u.displayName")
    .orderBy("m.uid")
    .execute();

/** Its owners and managers, whom requests and movements are told to. */
export const managersOf = async (organizationId: string, db: Reader): Promise<string[]> =>
  (
    await db
      .selectFrom("organization_members")
      .select("uid")
      .where("organizationId", "=", organizationId)
      .where("role", "in", ["owner", "manager"])
      .orderBy("uid")
      .execute()
  ).map(({ uid }) => uid);

/** Its owners. */
export const ownersOf = async (organizationId: string, db: Reader): Promise<string[]> =>
  (
    await db
      .selectFrom("organization_members")
      .select("uid")
      .where("organizationId", "=", organizationId)
      .where("role", "=", "owner")
      .orderBy("uid")
      .execute()
  ).map(({ uid }) => uid);

/** The organizations somebody belongs to that can still pay, by name. */
export const organizationsOf = async (uid: string, db: Reader = database()) =>
  db
    .selectFrom("organization_members as m")
    .innerJoin("organizations as o", "o.id", "m.organizationId")
    .select(["o.id", "o.name", "m.role"])
    .where("m.uid", "=", uid)
    .where("o.closedAt", "is", null)
    .orderBy("o.name")
    .orderBy("o.id")
    .execute();
