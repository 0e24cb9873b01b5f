import { sql } from "kysely";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { EditorRecord } from "#app/features/editors/rules/levels.ts";
import { OPEN_WITH_EDITOR } from "../../rules/flow.ts";

export type EditorStanding = EditorRecord & {
  /** Number of ratings averaged. */
  ratings: number;
  /** The mean QA score out of 100; null without reviews. */
  qaMean: number | null;
  qaRead: number;
  /** Words of orders accepted in the last seven days. */
  wordsThisWeek: number;
  openOrders: number;
};

/** An editor's record so far: QA, ratings, punctuality and this week's workload, computed by the database. */
export async function getEditorStanding(uid: string, now: Date, db: Reader = database()): Promise<EditorStanding> {
  const { rows } = await sql<{
    qaDone: number;
    qaPassed: number;
    qaMean: number | null;
    qaRead: number;
    delivered: number;
    counted: number;
    late: number;
    rating: number | null;
    ratings: number;
    words: number;
    open: number;
  }>`
    select coalesce((select "qaDone" from editors where uid = ${uid}), 0) as "qaDone",
      q.passed as "qaPassed", q.mean as "qaMean", q.read as "qaRead", o.delivered, o.counted, o.late, r.mean as rating,
      r.n as ratings, o.words, o.open
    from (select count(distinct q."orderId") filter (where q.status = 'passed')::int as passed, avg(q.total)::float8
      as mean, count(*)::int as read
        from qa_reviews q join submissions s on s.id = q."submissionId" where s."editorId" = ${uid}
        and q.total is not null and q."replacedById" is null) q,
      (select count(*) filter (where o."deliveredAt" is not null)::int as delivered,
          count(*) filter (where o."deliveredAt" is not null and o."submittedAt" is not null and o."assignedAt"
          < o."editorDueAt" and o."editorDueAt" <= coalesce(o."dueAt", o."editorDueAt"))::int as counted,
          count(*) filter (where o."deliveredAt" is not null and o."assignedAt" < o."editorDueAt"
          and o."editorDueAt" <= coalesce(o."dueAt", o."editorDueAt") and o."submittedAt" > o."editorDueAt")::int
            as late,
          coalesce(sum(o."billableWords") filter (where o."assignedAt" > ${after(now, -7 * DAY)}), 0)::int as words,
          count(*) filter (where o.status = any(${OPEN_WITH_EDITOR}))::int as open
        from orders o where o."assignedTo" = ${uid}) o,
      (select avg(overall)::float8 as mean, count(*)::int as n from ratings where "editorId" = ${uid}) r`.execute(db);
  const row = rows[0]!;
  return {
    qaPassed: row.qaDone + row.qaPassed,
    qaMean: row.qaMean,
    qaRead: row.qaRead,
    delivered: row.delivered,
    counted: row.counted,
    late: row.late,
    rating: row.rating,
    ratings: row.ratings,
    wordsThisWeek: row.words,
    openOrders: row.open,
  };
}
