import { currentNavigation } from "../framework/navigation.ts";
import { SECOND } from "../../rules/core/time.ts";

/** How long a script may take to load. */
const CHUNK_LIMIT_MS = 120 * SECOND;
/** The URL that was reloaded because a script failed. Also read by the guard in the document's head. */
const TRIED = "stet.chunk-retry";

/** A page's script that failed to load twice. ui/error-page.tsx explains it to the reader. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
}

/** Whether an error means that a script couldn't be loaded. Browsers word it differently. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "ChunkLoadError" ||
    /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(error.message));

const read = (): string | null => {
  try {
    return sessionStorage.getItem(TRIED);
  } catch {
    return null;
  }
};
const write = (href: string | null): boolean => {
  try {
    if (href === null) sessionStorage.removeItem(TRIED);
    else sessionStorage.setItem(TRIED, href);
    return true;
  } catch {
    // Without storage we couldn't tell that we've already reloaded, so show the error instead of looping.
    return false;
  }
};

/**
 * The page that the reader was navigating to when the script failed. Loading it from the server brings the matching
 * version of the scripts.
 */
function target(): string {
  const going = currentNavigation()?.location;
  return new URL(going ? going.pathname + going.search + going.hash : location.href, location.href).href;
}

/** Reloads the page once. @throws ChunkLoadError if it was already reloaded */
export function chunkFailed(cause: unknown): Promise<never> {
  const href = target();
  if (read() === href || !write(href)) {
    write(null);
    throw new ChunkLoadError("We couldn't load part of this page.", { cause });
  }
  if (href === location.href) location.reload();
  else location.assign(href);
  return new Promise(() => {});
}

/** Loads a script within the time limit. @throws the browser's error, or a timeout */
export function withinLimit<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError("A script took longer than 120 seconds to load.")),
      CHUNK_LIMIT_MS,
    );
  });
  return Promise.race([loading, limit]).finally(() => clearTimeout(timer));
}

/** Called once the page is hydrated: its own scripts have loaded. */
export function scriptsArrived(): void {
  write(null);
  clearTimeout((globalThis as { __stetScripts?: number }).__stetScripts);
}

/** The router loads each page's script through these two (vite.config.ts puts them in). */
export function lendToRouter(): void {
  Object.assign(globalThis, { __stetChunks: { withinLimit, chunkFailed } });
  // For parts loaded later, such as charts: one reload, then the error page.
  addEventListener("vite:preloadError", (event) => {
    if (read() !== target()) {
      event.preventDefault();
      void chunkFailed((event as Event & { payload?: unknown }).payload);
    }
  });
}

/**
 * In the document's head, before any other script: if the page's first scripts fail or take longer than 120 seconds, it
 * reloads once, then shows a note that's hidden in the page. Uses nothing that a failed script would have provided. If
 * the reader has typed something, it doesn't reload: the form still works without JavaScript. A page that defers its
 * script stops the timer, and restarts it with `__stetAwait` when it loads the script.
 */
export const CHUNK_GUARD = `(function(){var k=${JSON.stringify(TRIED)},over=false;function typed(){return[].some.call(document.querySelectorAll("input,textarea"),function(f){return f.type==="checkbox"||f.type==="radio"?f.checked!==f.defaultChecked:f.value!==f.defaultValue})}function fail(){if(over)return;over=true;var tried=null;try{tried=sessionStorage.getItem(k);sessionStorage.setItem(k,location.href)}catch(e){tried=location.href}if(tried!==location.href&&!typed()){location.reload()}else{try{sessionStorage.removeItem(k)}catch(e){}document.documentElement.setAttribute("data-script-failed","")}}addEventListener("error",function(e){var t=e.target;if(t&&t.tagName==="SCRIPT"&&t.type==="module")fail()},true);addEventListener("unhandledrejection",function(e){if(window.__stetScripts&&!window.__stetChunks&&/import/i.test(String(e.reason)))fail()});(window.__stetAwait=function(){clearTimeout(window.__stetScripts);window.__stetScripts=setTimeout(fail,${CHUNK_LIMIT_MS})})()})()`;

/** In the document's head: if a public page's first script, which loads the others, fails, shows the same note. */
export const FIRST_GUARD = `addEventListener("error",function(e){if(e.target.defer)document.documentElement.setAttribute("data-script-failed","")},true)`;
