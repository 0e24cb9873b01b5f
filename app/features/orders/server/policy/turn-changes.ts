import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import { log } from "#app/platform/server/core/log.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { can } from "../../rules/can.ts";
import { attachFile } from "../uploads/attach-file.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { lockOrder } from "../views/find-order.ts";
import { type OrderFile, findOpenSubmission, listOrderFiles, workFiles } from "../work/find-work.ts";
import { readDocumentQueries } from "../work/read-document-queries.ts";
import { submittable } from "../work/submit-work.ts";

const Input = z.object({
  orderId: z.string(),
  /** The copy as it was checked. */
  trackedFileId: z.string(),
  /** One change, by its number; or all of a kind; without both, all that the policy doesn't allow. */
  change: z.coerce.number().int().positive().optional(),
  kind: z.enum(EDIT_KINDS).optional(),
});

/** Which changes of which copy, and the result of an earlier request for it. */
const prepare = command({
  input: Input,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can turn changes into comments.",
  run: async ({ input, thing: order, tx }) => {
    submittable(order);
    const files = await listOrderFiles(order.id, tx);
    const copy = files.find(
      (file) => file.id === input.trackedFileId && file.purpose === "tracked" && file.uploadedBy === order.assignedTo,
    );
    const work = workFiles(files, order.assignedTo).find((one) => one.source.id === copy?.sourceFileId);
    if (!copy || !work) throw notFound("copy of yours on this order");
    if (work.tracked?.id !== copy.id)
      throw conflict(
        "newer_copy",
        "There's a newer version of your copy.",
        "Look at the list again: it shows what the newest copy still has.",
      );
    const submission = await findOpenSubmission(order.id, tx);
    const part = submission
      ? await tx
          .selectFrom("submission_files")
          .select("gate")
          .where("submissionId", "=", submission.id)
          .where("trackedFileId", "=", copy.id)
          .executeTakeFirst()
      : undefined;
    const verdict = part?.gate?.rule;
    if (!verdict) throw conflict("not_checked", "This copy hasn't been checked yet.", "Wait a moment, then try again.");
    if (!verdict.turnable)
      throw invalid(
        "not_word",
        "Only changes in Word files can be turned into comments.",
        "Undo these changes in your copy, write them as comments, and upload it again.",
      );
    const groups = verdict.groups.filter((group) => !input.kind || group.kind === input.kind);
    const ids = groups.flatMap((group) => group.ids).filter((id) => !input.change || id === input.change);
    return { order, copy, ids };
  },
});

export type TurnedCopy = { file: OrderFile; /** How many changes became comments. */ turned: number };

/**
 * Turns changes that the order's policy doesn't allow into comments, in a new version of the editor's copy. The copy
 * itself is kept. If somebody does so twice at once, one of them is told that there's a newer version.
 * @throws invalid when the copy can't be read or isn't a Word file; conflict when a newer copy came in the meantime
 */
export async function turnChanges(actor: Actor, input: z.input<typeof Input>): Promise<TurnedCopy> {
  const { order, copy, ids } = await prepare(actor, input);
  if (ids.length === 0)
    throw conflict("nothing_to_turn", "These changes are already comments, or they're allowed.", "Reload the page.");
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-turn-"));
  const fileId = newId("file");
  let kept = false;
  try {
    const out = path.join(folder, "turned.docx");
    const done = await withStored(copy, (local) => engine().turn(local, out, ids));
    if (!done.ok) throw invalid(done.code, `“${copy.name}”: ${done.message}`, done.advice);
    const bytes = await readFile(out);
    await storage().put(fileId, bytes);
    const file = await transact(actor, async (ctx) => {
      // Again, under the lock: a newer copy ends this one.
      await prepare.inside(ctx, input);
      await attachFile.inside(ctx, {
        fileId,
        orderId: order.id,
        purpose: "tracked",
        sourceFileId: copy.sourceFileId!,
        name: copy.name,
        contentType: DOCX_TYPE,
        bytes: bytes.length,
        sha256: sha256(bytes),
      });
      return ctx.tx
        .updateTable("files")
        .set({ turnedFromId: copy.id })
        .where("id", "=", fileId)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    kept = true;
    await readDocumentQueries(fileId).catch((error: unknown) => log.error("comments not read", error, { fileId }));
    return { file, turned: done.turned };
  } finally {
    if (!kept) await storage().remove(fileId);
    await rm(folder, { recursive: true, force: true });
  }
}
