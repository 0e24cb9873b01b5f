import { newId } from "#app/platform/rules/core/ids.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { MAX_FILE_BYTES } from "../../rules/draft/file-limits.ts";
import type { Order } from "../views/find-order.ts";
import { openDraft, begunAt } from "../drafts/draft-endpoints.ts";
import { findDraft } from "../drafts/find-draft.ts";
import { tooLarge } from "./receive-upload.ts";
import { takeFile } from "./take-file.ts";
import { releaseUpload, reserveUpload } from "./reserve-upload.ts";

/**
 * Accepts the files of a plain form, which arrive whole. The page's script uses resumable uploads instead.
 * @param asked their order, or "" to start a new draft, whose key goes into a visitor's cookie
 * @throws invalid (no_file), too-large, not-found
 */
export async function receiveFormFiles(
  actor: Actor,
  network: string | null,
  asked: string,
  form: FormData,
): Promise<{ order: Order; cookie: string | null }> {
  const files = form.getAll("files").filter((f): f is File => f instanceof File && f.name !== "");
  if (files.length === 0) throw invalid("no_file", "No file was selected.", "Choose your manuscript first.");
  const big = files.find((f) => f.size > MAX_FILE_BYTES);
  if (big) throw tooLarge(big.size);
  const { order, cookie } = asked
    ? { order: await findDraft(actor, asked), cookie: null }
    : await openDraft(
        actor,
        network,
        begunAt((name) => formText(form, name)),
      );
  if (!order) throw notFound("order");
  // A visitor whose key was just created uses it right away.
  const owner: Actor =
    actor.kind === "guest" && !actor.guestKeyHash ? { kind: "guest", guestKeyHash: order.guestKeyHash } : actor;
  const purpose = form.get("purpose") === "reference" ? "reference" : "source";
  for (const file of files) {
    const fileId = newId("file");
    await reserveUpload(owner, network, { fileId, order, purpose, bytes: file.size });
    await storage()
      .put(fileId, new Uint8Array(await file.arrayBuffer()))
      .catch(async (error: unknown) => {
        await releaseUpload(fileId);
        throw error;
      });
    await takeFile(owner, {
      fileId,
      orderId: order.id,
      purpose,
      sourceFileId: null,
      name: file.name,
      contentType: file.type,
      bytes: file.size,
    });
  }
  return { order, cookie };
}
