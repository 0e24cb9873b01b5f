import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { QA_PARTS, type QaScores } from "../../rules/qa.ts";
import type { Order } from "../views/find-order.ts";
import type { Submission } from "../work/find-work.ts";

const part = (most: number) =>
  z.coerce
    .number({ error: "Score every part of the rubric." })
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(most, `At most ${most}.`);

/** What a reviewer fills in. */
export const ReviewInput = z.object({
  orderId: z.string(),
  scores: z.object(
    Object.fromEntries(QA_PARTS.map((p) => [p.code, part(p.most)])) as Record<keyof QaScores, ReturnType<typeof part>>,
  ),
  note: z.string().trim().max(5_000, "At most 5,000 characters.").default(""),
});

/** The submission that needs a reviewer. @throws conflict when none does (anymore) */
export async function submissionInReview(
  ctx: CommandContext,
  order: Order,
): Promise<{ submission: Submission; reviewId: string }> {
  const row = await ctx.tx
    .selectFrom("qa_reviews")
    .select(["id", "submissionId"])
    .where("orderId", "=", order.id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  if (order.status !== "qa_review" || !row)
    throw conflict(
      "not_in_review",
      "This order isn't in quality review now.",
      "Reload the page. Someone may have completed the review.",
    );
  return {
    reviewId: row.id,
    submission: await ctx.tx
      .selectFrom("submissions")
      .selectAll()
      .where("id", "=", row.submissionId)
      .executeTakeFirstOrThrow(),
  };
}
