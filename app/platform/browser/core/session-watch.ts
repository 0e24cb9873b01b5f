import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { SECOND } from "../../rules/core/time.ts";
import { type SessionFacts, sessionStamp } from "../../rules/requests/session.ts";
import { onLiveEvent } from "../live/live.ts";
import { useSession } from "./session.ts";

/** How often an open page asks whether it still shows the right person in the right role. */
const LOOK_MS = 45 * SECOND;
/** A first check catches changes between rendering the page and opening its live connection. */
const FIRST_LOOK_MS = 2 * SECOND;
const ADDRESS = "/api/session";

/**
 * Keeps an open page in line with the session: a role granted or removed, an account disabled, a sign-out in another
 * tab. A live event triggers it at once. If the connection is down, the page checks within a minute and when the reader
 * returns to the tab. The page then reloads its data, and the guard decides whether it may still be shown.
 */
export function SessionWatch(): null {
  const session = useSession();
  const { revalidate, state } = useRevalidator();
  const { state: going } = useNavigation();
  const busy = useRef(false);
  useEffect(() => {
    busy.current = state !== "idle" || going !== "idle";
  }, [state, going]);
  const stamp = sessionStamp(session);
  const verified = session?.emailVerified ?? false;
  const signedIn = session !== null;

  useEffect(() => {
    if (!signedIn) return undefined;
    const look = async () => {
      if (busy.current || document.visibilityState === "hidden") return;
      try {
        const answer = await fetchInTime(ADDRESS, { headers: { accept: "application/json" } });
        if (!answer.ok) return;
        const { session: now } = (await answer.json()) as { session: SessionFacts | null };
        if (sessionStamp(now) !== stamp && !busy.current) await revalidate();
      } catch {
        // No connection, so leave the page as it is.
      }
    };
    const first = setTimeout(() => void look(), FIRST_LOOK_MS);
    const timer = setInterval(() => void look(), LOOK_MS);
    const seen = () => {
      if (document.visibilityState === "visible") void look();
    };
    document.addEventListener("visibilitychange", seen);
    const off = verified
      ? onLiveEvent((event) => {
          if (/^(?:account|session)\./.test(event.kind)) void look();
        })
      : undefined;
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
      off?.();
    };
  }, [signedIn, verified, stamp, revalidate]);
  return null;
}
