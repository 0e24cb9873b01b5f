import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reader } from "../core/database.ts";
import { readableFirst } from "./readable-first.ts";
import { CachedPage, newNonce } from "./cached-page.ts";
import { publish } from "../live/live.ts";
import { log } from "../core/log.ts";

/** The topic of changes to public pages. */
export const PAGES_TOPIC = "pages";

/**
 * Empties every process's cached pages when (and only if) the transaction commits. To be called by whatever changes what a page shows
 * that everybody may read: a published post, a new version of a legal page, a price.
 */
export const forgetPages = (tx: Reader): Promise<void> =>
  publish(tx, [PAGES_TOPIC], { kind: "pages.changed", orderId: null });

/** The nonce that a page for everybody is made with. Random per process and never sent, so outside text can't contain it. */
const NONCE_PLACE = randomBytes(16).toString("hex");

/** What no fact changes, the clock does: the dates of "if you pay now" are never older than this. */
const LIFE_MS = 60_000;
const MOST_PAGES = 500;
const MOST_BYTES = 64 * 1024 * 1024;

export type HtmlCache = {
  /**
   * The cached page at an address, or the one that `render` makes, kept if everybody may see it.
   * @param address by which the page is known: its origin as configured and its path, never what a request says of its host
   * @param render makes the page with this nonce. Nothing of the visitor goes into the request that a cached page is made from.
   */
  answer(
    request: Request,
    address: string,
    render: (request: Request, nonce: string) => Promise<Response>,
  ): Promise<Response>;
  /** Sends the page that is kept at an address. @returns false when there is none: nothing was sent */
  send(request: IncomingMessage, response: ServerResponse, address: string): boolean;
  /** Empties it, of what is being made just now too. */
  forget: () => void;
  /** How many pages are kept. */
  readonly size: number;
};

/** What tells whether an answer is for everybody; both of Node's and of the web's requests. */
type Asked = {
  method: string;
  url: string;
  authorization: string | null | undefined;
  cookie: string | null | undefined;
};

/**
 * Whether the answer to a request is the same for every visitor: a page read by somebody without any of these cookies.
 * An address with a query is left out: it may carry a secret, and there is no end of them. HEAD is left out because its answer has no page.
 */
export function isForEverybody(
  { method, url, authorization, cookie }: Asked,
  personalCookies: readonly string[],
): boolean {
  if (method !== "GET" || url.includes("?") || authorization) return false;
  return !cookie || !personalCookies.some((name) => cookie.includes(`${name}=`));
}

/**
 * Keeps finished pages in memory, so that a crowd at a public page costs one rendering and each answer little more than its bytes.
 * Kept is only what is a whole page (200, HTML) and gives nobody a cookie.
 * @param options.now milliseconds; for tests
 */
export function htmlCache(
  options: { lifeMs?: number; mostPages?: number; mostBytes?: number; now?: () => number } = {},
): HtmlCache {
  const { lifeMs = LIFE_MS, mostPages = MOST_PAGES, mostBytes = MOST_BYTES, now = Date.now } = options;
  /** Oldest first. */
  const pages = new Map<string, CachedPage>();
  const underWay = new Map<string, Promise<CachedPage | null>>();
  let weight = 0;
  let emptied = 0;

  function drop(address: string): void {
    weight -= pages.get(address)?.weight ?? 0;
    pages.delete(address);
  }

  function keep(address: string, page: CachedPage): void {
    drop(address);
    pages.set(address, page);
    weight += page.weight;
    for (const [oldest] of pages) {
      if (pages.size <= mostPages && weight <= mostBytes) break;
      drop(oldest);
    }
  }

  function find(address: string): CachedPage | undefined {
    const page = pages.get(address);
    return page && now() - page.at < lifeMs ? page : undefined;
  }

  return {
    async answer(request, address, render) {
      const before = pages.get(address);
      const there = find(address);
      if (there) return there.toResponse(request);
      const awaited = underWay.get(address);
      if (awaited) {
        const page = await awaited;
        // It turned out not to be for everybody: then each has a rendering of their own.
        return page ? page.toResponse(request) : render(request, newNonce());
      }
      let own: Response | undefined;
      const making = (async () => {
        const at = now();
        const emptiedBefore = emptied;
        // Not the visitor's own request: it ends when they leave, and its headers are theirs.
        const made = await render(new Request(address), NONCE_PLACE);
        if (
          made.status !== 200 ||
          made.headers.has("set-cookie") ||
          !made.headers.get("content-type")?.startsWith("text/html")
        ) {
          own = made;
          return null;
        }
        const html = await made.text();
        let page: CachedPage;
        try {
          page = new CachedPage(readableFirst(html, NONCE_PLACE), made.headers, NONCE_PLACE, at, before);
        } catch (error) {
          log.error("page not kept", error);
          own = new Response(html, made);
          return null;
        }
        // What changed while it was made may be missing from it: it is good for those who wait, and not kept.
        if (emptiedBefore === emptied) keep(address, page);
        return page;
      })();
      underWay.set(address, making);
      try {
        const page = await making;
        return page ? page.toResponse(request) : await withNonce(own!);
      } finally {
        if (underWay.get(address) === making) underWay.delete(address);
      }
    },
    send(request, response, address) {
      const page = find(address);
      page?.send(request, response);
      return page !== undefined;
    },
    forget() {
      emptied++;
      weight = 0;
      pages.clear();
      underWay.clear();
    },
    get size() {
      return pages.size;
    },
  };
}

/** A page that is not kept, with its nonce put in. */
async function withNonce(made: Response): Promise<Response> {
  const nonce = newNonce();
  const headers = new Headers();
  for (const [name, value] of made.headers) headers.append(name, value.replaceAll(NONCE_PLACE, nonce));
  if (!made.headers.get("content-type")?.startsWith("text/html"))
    return new Response(made.body, { status: made.status, headers });
  return new Response((await made.text()).replaceAll(NONCE_PLACE, nonce), { status: made.status, headers });
}
