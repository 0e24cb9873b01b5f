import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, refused } from "#app/platform/rules/core/errors.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockRun, moveRun } from "./move-run.ts";
import { refuseDisputed } from "../earnings/refuse-disputed.ts";

/** Downloads the bank file of an approved run and marks the run as sent. Downloading again gives the same bytes. */
export const sendRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => may(actor, "money") || only("money", "download the bank file"),
  run: async ({ thing: run, ...ctx }) => {
    if (!run.fileBody || !run.fileName || !run.fileSha256)
      throw conflict("not_approved", "This payout run isn't approved, so it has no bank file.");
    if (run.status === "approved") {
      await refuseDisputed(ctx, run.id);
      await ctx.tx
        .updateTable("payouts")
        .set({ status: "sent" })
        .where("runId", "=", run.id)
        .where("status", "=", "approved")
        .execute();
      await moveRun(ctx, run, "send", { sentAt: ctx.now });
      await ctx.fact("payout_run.sent", {
        subjectId: run.id,
        data: { runId: run.id, sha256: run.fileSha256 },
        topics: ["staff"],
      });
    }
    return { fileName: run.fileName, fileBody: run.fileBody, sha256: run.fileSha256 };
  },
});

const FILE_TYPES: Readonly<Record<string, string>> = {
  ".xml": "application/xml; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
};

/** POST /api/payout-runs/:runId/file: the file itself. A POST, because the first download marks the run as sent. */
export async function bankFile(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  if (!may(actor, "money")) throw refused(only("money", "download the bank file"));
  const { fileName, fileBody, sha256 } = await sendRun(actor, { runId: params.runId ?? "" });
  return new Response(fileBody, {
    headers: {
      "content-type": FILE_TYPES[fileName.slice(fileName.lastIndexOf("."))] ?? "text/plain; charset=us-ascii",
      "content-disposition": `attachment; filename="${fileName}"`,
      "x-content-sha256": sha256,
    },
  });
}
