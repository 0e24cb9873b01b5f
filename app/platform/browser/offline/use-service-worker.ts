import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { keyOf } from "./kept-pages.ts";
import { openedAsLast } from "./last-seen.ts";
import { type KeepHome, KEPT_META, SERVICE_WORKER, wantedIn } from "./service-worker-messages.ts";

/** Long enough to let the requested page load first. */
const QUIET_MS = 8_000;

/**
 * Caches the signed-in person's home page on their device, to open the application offline, and takes over a page that
 * was opened from the cache.
 * @param home the home page's path @param own false if nothing may be cached: staff viewing as somebody else
 */
export function useServiceWorker(home: string, own: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const mark = document.head.querySelector<HTMLMetaElement>(`meta[name="${KEPT_META}"]`);
    if (!mark) return;
    mark.remove();
    const wanted = wantedIn(hash);
    const key = wanted === null ? null : keyOf(wanted);
    if (key === null) openedAsLast(pathname + search, new Date(mark.content));
    else void navigate(key, { replace: true });
  }, [hash, navigate, pathname, search]);

  useEffect(() => {
    if (!own || !import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
    const timer = setTimeout(() => {
      // Private windows and some settings forbid service workers. Everything but opening offline still works.
      void keepHome(home).catch(() => {});
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [home, own]);
}

async function keepHome(home: string): Promise<void> {
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { active } = await navigator.serviceWorker.ready;
  // Files loaded before the service worker existed.
  const files = performance
    .getEntriesByType("resource")
    .map((it) => new URL(it.name))
    .filter((it) => it.origin === location.origin && it.pathname.startsWith("/assets/"))
    .map((it) => it.pathname);
  active?.postMessage({ keep: home, files } satisfies KeepHome);
}
