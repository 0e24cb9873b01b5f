import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { staffName } from "#app/features/accounts/server/people/staff-name.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { holdFault } from "../../rules/deadline/hold.ts";

/**
 * The end of a hold as it was typed.
 * @param heldAt when it started
 * @param policy the one the order was sold with
 * @throws invalid for no date, one in the past, or one further away than the policy allows
 */
export function readHoldDate(
  { actor, now }: Pick<CommandContext, "actor" | "now">,
  typed: string,
  heldAt: Date,
  policy: DeadlinePolicy,
): Date {
  const untilAt = instantOf(typed, zoneOf(actor));
  const fault = untilAt ? holdFault(untilAt, heldAt, now, policy) : "Choose a date and a time.";
  if (!untilAt || fault)
    throw invalid("until", fault ?? "", "Choose another date and try again.", { until: fault ?? "" });
  return untilAt;
}

/** The person who will be responsible for a hold. @throws invalid for somebody who isn't active staff */
export async function readHoldOwner({ tx }: Pick<CommandContext, "tx">, uid: string): Promise<string> {
  if ((await staffName(tx, uid)) === null)
    throw invalid("owner", "Only staff can be responsible for a hold.", "Choose someone from the list.", {
      ownerId: "Choose a staff member.",
    });
  return uid;
}
