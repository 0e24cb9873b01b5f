import { sql } from "kysely";
import { addDays, dayOf } from "#app/platform/rules/core/day.ts";
import { database } from "#app/platform/server/core/database.ts";
import { findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { raiseAlert } from "#app/features/integrations/server/alerts/raise-alert.ts";

/** The week that an alert about capacity is told in once. */
const WEEK_DAYS = 7;
/** Subfields that are told about at once, those that lack most first. */
const MOST = 5;

/**
 * Clock rule: alerts operators to what no fact says: a job that failed for good, a difference in the books, and
 * subfields whose editors have less time than authors need. Each is told once. Safe to run twice, and by two workers.
 */
export async function watchAlerts(at: Date): Promise<void> {
  await watchJobs(at);
  await watchDifferences(at);
  await watchCapacity(at);
}

async function watchJobs(at: Date): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(source_name, 'job') as name from pgboss.job
    where name = 'dead-jobs' and state = 'created' order by created_on desc limit 1`.execute(database());
  const [job] = rows;
  if (!job) return;
  await raiseAlert(
    "alert.job_failed",
    job.id,
    {
      title: `A job failed for good: ${job.name}`,
      text: "It was tried again and again. Look at what it said, then retry or discard it.",
      path: "/admin/admin-tools",
    },
    at,
  );
}

async function watchDifferences(at: Date): Promise<void> {
  const open = await database()
    .selectFrom("money_differences")
    .select(["key", "title", "foundAt"])
    .where("resolvedAt", "is", null)
    .where("clearedAt", "is", null)
    .orderBy("foundAt", "desc")
    .orderBy("key")
    .limit(1)
    .executeTakeFirst();
  if (!open) return;
  await raiseAlert(
    "alert.difference",
    `${open.key}:${open.foundAt.toISOString()}`,
    { title: "A difference in the books", text: open.title, path: "/admin/reconciliation" },
    at,
  );
}

async function watchCapacity(at: Date): Promise<void> {
  const today = dayOf(at);
  const { rows } = await sql<{ subfield: string; free: number; ordered: number }>`
    select o.about as subfield, coalesce(f.amount, 0)::float8 as free, o.amount::float8 as ordered
    from (select about, sum(amount) as amount from daily_numbers
        where what = 'orderedWords' and day > ${addDays(today, -WEEK_DAYS)}::date and day <= ${today}::date group by 1) o
      left join daily_numbers f on f.what = 'freeWords' and f.about = o.about and f.day = ${today}::date
    where coalesce(f.amount, 0) < o.amount
      -- Nothing is known before the day's free words are counted.
      and exists (select 1 from daily_numbers where what = 'freeWords' and day = ${today}::date)
    order by o.amount - coalesce(f.amount, 0) desc, 1 limit ${MOST}`.execute(database());
  const week = Math.floor(Date.parse(`${today}T00:00:00Z`) / 86_400_000 / WEEK_DAYS);
  for (const { subfield, free, ordered } of rows) {
    const label = findSubfield(subfield)?.subfield.label ?? subfield;
    await raiseAlert(
      "alert.low_capacity",
      `${subfield}:${week}`,
      {
        title: `Few editors in ${label}`,
        text: `Editors have room for ${formatWords(free)} in the next 7 days, and authors ordered ${formatWords(ordered)} in the last 7.`,
        path: "/admin/numbers",
      },
      at,
    );
  }
}
