import { sql } from "kysely";
import { z } from "zod";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { ADDRESS_DAYS, NEEDS_EXPIRY } from "../../rules/kyc/kyc.ts";
import { canKyc, whyNotReview } from "../../rules/kyc/can-kyc.ts";
import { detailsStateOf, readDetails } from "./kyc-details.ts";
import { type LockedKycDocument, lockKycDocument, moveKycDocument } from "./lock-kyc-document.ts";
import { settleKyc } from "./settle-kyc.ts";

const day = z
  .union([z.literal("").transform(() => null), z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "Enter a date.")])
  .nullish();
const MOVES = { approved: "approve", needs_info: "askMore", rejected: "reject", revoked: "revoke" } as const;

/**
 * A reviewer approves a document, asks for more, or rejects it; an admin may also revoke an approval. The editor is
 * told, and their permissions change immediately.
 * @throws invalid by field; conflict when it wasn't opened (kyc_unopened), someone else decided first, or the editor sent a newer one
 */
export const decideKycDocument = command({
  input: z.object({
    documentId: z.string(),
    decision: z.enum(["approved", "needs_info", "rejected", "revoked"], "Choose to approve, ask for more, or reject."),
    note: z.string().trim().max(1_000, "Use 1,000 characters or fewer.").default(""),
    /** As the reviewer reads them on the document. Without them, the editor's own entries stay. */
    issuedOn: day,
    expiresOn: day,
    /** The degree certificate is for a doctorate, which allows expert editing. */
    doctorate: z.boolean().default(false),
  }),
  load: ({ documentId }, { tx }) => lockKycDocument(tx, documentId),
  allow: (actor, document, { decision }) =>
    decision === "revoked" && !canKyc.revoke(actor, document)
      ? "Only an admin can take back an approval."
      : whyNotReview(actor, document),
  run: async ({ input, thing: document, ...ctx }): Promise<void> => {
    const { decision, note } = input;
    if (decision !== "approved" && note === "")
      throw invalid("note", "Enter a reason.", "The editor will see it, so say what to send instead.", {
        note: "Enter a reason. The editor will see it.",
      });
    const issuedOn = input.issuedOn === undefined ? document.issuedOn : input.issuedOn;
    const expiresOn = input.expiresOn === undefined ? document.expiresOn : input.expiresOn;
    const pending = document.status === "submitted" || document.status === "in_review";
    if (decision === "approved" && pending && document.replacedAt === null)
      await checkApproval(ctx, document, { issuedOn, expiresOn });
    if (decision === "approved") await checkOpened(ctx, document);
    await moveKycDocument(ctx, document, MOVES[decision], {
      note,
      issuedOn,
      expiresOn,
      doctorate: document.kind === "degree_certificate" && decision === "approved" && input.doctorate,
      reviewedAt: ctx.now,
      reviewedBy: ctx.actor.kind === "person" ? ctx.actor.uid : null,
    });
    if (decision === "approved" && document.kind === "id_document")
      await ctx.tx
        .updateTable("kyc_details")
        .set({ checkedAt: ctx.now, checkedBy: ctx.actor.kind === "person" ? ctx.actor.uid : null })
        .where("uid", "=", document.uid)
        .execute();
    await ctx.fact("kyc.decided", {
      subjectId: document.uid,
      data: { uid: document.uid, documentId: document.id, kind: document.kind, decision, note },
      topics: [`user:${document.uid}`, "staff"],
    });
    await settleKyc(ctx, document.uid);
  },
});

/**
 * Nobody approves what they haven't looked at: every file of the document, and for an identity document the legal
 * details that it confirms, as they are now.
 */
async function checkOpened({ tx, actor }: CommandContext, document: LockedKycDocument): Promise<void> {
  const files = await tx
    .selectFrom("kyc_files")
    .select("id")
    .where("documentId", "=", document.id)
    .where("removedAt", "is", null)
    .execute();
  const opened = await tx
    .selectFrom("facts")
    .select(["at", sql<string | null>`data->>'fileId'`.as("fileId")])
    .where("kind", "=", "kyc.opened")
    .where("subjectId", "=", document.uid)
    .where("actorId", "=", uidOf(actor))
    .execute();
  const unopened = files.filter((file) => !opened.some((fact) => fact.fileId === file.id)).length;
  if (unopened > 0)
    throw conflict(
      "kyc_unopened",
      files.length === 1
        ? "You haven't opened this document yet."
        : `You haven't opened ${unopened} of this document's ${files.length} files yet.`,
      "Open it and compare it with the editor's details. Then approve it.",
    );
  if (document.kind !== "id_document") return;
  const details = await readDetails(document.uid, tx);
  if (!details || !opened.some((fact) => fact.fileId === null && fact.at >= details.savedAt))
    throw conflict(
      "kyc_unopened",
      "You haven't opened the editor's legal details as they are now.",
      "Approving this document confirms them. Open them and compare them with the document.",
    );
}

async function checkApproval(
  { tx, now }: CommandContext,
  document: LockedKycDocument,
  { issuedOn, expiresOn }: { issuedOn: string | null; expiresOn: string | null },
): Promise<void> {
  const today = dayOf(now);
  const fields: Record<string, string> = {};
  if (NEEDS_EXPIRY.includes(document.kind) && !expiresOn) fields.expiresOn = "Enter the expiration date.";
  if (expiresOn && expiresOn < today) fields.expiresOn = "It has expired. Ask for a new one.";
  if (document.kind === "proof_of_address" && !issuedOn) fields.issuedOn = "Enter the date on the document.";
  if (issuedOn && issuedOn > today) fields.issuedOn = "This date is in the future.";
  else if (document.kind === "proof_of_address" && issuedOn) {
    // Its age is counted on the day it was sent, however long the review took.
    const age = (Date.parse(dayOf(document.submittedAt)) - Date.parse(issuedOn)) / 86_400_000;
    if (age > ADDRESS_DAYS)
      fields.issuedOn = `It was more than ${ADDRESS_DAYS} days old when sent. Ask for a newer one.`;
  }
  if (Object.keys(fields).length > 0)
    throw invalid("kyc_dates", Object.values(fields)[0]!, "Correct the date, or ask for another document.", fields);
  if (document.kind === "id_document" && (await detailsStateOf(document.uid, tx)) === "missing")
    throw invalid(
      "details_missing",
      "The editor hasn't entered their legal name and date of birth yet.",
      "Ask for them: without them there's nothing to compare the document with.",
    );
}
