import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { sha256 } from "#app/platform/server/files/storage.ts";
import { policyNow } from "#app/features/policy/server/read-policy.ts";
import {
  type AcceptanceContext,
  LEGAL_TITLES,
  type LegalDocument,
  isLegalDocument,
  withNames,
} from "../../rules/legal.ts";
import { findLegalInForce, operatorNames, withPolicy } from "./legal-documents.ts";

/**
 * Records that someone accepted the current version of documents, and its exact words, as part of the command that
 * asked them to. A version accepted before stays as it was recorded then, so this is safe to repeat.
 */
export async function recordAcceptance(
  ctx: CommandContext,
  of: { uid: string; documents: readonly LegalDocument[]; context: AcceptanceContext },
): Promise<void> {
  for (const document of of.documents) {
    const { version, textSha256 } = await storeText(ctx, document);
    await ctx.tx
      .insertInto("legal_acceptances")
      .values({ uid: of.uid, document, version, context: of.context, acceptedAt: ctx.now, textSha256 })
      .onConflict((c) => c.columns(["uid", "document", "version"]).doNothing())
      .execute();
  }
}

/** Stores a document's current text, as its page shows it, unless it's already stored. */
async function storeText(
  { tx, now }: { tx: Tx; now: Date },
  document: LegalDocument,
): Promise<{ version: string; textSha256: string }> {
  const inForce = await findLegalInForce(document, now, tx);
  const { version, title, body } = await withPolicy(inForce, await policyNow({ tx, now }));
  const text = { document, version, title, body: withNames(body, await operatorNames(tx)) };
  const textSha256 = sha256(Buffer.from(JSON.stringify(text)));
  await tx
    .insertInto("legal_texts")
    .values({ ...text, sha256: textSha256 })
    .onConflict((c) => c.column("sha256").doNothing())
    .execute();
  return { version, textSha256 };
}

/** The words of a document that somebody accepted, or null. @param hash as `listAcceptances` gives it */
export async function findAcceptedText(
  document: LegalDocument,
  hash: string,
): Promise<{ version: string; title: string; body: string } | null> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const found = await database()
    .selectFrom("legal_texts")
    .select(["version", "title", "body"])
    .where("sha256", "=", hash)
    .where("document", "=", document)
    .executeTakeFirst();
  return found ?? null;
}

/** The document versions a person accepted, newest first. */
export const listAcceptances = (uid: string, reader: Reader = database()) =>
  reader
    .selectFrom("legal_acceptances")
    .select(["document", "version", "context", "acceptedAt", "textSha256"])
    .where("uid", "=", uid)
    .orderBy("acceptedAt", "desc")
    .orderBy("document")
    .execute();

/** What a person accepted, for their page, with each document's title and a link to the text they accepted. */
export async function listAcceptedDocuments(uid: string) {
  return (await listAcceptances(uid)).map(({ document, version, textSha256, acceptedAt }) => ({
    document,
    version,
    title: isLegalDocument(document) ? LEGAL_TITLES[document] : document,
    // Old acceptances have no stored text, so link to the version's page.
    path: textSha256 ? `/${document}?text=${textSha256}` : `/${document}?version=${version}`,
    acceptedAt: acceptedAt.toISOString(),
  }));
}
export type AcceptedDocument = Awaited<ReturnType<typeof listAcceptedDocuments>>[number];
