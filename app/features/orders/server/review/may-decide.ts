import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { canReview } from "../../rules/review/review-policy.ts";
import { type ReviewThing, forPolicy } from "./lock-review.ts";

/** Whether somebody may decide a review. If an order has no review, whether they could be its reviewer at all. */
export function mayDecide(
  actor: Actor,
  thing: ReviewThing | { order: ReviewThing["order"]; lead: boolean; review: null },
): true | string {
  const { order, lead } = thing;
  const involved = actor.kind === "person" && [order.userId, order.assignedTo, order.readerId].includes(actor.uid);
  const allowed =
    thing.review === null
      ? !involved && (may(actor, "orders") || lead)
      : canReview.decide(actor, forPolicy(thing as ReviewThing), lead);
  return (
    allowed || "Only an admin or the lead editor who took this review can decide it, and nobody involved in the order."
  );
}
