import { type MiddlewareFunction, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { decideAccess } from "../rules/access.ts";

/** Route middleware of the root: every page answers each visitor as the table of access says, for documents and for data alike. */
export const guard: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  const decision = decideAccess(context.get(actorContext), url.pathname, url.pathname + url.search);
  if (decision.kind === "redirect") throw redirect(decision.to);
  return next();
};
