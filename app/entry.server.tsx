import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router";
import { nonceContext } from "#app/context.ts";
import { NonceContext } from "#app/platform/browser/nonce.ts";
import { config } from "#app/platform/server/config.ts";
import { log } from "#app/platform/server/log.ts";

export const streamTimeout = 5_000;

/** Where the pay form leads: redirects of a form count against form-action too. */
const CHECKOUT = "https://checkout.stripe.com";

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
    `form-action 'self' ${CHECKOUT}${config().demo ? " http://localhost:* http://127.0.0.1:*" : ""}`,
  ].join("; ");
}

export default function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: RouterContextProvider) {
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const nonce = context.get(nonceContext);
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
          headers.set("Content-Type", "text/html; charset=utf-8");
          headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
          headers.set("X-Content-Type-Options", "nosniff");
          headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
          headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
          if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
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
