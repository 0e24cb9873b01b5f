import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import { appealRefusal, appealUntil, canReview } from "../../rules/review/review-policy.ts";
import { editorNameOf } from "../views/editor-name.ts";
import { getOrder } from "../views/find-order.ts";
import { orderView } from "../views/get-order-view.ts";
import { readWorkPage } from "../views/read-order-page.ts";
import { type QaPolicy, type QaRubric, rubricOf } from "../../rules/review/qa.ts";
import { qaOfOrder } from "../read-qa.ts";
import { isLead } from "./lead-editors.ts";
import { type Review, forPolicy, isBefore, readAround } from "./lock-review.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** A review's result, for those who may read it. */
const resultOf = (review: Review, rubric: QaRubric) => ({
  rubric,
  id: review.id,
  status: review.status,
  total: review.total,
  scores: review.scores as Record<string, number> | null,
  note: review.note ?? "",
  decidedAt: review.decidedAt,
});

/** The work as its reviewer sees it: like its editor, with no more about the author than the editor sees. */
async function workOf(orderId: string, review: Review, editorId: string, db: Reader) {
  const page = await readWorkPage({ ...(await getOrder(orderId, db)), assignedTo: editorId }, "editor", db);
  const view = orderView(page, { openQueries: 0 });
  const { choices, sources, references, work, reEdit, billableWords } = view;
  const rating = page.ratings[0];
  return {
    brief: { choices, sources, references, reEdit, billableWords, viewer: view.viewer, status: "submitted" as const },
    work,
    submission: view.submissions.find((s) => s.id === review.submissionId) ?? null,
    /** The author's stars, without their comment. */
    rating:
      review.reason === "low_rating" && rating
        ? {
            overall: rating.overall,
            accuracy: rating.accuracy,
            clarity: rating.clarity,
            instructions: rating.instructions,
            communication: rating.communication,
          }
        : null,
  };
}

/** Who has a review now and until when, with the name only for admins. Null while it's free. */
async function takenNow(actor: Actor, { takenBy, takenUntilAt }: Review, now: Date, db: Reader) {
  if (takenBy === null || takenUntilAt === null || takenUntilAt <= now) return null;
  return { until: takenUntilAt, by: may(actor, "orders") ? await editorNameOf(takenBy, db) : null };
}

/** The appeal against a review, and whether its editor may still make one. */
async function appealOf(
  actor: Actor,
  review: Review,
  { own, result, now, qa }: { own: boolean; result: boolean; now: Date; qa: QaPolicy },
  db: Reader,
) {
  const appeal = await db.selectFrom("qa_reviews").selectAll().where("appealOf", "=", review.id).executeTakeFirst();
  return {
    appeal:
      appeal && (own || result)
        ? { ...resultOf(appeal, rubricOf(qa)), reason: own || may(actor, "orders") ? appeal.appeal : null }
        : null,
    appealUntil: own && review.decidedAt ? appealUntil(review.decidedAt, qa) : null,
    mayAppeal: own && appealRefusal({ ...review, appealed: appeal !== undefined }, now, qa) === null,
  };
}

/**
 * A review's page: the work and the rubric for its reviewer, the result for the editor whose work it is and for the
 * reviewer, both for admins.
 * @throws not-found for everyone else
 */
export async function readReview(actor: Actor, reviewId: string, now: Date) {
  const db = database();
  if (!isId("review", reviewId)) throw notFound("review");
  const review = await db.selectFrom("qa_reviews").selectAll().where("id", "=", reviewId).executeTakeFirst();
  if (!review) throw notFound("review");
  const order = await getOrder(review.orderId, db);
  const { submission, first } = await readAround(db, review);
  const policy = forPolicy({ order, review, submission, first });
  const lead = await isLead(actor, db);
  const decided = review.status !== "waiting";
  const mayTake = canReview.take(actor, policy, lead) && !decided;
  const open = canReview.openWork(actor, policy, lead);
  // The reviewer whose score is appealed sees the outcome, not the work.
  const result = (decided || may(actor, "orders")) && canReview.readResult(actor, policy);
  const own = canReview.appeal(actor, policy);
  if (!open && !result && !mayTake && !own) throw notFound("review");
  const qa = await qaOfOrder(order, db);
  const rubric = rubricOf(qa);
  const taken = await takenNow(actor, review, now, db);
  return {
    id: review.id,
    orderId: order.id,
    number: order.number,
    // A review shows no title until somebody takes it.
    title: open || result || own ? order.title || "Untitled manuscript" : null,
    kind: review.kind,
    reason: review.reason,
    before: isBefore({ review, submission }),
    dueAt: review.dueAt,
    feeMinor: may(actor, "orders") ? null : reviewPay(order.listMinor, await payOfOrder(order, db)),
    currency: PAY_CURRENCY,
    editorName: open || result ? await editorNameOf(submission.editorId, db) : null,
    mayTake: mayTake && taken === null,
    mine: review.takenBy !== null && review.takenBy === uidOf(actor),
    /** Somebody else has it now. Admins see who. */
    taken,
    work: open ? await workOf(order.id, review, submission.editorId, db) : null,
    /** The score and the reason of an appeal, for the reviewer who decides it. */
    appealed: first && (open || result || own) ? { ...resultOf(first, rubric), reason: review.appeal ?? "" } : null,
    result: decided && (result || own) ? resultOf(review, rubric) : null,
    own,
    rubric,
    ...(await appealOf(actor, review, { own, result, now, qa }, db)),
  };
}

export type ReviewPage = Awaited<ReturnType<typeof readReview>>;
