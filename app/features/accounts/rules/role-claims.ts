import type { Roles } from "./claims.ts";

/** The roles an admin can give, each on its own. Someone with none of them is a client. */
export type RoleClaims = { admin: boolean; editor: boolean; support: boolean };

/** The claims for a person's roles. */
export const roleClaimsOf = (roles: Roles): RoleClaims => ({
  admin: roles.isAdmin,
  editor: roles.isEditor,
  support: roles.isSupport,
});

export const sameRoles = (a: RoleClaims, b: RoleClaims): boolean =>
  a.admin === b.admin && a.editor === b.editor && a.support === b.support;

/** "admin and support", or "client" if there are none. */
/** Completes "You're now": "an editor and on the support team". */
export function standingInWords(claims: RoleClaims): string {
  const words = [
    claims.admin ? "an admin" : null,
    claims.editor ? "an editor" : null,
    claims.support ? "on the support team" : null,
  ].filter((it) => it !== null);
  return words.length === 0 ? "a client" : words.length < 3 ? words.join(" and ") : words.join(", ");
}

export function rolesInWords(claims: RoleClaims): string {
  const words = (["admin", "editor", "support"] as const).filter((role) => claims[role]);
  return words.length === 0
    ? "client"
    : words.length === 1
      ? words[0]!
      : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
