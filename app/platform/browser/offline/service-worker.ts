/**
 * The service worker: opens the application without a network, and shows notifications while it's closed. The build
 * writes it to /sw.js. It ignores requests for data, uploads, and live updates, because pages handle lost connections
 * themselves.
 */
import { escapeHtml } from "../../rules/text/escape-html.ts";
import type { PushedNotice } from "../../rules/core/pushed-notice.ts";
import { keyOf } from "./kept-pages.ts";
import { type KeepHome, KEPT_META, addressOfKept } from "./service-worker-messages.ts";
import { readSnapshot, storeSnapshot, storedOwner } from "./snapshot.ts";

/** Service worker features missing from the page's types. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type WindowClient = {
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
};
type Worker = {
  addEventListener(kind: "install" | "activate", on: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", on: (event: Fetching) => void): void;
  addEventListener(kind: "message", on: (event: Lasting & { data: unknown }) => void): void;
  addEventListener(kind: "push", on: (event: Lasting & { data: { json(): unknown } | null }) => void): void;
  addEventListener(kind: "notificationclick", on: (event: Lasting & { notification: Notification }) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window" }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};
const worker = globalThis as unknown as Worker;

/** Scripts, styles, and fonts by address. Addresses change with content. Nothing here is personal. */
const FILES = "stet-files";
const MOST_FILES = 400;
/** The signed-in person's home page is stored with their snapshots and deleted with them at sign-out. */
const HOME = "home";
const HOME_FRESH_MS = 6 * 3_600_000;
type Home = { path: string; html: string; policy: string };
/** Pages that the cached home page was opened for, and when. One that couldn't be shown isn't retried right away. */
const triedAt = new Map<string, number>();
const TRY_AGAIN_MS = 20_000;

const isFile = (path: string): boolean => path.startsWith("/assets/");
/** Answers that aren't pages: data, downloads, and files with an extension. */
const isNoPage = (path: string): boolean => path.startsWith("/api/") || /\.\w+$/.test(path);

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]).then(() => forgetOldFiles()),
  ),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && !isNoPage(url.pathname)) event.respondWith(openPage(event, url));
  else if (isFile(url.pathname) && !request.headers.has("range")) event.respondWith(readFile(request));
});

async function openPage({ request, preloadResponse }: Fetching, url: URL): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return withoutNetwork(url);
  }
}

async function withoutNetwork(url: URL): Promise<Response> {
  const by = await storedOwner();
  const kept = by === null ? null : await readSnapshot(HOME, by);
  if (!kept) return offlinePage(url, null);
  const { path, html, policy } = JSON.parse(new TextDecoder().decode(kept.body)) as Home;
  const key = keyOf(url.href);
  if (key === path) {
    const mark = `<meta name="${KEPT_META}" content="${new Date(kept.at).toISOString()}">`;
    return htmlAnswer(html.replace("</head>", `${mark}</head>`), policy);
  }
  if (url.pathname === "/" || (key !== null && (await canShow(key, by!))))
    return Response.redirect(new URL(addressOfKept(path, key), location.origin).href);
  return offlinePage(url, path);
}

/** Whether a page's last data is cached and it hasn't just failed to open because a script is missing. */
async function canShow(key: string, by: string): Promise<boolean> {
  const before = triedAt.get(key);
  triedAt.set(key, Date.now());
  if (before !== undefined && Date.now() - before < TRY_AGAIN_MS) return false;
  return (await readSnapshot(`page ${key}`, by)) !== null;
}

const htmlAnswer = (html: string, policy: string): Response =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy } });

const OFFLINE_STYLE =
  ":root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif;background:light-dark(#fbfaf7,#1d1a16);" +
  "color:light-dark(#1d1a16,#f2efe9)}main{max-width:34rem;margin:18vh auto 0;padding:0 1.5rem}" +
  "a{color:inherit;display:inline-block;margin:0 1.5rem .5rem 0}";

