import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { whyNotReview } from "../../rules/kyc/can-kyc.ts";
import { lockKycDocument, moveKycDocument } from "./lock-kyc-document.ts";
import { settleKyc } from "./settle-kyc.ts";

/**
 * A reviewer takes a document, so that others see it is being reviewed. Taking it again does nothing.
 * @throws conflict when someone else has it, unless `takeOver`
 */
export const startKycReview = command({
  input: z.object({ documentId: z.string(), takeOver: z.boolean().default(false) }),
  load: ({ documentId }, { tx }) => lockKycDocument(tx, documentId),
  allow: (actor, document) => whyNotReview(actor, document),
  run: async ({ input: { takeOver }, thing: document, ...ctx }): Promise<void> => {
    const uid = ctx.actor.kind === "person" ? ctx.actor.uid : null;
    if (document.status === "in_review" && document.reviewerId === uid && document.replacedAt === null) return;
    if (document.status === "in_review" && !takeOver)
      throw conflict(
        "kyc_in_review",
        `${document.reviewerName ?? "Someone else"} is reviewing this document.`,
        "Take over only if they can't finish.",
      );
    await moveKycDocument(ctx, document, "startReview", { reviewerId: uid, reviewStartedAt: ctx.now });
    await ctx.fact("kyc.review_started", {
      subjectId: document.uid,
      data: { uid: document.uid, documentId: document.id, kind: document.kind },
      topics: [`user:${document.uid}`, "staff"],
    });
    await settleKyc(ctx, document.uid);
  },
});
