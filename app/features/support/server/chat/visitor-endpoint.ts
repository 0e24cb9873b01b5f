import { decideAccess, homeOf } from "#app/features/accounts/rules/access.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type Origins, appUrl } from "#app/platform/rules/requests/origins.ts";
import { sessionFacts } from "#app/platform/rules/requests/session.ts";
import { config } from "#app/platform/server/core/config.ts";
import { bubbleFace } from "../../rules/bubble.ts";

/** What a page of the public origin may know about its visitor: nothing that names them. */
type Visitor = {
  /** Their first page on the app; null until their address is verified. */
  home: string | null;
  /** Where their bubble leads. */
  help: { to: string; label: string };
  /** Where they go instead of this page, if they may not view it. */
  leave: string | null;
};

/** @param at the public page's path */
export function visitorFor(actor: Actor, at: string, origins: Pick<Origins, "app">): Visitor | null {
  const session = sessionFacts(actor);
  if (!session) return null;
  const access = decideAccess(actor, at);
  // Without live chat: that's for visitors who aren't signed in.
  const face = bubbleFace(session, at, { kind: "off" });
  const { to, label } = face.kind === "menu" ? face.items[0]! : { label: "Contact support", ...face };
  return {
    home: session.emailVerified ? appUrl(origins, homeOf(actor)) : null,
    help: { to: session.emailVerified ? appUrl(origins, to) : to, label },
    leave: access.kind === "redirect" ? appUrl(origins, access.to) : null,
  };
}

/** GET /api/visitor?at=: answers on the app origin, where sessions are, for pages of the public origin. */
export function getVisitor(request: Request, { actor }: { actor: Actor }): Response {
  const at = new URL(request.url).searchParams.get("at") ?? "/";
  return Response.json({ person: visitorFor(actor, at, config().origins) });
}
