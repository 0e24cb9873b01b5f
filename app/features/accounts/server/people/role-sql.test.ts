import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CLAIM_ROLES, type Role, hasRole, isStaff } from "#app/platform/rules/core/actor.ts";
import { readClaims, resolveRoles } from "../../rules/claims.ts";
import { anyRoleSql, roleSql } from "./role-sql.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const PROFILES: ({ role: Role; isAdmin: boolean; isEditor: boolean } | null)[] = [null];
for (const role of ["client", "editor", "admin"] as const)
  for (const isAdmin of [false, true]) for (const isEditor of [false, true]) PROFILES.push({ role, isAdmin, isEditor });
const CLAIMS = [
  null,
  {},
  { admin: "true" },
  "admin",
  { admin: false, editor: false, support: true },
  ...CLAIM_ROLES.map((role) => ({ [role]: true })),
];

test("the database tells the same roles as the rules, for every profile and claims", async () => {
  for (const profile of PROFILES)
    for (const claims of CLAIMS) {
      const { rows } = await sql<Record<string, boolean>>`
        select ${sql.join(CLAIM_ROLES.map((role) => sql`${roleSql(role)} as ${sql.ref(role)}`))}, ${anyRoleSql()} as staff
        from (select ${claims === null ? null : JSON.stringify(claims)}::jsonb as claims) a
        left join (select ${profile?.role ?? null}::text as role, ${profile?.isAdmin ?? null}::boolean as "isAdmin",
          ${profile?.isEditor ?? null}::boolean as "isEditor") u on ${profile !== null}`.execute(world.db);
      const roles = resolveRoles(readClaims(claims), profile);
      expect({ profile, claims, ...rows[0] }).toEqual({
        profile,
        claims,
        ...Object.fromEntries(CLAIM_ROLES.map((role) => [role, hasRole(roles, role)])),
        staff: isStaff(roles),
      });
    }
});
