/** Who does something: a person with an account, a visitor with at most a draft of their own, or the product itself. */
export type Role = "client" | "editor" | "admin";

/** What the sign-in service says of an account beside who it is; empty before its address is verified. */
export type Claims = { admin?: boolean; editor?: boolean; support?: boolean };

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
  /** A picture's address, where the account came with one. */
  photoURL: string | null;
  claims: Claims;
  timeZone: string | null;
  /** Who of the staff views the product as this person, if somebody does. */
  impersonator?: Impersonator;
};

/** A member of staff behind another person. Support only looks: `readOnly`. `endsAt` is an ISO instant by the real clock, `leftMs` away. */
export type Impersonator = {
  id: string;
  uid: string;
  displayName: string;
  readOnly: boolean;
  endsAt: string;
  leftMs: number;
};
/** `guestKeyHash` ties a visitor to the draft they began; null when they have none. */
export type Guest = { kind: "guest"; guestKeyHash: string | null };
/** `what` says which part acts: "clock", "provider", "seed", "reaction". */
export type System = { kind: "system"; what: string };

export type Actor = Person | Guest | System;

export const SYSTEM: System = { kind: "system", what: "reaction" };
export const CLOCK: System = { kind: "system", what: "clock" };
export const PROVIDER: System = { kind: "system", what: "provider" };
export const NOBODY: Guest = { kind: "guest", guestKeyHash: null };

/** A verified person's uid, else null: the unverified may look at public pages only. */
export const uidOf = (actor: Actor): string | null => (actor.kind === "person" ? actor.uid : null);
/** Who of the staff acts in somebody else's name, or null. */
export const impersonatorOf = (actor: Actor): Impersonator | null =>
  (actor.kind === "person" && actor.impersonator) || null;
/** The time zone in which somebody reads and types dates; UTC where it isn't known. */
export const zoneOf = (actor: Actor): string => (actor.kind === "person" && actor.timeZone) || "UTC";
export const isAdmin = (actor: Actor): actor is Person =>
  actor.kind === "person" && actor.emailVerified && actor.isAdmin;
export const isStaff = (actor: Actor): actor is Person =>
  actor.kind === "person" && actor.emailVerified && (actor.isAdmin || actor.isSupport);
export const isSystem = (actor: Actor): actor is System => actor.kind === "system";

/** The word that goes into a fact's `actorRole`. */
export function roleWord(actor: Actor): string {
  if (actor.kind === "guest") return "visitor";
  if (actor.kind === "system") return "system";
  return actor.isAdmin ? "admin" : actor.isSupport ? "support" : actor.isEditor ? "editor" : "client";
}
