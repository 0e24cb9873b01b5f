import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { type Duty, may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";

/** @throws refused unless somebody has this duty */
export function allowDuty(actor: Actor, duty: Duty, what: string): asserts actor is Person {
  if (!may(actor, duty)) throw refused(only(duty, `see ${what}`));
}
