import type { Claims, Role, RoleHolder } from "#app/platform/rules/core/actor.ts";
import { everyClaim } from "./role-claims.ts";

/** The same person's role in their profile, or null if it couldn't be read. */
export type ProfileRole = { role: Role; isAdmin: boolean; isEditor: boolean } | null;
export type Roles = RoleHolder & { role: Role };

/** Reads claims from the database. Anything malformed counts as no claims. */
export function readClaims(value: unknown): Claims {
  if (typeof value !== "object" || value === null) return {};
  return everyClaim(value as Claims);
}

/** The role for a newly created profile. */
export const roleOfClaims = (claims: Claims): Role => (claims.admin ? "admin" : claims.editor ? "editor" : "client");

/** Admin outranks editor, which outranks client. The other roles come from their claims alone. */
export function resolveRoles(claims: Claims, profile: ProfileRole): Roles {
  const isAdmin = profile?.role === "admin" || profile?.isAdmin === true || claims.admin === true;
  const isEditor = profile?.role === "editor" || profile?.isEditor === true || claims.editor === true;
  return {
    role: isAdmin ? "admin" : isEditor ? "editor" : "client",
    isAdmin,
    isEditor,
    isSupport: claims.support === true,
    claims,
  };
}

/** The roles of someone whose address isn't verified yet. */
export const NO_ROLES: Roles = { role: "client", isAdmin: false, isEditor: false, isSupport: false, claims: {} };
