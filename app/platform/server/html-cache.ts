import { randomBytes } from "node:crypto";

/** Stands in a kept page where each answer gets a nonce of its own. Made anew by every process, so that no text from outside can hold it. */
const NONCE_PLACE = randomBytes(16).toString("hex");

const LIFE_MS = 5_000;
const MOST_PAGES = 200;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** A page in the pieces between its nonces. */
type Kept = { at: number; pieces: string[]; headers: [name: string, pieces: string[]][]; characters: number };

export type HtmlCache = {
  /**
   * The kept page for a request, or the one that `render` makes, kept if everybody may see it.
   * @param request one for which `isForEverybody` holds
   * @param render makes the page with this nonce, from a request that does not end when a visitor leaves
   */
  answer(request: Request, render: (request: Request, nonce: string) => Promise<Response>): Promise<Response>;
  /** How many pages are kept. */
  readonly size: number;
};

export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Whether the answer to a request is the same for every visitor: a page read by somebody without any of these cookies.
 * An address with a query is left out: it may carry a secret, and there is no end of them. HEAD is left out because its answer has no page.
 */
export function isForEverybody(request: Request, personalCookies: readonly string[]): boolean {
  if (request.method !== "GET" || request.url.includes("?") || request.headers.has("authorization")) return false;
  const cookie = request.headers.get("cookie");
  return cookie === null || !personalCookies.some((name) => cookie.includes(`${name}=`));
}

/**
 * Keeps finished pages in memory for a few seconds, so that a crowd at a public page costs one rendering.
 * Kept is only what is a whole page (200, HTML) and gives nobody a cookie.
 * @param options.now milliseconds; for tests
 */
export function htmlCache(options: { lifeMs?: number; mostPages?: number; mostCharacters?: number; now?: () => number } = {}): HtmlCache {
  const { lifeMs = LIFE_MS, mostPages = MOST_PAGES, mostCharacters = MOST_CHARACTERS, now = Date.now } = options;
  /** Oldest first. */
  const pages = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Kept | null>>();
  let characters = 0;

  function drop(url: string): void {
    characters -= pages.get(url)?.characters ?? 0;
    pages.delete(url);
  }

  function keep(url: string, page: Kept): void {
    drop(url);
    pages.set(url, page);
    characters += page.characters;
    for (const [oldest] of pages) {
      if (pages.size <= mostPages && characters <= mostCharacters) break;
      drop(oldest);
    }
  }

  function find(url: string): Kept | undefined {
    const page = pages.get(url);
    if (page && now() - page.at < lifeMs) return page;
    if (page) drop(url);
    return undefined;
  }

  return {
    async answer(request, render) {
      const { url } = request;
      const there = find(url);
      if (there) return shown(there);
      const awaited = underWay.get(url);
      if (awaited) {
        const page = await awaited;
        // It turned out not to be for everybody: then each has a rendering of their own.
        return page ? shown(page) : render(request, newNonce());
      }
      let own: Response | undefined;
      const making = (async () => {
        const at = now();
        const made = await render(new Request(url, { headers: request.headers }), NONCE_PLACE);
        if (made.status !== 200 || made.headers.has("set-cookie") || !made.headers.get("content-type")?.startsWith("text/html")) {
          own = made;
          return null;
        }
        const html = await made.text();
        const page: Kept = { at, pieces: html.split(NONCE_PLACE), headers: [...made.headers].map(([name, value]) => [name, value.split(NONCE_PLACE)]), characters: html.length };
        keep(url, page);
        return page;
      })();
      underWay.set(url, making);
      try {
        const page = await making;
        return page ? shown(page) : withNonce(own!);
      } finally {
        underWay.delete(url);
      }
    },
    get size() {
      return pages.size;
    },
  };
}

function shown(page: Kept): Response {
  const nonce = newNonce();
  return new Response(page.pieces.join(nonce), { headers: page.headers.map(([name, pieces]) => [name, pieces.join(nonce)] as [string, string]) });
}

/** A page that is not kept, with its nonce put in. */
async function withNonce(made: Response): Promise<Response> {
  const nonce = newNonce();
  const headers = new Headers();
  for (const [name, value] of made.headers) headers.append(name, value.replaceAll(NONCE_PLACE, nonce));
  if (!made.headers.get("content-type")?.startsWith("text/html")) return new Response(made.body, { status: made.status, headers });
  return new Response((await made.text()).replaceAll(NONCE_PLACE, nonce), { status: made.status, headers });
}
