import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { LATE_POLICY, mayWaitBeyond } from "../../rules/deadline/late-order.ts";
import { can } from "../../rules/can.ts";
import { timesOf } from "../../rules/deadline/lateness.ts";
import type { OrderPage } from "../views/read-order-page.ts";

/**
 * What an order's page shows about its lateness: the decision staff have to make, and what its client can choose. Null
 * on an order that isn't very late.
 */
export function lateOrderView(actor: Actor, page: OrderPage) {
  const { order, lateDecisions } = page;
  const decision = lateDecisions[0];
  const staff = may(actor, "care");
  const refundAt = can.decide(actor, order) ? mayWaitBeyond(timesOf(order), now(), page.deadlines) : null;
  if (!refundAt && !(decision && staff)) return null;
  const zone = zoneOf(actor);
  const from = refundAt && refundAt > now() ? refundAt : now();
  return {
    decision: decision
      ? {
          status: decision.status,
          decideByAt: decision.decideByAt,
          escalated: staff && decision.escalatedAt !== null,
        }
      : null,
    mayDecide: staff && decision !== undefined,
    looking: order.status === "paid",
    wait: refundAt
      ? {
          refundAt: refundAt,
          chosenAt: order.waitUntilAt,
          suggested: wallClock(order.waitUntilAt ?? after(from, 2 * DAY), zone),
          least: wallClock(after(from, LATE_POLICY.wait.leastMs), zone),
          most: wallClock(after(from, LATE_POLICY.wait.mostMs), zone),
        }
      : null,
  };
}
export type LateOrderView = NonNullable<ReturnType<typeof lateOrderView>>;
