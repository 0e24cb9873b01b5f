import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { CLAIM_ROLES, type ClaimRole, type Claims, type RoleHolder, hasRole } from "#app/platform/rules/core/actor.ts";

/** Each role an admin can give or take. */
export type RoleClaims = Record<ClaimRole, boolean>;

type RoleWords = {
  label: string;
  /** What it opens, in the panel where admins give it. */
  opens: string;
  /** Completes "You're now". */
  standing: string;
};
export const ROLE_WORDS: Readonly<Record<ClaimRole, RoleWords>> = {
  admin: { label: "Admin", opens: "everything", standing: "an admin" },
  editor: { label: "Editor", opens: "the editor pages", standing: "an editor" },
  support: { label: "Support", opens: "the support desk and the blog", standing: "on the support team" },
  finance: {
    label: "Finance",
    opens: "payments, payouts, tax, and the books; no manuscripts",
    standing: "on the finance team",
  },
  content: {
    label: "Content",
    opens: "the blog, announcements, and drafts of legal texts",
    standing: "on the content team",
  },
};

/** Each claim, named. Only true is true. */
export const everyClaim = (claims: Claims): RoleClaims =>
  Object.fromEntries(CLAIM_ROLES.map((role) => [role, claims[role] === true])) as RoleClaims;

/** The claims for a person's roles. */
export const roleClaimsOf = (who: RoleHolder): RoleClaims =>
  Object.fromEntries(CLAIM_ROLES.map((role) => [role, hasRole(who, role)])) as RoleClaims;

/** The roles of a record of claims. Facts of before a role existed don't name it. */
const rolesIn = (claims: Claims): ClaimRole[] => CLAIM_ROLES.filter((role) => claims[role]);

export const sameRoles = (a: RoleClaims, b: RoleClaims): boolean => CLAIM_ROLES.every((role) => a[role] === b[role]);

/** Completes "You're now": "an editor and on the support team". */
export const standingInWords = (claims: Claims): string =>
  joinWords(rolesIn(claims).map((role) => ROLE_WORDS[role].standing)) || "a client";

/** "admin and support", or "client" if there are none. */
export const rolesInWords = (claims: Claims): string => joinWords(rolesIn(claims)) || "client";
