import { z } from "zod";
import { addDays } from "#app/platform/rules/core/day.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { instantOf, wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "../rules/can.ts";
import { type EditorRow, lockEditor } from "./find-editor.ts";
import { ReasonToEditor } from "./reason-to-editor.ts";

const MOST_DAYS = 365;

/** Midnight after the last day of a pause, in the editor's time zone. */
function endOf(lastDay: string, timeZone: string, now: Date): Date {
  const today = wallClock(now, timeZone).slice(0, 10);
  const days = (Date.parse(lastDay) - Date.parse(today)) / DAY;
  const wrong =
    days < 0
      ? "Choose today or a later day."
      : days > MOST_DAYS
        ? `Choose a day within ${MOST_DAYS} days, or leave it empty.`
        : null;
  if (wrong) throw invalid("lastDay", wrong, "Correct the last day and try again.", { lastDay: wrong });
  const next = addDays(lastDay, 1);
  return instantOf(`${next}T00:00`, timeZone)!;
}

/**
 * An admin pauses an editor, with a reason the editor reads: no new invites and nothing from the open pool. Open orders
 * and existing invites aren't affected. A current pause gets the new end and reason. Safe to repeat.
 * @param lastDay "YYYY-MM-DD" in the editor's time zone; empty to pause until an admin resumes them
 */
export const pauseEditor = command({
  input: z.object({
    editorId: z.string(),
    lastDay: z.union([
      z.literal(""),
      z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter a date.")
        .refine((day) => !Number.isNaN(Date.parse(day)), "Enter a date."),
    ]),
    reason: ReasonToEditor,
  }),
  load: ({ editorId }, { tx }) => lockEditor(tx, editorId),
  allow: (actor, editor) => can.stand(actor, editor.uid),
  async run({ input: { lastDay, reason }, thing: editor, tx, now, fact }): Promise<{ changed: boolean }> {
    const until = lastDay === "" ? null : endOf(lastDay, editor.timeZone, now);
    const same = editor.pauseEndsAt?.getTime() === until?.getTime() && editor.pauseReason === reason;
    if (editor.pausedAt !== null && same) return { changed: false };
    await tx
      .updateTable("editors")
      .set({ pausedAt: editor.pausedAt ?? now, pauseEndsAt: until, pauseReason: reason })
      .where("uid", "=", editor.uid)
      .execute();
    await fact("editor.paused", {
      subjectId: editor.uid,
      data: { editorId: editor.uid, until: until?.toISOString() ?? null, reason },
      topics: [`user:${editor.uid}`, "staff"],
    });
    return { changed: true };
  },
});

/** An admin ends an editor's pause. Safe to repeat. */
export const resumeEditor = command({
  input: z.object({ editorId: z.string() }),
  load: ({ editorId }, { tx }) => lockEditor(tx, editorId),
  allow: (actor, editor) => can.stand(actor, editor.uid),
  run: ({ thing: editor, ...ctx }) => endPause(ctx, editor),
});

/** Clock rule: ends the pauses whose last day has passed. */
export async function endPauses(now: Date): Promise<void> {
  const due = database().selectFrom("editors").select("uid").where("pauseEndsAt", "<=", now).orderBy("pauseEndsAt");
  await sweep("end an editor's pause", due, async (ctx, { uid }) => {
    const editor = await lockEditor(ctx.tx, uid);
    if (editor.pauseEndsAt && editor.pauseEndsAt <= now) await endPause(ctx, editor);
  });
}

async function endPause(ctx: Omit<CommandContext, "input">, editor: EditorRow): Promise<{ changed: boolean }> {
  if (editor.pausedAt === null) return { changed: false };
  await ctx.tx
    .updateTable("editors")
    .set({ pausedAt: null, pauseEndsAt: null, pauseReason: null })
    .where("uid", "=", editor.uid)
    .execute();
  await ctx.fact("editor.resumed", {
    subjectId: editor.uid,
    data: { editorId: editor.uid },
    topics: [`user:${editor.uid}`, "staff"],
  });
  return { changed: true };
}
