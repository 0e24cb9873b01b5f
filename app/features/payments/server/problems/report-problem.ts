import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { attachToMessage, takeAttachments } from "#app/features/messages/server/attachments.ts";
import { removeAttachment } from "#app/features/messages/server/remove-attachment.ts";
import { HANDED_OVER } from "#app/features/orders/rules/flow.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { complaintOfOrder } from "#app/features/orders/server/read-answers.ts";
import { hoursAt } from "#app/features/policy/server/read-hours.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { REFUND_TO, type RefundTo } from "../../rules/refund-to.ts";
import { businessDaysAfter } from "../../rules/refund-decision.ts";

/** Files a report may have. */
const PROBLEM_FILES = 3;
const TOO_MANY = `You can attach up to ${PROBLEM_FILES} files to a report.`;

/**
 * A client reports what is wrong with a delivered order. Only one report can be open at a time.
 * @returns when we'll have decided @throws not-found, refused, conflict (not_delivered, reported)
 */
export const reportProblem = command({
  input: z.object({
    orderId: z.string(),
    what: z
      .string()
      .trim()
      .min(30, "Tell us what is wrong and where, in a few sentences.")
      .max(5_000, "Use at most 5,000 characters."),
    /** Where the author wants a refund. What can't be done goes to the card. */
    refundTo: z.enum(REFUND_TO).default("card"),
    attachmentIds: z.array(z.string().max(64)).max(PROBLEM_FILES, TOO_MANY).default([]),
  }),
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order) => can.decide(actor, order) || "Only the order's author can report a problem with it.",
  async run({ input, thing: order, ...ctx }): Promise<{ dueAt: Date }> {
    if (!HANDED_OVER.includes(order.status))
      throw conflict(
        "not_delivered",
        "This order hasn't been delivered.",
        "Write to your editor or to support in the order's messages.",
      );
    const open = await ctx.tx
      .selectFrom("order_problems")
      .select("id")
      .where("orderId", "=", order.id)
      .where("status", "in", ["open", "redo"])
      .executeTakeFirst();
    if (open)
      throw conflict(
        "reported",
        "We're already looking into a problem with this order.",
        "Add what's missing in the order's messages.",
      );
    const id = newId("problem");
    const { decideDays } = await complaintOfOrder(order, ctx.tx);
    const dueAt = businessDaysAfter(ctx.now, decideDays, await hoursAt(ctx.now, ctx.tx));
    await ctx.tx
      .insertInto("order_problems")
      .values({
        id,
        orderId: order.id,
        reportedBy: uidOf(ctx.actor)!,
        what: input.what,
        refundTo: input.refundTo,
        dueAt,
        createdAt: ctx.now,
      })
      .execute();
    await attachToMessage(ctx.tx, { uid: uidOf(ctx.actor)! }, input.attachmentIds, {
      messageId: id,
      orderId: order.id,
    });
    await orderFact(ctx, order, "problem.reported", { problemId: id, dueAt: dueAt.toISOString() }, id);
    return { dueAt };
  },
});

/**
 * Reports a problem with the files of its form. If the report is refused, they don't stay.
 * @throws as `reportProblem`, and what is wrong with a file
 */
export async function sendProblem(
  actor: Actor,
  input: { orderId: string; what: string; refundTo?: RefundTo },
  form: FormData,
): Promise<{ dueAt: Date }> {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to report a problem.");
  const sent = form.getAll("files").filter((file) => typeof file !== "string" && (file.size > 0 || file.name !== ""));
  if (sent.length > PROBLEM_FILES)
    throw invalid("too_many_files", TOO_MANY, "Choose the ones that show it best, or put them in one .zip.", {
      files: TOO_MANY,
    });
  const attachmentIds = await takeAttachments({ uid }, form);
  try {
    return await reportProblem(actor, { ...input, attachmentIds });
  } catch (error) {
    for (const id of attachmentIds) await removeAttachment(actor, { id });
    throw error;
  }
}
