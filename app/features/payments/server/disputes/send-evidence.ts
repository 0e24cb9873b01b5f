import { z } from "zod";
import { PROVIDER, uidOf } from "#app/platform/rules/core/actor.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { DISPUTE_POLICY } from "../../rules/dispute.ts";
import { isProviderRefusal, stripe } from "../provider/stripe.ts";
import { collectEvidence } from "./collect-evidence.ts";
import { evidenceFields } from "./evidence-fields.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import { type Dispute, findDispute } from "./find-dispute.ts";
import { lockDispute } from "./lock-dispute.ts";
import { seenDisputeIn } from "./read-dispute.ts";
import { settleDispute } from "./settle-dispute.ts";

export const ANSWER_DISPUTE_JOB = "answer-dispute";

const Statement = z
  .string()
  .trim()
  .max(
    DISPUTE_POLICY.longestStatement,
    `At most ${DISPUTE_POLICY.longestStatement.toLocaleString("en-US")} characters.`,
  );
const onlyAdmins = (actor: Actor) => may(actor, "money") || only("money", "answer a dispute");

/** @throws conflict when nothing can be answered any more */
function checkAnswerable(dispute: Dispute, now: Date): void {
  if (dispute.status !== "needs_response" || dispute.sendingAt || dispute.givenUpAt)
    throw conflict("answered", "This dispute has already been answered.", "Reload the page to see its current status.");
  if (dispute.evidenceDueAt && dispute.evidenceDueAt <= now)
    throw conflict("too_late", "The bank's deadline for evidence has passed.", "The bank decides without us.");
}

/** Saves what an admin has written so far. */
export const saveStatement = command({
  input: z.object({ disputeId: z.string(), statement: Statement }),
  load: ({ disputeId }, ctx) => lockDispute(ctx, disputeId),
  allow: onlyAdmins,
  run: async ({ input, thing: { dispute }, ...ctx }) => {
    checkAnswerable(dispute, ctx.now);
    await ctx.tx.updateTable("disputes").set({ statement: input.statement }).where("id", "=", dispute.id).execute();
  },
});

/**
 * An admin sends the evidence: the statement, and the facts about the order as one PDF. The bank accepts evidence only
 * once.
 */
export const sendEvidence = command({
  input: z.object({
    disputeId: z.string(),
    statement: Statement.min(20, "Explain in a sentence or two why the payment is valid."),
  }),
  load: ({ disputeId }, ctx) => lockDispute(ctx, disputeId),
  allow: onlyAdmins,
  run: async ({ input, thing: { dispute }, ...ctx }) => {
    checkAnswerable(dispute, ctx.now);
    await answerWith(ctx, dispute, {
      statement: input.statement,
      sendingAt: ctx.now,
      sentBy: uidOf(ctx.actor),
      failure: null,
    });
  },
});

/** An admin accepts the loss instead of answering. The bank keeps the money for the cardholder. */
export const giveUp = command({
  input: z.object({ disputeId: z.string() }),
  load: ({ disputeId }, ctx) => lockDispute(ctx, disputeId),
  allow: onlyAdmins,
  run: async ({ thing: { dispute }, ...ctx }) => {
    checkAnswerable(dispute, ctx.now);
    await answerWith(ctx, dispute, { givenUpAt: ctx.now, givenUpBy: uidOf(ctx.actor), failure: null });
  },
});

async function answerWith(ctx: CommandContext, dispute: Dispute, set: Partial<Dispute>): Promise<void> {
  await ctx.tx.updateTable("disputes").set(set).where("id", "=", dispute.id).execute();
  await enqueue(ctx.tx, ANSWER_DISPUTE_JOB, { disputeId: dispute.id });
}

/**
 * The job that sends the answer to the provider. If the provider no longer waits for one, the job only reads the
 * dispute's state, so that a repeated job sends nothing twice.
 * @throws the provider's error, if it can be retried
 */
export async function answerDispute(disputeId: string): Promise<void> {
  const dispute = await findDispute(disputeId);
  if (!dispute || dispute.status !== "needs_response" || !(dispute.sendingAt ?? dispute.givenUpAt)) return;
  try {
    let answer = await stripe().disputes.retrieve(dispute.providerDisputeId);
    if (answer.status === "needs_response" || answer.status === "warning_needs_response")
      answer = dispute.givenUpAt ? await stripe().disputes.close(dispute.providerDisputeId) : await submit(dispute);
    await transact(PROVIDER, async (ctx) => {
      const order = await lockOrder(ctx.tx, dispute.orderId);
      const told = dispute.sendingAt
        ? await ctx.tx
            .updateTable("disputes")
            .set({ sentAt: ctx.now })
            .where("id", "=", dispute.id)
            .where("sentAt", "is", null)
            .returning("id")
            .executeTakeFirst()
        : undefined;
      if (told) await orderFact(ctx, order, "dispute.evidence_sent", { disputeId }, disputeId);
      await settleDispute(ctx, { id: dispute.paymentId, orderId: dispute.orderId }, seenDisputeIn(answer));
    });
  } catch (error) {
    if (!isProviderRefusal(error)) throw error;
    await refused(dispute, error.message);
  }
}

/** The provider refused the evidence. Tells admins, who can try again. */
async function refused(dispute: Dispute, reason: string): Promise<void> {
  await transact(PROVIDER, async (ctx) => {
    const order = await lockOrder(ctx.tx, dispute.orderId);
    const row = await ctx.tx
      .updateTable("disputes")
      .set({ failure: reason, sendingAt: null, givenUpAt: null, givenUpBy: null })
      .where("id", "=", dispute.id)
      .where("sentAt", "is", null)
      .returning("id")
      .executeTakeFirst();
    const data = { disputeId: dispute.id, reason };
    if (row) await orderFact(ctx, order, "dispute.evidence_failed", data, dispute.id);
  });
}

async function submit(dispute: Dispute) {
  const evidence = await collectEvidence(dispute);
  const bytes = await evidencePdf(evidence, dispute.sendingAt!);
  const file = await stripe().files.create({
    purpose: "dispute_evidence",
    file: { data: Buffer.from(bytes), name: `${evidence.number}.pdf`, type: "application/pdf" },
  });
  return stripe().disputes.update(
    dispute.providerDisputeId,
    { evidence: { ...evidenceFields(evidence), uncategorized_file: file.id }, submit: true },
    { idempotencyKey: `${dispute.id}:${dispute.sendingAt!.getTime()}:${file.id}` },
  );
}
