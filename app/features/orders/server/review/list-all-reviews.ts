import { type RawBuilder, sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull, nullsLast } from "#app/platform/server/lists/order.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { ReviewQuery } from "../../rules/review/review-lists.ts";
import type { ReviewRow } from "../../rules/review/review-lists.ts";

/** A summary of one editor's scores, or one reviewer's reviews. */
export type ReviewSum = {
  uid: string;
  name: string;
  reviews: number;
  passed: number;
  mean: number | null;
  late: number;
};

const SUMMED_DAYS = 90;
const LONGEST_OPEN_DAYS = 60;
const SUMMED_ROWS = 50;
const DECIDED = ["passed", "failed", "void"];

function allow(actor: Actor): void {
  if (!may(actor, "orders")) throw refused("Only an admin can see all reviews.");
}

const whereState = (state: string, now: Date): RawBuilder<boolean> => {
  if (state === "overdue") return sql<boolean>`q.status = 'waiting' and q."dueAt" <= ${now}`;
  if (state === "appeals") return sql<boolean>`q.kind = 'appeal'`;
  if (state === "decided") return sql<boolean>`q.status = any(${DECIDED})`;
  return sql<boolean>`q.status = 'waiting'`;
};

/** How many reviews are open, and how many of them are overdue. */
export async function countReviews(actor: Actor, now: Date): Promise<{ waiting: number; overdue: number }> {
  allow(actor);
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*)::int as waiting, count(*) filter (where "dueAt" <= ${now})::int as overdue
    from qa_reviews where status = 'waiting'`.execute(database());
  return rows[0]!;
}

/** One page of all reviews: the open ones unless the filter says otherwise. Admins only. */
export async function listAllReviews(actor: Actor, query: ReviewQuery, now: Date): Promise<ListPage<ReviewRow>> {
  allow(actor);
  const found = database()
    .selectFrom("qa_reviews as q")
    .innerJoin("orders as o", "o.id", "q.orderId")
    .innerJoin("submissions as s", "s.id", "q.submissionId")
    .innerJoin("users as e", "e.uid", "s.editorId")
    .leftJoin("users as r", (join) => join.on(sql<boolean>`r.uid = coalesce(q."reviewerId", q."takenBy")`))
    .where(whereState(query.filters.state, now))
    .$if(query.q !== "", (q) =>
      q.where(contains(query.q, [sql`o.number`, sql`o.title`, sql`e."displayName"`, sql`r."displayName"`])),
    );
  const by = { due: sql`q."dueAt"`, age: sql`q."createdAt"`, decided: sql`q."decidedAt"`, score: sql`q.total` }[
    query.sort
  ];
  const shown = (list: typeof found) =>
    list.select([
      "q.id",
      "q.orderId",
      "o.number",
      "o.title",
      "q.kind",
      "q.reason",
      "q.status",
      "q.total",
      "s.editorId",
      "e.displayName as editor",
      "r.displayName as reviewer",
      "q.takenUntilAt",
      "q.createdAt",
      "q.dueAt",
      "q.decidedAt",
      "q.replacedById",
    ]);
  return listPage(
    queryList(found, [nullsLast(by, query.desc), notNull(sql`q.id`)], shown, (rows) =>
      rows.map(({ takenUntilAt, createdAt, dueAt, decidedAt, replacedById, ...r }): ReviewRow => ({
        ...r,
        title: r.title || "Untitled manuscript",
        takenUntil: r.status === "waiting" ? takenUntilAt : null,
        queuedAt: createdAt,
        dueAt: dueAt,
        decidedAt: decidedAt,
        late: r.status === "waiting" && dueAt <= now,
        replaced: replacedById !== null,
      })),
    ),
    query,
  );
}

/**
 * The scores of the last 90 days, summed by the editor whose work it was or by the reviewer who gave them; those with
 * the most reviews first. Scores that an appeal replaced aren't counted for the editor. `late`: decided after they were
 * due. Admins only.
 */
export async function sumReviews(actor: Actor, by: "editor" | "reviewer", now: Date): Promise<ReviewSum[]> {
  allow(actor);
  const who = by === "editor" ? sql.ref("s.editorId") : sql.ref("q.reviewerId");
  const { rows } = await sql<ReviewSum>`
    select u.uid, u."displayName" as name, count(*)::int as reviews, count(*) filter (where q.status = 'passed')::int
      as passed,
      avg(q.total)::float8 as mean, count(*) filter (where q."decidedAt" > q."dueAt")::int as late
    from qa_reviews q join submissions s on s.id = q."submissionId" join users u on u.uid = ${who}
    where q."decidedAt" > ${after(now, -SUMMED_DAYS * DAY)} and q.total is not null
      -- Read by an index: no review is open for longer than that.
      and q."dueAt" > ${after(now, -(SUMMED_DAYS + LONGEST_OPEN_DAYS) * DAY)}
      and (${by === "reviewer"} or q."replacedById" is null)
    group by u.uid, u."displayName" order by 3 desc, 2 limit ${SUMMED_ROWS}`.execute(database());
  return rows;
}
