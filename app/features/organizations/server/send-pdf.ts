/** PDFs that an organization sends for us to check: purchase orders and tax certificates. */
import { z } from "zod";
import { limitUploads } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import type { SealedPdf } from "#app/platform/rules/core/sealed-pdf.ts";
import { storeSealed } from "#app/platform/server/files/sealed-files.ts";
import { PDF_BYTES } from "../rules/pdf.ts";
import { storage } from "#app/platform/server/files/storage.ts";

const UPLOADS_PER_HOUR = 20;

/** A stored PDF in a command's input. */
export const SealedPdfField = z.object({
  id: z.string(),
  bytes: z.number().int().positive(),
  sha256: z.string(),
  storageKey: z.string(),
  keyVersion: z.number().int(),
});

/**
 * Checks a PDF by its content, encrypts and stores it, and removes it again if it isn't kept.
 * @param what "purchase order": what it is, for the messages @param keep records it
 * @throws invalid (pdf_file) at the field `file`; busy (too_many_uploads)
 */
export async function sendPdf(
  actor: Actor,
  { id, folder, what, bytes }: { id: string; folder: string; what: string; bytes: Uint8Array },
  keep: (file: SealedPdf) => Promise<{ isNew: boolean }>,
): Promise<void> {
  const wrong = (message: string, advice: string) => invalid("pdf_file", message, advice, { file: message });
  if (bytes.length === 0) throw wrong(`Choose the ${what} as PDF.`, "Nothing was sent.");
  if (bytes.length > PDF_BYTES) throw wrong("This file is larger than 10 MB.", "Send a smaller PDF.");
  if (!/^%PDF-\d/.test(Buffer.from(bytes.subarray(0, 8)).toString("latin1")))
    throw wrong("This isn't a PDF.", `Save the ${what} as PDF, and send that.`);
  await limitUploads(actor, `${what}s`, UPLOADS_PER_HOUR);
  const files = [{ id, folder, contentType: "application/pdf", bytes }];
  const again = await storeSealed(files, async ([sealed]) => {
    const { contentType: _pdf, ...file } = sealed!;
    return (await keep(file)).isNew ? null : file.storageKey;
  });
  if (again !== null) await storage().remove(again);
}
