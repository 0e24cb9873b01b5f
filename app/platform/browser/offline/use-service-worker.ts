import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { keyOf } from "./kept-pages.ts";
import { openedAsLast } from "./last-seen.ts";
import { type KeepHome, KEPT_META, SERVICE_WORKER, wantedIn } from "./service-worker-messages.ts";

/** Long enough that the page someone waits for comes first. */
const QUIET_MS = 8_000;

/**
 * Keeps the home page of the signed-in person on their device, so that the application opens without a network, and takes over a page that
 * was opened from what was kept.
 * @param home the home page's path @param own false where nothing may be kept: staff viewing as somebody else
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
      // Without one, everything but opening offline works: private windows and some settings forbid it.
      void keepHome(home).catch(() => {});
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [home, own]);
}

async function keepHome(home: string): Promise<void> {
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { active } = await navigator.serviceWorker.ready;
  // What was loaded before there was a service worker.
  const files = performance
    .getEntriesByType("resource")
    .map((it) => new URL(it.name))
    .filter((it) => it.origin === location.origin && it.pathname.startsWith("/assets/"))
    .map((it) => it.pathname);
  active?.postMessage({ keep: home, files } satisfies KeepHome);
}
