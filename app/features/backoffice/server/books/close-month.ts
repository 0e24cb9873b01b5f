import { sql } from "kysely";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, lockName } from "#app/platform/server/core/database.ts";
import { monthAfter, monthOf, monthWords, readMonth, spanOfMonth } from "../../rules/books.ts";
import { findOpenItems } from "./find-open-items.ts";

/**
 * The oldest month that isn't closed: after the last closed one, or the first in which anything was booked. Null in
 * empty books.
 */
export async function oldestOpenMonth(db: Reader): Promise<string | null> {
  const last = await db
    .selectFrom("closed_months")
    .select("month")
    .orderBy("month", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last) return monthAfter(last.month);
  const first = await db
    .selectFrom("journal_entries")
    .select("bookedAt")
    .orderBy("bookedAt")
    .limit(1)
    .executeTakeFirst();
  return first ? monthOf(first.bookedAt) : null;
}

/** The end of the last closed month: nothing from before it changes any more. Null if none is closed. */
export async function booksClosedUntil(db: Reader): Promise<Date | null> {
  const { until } = await db
    .selectFrom("closed_months")
    .select((e) => e.fn.max("endsAt").as("until"))
    .executeTakeFirstOrThrow();
  return until;
}

/**
 * Closes a month for good: waits for entries that are being booked in it, stores each account's balance, and from then
 * on the database books whatever happened in it into the next month. Months are closed in order, and none is opened
 * again.
 * @throws conflict when it was closed, isn't over, an earlier one is open, or more is open than was shown
 */
export const closeMonth = command({
  input: z.object({
    month: z.string().refine((it) => readMonth(it) !== null, "Choose a month."),
    /** How many open items were shown. */
    seenOpen: z.coerce.number().int().min(0),
    /** Ticked when it's closed although something is open. */
    anyway: z.boolean().default(false),
  }),
  load: async (_, ctx) => {
    await lockName(ctx.tx, "closing a month");
    return oldestOpenMonth(ctx.tx);
  },
  allow: (actor) => may(actor, "money") || only("money", "close a month"),
  run: async ({ input: { month, seenOpen, anyway }, thing: oldest, ...ctx }) => {
    const words = monthWords(month);
    if (oldest === null || month < oldest) throw await closedOrEmpty(ctx, month);
    const { startsAt, endsAt } = spanOfMonth(month);
    if (endsAt > ctx.now)
      throw conflict("month_not_over", `${words} isn't over yet.`, "Close it from the first of the next month, UTC.");
    if (month !== oldest)
      throw conflict(
        "earlier_month_open",
        `${monthWords(oldest)} is still open.`,
        "Close months in order, oldest first.",
      );
    // Entries that are being booked in this month hold its lock until they're committed; later ones wait and find it
    // closed.
    await sql`select pg_advisory_xact_lock(131, month_number(${startsAt}))`.execute(ctx.tx);
    const open = (await findOpenItems(ctx.tx, month)).reduce((sum, item) => sum + item.count, 0);
    if (open > seenOpen)
      throw conflict(
        "more_open",
        `${open} items are open now, more than when you opened the page.`,
        "Review them, then close the month.",
      );
    if (open > 0 && !anyway)
      throw invalid("anyway", "Confirm that you want to close the month while these items are open.");
    const entries = await storeBalances(
      ctx.tx,
      { month, startsAt, endsAt },
      { open, closedBy: uidOf(ctx.actor), at: ctx.now },
    );
    await ctx.fact("books.month_closed", {
      subjectId: month,
      data: { month, entries, openItems: open },
      topics: ["staff"],
    });
    return { month, entries };
  },
});

async function closedOrEmpty({ tx }: CommandContext, month: string) {
  const closed = await tx
    .selectFrom("closed_months as m")
    .leftJoin("users as u", "u.uid", "m.closedBy")
    .select("u.displayName")
    .where("m.month", "=", month)
    .executeTakeFirst();
  return closed
    ? conflict("month_closed", `${monthWords(month)} is already closed, by ${closed.displayName ?? "an admin"}.`)
    : conflict("nothing_booked", `Nothing was booked in ${monthWords(month)} or before.`);
}

/** Stores the month and the balances of every account in it. @returns how many entries it has */
async function storeBalances(
  tx: Tx,
  { month, startsAt, endsAt }: { month: string; startsAt: Date; endsAt: Date },
  about: { open: number; closedBy: string | null; at: Date },
): Promise<number> {
  const { entries } = await tx
    .selectFrom("journal_entries")
    .select((e) => e.fn.countAll<number>().as("entries"))
    .where("bookedAt", ">=", startsAt)
    .where("bookedAt", "<", endsAt)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("closed_months")
    .values({ month, startsAt, endsAt, entries, openItems: about.open, closedBy: about.closedBy, closedAt: about.at })
    .execute();
  await sql`
    insert into closed_balances (month, currency, account, "debitMinor", "creditMinor", "balanceMinor")
    select ${month}, currency, account, sum(debit), sum(credit), sum(before + debit - credit) from (
      select b.currency, b.account, 0 as debit, 0 as credit, b."balanceMinor" as before
        from closed_balances b where b.month = (select max(m.month) from closed_months m where m.month < ${month})
      union all
      select l.currency, l.account, coalesce(sum(l."amountMinor") filter (where l."amountMinor" > 0), 0),
          coalesce(-sum(l."amountMinor") filter (where l."amountMinor" < 0), 0), 0
        from journal_entries e join journal_lines l on l."entryId" = e.id
        where e."bookedAt" >= ${startsAt} and e."bookedAt" < ${endsAt} group by 1, 2
    ) parts group by currency, account`.execute(tx);
  const { rows: off } = await sql`
    select currency from closed_balances where month = ${month} group by currency
    having sum("balanceMinor") <> 0`.execute(tx);
  if (off.length > 0) throw new Error(`The balances of ${month} don't sum to zero`);
  return entries;
}
