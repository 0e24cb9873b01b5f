import type { Selectable } from "kysely";
import type { KycDocumentsTable } from "#db/schema.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { KYC_WORDS } from "../../rules/kyc/kyc.ts";
import { type KycDocumentState, type KycMove, kycFlow } from "../../rules/kyc/kyc-flow.ts";
import { lockEditor } from "../find-editor.ts";

export type LockedKycDocument = Selectable<KycDocumentsTable> & {
  reviewerName: string | null;
  deciderName: string | null;
};

/**
 * A document, locked with its editor's row, so that two decisions on one person's documents come one after the other.
 * @throws not-found
 */
export async function lockKycDocument(tx: Tx, id: string): Promise<LockedKycDocument> {
  const of = isId("kycDocument", id)
    ? await tx.selectFrom("kyc_documents").select("uid").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!of) throw notFound("document");
  await lockEditor(tx, of.uid);
  return tx
    .selectFrom("kyc_documents as d")
    .leftJoin("users as r", "r.uid", "d.reviewerId")
    .leftJoin("users as b", "b.uid", "d.reviewedBy")
    .selectAll("d")
    .select(["r.displayName as reviewerName", "b.displayName as deciderName"])
    .where("d.id", "=", id)
    .forUpdate("d")
    .executeTakeFirstOrThrow();
}

/**
 * The only place that changes a document's status, by its flow.
 * @throws conflict when it has moved on or was replaced
 */
export async function moveKycDocument(
  ctx: CommandContext,
  document: LockedKycDocument,
  move: KycMove,
  set: Record<string, unknown> = {},
): Promise<void> {
  const { from } = kycFlow.moves[move];
  const status = kycFlow.moves[move].to as KycDocumentState;
  if (document.replacedAt !== null && move !== "expire")
    throw conflict("kyc_replaced", "The editor sent a newer document.", "Reload the page and review the newer one.");
  const moved = (from as readonly string[]).includes(document.status)
    ? await ctx.tx
        .updateTable("kyc_documents")
        .set({ ...set, status })
        .where("id", "=", document.id)
        .where("status", "=", document.status)
        .returning("id")
        .executeTakeFirst()
    : undefined;
  if (!moved)
    throw conflict(
      "kyc_decided",
      document.deciderName && document.reviewedAt
        ? `${document.deciderName} already decided on this document: ${KYC_WORDS[document.status].toLowerCase()}.`
        : `This document is ${KYC_WORDS[document.status].toLowerCase()}.`,
    );
}
