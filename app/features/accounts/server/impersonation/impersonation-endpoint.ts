import { type Actor, impersonatorOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { homeOf } from "../../rules/access.ts";
import { endImpersonation } from "./settle-impersonation.ts";

/**
 * POST /api/impersonation/end: returns to the staff member's own session, on the page about the person they viewed the
 * product as. Safe to repeat, even after it has expired.
 */
export async function postImpersonationEnd(_request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const by = impersonatorOf(actor);
  if (by) await endImpersonation(by.id);
  const location =
    by && actor.kind === "person"
      ? `${by.readOnly ? "/support-desk/people" : "/admin/clients"}/${actor.uid}`
      : may(actor, "care")
        ? homeOf(actor)
        : "/";
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
