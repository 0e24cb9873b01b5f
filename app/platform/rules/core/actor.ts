/** Who does something: a person with an account, a visitor with at most a draft of their own, or the product itself. */
export type Role = "client" | "editor" | "admin";

/** The roles that an admin gives, each a claim of its own. Someone with none of them is a client. */
export const CLAIM_ROLES = ["admin", "editor", "support", "finance", "content"] as const;
export type ClaimRole = (typeof CLAIM_ROLES)[number];
/** The roles of people who work here. The first that somebody has decides their home and menu. */
export const STAFF_ROLES = ["admin", "support", "finance", "content"] as const satisfies readonly ClaimRole[];
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The sign-in service's claims about an account; empty until its email is verified. */
export type Claims = Partial<Record<ClaimRole, boolean>>;

export type Person = {
  kind: "person";
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  role: Role;
  isAdmin: boolean;
  isEditor: boolean;
  isSupport: boolean;
  /** The picture's URL, if the account has one. */
  photoURL: string | null;
  claims: Claims;
  timeZone: string | null;
  /** The staff member who is viewing the product as this person, if any. */
  impersonator?: Impersonator;
};

/**
 * A staff member viewing as another person. Support can only look: `readOnly`. `endsAt` is an ISO instant in real time,
 * `leftMs` from now.
 */
export type Impersonator = {
  id: string;
  uid: string;
  displayName: string;
  readOnly: boolean;
  endsAt: string;
  leftMs: number;
};
/** `guestKeyHash` ties a visitor to the draft they started; null if they have none. */
export type Guest = { kind: "guest"; guestKeyHash: string | null };
/** `what` says which part acts: "clock", "provider", "seed", "reaction". */
export type System = { kind: "system"; what: string };

export type Actor = Person | Guest | System;

/** What tells somebody's roles: the specification's three are flags, because a profile can give them too. */
export type RoleHolder = Pick<Person, "isAdmin" | "isEditor" | "isSupport" | "claims">;
const FLAGS = { admin: "isAdmin", editor: "isEditor", support: "isSupport" } as const;

export const hasRole = (who: RoleHolder, role: ClaimRole): boolean =>
  role in FLAGS ? who[FLAGS[role as keyof typeof FLAGS]] : who.claims[role] === true;

/** Whether somebody works here. */
export const isStaff = (who: RoleHolder): boolean => STAFF_ROLES.some((role) => hasRole(who, role));

/** Clients alone: editors and staff know our clients through their work. */
export const isClient = (who: Actor): who is Person =>
  who.kind === "person" && who.emailVerified && !hasRole(who, "editor") && !isStaff(who);

/** The role in which somebody sees the product: the first they have of the staff's, else editor, else client. */
export const mainRole = (who: RoleHolder): ClaimRole | "client" =>
  STAFF_ROLES.find((role) => hasRole(who, role)) ?? (who.isEditor ? "editor" : "client");

export const SYSTEM: System = { kind: "system", what: "reaction" };
export const CLOCK: System = { kind: "system", what: "clock" };
export const PROVIDER: System = { kind: "system", what: "provider" };
export const NOBODY: Guest = { kind: "guest", guestKeyHash: null };

/** A verified person's uid, otherwise null: unverified people can only view public pages. */
export const uidOf = (actor: Actor): string | null => (actor.kind === "person" ? actor.uid : null);
/** The staff member acting in somebody's name, or null. */
export const impersonatorOf = (actor: Actor): Impersonator | null =>
  (actor.kind === "person" && actor.impersonator) || null;
/** The time zone in which somebody reads and enters dates; UTC if unknown. */
export const zoneOf = (actor: Actor): string => (actor.kind === "person" && actor.timeZone) || "UTC";
export const isSystem = (actor: Actor): actor is System => actor.kind === "system";

/** The value of a fact's `actorRole`. */
export function roleWord(actor: Actor): string {
  if (actor.kind === "guest") return "visitor";
  if (actor.kind === "system") return "system";
  return mainRole(actor);
}
