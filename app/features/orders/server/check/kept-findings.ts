import type { Finding } from "#app/features/documents/rules/check/finding.ts";
import { compareChecks, keyOf, outcomeOf } from "#app/features/documents/rules/check/report/consistent.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { sha256 } from "#app/platform/server/files/storage.ts";

/** What a finding is known by in every version of a manuscript. It quotes nothing. */
export const findingId = (finding: Finding): string => sha256(Buffer.from(keyOf(finding)));

/** Findings that the editor keeps on purpose, by their ids, with the reasons given. */
export type KeptFindings = ReadonlyMap<string, string>;

/**
 * What's kept on purpose in a manuscript.
 * @param at as of this moment: a delivery shows what was kept then. null for now
 */
export async function keptIn(db: Reader, sourceFileId: string, at: Date | null): Promise<KeptFindings> {
  const marks = db.selectFrom("kept_findings").select(["key", "reason"]).where("fileId", "=", sourceFileId);
  const rows = await (
    at === null
      ? marks.where("endedAt", "is", null)
      : marks.where("at", "<=", at).where((e) => e.or([e("endedAt", "is", null), e("endedAt", ">", at)]))
  )
    .orderBy("at")
    .execute();
  return new Map(rows.map(({ key, reason }) => [key, reason]));
}

export const isKeptIn =
  (kept: KeptFindings) =>
  (finding: Finding): boolean =>
    kept.has(findingId(finding));

/** Counts again what became of a manuscript's findings in the copies that its editors are working on. */
export async function countKept(tx: Reader, sourceFileId: string): Promise<void> {
  const rows = await tx
    .selectFrom("manuscript_checks as c")
    .innerJoin("files as f", "f.id", "c.fileId")
    .select(["f.id", "c.version", "c.findings"])
    .where((e) =>
      e.or([
        e("f.id", "=", sourceFileId),
        e.and([e("f.sourceFileId", "=", sourceFileId), e("purpose", "=", "tracked")]),
      ]),
    )
    .where("c.findings", "is not", null)
    .execute();
  const source = rows.find(({ id }) => id === sourceFileId);
  if (!source?.findings) return;
  const isKept = isKeptIn(await keptIn(tx, sourceFileId, null));
  for (const { id, version, findings } of rows)
    if (id !== sourceFileId && findings && version === source.version)
      await tx
        .updateTable("manuscript_checks")
        .set({ outcome: json(outcomeOf(compareChecks(source.findings, findings, isKept))) })
        .where("fileId", "=", id)
        .execute();
}
