import type { Selectable, Updateable } from "kysely";
import type { LegalVersionsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { type LegalDocument, isLegalDocument } from "../../rules/legal.ts";

export type LegalRow = Omit<Selectable<LegalVersionsTable>, "document"> & { document: LegalDocument };
type Change = Omit<Updateable<LegalVersionsTable>, "id" | "document" | "status" | "figures" | "revision">;

const typed = (row: Selectable<LegalVersionsTable>): LegalRow => {
  if (!isLegalDocument(row.document)) throw new RangeError(`There is no legal document ${row.document}`);
  return { ...row, document: row.document };
};

/** Makes changes to legal texts happen one at a time. */
export const lockLegalTexts = (tx: Tx): Promise<void> => lockName(tx, "legal texts");

/** A draft or version, locked for this transaction. @throws not-found */
export async function lockLegalDraft(tx: Tx, id: string): Promise<LegalRow> {
  await lockLegalTexts(tx);
  const row = await tx.selectFrom("legal_versions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("legal text");
  return typed(row);
}

/** An approved or canceled version by its name, locked for this transaction. @throws not-found */
export async function lockLegalVersion(tx: Tx, document: string, version: string): Promise<LegalRow> {
  await lockLegalTexts(tx);
  const row = await tx
    .selectFrom("legal_versions")
    .selectAll()
    .where("document", "=", document)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) throw notFound("version of this document");
  return typed(row);
}

/** An admin's open draft of a document, or null. */
export async function findOwnLegalDraft(db: Reader, uid: string, document: LegalDocument): Promise<LegalRow | null> {
  const row = await db
    .selectFrom("legal_versions")
    .selectAll()
    .where("document", "=", document)
    .where("draftedBy", "=", uid)
    .where("status", "in", ["draft", "proposed"])
    .executeTakeFirst();
  return row ? typed(row) : null;
}

/** The names of a document's versions that admins wrote, including canceled ones, because no name is used twice. */
export async function listVersionNames(document: LegalDocument, db: Reader = database()): Promise<string[]> {
  const rows = await db
    .selectFrom("legal_versions")
    .select("version")
    .where("document", "=", document)
    .where("version", "is not", null)
    .execute();
  return rows.map((row) => row.version!);
}

export async function insertLegalDraft(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  of: Pick<
    LegalRow,
    "document" | "body" | "summary" | "announce" | "basedOn" | "revertedFrom" | "draftedBy" | "reason"
  >,
): Promise<LegalRow> {
  const row = await tx
    .insertInto("legal_versions")
    .values({ ...of, id: newId("legalVersion"), status: "draft", draftedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return typed(row);
}

/** Saves a draft. Each save gets a number, so that the next one knows what it's based on. */
export async function saveLegalRow(tx: Tx, row: LegalRow, change: Change): Promise<void> {
  await tx
    .updateTable("legal_versions")
    .set({ ...change, revision: row.revision + 1 })
    .where("id", "=", row.id)
    .execute();
}

/**
 * Clock rule: records each version that has taken effect, and clears pages that show the previous one.
 * @returns how many
 */
export async function announceLegalVersions(ctx: CommandContext): Promise<number> {
  const begun = await ctx.tx
    .updateTable("legal_versions")
    .set({ tookEffectAt: ctx.now })
    .where("status", "=", "approved")
    .where("tookEffectAt", "is", null)
    .where("effectiveAt", "<=", ctx.now)
    .returningAll()
    .execute();
  for (const row of begun.map(typed))
    await ctx.fact("legal.took_effect", {
      subjectId: row.id,
      data: { document: row.document, version: row.version! },
      topics: ["staff"],
    });
  if (begun.length > 0) await forgetPages(ctx.tx);
  return begun.length;
}
