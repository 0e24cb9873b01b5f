import type { Actor, Claims, Impersonator, Role } from "./actor.ts";

/** The roles that somebody has, each by itself: one person can have several. */
export type RoleFlags = { isAdmin: boolean; isEditor: boolean; isSupport: boolean; isClient: boolean };

/** The facts of the session user, as the specification names them. What a page may show and offer; permission is always decided on the server. */
export type SessionFacts = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  photoURL: string | null;
  role: Role;
  isAdmin: boolean;
  isEditor: boolean;
  isSupport: boolean;
  /** Empty before the address is verified. */
  claims: Claims;
  roleFlags: RoleFlags;
  /** Set while staff view the product as this person. */
  impersonator?: Pick<Impersonator, "displayName" | "readOnly" | "endsAt" | "leftMs">;
};

/** What a person's own browser is told of their session; null for everybody who is not signed in. */
export function sessionFacts(actor: Actor): SessionFacts | null {
  if (actor.kind !== "person") return null;
  const {
    uid,
    email,
    emailVerified,
    displayName,
    photoURL,
    role,
    isAdmin,
    isEditor,
    isSupport,
    claims,
    impersonator: by,
  } = actor;
  return {
    uid,
    email,
    emailVerified,
    displayName,
    photoURL,
    role,
    isAdmin,
    isEditor,
    isSupport,
    claims,
    roleFlags: { isAdmin, isEditor, isSupport, isClient: !isAdmin && !isEditor && !isSupport },
    ...(by
      ? { impersonator: { displayName: by.displayName, readOnly: by.readOnly, endsAt: by.endsAt, leftMs: by.leftMs } }
      : {}),
  };
}

/** The states of a session: it is loading until the first answer of the sign-in service has been resolved. */
export type SessionState = "loading" | "signed out" | "signed in unverified" | "signed in verified";

/** @param resolving somebody has just signed in, and the first page is not there yet */
export function sessionState(session: SessionFacts | null, resolving: boolean): SessionState {
  if (resolving) return "loading";
  if (!session) return "signed out";
  return session.emailVerified ? "signed in verified" : "signed in unverified";
}

/** Two readings of the same session have the same text: what an open page compares. */
export function sessionStamp(session: SessionFacts | null): string {
  if (!session) return "signed out";
  const { uid, email, emailVerified, displayName, photoURL, role, isAdmin, isEditor, isSupport, impersonator } =
    session;
  return JSON.stringify([
    uid,
    email,
    emailVerified,
    displayName,
    photoURL,
    role,
    isAdmin,
    isEditor,
    isSupport,
    ...(impersonator ? [impersonator.endsAt] : []),
  ]);
}
