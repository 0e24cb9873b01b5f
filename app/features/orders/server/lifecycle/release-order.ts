import { z } from "zod";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { keptWords, partDone, revisionOffer } from "../../rules/draft/editor-shares.ts";
import { can } from "../../rules/can.ts";
import { takeoverDates } from "../../rules/work/takeover.ts";
import { timesOf } from "../../rules/deadline/lateness.ts";
import { moveLateDecision } from "../late/move-late-decision.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { hasUsableCopy } from "../work/find-handover.ts";
import { moveOrder, orderTopics } from "./move-order.ts";
import { payOfEditor } from "./pay-of-editor.ts";
import { resumeClock } from "./resume-order.ts";

/** The words that are done when an order changes hands; empty means what the editor last reported. */
export const wordsDone = z
  .union([
    z.literal("").transform(() => null),
    z.coerce.number({ error: "Enter a number of words." }).int("Enter a whole number.").min(0, "Enter 0 or more."),
  ])
  .optional()
  .transform((words) => words ?? null);

/**
 * Takes an order from an editor who can't continue: the search for another starts. Files, messages and delivered rounds
 * are kept.
 */
export const releaseOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z.string().trim().min(3, "Enter a reason. The editor will see it.").max(1_000, "At most 1,000 characters."),
    words: wordsDone,
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.manage(actor, order) || "Only an admin can remove an order's editor.",
  run: ({ input, thing, ...ctx }) => release(ctx, thing, { reason: input.reason, words: input.words, by: "staff" }),
});

/**
 * The release itself, for commands that have decided who may do it. The editor is promised pay for the part that is
 * kept.
 */
export async function release(
  ctx: CommandContext,
  order: Order,
  it: { reason: string; words: number | null; by: "editor" | "staff" | "clock"; excused?: boolean },
): Promise<Order> {
  const { tx } = ctx;
  const editorId = order.assignedTo;
  const phase = order.deliveredAt ? "revision" : "edit";
  const deadlines = await deadlinesOfOrder(order, tx);
  const part =
    phase === "edit"
      ? partDone(
          order,
          (await payOfEditor(order, tx)) ?? 0,
          {
            words: it.words ?? order.progressWords,
            billableWords: order.billableWords,
            hasCopy: await hasUsableCopy(order, tx),
          },
          deadlines,
        )
      : { partBp: 0, keptBp: order.keptBp, payMinor: 0 };
  const deliveryPayMinor = order.deliveryPayMinor ?? (phase === "revision" ? await payOfEditor(order, tx) : null);
  await tx
    .updateTable("submissions")
    .set({ status: "released" })
    .where("orderId", "=", order.id)
    .where("status", "in", ["open", "stopped"])
    .execute();
  // An open pause ends here, and its length has moved every deadline.
  await moveLateDecision(ctx, order, it.by === "staff" ? "reassign" : "end");
  const clock = resumeClock(order, ctx.now);
  const released = await moveOrder(ctx, order, "release", {
    ...clock,
    ...takeoverDates({ ...timesOf({ ...order, ...clock }), searchBeganAt: ctx.now }, ctx.now, deadlines),
    // The search starts now. This editor's flags from clock rules don't apply to the next one.
    flags: json({ matchFrom: ctx.now.toISOString() }),
    assignedTo: null,
    assignedAt: null,
    editorDueAt: null,
    startedAt: null,
    editorPayMinor: null,
    // A submission of this editor's that QA sent back isn't the next editor's.
    ...(phase === "edit" ? { submittedAt: null } : {}),
    keptBp: part.keptBp,
    deliveryPayMinor,
    ...(phase === "revision" ? { revisionPayMinor: revisionOffer(deliveryPayMinor ?? 0, deadlines) } : {}),
    progressWords: keptWords({ ...order, keptBp: part.keptBp }),
    progressAt: null,
    unreadByEditor: false,
  });
  if (editorId)
    await tx
      .insertInto("order_handovers")
      .values({
        id: newId("handover"),
        orderId: order.id,
        editorId,
        phase,
        by: it.by,
        reason: it.reason,
        excused: it.excused ?? false,
        words: keptWords(released),
        partBp: part.partBp,
        payMinor: part.payMinor,
        at: ctx.now,
      })
      .execute();
  await ctx.fact("order.released", {
    orderId: order.id,
    data: { editorId: editorId ?? "", reason: it.reason, words: keptWords(released), payMinor: part.payMinor, phase },
    topics: orderTopics(released, editorId),
  });
  return released;
}
