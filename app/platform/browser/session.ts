import { useRouteLoaderData } from "react-router";

/** The public facts of whoever is signed in: what a page may show and offer. Permission is always decided on the server. */
export type SessionUser = {
  uid: string;
  displayName: string;
  email: string;
  emailVerified: boolean;
  role: "client" | "editor" | "admin";
  isAdmin: boolean;
  isEditor: boolean;
  isSupport: boolean;
  /** IANA name; null until the person has chosen one or been seen with one. */
  timeZone: string | null;
};

/** What every page knows of the site and its reader. */
export type SiteFacts = {
  session: SessionUser | null;
  siteName: string;
  /** The demo world: movable clock, mailbox page, card sandbox. */
  demo: boolean;
  /** The server's clock when the page was made, ISO. Countdowns run by it, not by the reader's clock. */
  now: string;
};

const NOWHERE: SiteFacts = { session: null, siteName: "Stet", demo: false, now: new Date(0).toISOString() };

/** The site's facts; on an error page whose root loader failed, harmless defaults. */
export const useSite = (): SiteFacts => (useRouteLoaderData("root") as SiteFacts | undefined) ?? NOWHERE;

/** Who is signed in, or null. */
export const useSession = (): SessionUser | null => useSite().session;

/** The audience a signed-in person belongs to first: admin, support, editor, client. */
export function audienceOf(user: SessionUser): "admin" | "support" | "editor" | "client" {
  if (user.isAdmin) return "admin";
  if (user.isSupport) return "support";
  return user.isEditor ? "editor" : "client";
}
