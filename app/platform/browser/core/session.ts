import { useMemo } from "react";
import { useNavigation, useRouteLoaderData } from "react-router";
import { type SessionFacts, type SessionState, sessionState } from "../../rules/requests/session.ts";
import { type IdToken, idToken } from "./id-token.ts";

/** The signed-in user, with tokens for calls on their behalf that can't use the session cookie. */
export type SessionUser = SessionFacts & {
  /**
   * A short-lived access token, refreshed shortly before it expires. @param force always requests a new one @throws
   * Error with code "user-token-expired" or "network-request-failed"
   */
  getIdToken(force?: boolean): Promise<string>;
  getIdTokenResult(force?: boolean): Promise<IdToken>;
};

/** What every page knows about the site and its reader. */
export type SiteFacts = {
  session: SessionFacts | null;
  /** The reader's IANA time zone; null until the account has one or a request has told us. */
  timeZone: string | null;
  siteName: string;
  /** The demo world: movable clock, mailbox page, card sandbox. */
  demo: boolean;
  /** The server's time when the page was made, ISO. Countdowns use it instead of the reader's clock. */
  now: string;
  /** Exchanged for a token of the app-integrity check; null if the check is off. */
  integrity: string | null;
};

const NOWHERE: SiteFacts = {
  session: null,
  timeZone: null,
  siteName: "Stet",
  demo: false,
  now: new Date(0).toISOString(),
  integrity: null,
};

/** The site's facts; on an error page whose root loader failed, harmless defaults. */
export const useSite = (): SiteFacts => (useRouteLoaderData("root") as SiteFacts | undefined) ?? NOWHERE;

/** Who is signed in, or null. */
export function useSession(): SessionUser | null {
  const { session } = useSite();
  return useMemo(
    () =>
      session && {
        ...session,
        getIdToken: async (force = false) => (await idToken(session.uid, force)).token,
        getIdTokenResult: (force = false) => idToken(session.uid, force),
      },
    [session],
  );
}

/** Forms that sign somebody in: the session is resolving from their answer until the next page has loaded. */
const SIGNS_IN = /^\/(?:signin(?:\/second-factor)?|signup\/verify)$/;
const STAYS = /^\/(?:signin|signup)(?:\/|$)/;

/** The current state of this page's session. */
export function useSessionState(): SessionState {
  const { session } = useSite();
  const { state, formAction, location } = useNavigation();
  return sessionState(
    session,
    state === "loading" &&
      formAction !== undefined &&
      SIGNS_IN.test(formAction.split("?")[0]!.replace(/\.data$/, "")) &&
      !STAYS.test(location.pathname),
  );
}
