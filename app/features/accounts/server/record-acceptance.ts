import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { AcceptanceContext, LegalDocument } from "../rules/legal.ts";
import { currentVersion } from "./legal-documents.ts";

/**
 * Keeps that somebody accepted documents in the version now in force, as part of the command that asked them to. A version accepted
 * before stays as it was recorded then, so it is safe to repeat.
 */
export async function recordAcceptance(
  ctx: CommandContext,
  of: { uid: string; documents: readonly LegalDocument[]; context: AcceptanceContext },
): Promise<void> {
  if (of.documents.length === 0) return;
  await ctx.tx
    .insertInto("legal_acceptances")
    .values(
      of.documents.map((document) => ({
        uid: of.uid,
        document,
        version: currentVersion(document, ctx.now),
        context: of.context,
        acceptedAt: ctx.now,
      })),
    )
    .onConflict((c) => c.columns(["uid", "document", "version"]).doNothing())
    .execute();
}

/** The document versions a person accepted, newest first. */
export const listAcceptances = (uid: string, reader: Reader = database()) =>
  reader
    .selectFrom("legal_acceptances")
    .select(["document", "version", "context", "acceptedAt"])
    .where("uid", "=", uid)
    .orderBy("acceptedAt", "desc")
    .orderBy("document")
    .execute();
