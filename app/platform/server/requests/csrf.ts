import { Problem } from "../../rules/core/errors.ts";
import { isLocalAddress } from "../../rules/requests/origins.ts";
import { isSignInCookie } from "./our-cookies.ts";
import { config } from "../core/config.ts";

/**
 * Whether another site's page made a browser send this request, in which case it must not act for a signed-in user. Our
 * other origins count as foreign too, because none needs to write to another.
 * @param hasSession whether the request carries a session: then anything that another site's form could send must name
 * its origin, as every browser does. Other sites can't send JSON without a preflight, so a program that calls us with a
 * session needn't name it.
 */
export function isCrossSite(request: Request, hasSession: boolean): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  if (origin === null) return hasSession && !isJson(request);
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get("host");
}

const isJson = (request: Request): boolean =>
  /^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "");

export const foreignRefusal = () =>
  new Problem("refused", "origin", "This request came from another site.", "Open the page here and try again.");

/** The request without its session, for origins that have no sessions. */
export function withoutSession(request: Request): Request {
  const cookie = request.headers.get("cookie");
  const kept = cookie
    ?.split(";")
    .filter((part) => !isSignInCookie(part.trim()))
    .join(";")
    .trim();
  if (cookie === null || kept === cookie) return request;
  const headers = new Headers(request.headers);
  if (kept) headers.set("cookie", kept);
  else headers.delete("cookie");
  const body = request.method === "GET" || request.method === "HEAD" ? null : request.body;
  return new Request(request.url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(body ? { body, duplex: "half" } : {}),
  } as RequestInit);
}

/** Headers that say something of a document, and nothing of a script, a sheet, or a font. */
const OF_DOCUMENTS: [string, string][] = [
  ["referrer-policy", "strict-origin-when-cross-origin"],
  // A sign-in provider's window, opened by our page, must be able to report that it's done.
  ["cross-origin-opener-policy", "same-origin-allow-popups"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), browsing-topics=()"],
  ["content-security-policy", "frame-ancestors 'none'"],
];

/** Headers of every response. A response's own headers take precedence. */
function common(): [string, string][] {
  const { app } = config().origins;
  return [
    ["x-content-type-options", "nosniff"],
    ["cross-origin-resource-policy", "same-origin"],
    ...(app.startsWith("https:") && !isLocalAddress(app)
      ? ([["strict-transport-security", "max-age=31536000"]] as [string, string][])
      : []),
  ];
}

/** Adds what's missing to an answer's headers. @throws TypeError if they can't be changed */
function complete(headers: Headers): void {
  // A document without its own policy may do nothing.
  if (!headers.has("content-security-policy") && headers.get("content-type")?.startsWith("text/html"))
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  // An answer belongs to the person who asked, unless it says otherwise: a page's data, a redirect, an error.
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  for (const [name, value] of [...common(), ...OF_DOCUMENTS]) if (!headers.has(name)) headers.set(name, value);
}

/** The answer with the headers that every answer has. */
export function secured(response: Response): Response {
  try {
    // In place, because a copy turns a whole page into a stream.
    complete(response.headers);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  // A redirect's headers, and those of an answer from elsewhere, can't be changed.
  const headers = new Headers(response.headers);
  complete(headers);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/**
 * Headers of a built file. Names under /assets/ contain a hash of the content, so they never change; none is a document,
 * and a page loads fifteen of them, so they have no headers that they don't need. The others, icons and pictures, may be
 * embedded anywhere.
 */
export function headersOfFiles(pathname: string): Record<string, string> {
  const hashed = pathname.startsWith("/assets/");
  return {
    ...Object.fromEntries(common()),
    ...(hashed
      ? { "cache-control": "public, max-age=31536000, immutable" }
      : {
          ...Object.fromEntries(OF_DOCUMENTS),
          "cache-control": "public, max-age=0, must-revalidate",
          "cross-origin-resource-policy": "cross-origin",
        }),
  };
}