/** The page shown when someone offline opens a page that isn't cached. @param home the cached page, if there is one */
function offlinePage(url: URL, home: string | null): Response {
  const nonce = crypto.randomUUID();
  const links = [
    `<a href="${escapeHtml(url.pathname + url.search)}">Try again</a>`,
    ...(home === null ? [] : [`<a href="${escapeHtml(home)}">Show what I last saw</a>`]),
  ];
  return htmlAnswer(
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>You're offline</title><style nonce="${nonce}">${OFFLINE_STYLE}</style></head><body><main>`,
      "<h1>You're offline</h1><p>This page needs a connection. Nothing you sent before was lost.</p>",
      `<p>${links.join("")}</p></main></body></html>`,
    ].join(""),
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
}

async function readFile(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const there = await files.match(request.url);
  if (there) return there;
  const answer = await fetch(request);
  // Failing to cache, for example because storage is full, must never cause an error.
  if (answer.status === 200 && answer.type === "basic") void files.put(request.url, answer.clone()).catch(() => {});
  return answer;
}

worker.addEventListener("message", (event) => {
  const { keep, files } = (event.data ?? {}) as Partial<KeepHome>;
  if (typeof keep !== "string" || keyOf(keep) !== keep) return;
  event.waitUntil(Promise.allSettled([keepFiles((files ?? []).filter(isFile)), keepHome(keep)]));
});

/** Caches the home page with the files it needs. Refreshed once it's a few hours old. */
async function keepHome(path: string): Promise<void> {
  const by = await storedOwner();
  if (by === null) return;
  const kept = await readSnapshot(HOME, by);
  if (kept && Date.now() - kept.at < HOME_FRESH_MS) return;
  const answer = await fetch(path, { headers: { accept: "text/html" } });
  if (answer.status !== 200 || answer.redirected) return;
  const html = await answer.text();
  await keepFiles(filesIn(html));
  const home: Home = { path, html, policy: answer.headers.get("content-security-policy") ?? "default-src 'self'" };
  await storeSnapshot(HOME, new TextEncoder().encode(JSON.stringify(home)).buffer, by);
  await forgetOldFiles();
}

async function keepFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await files.match(path))) await files.add(path);
    }),
  );
}

const filesIn = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [])];

/** Keeps only the newest files and those of the cached home page. */
async function forgetOldFiles(): Promise<void> {
  const files = await caches.open(FILES);
  const all = await files.keys();
  if (all.length <= MOST_FILES) return;
  const by = await storedOwner();
  const kept = by === null ? null : await readSnapshot(HOME, by);
  const needed = new Set(kept ? filesIn(new TextDecoder().decode(kept.body)) : []);
  const old = all.slice(0, -MOST_FILES).filter((it) => !needed.has(new URL(it.url).pathname));
  await Promise.all(old.map((it) => files.delete(it)));
}

worker.addEventListener("push", (event) => {
  const notice = readNotice(event.data);
  if (notice) event.waitUntil(showNotice(notice));
});

function readNotice(data: { json(): unknown } | null): PushedNotice | null {
  try {
    const { id, title, body, path, test } = (data?.json() ?? {}) as Partial<PushedNotice>;
    return id && title && path ? { id, title, body: body ?? "", path, test: test === true } : null;
  } catch {
    return null;
  }
}

/**
 * Shows a notification. If the reader has the application open, it's brief and silent, because the bell already showed
 * it.
 */
async function showNotice({ id, title, body, path, test }: PushedNotice): Promise<void> {
  const { clients, registration } = worker;
  const silent = !test && (await clients.matchAll({ type: "window" })).some((it) => it.visibilityState === "visible");
  // A repeated notice replaces itself. Browsers revoke push permission from sites that don't show a notification for
  // each push.
  await registration.showNotification(title, { body, tag: id, icon: "/icon-192.png", silent, data: { path } });
  if (silent) for (const it of await registration.getNotifications({ tag: id })) it.close();
}

worker.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const { path } = notification.data as { path: string };
  const url = new URL(path, location.origin);
  if (url.origin === location.origin) event.waitUntil(openNotice(url.href));
});

async function openNotice(url: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: "window" });
  if (!open) return void (await worker.clients.openWindow(url));
  // Even if the browser doesn't focus it, the page is open.
  await open.focus().catch(() => {});
  await open.navigate(url);
}
