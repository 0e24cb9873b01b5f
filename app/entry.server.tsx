import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
  isRouteErrorResponse,
} from "react-router";
import { actorContext, nonceContext, ontoAppContext } from "#app/context.ts";
import { CHAT_BOOT } from "#app/features/support/ui/chat/chat-boot.ts";
import { bubbleFace } from "#app/features/support/rules/bubble.ts";
import { VISITOR_SCRIPT_HASH, withVisitorScript } from "#app/features/support/server/chat/visitor-script.ts";
import { NonceContext } from "#app/platform/browser/core/nonce.ts";
import { RequestIdContext } from "#app/platform/browser/core/request-id.ts";
import { requestId } from "#app/platform/server/requests/request-id.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { hasSeparateOrigins } from "#app/platform/rules/requests/origins.ts";
import { sessionFacts } from "#app/platform/rules/requests/session.ts";
import { compressed } from "#app/platform/server/requests/compressed.ts";
import { config } from "#app/platform/server/core/config.ts";
import { withDrillBanner } from "#app/platform/server/drill.ts";
import { log } from "#app/platform/server/core/log.ts";

export const streamTimeout = 5_000;

/** Where the payment form redirects, because form-action also covers redirects. */
const CHECKOUT = "https://checkout.stripe.com";

/** A form on the public origin may redirect to the app origin. */
function ownOrigins(): string[] {
  const { origins } = config();
  return hasSeparateOrigins(origins) ? [origins.app, origins.public] : [];
}

/**
 * What another provider's chat may load, on the only pages that allow it: public pages of signed-out visitors. Never
 * when someone is signed in. Chats often send their messages over a socket.
 */
function chatSources(actor: Actor, pathname: string): { loads: string; talks: string } {
  const { liveChat } = config();
  if (liveChat.kind !== "embed" || bubbleFace(sessionFacts(actor), pathname, liveChat).kind !== "chat")
    return { loads: "", talks: "" };
  const { origins } = liveChat;
  return {
    loads: origins.map((it) => ` ${it}`).join(""),
    talks: origins.map((it) => ` ${it} ${it.replace(/^http/, "ws")}`).join(""),
  };
}

/** The chat's start script. A page opened without it adds it when the reader navigates to one with chat. */
const CHAT_BOOT_HASH = `'sha256-${createHash("sha256").update(CHAT_BOOT).digest("base64")}'`;

/**
 * What a page may load and where its forms may go. In development, Vite injects styles and its socket, so both are less
 * strict.
 */
function contentSecurityPolicy(nonce: string, chat: { loads: string; talks: string }, asksApp: boolean): string {
  const dev = import.meta.env.DEV;
  const { origins } = config();
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${CHAT_BOOT_HASH}${asksApp ? ` ${VISITOR_SCRIPT_HASH}` : ""}${chat.loads}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'${chat.loads}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${chat.loads}`,
    `font-src 'self'${chat.loads}`,
    `connect-src 'self'${dev ? " ws:" : ""}${asksApp ? ` ${origins.app}` : ""}${origins.upload ? ` ${origins.upload}` : ""}${chat.talks}`,
    ...(chat.loads ? [`frame-src${chat.loads}`, `media-src 'self'${chat.loads}`] : []),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    `form-action ${[...new Set(["'self'", CHECKOUT, ...ownOrigins(), ...(config().demo ? ["http://localhost:*", "http://127.0.0.1:*"] : [])])].join(" ")}`,
  ].join("; ");
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext);
  // Without sessions here, pages ask the app origin who is visiting.
  const asksApp = context.get(ontoAppContext) !== null;
  const { liveChat } = config();
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy(nonce, chatSources(context.get(actorContext), new URL(request.url).pathname), asksApp),
  );
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let shellIsReady = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId()}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        // Loaders have finished, so the page is sent in one piece, without scripts that would insert later parts.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady() {
          pipe(
            new Writable({
              write(chunk: Buffer, _encoding, done) {
                chunks.push(chunk);
                done();
              },
              final(done) {
                clearTimeout(timer);
                // A page rendered for the cache is requested without any header.
                const html = withDrillBanner(Buffer.concat(chunks));
                const bytes = compressed(
                  asksApp ? withVisitorScript(html, liveChat.kind === "embed" ? liveChat.script : "") : html,
                  headers,
                  request.headers.get("accept-encoding"),
                );
                resolve(new Response(bytes, { headers, status }));
                done();
              },
            }),
          );
        },
        onShellReady() {
          shellIsReady = true;
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error: unknown) {
          status = 500;
          if (shellIsReady) log.error("page broke while it was rendered", error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Only our own faults are logged: not a missing page, or a visitor who left. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  // A reply link's or preview's URL is a secret.
  log.error(
    `page failed: ${new URL(request.url).pathname.replace(/^(\/(?:contact\/reply|blog\/preview)\/).*/i, "$1…")}`,
    error,
  );
};
