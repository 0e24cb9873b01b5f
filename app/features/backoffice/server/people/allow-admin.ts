import { type Actor, type Person, isAdmin } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";

/** @throws refused unless admin */
export function allowAdmin(actor: Actor, what: string): asserts actor is Person {
  if (!isAdmin(actor)) throw refused(`Only an admin can see ${what}.`);
}
