import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { log } from "#app/platform/server/core/log.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { editorNameOf } from "../views/editor-name.ts";
import { type SubmissionFile, listOrderFiles, workFiles } from "../work/find-work.ts";

/**
 * Makes a Word file of an edited LaTeX source in which every change of its text is tracked under the editor's name. A
 * second run finds it already made. Where it can't be made, the edited source is delivered without it.
 */
export async function trackTextChanges(orderId: string, editorId: string, it: SubmissionFile): Promise<void> {
  const files = await listOrderFiles(orderId);
  const copy = files.find((file) => file.id === it.trackedFileId);
  const work = workFiles(files, editorId).find((one) => one.source.id === it.sourceFileId);
  if (!copy || !work || files.some((file) => file.comparedFromId === copy.id)) return;
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-latex-"));
  try {
    const out = path.join(folder, "changes.docx");
    // Dated by the upload, so that a second run gives the same file.
    const options = { author: await editorNameOf(editorId), date: `${copy.createdAt.toISOString().slice(0, 19)}Z` };
    const done = await withStored(work.text, (source) =>
      withStored(copy, (edited) => engine().trackTex(source, edited, out, options)),
    );
    if (!done.ok) {
      log.error("changes of a LaTeX source not tracked", new Error(done.message), { fileId: copy.id });
      return;
    }
    const bytes = await readFile(out);
    const hash = sha256(bytes);
    const storageKey = `orders/${orderId}/tracked/${copy.id}-${hash.slice(0, 16)}.docx`;
    await storage().put(storageKey, bytes);
    await transact(SYSTEM, async ({ tx, now: at }) => {
      // A second run of this job stops here until the first one is done.
      await tx.selectFrom("files").select("id").where("id", "=", copy.id).forUpdate().executeTakeFirstOrThrow();
      const made = await tx.selectFrom("files").select("id").where("comparedFromId", "=", copy.id).executeTakeFirst();
      if (made) return;
      await tx
        .insertInto("files")
        .values({
          id: newId("file"),
          orderId,
          purpose: "tracked",
          sourceFileId: it.sourceFileId,
          comparedFromId: copy.id,
          name: `${work.text.name.replace(/\.[^.]+$/, "")} (changes in the text).docx`,
          contentType: DOCX_TYPE,
          bytes: bytes.length,
          sha256: hash,
          storageKey,
          version: copy.version,
          position: copy.position,
          createdAt: at,
        })
        .execute();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
