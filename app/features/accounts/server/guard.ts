import { type MiddlewareFunction, data, redirect, redirectDocument } from "react-router";
import { actorContext, ontoAppContext, sessionUnreadContext } from "#app/context.ts";
import { isForcedOntoApp } from "#app/platform/rules/core/origins.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { sessionFacts } from "#app/platform/rules/core/session.ts";
import { refuseImpersonator } from "./refuse-impersonator.ts";
import { areaOf, decideAccess } from "../rules/access.ts";

/**
 * Whether a page is opened on the app origin wherever it was asked for: where the specification forces it, and where it
 * needs a session.
 */
function isOfTheApp(pathname: string): boolean {
  return isForcedOntoApp(pathname) || (areaOf(pathname) ?? "public") !== "public";
}

/** The one form that public pages send to the application's side: a manuscript dropped where there is no script. */
const isDrop = (method: string, pathname: string): boolean => method === "POST" && pathname === "/order/new";

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";
/** A path that is no page counts: it answers 404. */
const isPublic = (pathname: string): boolean => (areaOf(pathname) ?? "public") === "public";

/**
 * Route middleware of the root: every page answers each visitor as the table of access says, for documents and for data
 * alike.
 */
export const guard: MiddlewareFunction<Response> = async ({ context, request, url }, next) => {
  const ontoApp = context.get(ontoAppContext);
  const actor = context.get(actorContext);
  if (ontoApp && isOfTheApp(url.pathname) && !isDrop(request.method, url.pathname))
    throw redirectDocument(await ontoApp(url.pathname + url.search));
  // Nobody knows who this is: what needs an account fails with the generic page, and nothing is written as somebody
  // else.
  if (context.get(sessionUnreadContext) && !(isRead(request.method) && isPublic(url.pathname)))
    throw data(null, { status: 503, statusText: "The session could not be read." });
  try {
    refuseImpersonator(actor, request.method, url.pathname);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // No loader runs for a refused page, and its banner needs the session: whose view it is, and the button that ends
    // it.
    throw data(
      { ...error.toJSON(), session: sessionFacts(actor) },
      { status: error.status, statusText: error.message },
    );
  }
  const decision = decideAccess(actor, url.pathname, url.pathname + url.search);
  if (decision.kind === "redirect") throw redirect(decision.to);
  return next();
};
