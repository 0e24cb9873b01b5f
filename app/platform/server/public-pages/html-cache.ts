import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reader } from "../core/database.ts";
import { readableFirst } from "./readable-first.ts";
import { CachedPage, newNonce } from "./cached-page.ts";
import { publish } from "../live/live.ts";
import { log } from "../core/log.ts";
import { changesPages } from "../requests/our-cookies.ts";

/** The topic of changes to public pages. */
export const PAGES_TOPIC = "pages";

/**
 * Empties every process's page cache when (and only if) the transaction commits. Call it when public content changes: a
 * published post, a new version of a legal page, a price.
 */
export const forgetPages = (tx: Reader): Promise<void> =>
  publish(tx, [PAGES_TOPIC], { kind: "pages.changed", orderId: null });

/** The placeholder nonce for shared pages. Random per process and never sent, so outside text can't contain it. */
const NONCE_PLACE = randomBytes(16).toString("hex");

/** Time changes pages too: the dates of "if you pay now" are never older than this. */
const LIFE_MS = 60_000;
const MOST_PAGES = 500;
const MOST_BYTES = 64 * 1024 * 1024;

export type HtmlCache = {
  /**
   * The cached page at an address, or the one that `render` makes, cached if everybody may see it.
   * @param address the cache key: the configured origin and path, never the request's Host
   * @param render renders the page with this nonce. Nothing from the visitor goes into the request for a cached page.
   */
  answer(
    request: Request,
    address: string,
    render: (request: Request, nonce: string) => Promise<Response>,
  ): Promise<Response>;
  /**
   * Sends the page cached at an address.
   * @param upToMs how old it may be at most
   * @returns false if there is none and nothing was sent
   */
  send(request: IncomingMessage, response: ServerResponse, address: string, upToMs?: number): boolean;
  /** Whether a page is cached at an address, however old. */
  knows(address: string): boolean;
  /** Empties the cache, including pages being rendered now. */
  forget: () => void;
  /** How many pages are cached. */
  readonly size: number;
};

/** What decides whether an answer can be shared, from either Node's or web requests. */
type Asked = {
  method: string;
  url: string;
  authorization: string | null | undefined;
  cookie: string | null | undefined;
};

/**
 * Whether the answer to a request is the same for every visitor: a page requested without a cookie that changes
 * pages. URLs
 * with a query are excluded, because they may contain a secret and there's no end to them. HEAD is excluded because its
 * answer has no page.
 */
export const isForEverybody = ({ method, url, authorization, cookie }: Asked): boolean =>
  method === "GET" && !url.includes("?") && !authorization && !changesPages(cookie);

/**
 * Keeps finished pages in memory, so a crowd at a public page costs one rendering and each answer little more than its
 * bytes. Only whole pages (200, HTML) that set no cookie are cached.
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

  function find(address: string, upToMs = lifeMs): CachedPage | undefined {
    const page = pages.get(address);
    return page && now() - page.at < upToMs ? page : undefined;
  }

  return {
    async answer(request, address, render) {
      const before = pages.get(address);
      const there = find(address);
      if (there) return there.toResponse(request);
      const awaited = underWay.get(address);
      if (awaited) {
        const page = await awaited;
        // It turned out not to be shareable, so each visitor gets their own rendering.
        return page ? page.toResponse(request) : render(request, newNonce());
      }
      let own: Response | undefined;
      const making = (async () => {
        const at = now();
        const emptiedBefore = emptied;
        // Not the visitor's own request, which aborts when they leave and carries their headers.
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
        // A change during rendering may be missing from it: it's sent to those waiting, but not cached.
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
    knows: (address) => pages.has(address),
    send(request, response, address, upToMs) {
      const page = find(address, upToMs);
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

/** An uncached page, with its nonce filled in. */
async function withNonce(made: Response): Promise<Response> {
  const nonce = newNonce();
  const headers = new Headers();
  for (const [name, value] of made.headers) headers.append(name, value.replaceAll(NONCE_PLACE, nonce));
  if (!made.headers.get("content-type")?.startsWith("text/html"))
    return new Response(made.body, { status: made.status, headers });
  return new Response((await made.text()).replaceAll(NONCE_PLACE, nonce), { status: made.status, headers });
}
