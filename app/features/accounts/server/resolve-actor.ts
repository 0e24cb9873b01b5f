import { type Actor, NOBODY } from "#app/platform/rules/actor.ts";

/** Who sends this request: the session's person, a visitor with a draft's key, or nobody. */
export async function resolveActor(_request: Request): Promise<Actor> {
  return NOBODY;
}
