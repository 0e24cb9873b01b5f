import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { TICKET_CATEGORIES, TICKET_PRIORITIES, type TicketCategory, type TicketPriority } from "../../rules/ticket.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

/** The period covered by the figures. */
const FIGURE_DAYS = 30;

/** Results for the two promises: on time, late, and the median in ms of clock time (null if none). */
export type ClockFigures = { kept: number; missed: number; medianMs: number | null };
export type RatingFigures = { count: number; average: number | null };
type GroupFigures = { firstAnswer: ClockFigures; solution: ClockFigures; rating: RatingFigures };
export type DeskFigures = GroupFigures & {
  byPriority: ({ priority: TicketPriority } & GroupFigures)[];
  byTopic: ({ category: TicketCategory } & GroupFigures)[];
  /** By who is assigned, the one with the most resolved tickets first. No uid: nobody is. */
  byAgent: ({ uid: string | null; name: string | null } & GroupFigures)[];
};

/** What the figures are grouped by, as the database numbers it: a bit for each column that a group doesn't name. */
const BY = { priority: 3, topic: 5, agent: 6, all: 7 } as const;
type Group = {
  by: (typeof BY)[keyof typeof BY];
  priority: TicketPriority | null;
  category: TicketCategory | null;
  assigneeId: string | null;
};
const GROUPED = sql`grouping(t.priority, t.category, t."assigneeId")::int as by, t.priority, t.category, t."assigneeId"`;
const GROUPS = sql`group by grouping sets ((t.priority), (t.category), (t."assigneeId"), ())`;
/** The most agents in the table. */
const AGENTS = 50;

type Row = Group & {
  answered: number;
  answeredLate: number;
  owed: number;
  answerMs: number | null;
  solved: number;
  solvedLate: number;
  solveMs: number | null;
};

const figuresOf = (row: Row | undefined, rated: RatingFigures | undefined): GroupFigures => ({
  firstAnswer: {
    kept: (row?.answered ?? 0) - (row?.answeredLate ?? 0),
    missed: (row?.answeredLate ?? 0) + (row?.owed ?? 0),
    medianMs: row?.answerMs ?? null,
  },
  solution: {
    kept: (row?.solved ?? 0) - (row?.solvedLate ?? 0),
    missed: row?.solvedLate ?? 0,
    medianMs: row?.solveMs ?? null,
  },
  rating: { count: rated?.count ?? 0, average: rated?.average ?? null },
});

/**
 * On-time rates and ratings of the last 30 days. Merged tickets count under their target. @throws refused unless staff
 */
export async function countDeskFigures(actor: Actor, now: Date): Promise<DeskFigures> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  const since = after(now, -FIGURE_DAYS * DAY);
  const answered = sql`t."firstRespondedAt" > ${since}`;
  const solved = sql`t."resolvedAt" > ${since}`;
  const { rows } = await sql<Row>`select ${GROUPED},
      count(*) filter (where ${answered})::int as answered,
      count(*) filter (where ${answered} and t."firstRespondedAt" > t."firstResponseDueAt")::int as "answeredLate",
      count(*) filter (where t."firstRespondedAt" is null and t."resolvedAt" is null and t."firstResponseDueAt"
      > ${since} and t."firstResponseDueAt" < ${now})::int as owed,
      (percentile_cont(0.5) within group (order by extract(epoch from t."firstRespondedAt" - t."clocksFromAt"))
      filter (where ${answered}) * 1000)::float8 as "answerMs",
      count(*) filter (where ${solved})::int as solved,
      count(*) filter (where ${solved} and t.flags ? 'resolution:breach')::int as "solvedLate",
      (percentile_cont(0.5) within group (order by extract(epoch from t."resolvedAt" - t."clocksFromAt"))
      filter (where ${solved}) * 1000)::float8 as "solveMs"
    from tickets t where t."lastAt" > ${since} and t."mergedIntoId" is null
    ${GROUPS}`.execute(database());
  const { rows: ratings } = await sql<Group & RatingFigures>`select ${GROUPED}, count(*)::int as count,
      avg(t.rating)::float8 as average
    from tickets t where t."ratedAt" > ${since} and t."lastAt" > ${after(since, -2 * FIGURE_DAYS * DAY)}
    ${GROUPS}`.execute(database());
  const keyOf = ({ by, priority, category, assigneeId }: Group) => `${by} ${priority ?? category ?? assigneeId ?? ""}`;
  const rowOf = new Map(rows.map((row) => [keyOf(row), row]));
  const ratingOf = new Map(ratings.map((row) => [keyOf(row), row]));
  const figures = (by: Group["by"], key = "") => figuresOf(rowOf.get(`${by} ${key}`), ratingOf.get(`${by} ${key}`));
  const agents = [...new Set([...rows, ...ratings].filter((row) => row.by === BY.agent).map((row) => row.assigneeId))];
  const names = new Map(
    (
      await database()
        .selectFrom("users")
        .select(["uid", "displayName"])
        .where("uid", "in", ["", ...agents.filter((uid) => uid !== null)])
        .execute()
    ).map((it) => [it.uid, it.displayName]),
  );
  const resolved = ({ solution: { kept, missed } }: GroupFigures) => kept + missed;
  return {
    ...figures(BY.all),
    byPriority: TICKET_PRIORITIES.map((priority) => ({ priority, ...figures(BY.priority, priority) })),
    byTopic: TICKET_CATEGORIES.map((category) => ({ category, ...figures(BY.topic, category) })),
    byAgent: agents
      .map((uid) => ({ uid, name: uid === null ? null : (names.get(uid) ?? ""), ...figures(BY.agent, uid ?? "") }))
      .toSorted((a, b) => resolved(b) - resolved(a) || (a.name ?? "").localeCompare(b.name ?? ""))
      .slice(0, AGENTS),
  };
}

const FRESH_MS = MINUTE;
const held = processWide<{ __stetDeskFigures?: { at: number; figures: Promise<DeskFigures> } }>();

/** The same, cached for a minute for everyone because it reads thirty days of data. @throws refused unless staff */
export async function readDeskFigures(actor: Actor, now: Date): Promise<DeskFigures> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  const known = held.__stetDeskFigures;
  if (known && Math.abs(now.getTime() - known.at) < FRESH_MS) return known.figures;
  const figures = countDeskFigures(actor, now);
  held.__stetDeskFigures = { at: now.getTime(), figures };
  // Don't cache failures.
  figures.catch(() => delete held.__stetDeskFigures);
  return figures;
}
