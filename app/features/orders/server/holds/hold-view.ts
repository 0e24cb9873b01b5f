import { type Actor, uidOf, zoneOf } from "#app/platform/rules/core/actor.ts";
import { DAY, after, formatDays } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { HOLD_POLICY, longestHold } from "../../rules/deadline/hold.ts";
import { can } from "../../rules/can.ts";
import type { OrderPage } from "../views/read-order-page.ts";
import { mayEndHold } from "./find-hold.ts";

/** What staff see of an order's hold, or need to put it on hold. Null for everyone who may do neither. */
export function holdView(actor: Actor, { order, holds, deadlines }: OrderPage) {
  const hold = holds[0] ?? null;
  const mayChange = mayEndHold(actor, order, hold);
  if (!hold && !can.manage(actor, order)) return null;
  const zone = zoneOf(actor);
  const at = now();
  return {
    held: hold ? { ownerName: hold.ownerName, reason: hold.reason, untilAt: hold.untilAt, mayChange } : null,
    ownerId: hold?.ownerId ?? uidOf(actor) ?? "",
    until: {
      suggested: wallClock(hold?.untilAt ?? after(at, 3 * DAY), zone),
      least: wallClock(after(at, HOLD_POLICY.leastMs), zone),
      most: wallClock(longestHold(hold?.createdAt ?? at, deadlines), zone),
    },
    /** How long a hold can be: "14 days". */
    longest: formatDays(deadlines.hold.mostMs),
  };
}
export type HoldView = NonNullable<ReturnType<typeof holdView>>;
