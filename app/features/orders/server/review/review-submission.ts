import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { QA_PARTS, type QaPolicy, type QaScores } from "../../rules/review/qa.ts";
import { qaOfOrder } from "../read-qa.ts";
import { lockOrder } from "../views/find-order.ts";
import { isLead } from "./lead-editors.ts";
import { type ReviewThing, isBefore, lockReview } from "./lock-review.ts";

/** What an order's rubric has for a part is checked by `scoredBy`. */
const part = () =>
  z.coerce
    .number({ error: "Score every part of the rubric." })
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(100, "At most 100.");

/** The reviewer's form. */
export const Rubric = z.object({
  scores: z.object(
    Object.fromEntries(QA_PARTS.map((p) => [p.code, part()])) as Record<keyof QaScores, ReturnType<typeof part>>,
  ),
  note: z.string().trim().max(5_000, "At most 5,000 characters.").default(""),
});

/** A review before delivery, named by its own id or by its order, which has at most one. */
export const ReviewInput = Rubric.extend({ orderId: z.string(), reviewId: z.string().optional() });

const over = () =>
  conflict(
    "not_in_review",
    "This order isn't in quality review now.",
    "Reload the page. Someone may have completed the review.",
  );

/** The review that this order needs before delivery. @throws not-found; conflict when it needs none (anymore) */
export async function lockReviewOf(
  it: { orderId: string; reviewId?: string | undefined },
  ctx: CommandContext,
): Promise<ReviewThing | { order: ReviewThing["order"]; lead: boolean; review: null }> {
  const order = await lockOrder(ctx.tx, it.orderId);
  const known = await ctx.tx
    .selectFrom("qa_reviews")
    .select(["id", "kind", "status"])
    .where("orderId", "=", order.id)
    .orderBy("createdAt", "desc")
    .execute();
  const row = it.reviewId
    ? { id: it.reviewId }
    : known.find(({ kind, status }) => kind === "delivery" && status === "waiting");
  if (!row) return { order, lead: await isLead(ctx.actor, ctx.tx), review: null };
  const thing = await lockReview(row.id, ctx);
  if (thing.order.id !== order.id) throw over();
  return thing;
}

/** The same, after checking that it's open. @throws conflict */
export function openReview(found: Awaited<ReturnType<typeof lockReviewOf>>): ReviewThing {
  if (found.review?.status !== "waiting") throw over();
  const thing = found as ReviewThing;
  if (isBefore(thing) && thing.order.status !== "qa_review") throw over();
  return thing;
}

/**
 * What the order's work is measured by: the policy it was sold with, whenever it's reviewed. The scores fit its rubric.
 * @throws invalid
 */
export async function scoredBy(
  ctx: Pick<CommandContext, "tx">,
  { order }: Pick<ReviewThing, "order">,
  scores: QaScores,
): Promise<QaPolicy> {
  const qa = await qaOfOrder(order, ctx.tx);
  const over = QA_PARTS.filter(({ code }) => scores[code] > qa.points[code]);
  if (over.length > 0)
    throw invalid(
      "over_points",
      "A score is higher than its part of the rubric allows.",
      "Correct the scores that are marked.",
      Object.fromEntries(over.map(({ code }) => [`scores.${code}`, `At most ${qa.points[code]}.`])),
    );
  return qa;
}
