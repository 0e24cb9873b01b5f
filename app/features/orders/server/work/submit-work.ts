import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import type { EditFormat } from "../../rules/work/edit-formats.ts";
import { openFindings } from "../../rules/work/finding-sheet.ts";
import { orderFlow } from "../../rules/flow.ts";
import { gateLetsThrough } from "../../rules/work/gate-outcome.ts";
import { NO_AI_MISSING } from "../../rules/work/no-ai.ts";
import { can } from "../../rules/can.ts";
import { unfinishedLines } from "../../rules/work/letter-outline.ts";
import { letterWithFreeEnd } from "../../rules/change/new-words.ts";
import { letterWithEnd } from "../../rules/change/word-difference.ts";
import type { WordDifference } from "../words/word-differences.ts";
import { findUnpaid } from "../words/say-where-edit-ends.ts";
import { orderCharges } from "../charges/order-charges.ts";
import { findUnpaidVersion } from "../revisions/find-versions.ts";
import { copyAuthorsOf } from "../reading/copy-authors.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import {
  type OrderFile,
  type Submission,
  type WorkFile,
  listOrderFiles,
  listResolutions,
  workFiles,
} from "./find-work.ts";
import { askCheck } from "../check/check-file.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";
import { openSubmission } from "./open-submission.ts";
import { LETTER_LIMIT } from "./write-letter.ts";
import { trackedField, listReadFiles, runGate } from "./gate-copies.ts";

/**
 * `sheet`: everything is tracked, and `open` findings need the editor's confirmation. `read`: only checked, and nothing
 * blocks it.
 */
export type SubmitOutcome = {
  outcome: "submitted" | "stopped" | "sheet" | "read";
  submissionId: string;
  open: number;
  /** What the copies were checked as. */
  formats: EditFormat[];
};

const Input = z.object({
  orderId: z.string(),
  /** Only check the copies uploaded so far, without submitting. */ check: z.boolean().default(false),
  /** The editor confirms that no generative AI saw the manuscript or wrote the edits. Not needed for a check. */
  noAi: z.boolean().default(false),
  letter: z.string().trim().max(LETTER_LIMIT, "A letter can have up to 10,000 characters.").optional(),
});

const extension = (name: string): string => /\.[^.]+$/.exec(name)?.[0]?.toLowerCase() ?? "";

/** The copies that can be read so far. */
const present = (files: readonly OrderFile[], order: Order): { work: WorkFile; tracked: OrderFile }[] =>
  workFiles(files, order.assignedTo).flatMap((work) =>
    work.format !== "uncompared" && work.tracked ? [{ work, tracked: work.tracked }] : [],
  );

/** A complete submission: a copy of each source and a letter. @throws invalid naming what is missing */
function assemble(
  files: readonly OrderFile[],
  order: Order,
  submission: Submission,
  unpaid: WordDifference | null,
  noAi: boolean,
): { work: WorkFile; tracked: OrderFile }[] {
  const fields: Record<string, string> = {};
  const ready: { work: WorkFile; tracked: OrderFile }[] = [];
  for (const work of workFiles(files, order.assignedTo)) {
    if (!work.tracked) fields[trackedField(work.source.id)] = `Upload the edited copy of “${work.text.name}”.`;
    else if (!work.base && extension(work.tracked.name) !== extension(work.text.name))
      fields[trackedField(work.source.id)] =
        `Return “${work.text.name}” in its original format (${extension(work.text.name)}).`;
    else ready.push({ work, tracked: work.tracked });
  }
  if (!submission.letter.trim())
    fields.letter = "Write a letter to the author. Say what you did and what's left to do.";
  const [unfinished] = unfinishedLines(submission.letter);
  if (unfinished) fields.letter = `Finish your letter: “${unfinished}” has nothing behind it. Add to it or delete it.`;
  if (unpaid && !unpaid.lastEdited)
    fields.lastEdited = "Say where the edit ends: the author paid for fewer words than the manuscript has.";
  if (!noAi) fields.noAi = NO_AI_MISSING;
  const first = Object.values(fields)[0];
  if (first)
    throw invalid("incomplete", first, "Nothing was submitted. Your uploads and your letter are saved.", fields);
  return ready;
}

/**
 * Shown while the author can still pay for new words, because paid words have to be edited before the work is
 * submitted.
 */
const isUnanswered = async (order: Order, db: Reader) => {
  const charge = await orderCharges.activeOf(db, order.id).executeTakeFirst();
  return conflict(
    "new_words_open",
    "The author hasn't answered yet whether they pay for the new words above the free ones.",
    `Your copies and your letter are saved. Submit once they've answered${charge ? `, by ${formatInstant(charge.expiresAt, "UTC")} at the latest` : ""}. Your deadline counts from their answer.`,
  );
};

/** @throws conflict when the order isn't in progress */
export const submittable = (order: Order): void => {
  if (!(orderFlow.moves.submit.from as readonly string[]).includes(order.status))
    throw conflict(
      "moved_on",
      order.status === "awaiting_client"
        ? "Your question to the author is still open. Your deadline is on hold until it's answered."
        : "This order isn't being worked on now, so nothing can be submitted.",
      order.status === "awaiting_client" ? "Withdraw the question if you no longer need the answer." : undefined,
    );
};

