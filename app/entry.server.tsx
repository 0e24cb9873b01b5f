import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router";
import { nonceContext } from "#app/context.ts";
import { NonceContext } from "#app/platform/browser/nonce.ts";
import { areTwo } from "#app/platform/rules/origins.ts";
import { config } from "#app/platform/server/config.ts";
import { log } from "#app/platform/server/log.ts";

export const streamTimeout = 5_000;

/** Where the pay form leads: redirects of a form count against form-action too. */
const CHECKOUT = "https://checkout.stripe.com";

/** A form on the public origin may lead over to the app origin. */
function ownOrigins(): string[] {
  const { origins } = config();
  return areTwo(origins) ? [origins.app, origins.public] : [];
}

/** What a page may load and where its forms may go. In development Vite injects styles and its socket, so those two are wider there. */
function contentSecurityPolicy(nonce: string): string {
  const dev = import.meta.env.DEV;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    `form-action ${[...new Set(["'self'", CHECKOUT, ...ownOrigins(), ...(config().demo ? ["http://localhost:*", "http://127.0.0.1:*"] : [])])].join(" ")}`,
  ].join("; ");
}

export default function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: RouterContextProvider) {
  const nonce = context.get(nonceContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return new Promise<Response>((resolve, reject) => {
    let shellIsOut = false;
    // Crawlers want the whole page at once; people see the frame first.
    const ready = isbot(request.headers.get("user-agent")) || routerContext.isSpaMode ? "onAllReady" : "onShellReady";
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [ready]() {
          shellIsOut = true;
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        },
        onShellError: reject,
        onError(error: unknown) {
          status = 500;
          if (shellIsOut) log.error("page broke while it was streamed", error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Only what is our own fault is logged: a page that does not exist, or a visitor who left, is not. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error(`page failed: ${new URL(request.url).pathname}`, error);
};
