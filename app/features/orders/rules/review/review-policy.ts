import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { after, formatDays } from "#app/platform/rules/core/time.ts";
import type { QaPolicy } from "./qa.ts";

export type ReviewKind = "delivery" | "rating" | "appeal";
export type ReviewStatus = "waiting" | "passed" | "failed" | "void";

/** The part of a review that permissions are decided on. */
export type ReviewForPolicy = {
  status: string;
  /** Whose work it is. */
  editorId: string;
  /** Who edits the order now. */
  assignedTo: string | null;
  clientId: string | null;
  /** The order's second reader. */
  readerId: string | null;
  takenBy: string | null;
  /** Who decided it. */
  reviewerId: string | null;
  /** Who gave the score that is appealed. */
  firstReviewerId: string | null;
};

const personUid = (actor: Actor): string | null => (actor.kind === "person" && actor.emailVerified ? actor.uid : null);
/**
 * The author, the editors of the order, its second reader, and the person who gave the score that is appealed can't be
 * its reviewer.
 */
const isInvolved = (uid: string, review: ReviewForPolicy): boolean =>
  [review.editorId, review.assignedTo, review.clientId, review.readerId, review.firstReviewerId].includes(uid);

/**
 * Who may do what with a quality review, checked by the pages, the files and the commands.
 * `isLead`: a lead editor who may edit now, as the database says.
 */
export const canReview = {
  take: (actor: Actor, review: ReviewForPolicy, isLead: boolean): boolean => {
    const uid = personUid(actor);
    return uid !== null && !isInvolved(uid, review) && (may(actor, "orders") || isLead);
  },
  /** A lead editor only the review they took; an admin any. */
  decide: (actor: Actor, review: ReviewForPolicy, isLead: boolean): boolean =>
    canReview.take(actor, review, isLead) && (may(actor, "orders") || review.takenBy === personUid(actor)),
  /** See the manuscript and the work while the review is open. */
  openWork: (actor: Actor, review: ReviewForPolicy, isLead: boolean): boolean =>
    review.status === "waiting" && canReview.decide(actor, review, isLead),
  /** See its result: the editor whose work it is, the person who decided it, and admins. */
  readResult: (actor: Actor, review: ReviewForPolicy): boolean => {
    const uid = personUid(actor);
    return uid !== null && (uid === review.editorId || uid === review.reviewerId || may(actor, "orders"));
  },
  appeal: (actor: Actor, review: ReviewForPolicy): boolean =>
    personUid(actor) !== null && personUid(actor) === review.editorId,
};

/** Until when the editor can appeal a score. */
export const appealUntil = (decidedAt: Date, { appeal }: Pick<QaPolicy, "appeal">): Date =>
  after(decidedAt, appeal.openMs);

/** Why a score can't be appealed, or null. */
export function appealRefusal(
  review: { kind: string; status: string; decidedAt: Date | null; appealed: boolean },
  now: Date,
  policy: Pick<QaPolicy, "appeal">,
): { code: string; message: string; advice: string } | null {
  if (review.status !== "passed" && review.status !== "failed")
    return { code: "not_decided", message: "This review has no score yet.", advice: "You can appeal once it has one." };
  if (review.kind === "appeal")
    return {
      code: "appeal_final",
      message: "This is the result of an appeal, which is final.",
      advice: "Contact support if something is wrong.",
    };
  if (review.appealed)
    return {
      code: "appealed",
      message: "You've already appealed this score. Each score can be appealed once.",
      advice: "We'll notify you when another reviewer has decided.",
    };
  if (!review.decidedAt || now > appealUntil(review.decidedAt, policy))
    return {
      code: "appeal_late",
      message: `Scores can be appealed for ${formatDays(policy.appeal.openMs)}. That time has passed.`,
      advice: "Contact support if something is wrong.",
    };
  return null;
}

/** How long a reviewer who takes a review now has it: until it's due, within limits. */
export function takenUntil(now: Date, dueAt: Date, { held }: Pick<QaPolicy, "held">): Date {
  const { mostMs, leastMs } = held;
  const latest = after(now, mostMs);
  const earliest = after(now, leastMs);
  if (dueAt < earliest) return earliest;
  return dueAt < latest ? dueAt : latest;
}
