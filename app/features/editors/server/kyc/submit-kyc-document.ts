import { z } from "zod";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { limitUploads } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import {
  ADDRESS_DAYS,
  DOCUMENT_LABELS,
  type DocumentKind,
  NEEDS_EXPIRY,
  NEEDS_ISSUE_DAY,
  TAX_FORMS,
  UPLOAD_KINDS,
} from "../../rules/kyc/kyc.ts";
import { checkKycFiles, kycFileType } from "../../rules/kyc/kyc-file.ts";
import { canKyc } from "../../rules/kyc/can-kyc.ts";
import { lockEditor } from "../find-editor.ts";
import { settleKyc } from "./settle-kyc.ts";
import { storeSealed } from "#app/platform/server/files/sealed-files.ts";

const day = z.union([
  z.literal("").transform(() => null),
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter a date.")
    .refine((d) => !Number.isNaN(Date.parse(d)), "Enter a date."),
]);
const DAY_MS = 86_400_000;
const UPLOADS_PER_HOUR = 40;

/** A file that is already encrypted in the storage. */
const StoredFile = z.object({
  id: z.string(),
  contentType: z.string(),
  bytes: z.number().int().positive(),
  sha256: z.string(),
  storageKey: z.string(),
  keyVersion: z.number().int(),
});

/**
 * Submits a document for review whose files are already stored. Replaces an earlier undecided one of its kind. Called
 * by `sendKycDocument`.
 * @throws invalid by field
 */
export const submitKycDocument = command({
  input: z.object({
    uid: z.string(),
    kind: z.enum(UPLOAD_KINDS as [DocumentKind, ...DocumentKind[]], "Choose a document type."),
    form: z.union([z.literal("").transform(() => null), z.enum(TAX_FORMS, "Choose a form.")]).default(null),
    issuedOn: day.default(null),
    expiresOn: day.default(null),
    files: z.array(StoredFile).min(1, "Choose a file or take a photo."),
  }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) => canKyc.send(actor, editor.uid) || "Only the editor can send these documents.",
  run: async ({ input, thing: editor, ...ctx }): Promise<{ documentId: string }> => {
    const { tx, now: at } = ctx;
    const { uid } = editor;
    checkDays(input, dayOf(at));
    await refuseSameFile(ctx, uid, input);
    await tx
      .updateTable("kyc_documents")
      .set({ replacedAt: at })
      .where("uid", "=", uid)
      .where("kind", "=", input.kind)
      .where("status", "in", ["submitted", "in_review", "needs_info"])
      .where("replacedAt", "is", null)
      .execute();
    const documentId = newId("kycDocument");
    await tx
      .insertInto("kyc_documents")
      .values({
        id: documentId,
        uid,
        kind: input.kind,
        status: "submitted",
        form: input.kind === "tax_form" ? input.form : null,
        issuedOn: input.issuedOn,
        expiresOn: input.expiresOn,
        submittedAt: at,
      })
      .execute();
    await tx
      .insertInto("kyc_files")
      .values(input.files.map((file, position) => ({ ...file, documentId, position, createdAt: at })))
      .execute();
    // This fulfills a request from staff.
    await tx.deleteFrom("kyc_requests").where("uid", "=", uid).where("kind", "=", input.kind).execute();
    await ctx.fact("kyc.submitted", {
      subjectId: uid,
      data: { uid, documentId, kind: input.kind, name: editor.displayName },
      topics: [`user:${uid}`, "staff"],
    });
    await settleKyc(ctx, uid);
    return { documentId };
  },
});

type Days = { kind: DocumentKind; form: string | null; issuedOn: string | null; expiresOn: string | null };

function checkDays({ kind, form, issuedOn, expiresOn }: Days, today: string): void {
  const fields: Record<string, string> = {};
  if (kind === "tax_form" && form === null) fields.form = "Choose which form this is.";
  if (NEEDS_EXPIRY.includes(kind) && expiresOn === null) fields.expiresOn = "Enter its expiration date.";
  else if (expiresOn !== null && expiresOn < today) fields.expiresOn = "This document has expired. Send a valid one.";
  if (NEEDS_ISSUE_DAY.includes(kind) && issuedOn === null) fields.issuedOn = "Enter the date on the document.";
  else if (issuedOn !== null && issuedOn > today) fields.issuedOn = "This date is in the future.";
  else if (kind === "proof_of_address" && (Date.parse(today) - Date.parse(issuedOn!)) / DAY_MS > ADDRESS_DAYS)
    fields.issuedOn = `This document is more than ${ADDRESS_DAYS} days old. Send a newer one.`;
  if (Object.keys(fields).length > 0)
    throw invalid("kyc_document", Object.values(fields)[0]!, "Correct the marked fields and send it again.", fields);
}

/** One file proves one thing: a passport isn't a proof of address too. */
async function refuseSameFile(
  { tx }: { tx: Parameters<typeof lockEditor>[0] },
  uid: string,
  input: { kind: DocumentKind; files: readonly { sha256: string }[] },
): Promise<void> {
  const same = await tx
    .selectFrom("kyc_files as f")
    .innerJoin("kyc_documents as d", "d.id", "f.documentId")
    .select("d.kind")
    .where("d.uid", "=", uid)
    .where("d.kind", "<>", input.kind)
    .where("d.replacedAt", "is", null)
    .where("d.status", "not in", ["needs_info", "rejected"])
    .where(
      "f.sha256",
      "in",
      input.files.map((f) => f.sha256),
    )
    .executeTakeFirst();
  if (!same) return;
  const message = `You already sent this file as your ${DOCUMENT_LABELS[same.kind as DocumentKind].toLowerCase()}.`;
  throw invalid("kyc_same_file", message, "Send a different document.", { files: message });
}

/**
 * Checks files by their content, encrypts and stores them, then submits the document. If it is refused, nothing stays
 * stored.
 * @throws Problem by field
 */
export async function sendKycDocument(
  actor: Actor,
  input: { uid: string; kind: string; form: string; issuedOn: string; expiresOn: string },
  files: readonly { bytes: Uint8Array }[],
): Promise<{ documentId: string }> {
  checkKycFiles(files);
  const types = files.map((f) => kycFileType(f.bytes));
  await limitUploads(actor, "kyc files", UPLOADS_PER_HOUR);
  return storeSealed(
    files.map((f, i) => ({ bytes: f.bytes, contentType: types[i]!, id: newId("kycFile"), folder: "kyc" })),
    (stored) => submitKycDocument(actor, { ...input, files: stored } as Parameters<typeof submitKycDocument>[1]),
  );
}
