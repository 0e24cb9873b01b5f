import { RouterContextProvider, createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import { actorContext, nonceContext, ontoAppContext, sessionUnreadContext } from "#app/context.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/sign-in/guest-key.ts";
import { resolveActor } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { addressOntoApp } from "#app/features/orders/server/drafts/draft-handoff.ts";
import { NOBODY, type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { log } from "#app/platform/server/core/log.ts";
import { genericErrorPage } from "#app/platform/server/public-pages/plain-page.ts";
import { secured } from "#app/platform/server/requests/csrf.ts";
import { noteVisit } from "#app/platform/server/requests/visits.ts";

const handlePage = createRequestHandler(build, import.meta.env.MODE);

/** Behind an HTTPS proxy, requests arrive as http while the browser's Origin says https: gives pages the public URL. */
function asPeopleSeeIt(request: Request): Request {
  if (!config().origins.app.startsWith("https:") || !request.url.startsWith("http:")) return request;
  const body = request.method === "GET" || request.method === "HEAD" ? null : request.body;
  return new Request(request.url.replace(/^http:/, "https:"), {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(body ? { body, duplex: "half" } : {}),
  } as RequestInit);
}

export async function renderPage(request: Request, nonce: string, onApp: boolean): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(nonceContext, nonce);
  const actor = await actorOrVisitor(request, context);
  context.set(actorContext, actor);
  if (!onApp) context.set(ontoAppContext, (path) => addressOntoApp(actor, path));
  const response = await handlePage(asPeopleSeeIt(request), context);
  // If even the error page fails, the router answers in plain text. A page rendered for the cache has no headers and is
  // treated like a crawler's request.
  if (request.method === "GET" && response.status === 200 && !(actor.kind === "person" && may(actor, "care")))
    noteVisit((name) => request.headers.get(name), request.url);
  const isLastWord = response.status >= 500 && response.headers.get("content-type")?.startsWith("text/plain");
  return secured(isLastWord ? genericErrorPage(500) : response);
}

/**
 * Who sends a request. If their session can't be read, they're treated as a visitor, and the guard protects everything
 * else.
 */
async function actorOrVisitor(request: Request, context: RouterContextProvider): Promise<Actor> {
  try {
    return await resolveActor(request);
  } catch (error) {
    // An expired access token identifies no one.
    if (error instanceof Problem) return NOBODY;
    log.error("session not read", error);
    context.set(sessionUnreadContext, true);
    return { kind: "guest", guestKeyHash: guestKeyHashOf(request) };
  }
}