/** Saves the letter as typed, so that it isn't lost if the gate blocks the work. */
const prepare = command({
  input: Input,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can submit it.",
  run: async (ctx) => {
    const { input, thing: order, tx } = ctx;
    submittable(order);
    let submission = await openSubmission(ctx, order);
    if (input.letter !== undefined)
      submission = await tx
        .updateTable("submissions")
        .set({ letter: input.letter })
        .where("id", "=", submission.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    return {
      order,
      submission,
      files: await listOrderFiles(order.id, tx),
      copyAuthors: await copyAuthorsOf(order.id, order.assignedTo, tx),
      read: await listReadFiles(order, tx),
      unpaid: order.deliveredAt ? null : await findUnpaid(order.id, tx),
    };
  },
});

/**
 * Submits the editor's work: a tracked copy of each source and a letter. The gate reads every copy. If one has
 * untracked edits, changes excluded sections, or belongs to another manuscript, the findings are stored and the
 * submission is blocked. It's also blocked until the editor confirms every finding that needs confirmation.
 * @throws invalid when a copy or the letter is missing or unreadable; conflict when the order or a copy has changed
 */
export async function submitWork(actor: Actor, input: z.input<typeof Input>): Promise<SubmitOutcome> {
  const { order: seen, submission, files, copyAuthors, read, unpaid } = await prepare(actor, input);
  const { check = false, noAi = false } = input;
  const gated = await runGate(
    check ? present(files, seen) : assemble(files, seen, submission, unpaid, noAi),
    seen,
    copyAuthors,
    read,
  );
  return transact(actor, async (ctx) => {
    const order = await lockOrder(ctx.tx, seen.id);
    submittable(order);
    if (order.assignedTo !== seen.assignedTo)
      throw conflict("reassigned", "This order is no longer yours.", "It was given to another editor.");
    const now = workFiles(await listOrderFiles(order.id, ctx.tx), order.assignedTo);
    if (
      (now.length !== gated.length && !check) ||
      gated.some((g) => {
        const work = now.find((w) => w.source.id === g.work.source.id);
        return work?.tracked?.id !== g.tracked.id || work.text.id !== g.work.text.id;
      })
    )
      throw conflict(
        "newer_copy",
        "A newer copy was uploaded while we were checking this one.",
        "Submit again to use the newest copies.",
      );
    const { id: submissionId, letter } = await openSubmission(ctx, order);
    const partial = order.deliveredAt ? null : await findUnpaid(order.id, ctx.tx);
    if (!check && partial && !partial.lastEdited)
      throw conflict(
        "words_changed",
        "The author just declined to pay for more words.",
        "Say where the edit ends, then submit again.",
      );
    const version = await findUnpaidVersion(order, ctx.tx);
    if (!check && version?.status === "charged") throw await isUnanswered(order, ctx.tx);
    const formats = [...new Set(gated.map(({ work }) => work.format))];
    await ctx.tx.deleteFrom("submission_files").where("submissionId", "=", submissionId).execute();
    for (const { work, tracked, gate } of gated) {
      await askCheck(ctx.tx, tracked.id);
      await ctx.tx
        .insertInto("submission_files")
        .values({
          submissionId,
          sourceFileId: work.source.id,
          trackedFileId: tracked.id,
          gate: gate ? json(gate) : null,
          passed: gate ? gateLetsThrough(gate) : true,
        })
        .execute();
    }
    if (gated.some((g) => g.gate && !gateLetsThrough(g.gate))) {
      // Only a preview: nothing was submitted, so nothing was blocked.
      if (!check) {
        await ctx.tx.updateTable("submissions").set({ status: "stopped" }).where("id", "=", submissionId).execute();
        const sum = (of: typeof gated) => of.reduce((n, g) => n + (g.gate?.untrackedTotal ?? 0), 0);
        const untracked = sum(gated.filter((g) => g.work.format === "word"));
        const faults = sum(gated) - untracked;
        const locked = gated.reduce(
          (n, g) => n + (g.gate?.findingCounts?.find((one) => one.kind === "locked")?.count ?? 0),
          0,
        );
        await orderFact(
          ctx,
          order,
          "order.gate_stopped",
          { submissionId, untracked, ...(locked > 0 ? { locked } : {}), ...(faults > 0 ? { faults } : {}) },
          submissionId,
        );
      }
      return { outcome: "stopped", submissionId, open: 0, formats };
    }
    const resolutions = await listResolutions([submissionId], ctx.tx);
    const open = gated.reduce(
      (n, { work, gate }) =>
        n +
        (gate
          ? openFindings(
              gate,
              new Set(resolutions.filter((one) => one.sourceFileId === work.source.id).map((one) => one.findingKey)),
            ).length
          : 0),
      0,
    );
    if (open > 0 || check) {
      await ctx.tx.updateTable("submissions").set({ status: "open" }).where("id", "=", submissionId).execute();
      return { outcome: open > 0 ? "sheet" : "read", submissionId, open, formats };
    }
    const { round } = await ctx.tx
      .updateTable("submissions")
      .set({
        status: "submitted",
        submittedAt: ctx.now,
        noAiAt: ctx.now,
        ...(partial?.lastEdited ? { letter: letterWithEnd(letter, partial.lastEdited) } : {}),
        ...(version?.lastFree ? { letter: letterWithFreeEnd(letter, version.lastFree) } : {}),
      })
      .where("id", "=", submissionId)
      .returning("round")
      .executeTakeFirstOrThrow();
    // Only the first round counts as on time or late. Revisions have their own deadline.
    const moved = await moveOrder(ctx, order, "submit", round === 1 ? { submittedAt: ctx.now } : {});
    await orderFact(ctx, moved, "order.submitted", { submissionId, round, formats }, submissionId);
    return { outcome: "submitted", submissionId, open: 0, formats };
  });
}
