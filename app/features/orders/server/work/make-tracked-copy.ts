import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { can } from "../../rules/can.ts";
import { attachFile } from "../uploads/attach-file.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { editorNameOf } from "../views/editor-name.ts";
import { lockOrder } from "../views/find-order.ts";
import { type OrderFile, listOrderFiles, workFiles } from "./find-work.ts";
import { readDocumentQueries } from "./read-document-queries.ts";
import { submittable } from "./submit-work.ts";
import { trackedField } from "./gate-copies.ts";

const Input = z.object({ orderId: z.string(), /** The upload it is made from. */ trackedFileId: z.string() });

const isDocxName = (name: string): boolean => /\.docx$/i.test(name);
const trackedName = (name: string): string =>
  `${name.replace(/\.[^.]+$/, "").replace(/ \(tracked\)$/, "")} (tracked).docx`;

/** What to compare, and the result of an earlier comparison. */
const prepare = command({
  input: Input,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) =>
    can.work(actor, order) || "Only the editor of this order can make a tracked copy of their upload.",
  run: async ({ input, thing: order, tx }) => {
    submittable(order);
    const files = await listOrderFiles(order.id, tx);
    const upload = files.find(
      (file) => file.id === input.trackedFileId && file.purpose === "tracked" && file.uploadedBy === order.assignedTo,
    );
    const work = workFiles(files, order.assignedTo).find((one) => one.source.id === upload?.sourceFileId);
    if (!upload || !work) throw notFound("copy of yours on this order");
    const made = files.find((file) => file.comparedFromId === upload.id) ?? null;
    if (!made && work.tracked?.id !== upload.id)
      throw conflict("newer_copy", "A newer copy has been uploaded.", "Reload the page to use the newest copy.");
    if (!work.base)
      throw invalid(
        "no_base",
        `We can't compare changes in “${work.text.name}” automatically.`,
        "Make the edits again with Track Changes on, or as annotations.",
      );
    return { order, upload, work, base: work.base, made, editor: await editorNameOf(order.assignedTo, tx) };
  },
});

/**
 * Makes a tracked copy of an upload in which some or all edits aren't tracked. The upload is compared with the
 * manuscript, every difference becomes a tracked change under the editor's name, and the result is a new version of
 * their copy, which the gate lets through. The upload is kept. Safe to repeat, even concurrently: each upload has one such copy.
 * @throws invalid with advice when the two can't be compared; conflict when a newer copy was uploaded
 */
export async function makeTrackedCopy(actor: Actor, input: z.input<typeof Input>): Promise<OrderFile> {
  const { order, upload, work, base, made, editor } = await prepare(actor, input);
  if (made) return made;
  const refuse = (found: Refusal) => {
    const advice =
      found.code === "timeout"
        ? "Comparing took too long. Compare the two files in Word (Review > Compare), save the result, and upload it."
        : found.advice;
    return invalid(found.code, `“${upload.name}”: ${found.message}`, advice, {
      [trackedField(work.source.id)]: `${found.message} ${advice}`,
    });
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-compare-"));
  try {
    const out = path.join(folder, "tracked.docx");
    let leftOut: string[] = [];
    const bytes = await withStored(base, (before) =>
      withStored(upload, async (uploaded) => {
        let after = uploaded;
        if (!isDocxName(upload.name)) {
          // Only if the manuscript was converted to a plain Word file too: both then have text and no layout.
          if (base.id === work.text.id)
            throw invalid(
              "not_docx",
              `“${upload.name}” isn't a Word file, but “${work.text.name}” is.`,
              "Save your copy as .docx to keep the author's layout, and upload it.",
            );
          after = path.join(folder, "working.docx");
          const converted = await engine().workingCopy(uploaded, upload.name, after);
          if (!converted.ok) throw refuse(converted);
        }
        // Dated by the upload: the edits were made before it came, and the same upload gives the same copy.
        const compared = await engine().trackedCopy(before, after, out, {
          author: editor,
          date: `${upload.createdAt.toISOString().slice(0, 19)}Z`,
        });
        if (!compared.ok) throw refuse(compared);
        leftOut = compared.leftOut;
        return readFile(out);
      }),
    );
    const fileId = newId("file");
    await storage().put(fileId, bytes);
    try {
      const file = await transact(actor, async (ctx) => {
        const again = await prepare.inside(ctx, input);
        if (again.made) return again.made;
        await attachFile.inside(ctx, {
          fileId,
          orderId: order.id,
          purpose: "tracked",
          sourceFileId: work.source.id,
          name: trackedName(upload.name),
          contentType: DOCX_TYPE,
          bytes: bytes.length,
          sha256: sha256(bytes),
        });
        return ctx.tx
          .updateTable("files")
          .set({ comparedFromId: upload.id, leftOut: json(leftOut) })
          .where("id", "=", fileId)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      if (file.id !== fileId) await storage().remove(fileId);
      // Reads the questions in its comments, as for an upload. Submission checks them again.
      else
        await readDocumentQueries(file.id).catch((error: unknown) =>
          log.error("comments not read", error, { fileId: file.id }),
        );
      return file;
    } catch (error) {
      await storage().remove(fileId);
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
