import type { Claims, Role } from "#app/platform/rules/actor.ts";

/** What the profile says of the same person; null where it could not be read. */
export type ProfileRole = { role: Role; isAdmin: boolean; isEditor: boolean } | null;
export type Roles = { role: Role; isAdmin: boolean; isEditor: boolean; isSupport: boolean };

/** Claims as they come out of the database, or none where they have another shape. */
export function readClaims(value: unknown): Claims {
  if (typeof value !== "object" || value === null) return {};
  const { admin, editor, support } = value as Record<string, unknown>;
  return { admin: admin === true, editor: editor === true, support: support === true };
}

/** The role that a profile made now is given. */
export const roleOfClaims = (claims: Claims): Role => (claims.admin ? "admin" : claims.editor ? "editor" : "client");

/** Admin outranks editor, which outranks client. The support flag comes from the claim alone. */
export function resolveRoles(claims: Claims, profile: ProfileRole): Roles {
  const isAdmin = profile?.role === "admin" || profile?.isAdmin === true || claims.admin === true;
  const isEditor = profile?.role === "editor" || profile?.isEditor === true || claims.editor === true;
  return {
    role: isAdmin ? "admin" : isEditor ? "editor" : "client",
    isAdmin,
    isEditor,
    isSupport: claims.support === true,
  };
}

/** Nobody is anything before their address is verified. */
export const NO_ROLES: Roles = { role: "client", isAdmin: false, isEditor: false, isSupport: false };
