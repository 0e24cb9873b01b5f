import { type EditorStats, NO_RECORD } from "#app/features/editors/rules/editor-for-matching.ts";
import type { Reader } from "#app/platform/server/core/database.ts";

/** The query of these editors' records. */
export const recordsOf = (db: Reader, uids: readonly string[]) =>
  db.selectFrom("editor_records").selectAll().where("editorId", "in", uids);
type Row = Awaited<ReturnType<ReturnType<typeof recordsOf>["execute"]>>[number];

/** Records by editor. An editor without one has no history yet. */
export function recordsBy(rows: readonly Row[]): (uid: string) => EditorStats {
  const records = new Map(
    rows.map((r): [string, EditorStats] => [
      r.editorId,
      {
        qa: { ...r.qa, at: r.countedAt },
        ratings: { ...r.ratings, at: r.countedAt },
        onTime: { ...r.onTime, at: r.countedAt },
        responses: { ...r.responses, at: r.countedAt },
        repeats: { ...r.repeats, at: r.countedAt },
      },
    ]),
  );
  return (uid) => records.get(uid) ?? NO_RECORD;
}
