import { useEffect, useState, useSyncExternalStore } from "react";
import { useSite } from "./session.ts";

const none = () => () => {};
/** False on the server and while hydrating, then true. For anything only the browser knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    none,
    () => true,
    () => false,
  );

/**
 * The current time by the server's clock, updated every `everyMs` once the page is hydrated.
 * @param everyMs update interval; 0 turns updates off
 */
export function useNow(everyMs: number): Date {
  const { now } = useSite();
  const [elapsed, setElapsed] = useState({ since: now, ms: 0 });
  useEffect(() => {
    const startedAt = Date.now();
    const tick = () => setElapsed({ since: now, ms: Date.now() - startedAt });
    if (everyMs <= 0) return undefined;
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [now, everyMs]);
  return new Date(Date.parse(now) + (elapsed.since === now ? elapsed.ms : 0));
}

/** The reader's time zone: the account's, else (after hydration) the browser's, else UTC. */
export function useTimeZone(): string {
  const { timeZone } = useSite();
  const hydrated = useHydrated();
  if (timeZone) return timeZone;
  return hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" : "UTC";
}
