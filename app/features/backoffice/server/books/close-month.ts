import { sql } from "kysely";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { DUTIES, may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { revalueMonth } from "#app/features/payments/server/ledger/revalue.ts";
import { COUNTED_AS } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { anyRoleSql } from "#app/features/accounts/server/people/role-sql.ts";
import { type Reader, type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import {
  type AcceptedItem,
  itemsIn,
  monthAfter,
  monthOf,
  monthWords,
  readMonth,
  spanOfMonth,
} from "../../rules/books.ts";
import { type OpenItem, findOpenItems } from "./find-open-items.ts";

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

const Month = z.object({ month: z.string().refine((it) => readMonth(it) !== null, "Choose a month.") });

/** The oldest open month, for the one who changes what's said about it: two of them wait for each other. */
const lockOldest = async (ctx: CommandContext): Promise<string | null> => {
  await lockName(ctx.tx, "closing a month");
  return oldestOpenMonth(ctx.tx);
};

/** @throws conflict when it was closed, isn't over, or an earlier one is open */
async function checkCloseable(ctx: CommandContext, month: string, oldest: string | null): Promise<void> {
  const words = monthWords(month);
  if (oldest === null || month < oldest) throw await closedOrEmpty(ctx, month);
  if (spanOfMonth(month).endsAt > ctx.now)
    throw conflict("month_not_over", `${words} isn't over yet.`, "Close it from the first of the next month, UTC.");
  if (month !== oldest)
    throw conflict(
      "earlier_month_open",
      `${monthWords(oldest)} is still open.`,
      "Close months in order, oldest first.",
    );
}

/** Whether somebody else keeps the books, and could close a month. */
export async function isAnotherKeeper(db: Reader, uid: string | null): Promise<boolean> {
  const other = await db
    .selectFrom("users as u")
    .innerJoin("auth_user as a", "a.id", "u.uid")
    .select("u.uid")
    .where("a.emailVerified", "=", true)
    .where("a.disabledAt", "is", null)
    .where("u.uid", "<>", uid ?? "")
    .where(anyRoleSql(DUTIES.money))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const closingOf = (tx: Tx, month: string) =>
  tx.selectFrom("month_closings").selectAll().where("month", "=", month).executeTakeFirst();

/** The first item that has more open than was agreed to, or undefined. */
const moreOpen = (open: readonly OpenItem[], agreed: readonly Pick<AcceptedItem, "key" | "count">[]) =>
  open.find(({ key, count }) => count > (agreed.find((one) => one.key === key)?.count ?? 0));

/**
 * Proposes to close a month, with a reason for each thing that's open of it. Another person closes it. Proposing again
 * replaces the proposal.
 * @throws conflict when it was closed, isn't over, an earlier one is open, or more is open than was shown; invalid at
 *   the field of an item without a reason
 */
export const proposeClosing = command({
  input: Month.extend({
    /** What was shown as open, and why it's closed anyway. */
    items: z.array(
      z.object({
        key: z.string().max(40),
        count: z.coerce.number().int().min(1),
        reason: z.string().trim().max(500, "Use at most 500 characters."),
      }),
    ),
  }),
  load: (_, ctx) => lockOldest(ctx),
  allow: (actor) => may(actor, "money") || only("money", "close a month"),
  run: async ({ input: { month, items }, thing: oldest, ...ctx }): Promise<{ month: string }> => {
    await checkCloseable(ctx, month, oldest);
    const open = await findOpenItems(ctx.tx, month);
    const more = moreOpen(open, items);
    if (more)
      throw conflict(
        "more_open",
        `More is open now than when you opened the page: ${more.label}, ${more.count}.`,
        "Nothing was proposed. Look at it, then propose again.",
      );
    const accepted = open.map(({ key, label, count }): AcceptedItem => ({
      key,
      label,
      count,
      reason: items.find((one) => one.key === key)!.reason,
    }));
    const missing = accepted.filter(({ reason }) => reason.length < 5);
    if (missing.length > 0) {
      const fault = "Say why the month can be closed anyway.";
      throw invalid(
        "reason",
        `Give a reason for each open item: ${missing[0]!.label}.`,
        undefined,
        Object.fromEntries(missing.map(({ key }) => [`reason-${key}`, fault])),
      );
    }
    const proposal = { open: json(accepted), proposedBy: uidOf(ctx.actor), proposedAt: ctx.now };
    await ctx.tx
      .insertInto("month_closings")
      .values({ month, ...proposal })
      .onConflict((on) => on.column("month").doUpdateSet(proposal))
      .execute();
    await ctx.fact("books.closing_proposed", {
      subjectId: month,
      data: { month, openItems: itemsIn(accepted) },
      topics: ["staff"],
    });
    return { month };
  },
});

/** Takes the proposal to close a month back, one's own or another person's. */
export const dropClosing = command({
  input: Month,
  load: (_, ctx) => lockOldest(ctx),
  allow: (actor) => may(actor, "money") || only("money", "close a month"),
  run: async ({ input: { month }, ...ctx }): Promise<void> => {
    const dropped = await ctx.tx.deleteFrom("month_closings").where("month", "=", month).returning("month").execute();
    if (dropped.length > 0)
      await ctx.fact("books.closing_dropped", { subjectId: month, data: { month }, topics: ["staff"] });
  },
});

/**
 * Closes a month for good, as the second person: waits for entries that are being booked in it, stores each account's
 * balance, and from then on the database books whatever happened in it into the next month. Months are closed in order,
 * and none is opened again. Where nobody else keeps the books, the person who proposed it closes it, too, with a reason
 * that stays with the month.
 * @throws conflict when it was closed, isn't over, an earlier one is open, nobody proposed it, the same person did, or
 *   more is open than was agreed to
 */
export const closeMonth = command({
  input: Month.extend({
    /** Why one person closes it, if nobody else keeps the books. */
    alone: z.string().trim().max(1_000, "Use at most 1,000 characters.").default(""),
  }),
  load: (_, ctx) => lockOldest(ctx),
  allow: (actor) => may(actor, "money") || only("money", "close a month"),
  run: async ({ input: { month, alone }, thing: oldest, ...ctx }) => {
    await checkCloseable(ctx, month, oldest);
    const closing = await closingOf(ctx.tx, month);
    if (!closing)
      throw conflict("not_proposed", `Nobody has proposed to close ${monthWords(month)}.`, "Propose it on this page.");
    const isAlone = closing.proposedBy === uidOf(ctx.actor);
    if (isAlone && (await isAnotherKeeper(ctx.tx, uidOf(ctx.actor))))
      throw conflict(
        "same_person",
        `You proposed to close ${monthWords(month)}.`,
        "Another person who keeps the books has to close it.",
      );
    const fault = "Say why nobody else could check the month.";
    if (isAlone && alone.length < 10) throw invalid("alone", fault, undefined, { alone: fault });
    const { startsAt, endsAt } = spanOfMonth(month);
    // Entries that are being booked in this month hold its lock until they're committed; later ones wait and find it
    // closed.
    await sql`select pg_advisory_xact_lock(131, month_number(${startsAt}))`.execute(ctx.tx);
    await revalueMonth(ctx, month, endsAt);
    const open = await findOpenItems(ctx.tx, month);
    const more = moreOpen(open, closing.open);
    if (more)
      throw conflict(
        "more_open",
        `More is open now than when this was proposed: ${more.label}, ${more.count}.`,
        "Settle it, or propose to close the month again with a reason for it.",
      );
    const accepted = closing.open.filter(({ key }) => open.some((item) => item.key === key));
    const entries = await storeBalances(
      ctx.tx,
      { month, startsAt, endsAt },
      {
        open: accepted,
        openItems: itemsIn(open),
        proposedBy: closing.proposedBy,
        closedBy: uidOf(ctx.actor),
        alone: isAlone ? alone : null,
      },
      ctx.now,
    );
    await ctx.tx.deleteFrom("month_closings").where("month", "=", month).execute();
    await ctx.fact("books.month_closed", {
      subjectId: month,
      data: { month, entries, openItems: itemsIn(open), alone: isAlone ? alone : null },
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
  {
    open,
    ...people
  }: {
    open: AcceptedItem[];
    openItems: number;
    proposedBy: string | null;
    closedBy: string | null;
    alone: string | null;
  },
  closedAt: Date,
): Promise<number> {
  const { entries } = await tx
    .selectFrom("journal_entries")
    .select((e) => e.fn.countAll<number>().as("entries"))
    .where("bookedAt", ">=", startsAt)
    .where("bookedAt", "<", endsAt)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("closed_months")
    .values({ month, startsAt, endsAt, entries, open: json(open), ...people, closedAt })
    .execute();
  await sql`
    insert into closed_balances (month, currency, account, "debitMinor", "creditMinor", "balanceMinor")
    select ${month}, currency, account, sum(debit), sum(credit), sum(before + debit - credit) from (
      select b.currency, b.account, 0 as debit, 0 as credit, b."balanceMinor" as before
        from closed_balances b where b.month = (select max(m.month) from closed_months m where m.month < ${month})
      union all
      select v.currency, l.account, coalesce(sum(v.minor) filter (where v.minor > 0), 0),
          coalesce(-sum(v.minor) filter (where v.minor < 0), 0), 0
        from journal_entries e join journal_lines l on l."entryId" = e.id ${COUNTED_AS}
        where v.minor <> 0 and e."bookedAt" >= ${startsAt} and e."bookedAt" < ${endsAt} group by 1, 2
    ) parts group by currency, account`.execute(tx);
  const { rows: off } = await sql`
    select currency from closed_balances where month = ${month} group by currency
    having sum("balanceMinor") <> 0`.execute(tx);
  if (off.length > 0) throw new Error(`The balances of ${month} don't sum to zero`);
  return entries;
}
