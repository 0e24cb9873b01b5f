import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { RUN_WORDS } from "../../rules/flow.ts";
import { TRANSFER_SCHEMES, isTransfer } from "../../rules/scheme.ts";
import { lockRun } from "./move-run.ts";

/**
 * Chooses whether a run of cross-border transfers is a file for the bank, or for Wise or Payoneer. It's approved with
 * that file, so it's chosen before. @throws conflict once it's approved, or for a run that only a bank can pay
 */
export const chooseRunFile = command({
  input: z.object({
    runId: z.string(),
    scheme: z.enum(TRANSFER_SCHEMES, "Choose who pays this run."),
  }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => may(actor, "money") || only("money", "prepare payouts"),
  run: async ({ input: { scheme }, thing: run, ...ctx }): Promise<void> => {
    if (run.status !== "prepared")
      throw conflict("run_moved_on", `This payout run is already ${RUN_WORDS[run.status]}.`, "Reload the page.");
    if (!isTransfer(run.scheme)) throw conflict("own_file", "Only the bank can pay this run.");
    if (run.scheme === scheme) return;
    await ctx.tx.updateTable("payout_runs").set({ scheme }).where("id", "=", run.id).execute();
    await ctx.fact("payout_run.file_chosen", {
      subjectId: run.id,
      data: { runId: run.id, scheme },
      topics: ["staff"],
    });
  },
});
