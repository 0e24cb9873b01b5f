import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { currentDueAt, editorDateFor, isMovable, missingAgreement } from "../../rules/change/date-change.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { OrderPage } from "../views/read-order-page.ts";
import { sideOf } from "../agreements/agreement.ts";
import { dateProposals } from "./date-proposals.ts";

/** What an order's page shows about changing its date: the open proposal, and whether this reader may make one. */
export function dateChangeView(actor: Actor, page: OrderPage, at = now()) {
  const { order } = page;
  const side = sideOf(actor, order);
  const dueAt = currentDueAt(order);
  if (!side || !dueAt) return null;
  // Editors read their own deadline, never the author's date.
  const own = side === "editor" && !order.deliveredAt && order.editorDueAt ? order.editorDueAt : dueAt;
  const proposal = page.dateProposals[0];
  const zone = zoneOf(actor);
  return {
    side,
    currency: order.currency,
    dueAt: own,
    mayPropose: !proposal && isMovable(order.status),
    suggested: wallClock(after(own > at ? own : at, DAY), zone),
    least: wallClock(own, zone),
    proposal: proposal
      ? {
          id: proposal.id,
          side: proposal.side,
          own: dateProposals.mayWithdraw(actor, proposal),
          mayAnswer: dateProposals.mayAnswer(actor, order, proposal),
          waitsFor: missingAgreement(proposal),
          reason: proposal.reason,
          newDueAt: side === "editor" ? editorDateFor(order, proposal.newDueAt) : proposal.newDueAt,
          expiresAt: proposal.expiresAt,
          refundMinor: side === "editor" ? 0 : proposal.refundMinor,
          editorPayMinor:
            side === "client" || proposal.editorPayMinor === order.editorPayMinor ? null : proposal.editorPayMinor,
        }
      : null,
  };
}
export type DateChangeView = NonNullable<ReturnType<typeof dateChangeView>>;
