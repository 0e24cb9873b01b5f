import { areaOf } from "../rules/area-pages.ts";
import { type MiddlewareFunction, data, redirect, redirectDocument } from "react-router";
import { actorContext, ontoAppContext, sessionUnreadContext } from "#app/context.ts";
import { isAppSide } from "#app/platform/rules/requests/origins.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { sessionFacts } from "#app/platform/rules/requests/session.ts";
import { refuseImpersonator } from "./impersonation/refuse-impersonator.ts";
import { decideAccess } from "../rules/access.ts";

/**
 * Whether a page opens on the app origin no matter where it was requested: because the specification requires it or
 * because it needs a session.
 */
function isOfTheApp(pathname: string): boolean {
  return isAppSide(pathname) || (areaOf(pathname) ?? "public") !== "public";
}

/** The one form that public pages send to the app origin: a manuscript dropped without script. */
const isDrop = (method: string, pathname: string): boolean => method === "POST" && pathname === "/order/new";

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";
/** A path that isn't a page counts too, because it answers 404. */
const isPublic = (pathname: string): boolean => (areaOf(pathname) ?? "public") === "public";

/**
 * Route middleware of the root: applies the access table to every page, for documents and for data.
 */
export const guard: MiddlewareFunction<Response> = async ({ context, request, url }, next) => {
  const ontoApp = context.get(ontoAppContext);
  const actor = context.get(actorContext);
  if (ontoApp && isOfTheApp(url.pathname) && !isDrop(request.method, url.pathname))
    throw redirectDocument(await ontoApp(url.pathname + url.search));
  // We don't know who this is. Pages that need an account fail with the generic page, and nothing is written in
  // anyone's name.
  if (context.get(sessionUnreadContext) && !(isRead(request.method) && isPublic(url.pathname)))
    throw data(null, { status: 503, statusText: "The session could not be read." });
  try {
    refuseImpersonator(actor, request.method, url.pathname);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // No loader runs for a refused page, but its banner needs the session to say whose view this is and to end it.
    throw data(
      { ...error.toJSON(), session: sessionFacts(actor) },
      { status: error.status, statusText: error.message },
    );
  }
  const decision = decideAccess(actor, url.pathname, url.pathname + url.search);
  if (decision.kind === "redirect") throw redirect(decision.to);
  return next();
};
