import { sql } from "kysely";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { deliverBy } from "#app/features/pricing/rules/deadlines.ts";
import { FIXED_DEADLINES } from "#app/features/pricing/rules/policy.ts";
import { soldWith } from "#app/features/policy/server/read-policy.ts";
import { QA_PART } from "../../rules/review/qa-figures.ts";
import { qaOfOrder } from "../read-qa.ts";
import { whyNotWithinPolicy } from "../policy/check-policy.ts";
import { deliverOrder } from "../lifecycle/deliver-order.ts";
import { returnReview } from "./give-back-review.ts";
import { type ReviewThing, isBefore, lockReview } from "./lock-review.ts";
import { reviewFact } from "./review-fact.ts";

const waiting = () => database().selectFrom("qa_reviews as q").select("q.id").where("q.status", "=", "waiting");

/** Runs `step` on each of these reviews that is still open. */
const eachOf = (
  due: ReturnType<typeof waiting>,
  step: (ctx: CommandContext, thing: ReviewThing) => Promise<void>,
): Promise<number> =>
  sweep("follow a review", due, async (ctx, { id }) => {
    const thing = await lockReview(id, ctx);
    // On hold or disputed: its deadlines are paused.
    if (thing.review.status !== "waiting" || ["on_hold", "disputed"].includes(thing.order.status)) return;
    await step(ctx, thing);
  });

/**
 * Clock: puts reviews that weren't done in time back into the queue, delivers orders whose review would make them late,
 * tells admins about overdue reviews, and drops reviews that weren't done for weeks.
 */
export async function watchReviews(now: Date): Promise<void> {
  await eachOf(waiting().where("q.takenUntilAt", "<=", now), async (ctx, thing) => {
    const { takenUntilAt } = thing.review;
    if (takenUntilAt && takenUntilAt <= ctx.now) await returnReview(ctx, thing, "lapsed");
  });
  await eachOf(
    waiting()
      .innerJoin("orders as o", "o.id", "q.orderId")
      .where("q.kind", "=", "delivery")
      .where("o.status", "=", "qa_review")
      .where((eb) => eb(eb.fn.coalesce("o.revisionDueAt", "o.dueAt"), "<=", after(now, FIXED_DEADLINES.qa.spareMs))),
    deliverUnreviewed,
  );
  await eachOf(waiting().where("q.dueAt", "<=", now).where("q.overdueToldAt", "is", null), async (ctx, thing) => {
    const { review, submission } = thing;
    if (review.dueAt > ctx.now || review.overdueToldAt) return;
    await ctx.tx.updateTable("qa_reviews").set({ overdueToldAt: ctx.now }).where("id", "=", review.id).execute();
    await reviewFact(ctx, thing, "review.overdue", {
      reviewId: review.id,
      editorId: submission.editorId,
      dueAt: review.dueAt.toISOString(),
    });
  });
  await eachOf(
    waiting()
      .innerJoin("orders as o", "o.id", "q.orderId")
      .where(
        sql<boolean>`extract(epoch from ${now}::timestamptz - q."createdAt") * 1000 >= case q.kind when 'appeal'
          then ${soldWith(QA_PART.figures.dropped.appealMs)}
          else ${soldWith(QA_PART.figures.dropped.otherMs)} end`,
      ),
    drop,
  );
}

/** QA never makes an order late: work that wasn't reviewed by then is delivered, and reviewed afterward. */
async function deliverUnreviewed(ctx: CommandContext, thing: ReviewThing): Promise<void> {
  const { order, review, submission } = thing;
  const dueAt = order.revisionDueAt ?? order.dueAt;
  if (!isBefore(thing) || order.status !== "qa_review" || !dueAt || deliverBy(dueAt) > ctx.now) return;
  // Only its editor can mend what breaks the order's policy.
  if (await whyNotWithinPolicy(order.id, submission.id, ctx.tx)) return;
  await deliverOrder(ctx, order, submission);
  const reviewBy = after(ctx.now, (await qaOfOrder(order, ctx.tx)).afterDeliveryMs);
  await ctx.tx
    .updateTable("qa_reviews")
    .set({ dueAt: reviewBy, overdueToldAt: null })
    .where("id", "=", review.id)
    .execute();
  await reviewFact(
    ctx,
    thing,
    "review.postponed",
    { reviewId: review.id, editorId: submission.editorId, dueAt: reviewBy.toISOString() },
    { also: [review.takenBy], leads: true },
  );
}

/**
 * Delivered work wasn't reviewed for weeks, so the review ends. A score whose appeal wasn't decided no longer counts.
 */
async function drop(ctx: CommandContext, thing: ReviewThing): Promise<void> {
  const { review, submission, first } = thing;
  if (isBefore(thing)) return;
  await ctx.tx
    .updateTable("qa_reviews")
    .set({ status: "void", decidedAt: ctx.now })
    .where("id", "=", review.id)
    .execute();
  if (first)
    await ctx.tx.updateTable("qa_reviews").set({ replacedById: review.id }).where("id", "=", first.id).execute();
  await reviewFact(
    ctx,
    thing,
    "review.dropped",
    { reviewId: first?.id ?? review.id, editorId: submission.editorId, appealed: first !== null },
    { subjectId: submission.editorId, also: [review.takenBy], leads: true },
  );
}
