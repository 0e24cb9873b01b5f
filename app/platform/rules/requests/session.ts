import { type Actor, type Claims, type Impersonator, type Role, mainRole } from "../core/actor.ts";

/** A person's roles as separate flags, because one person can have several. */
export type RoleFlags = { isAdmin: boolean; isEditor: boolean; isSupport: boolean; isClient: boolean };

/**
 * The session user's fields as the specification names them. They decide what a page shows and offers. Permission is
 * always decided on the server.
 */
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
  /** Empty until the email is verified. */
  claims: Claims;
  roleFlags: RoleFlags;
  /** Set while staff view the product as this person. */
  impersonator?: Pick<Impersonator, "displayName" | "readOnly" | "endsAt" | "leftMs">;
};

/** The session data sent to a person's own browser; null unless signed in. */
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
    roleFlags: { isAdmin, isEditor, isSupport, isClient: mainRole(actor) === "client" },
    ...(by
      ? { impersonator: { displayName: by.displayName, readOnly: by.readOnly, endsAt: by.endsAt, leftMs: by.leftMs } }
      : {}),
  };
}

/** A session's states. It's loading until the sign-in service's first answer has been resolved. */
export type SessionState = "loading" | "signed out" | "signed in unverified" | "signed in verified";

/** @param resolving somebody has just signed in, and the first page hasn't loaded yet */
export function sessionState(session: SessionFacts | null, resolving: boolean): SessionState {
  if (resolving) return "loading";
  if (!session) return "signed out";
  return session.emailVerified ? "signed in verified" : "signed in unverified";
}

/** A text that is equal for equal sessions, for open pages to compare. */
export function sessionStamp(session: SessionFacts | null): string {
  if (!session) return "signed out";
  const { uid, email, emailVerified, displayName, photoURL, role, isAdmin, isEditor, isSupport, claims, impersonator } =
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
    claims,
    ...(impersonator ? [impersonator.endsAt] : []),
  ]);
}
