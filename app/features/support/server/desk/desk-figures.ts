import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { TICKET_PRIORITIES, type TicketPriority } from "../../rules/ticket.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

/** The period covered by the figures. */
const FIGURE_DAYS = 30;

/** Results for the two promises: on time, late, and the median in ms of clock time (null if none). */
export type ClockFigures = { kept: number; missed: number; medianMs: number | null };
export type DeskFigures = {
  firstAnswer: ClockFigures;
  solution: ClockFigures;
  rating: { count: number; average: number | null };
  byPriority: { priority: TicketPriority; firstAnswer: ClockFigures; solution: ClockFigures }[];
};

type Row = {
  priority: TicketPriority | null;
  answered: number;
  answeredLate: number;
  owed: number;
  answerMs: number | null;
  solved: number;
  solvedLate: number;
  solveMs: number | null;
};

const figuresOf = (row: Row | undefined): { firstAnswer: ClockFigures; solution: ClockFigures } => ({
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
});

/**
 * On-time rates and ratings of the last 30 days. Merged tickets count under their target. @throws refused unless staff
 */
export async function countDeskFigures(actor: Actor, now: Date): Promise<DeskFigures> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  const since = after(now, -FIGURE_DAYS * DAY);
  const answered = sql`t."firstRespondedAt" > ${since}`;
  const solved = sql`t."resolvedAt" > ${since}`;
  const { rows } = await sql<Row>`select t.priority,
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
    group by grouping sets ((t.priority), ())`.execute(database());
  const rated = await database()
    .selectFrom("tickets")
    .select([sql<number>`count(*)::int`.as("count"), sql<number | null>`avg(rating)::float8`.as("average")])
    .where("ratedAt", ">", since)
    .where("lastAt", ">", after(since, -2 * FIGURE_DAYS * DAY))
    .executeTakeFirstOrThrow();
  return {
    ...figuresOf(rows.find((r) => r.priority === null)),
    rating: rated,
    byPriority: TICKET_PRIORITIES.map((priority) => ({
      priority,
      ...figuresOf(rows.find((r) => r.priority === priority)),
    })),
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
