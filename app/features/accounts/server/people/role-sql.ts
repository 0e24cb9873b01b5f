import { type RawBuilder, sql } from "kysely";
import { type ClaimRole, STAFF_ROLES } from "#app/platform/rules/core/actor.ts";

const claimed = (role: ClaimRole): RawBuilder<boolean> =>
  sql<boolean>`coalesce(a.claims->${sql.lit(role)} = 'true'::jsonb, false)`;
const inProfile = (role: "admin" | "editor"): RawBuilder<boolean> =>
  sql<boolean>`coalesce(u.role = ${sql.lit(role)} or u.${sql.ref(role === "admin" ? "isAdmin" : "isEditor")}, false)`;

/**
 * Whether an account has a role, as `resolveRoles` tells it, for queries with the account (auth_user) as `a` and its
 * profile (users) as `u`. Both may be missing. Never null.
 */
export const roleSql = (role: ClaimRole): RawBuilder<boolean> =>
  role === "admin" || role === "editor" ? sql<boolean>`(${claimed(role)} or ${inProfile(role)})` : claimed(role);

/** Whether an account has one of these roles. By default: whether it works here. */
export const anyRoleSql = (roles: readonly ClaimRole[] = STAFF_ROLES): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(roles.map(roleSql), sql` or `)})`;
