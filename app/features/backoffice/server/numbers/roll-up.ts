import { type RawBuilder, sql } from "kysely";
import { REMINDED } from "#app/features/notifications/rules/quote-reminder.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import type { NumberName } from "../../rules/numbers.ts";
import { listFreeWords } from "./list-free-words.ts";

/** How often the days are added up. */
const EVERY_MS = 5 * MINUTE;
/** Days that may still change: a quote lives for seven, and the longest orders look for an editor for longer. */
const OPEN_DAYS = 15;
/** How many past days are added up at once, if there are more than usual. */
const AT_ONCE_DAYS = 60;

const dayStart = (at: Date): Date => new Date(`${dayOf(at)}T00:00:00Z`);

/**
 * Clock rule: adds up the figures of the last days from orders, files, prices seen and tickets. Its cost depends on
 * what happened in these days, not on what has ever happened. Safe with two workers.
 */
export async function rollUpNumbers(now: Date): Promise<void> {
  if (isDone(await readRollup(database()), now)) return;
  const free = await listFreeWords(now);
  await transact(CLOCK, async (ctx) => {
    await lockName(ctx.tx, "numbers");
    const before = await readRollup(ctx.tx);
    // Another worker was first.
    if (isDone(before, now)) return;
    const today = dayStart(now);
    const begin = before ? before.throughAt : await firstDay(ctx.tx, today);
    const from = after(begin < today ? begin : today, -OPEN_DAYS * DAY);
    const to = new Date(Math.min(after(from, (OPEN_DAYS + AT_ONCE_DAYS) * DAY).getTime(), today.getTime()));
    await addUp(ctx.tx, from, after(to, DAY), now);
    await store(
      ctx.tx,
      today,
      "freeWords",
      free.map((f) => [f.subfield, f.words] as const),
    );
    await store(
      ctx.tx,
      today,
      "freeEditors",
      free.map((f) => [f.subfield, f.editors] as const),
    );
    await ctx.tx
      .insertInto("numbers_rollup")
      .values({ id: 1, throughAt: to, doneAt: now })
      .onConflict((c) => c.column("id").doUpdateSet({ throughAt: to, doneAt: now }))
      .execute();
  });
}

const readRollup = (db: Pick<Tx, "selectFrom">) =>
  db.selectFrom("numbers_rollup").select(["throughAt", "doneAt"]).where("id", "=", 1).executeTakeFirst();

const isDone = (last: { throughAt: Date; doneAt: Date } | undefined, now: Date): boolean =>
  last !== undefined && now.getTime() - last.doneAt.getTime() < EVERY_MS && last.throughAt >= dayStart(now);

async function firstDay(tx: Tx, today: Date): Promise<Date> {
  const row = await tx.selectFrom("orders").select("createdAt").orderBy("createdAt").limit(1).executeTakeFirst();
  return row && row.createdAt < today ? dayStart(row.createdAt) : today;
}

/** Replaces a day's snapshot. */
async function store(tx: Tx, day: Date, what: NumberName, amounts: readonly (readonly [string, number])[]) {
  const on = dayOf(day);
  await tx.deleteFrom("daily_numbers").where("day", "=", on).where("what", "=", what).execute();
  if (amounts.length === 0) return;
  await tx
    .insertInto("daily_numbers")
    .values(amounts.map(([about, amount]) => ({ day: on, what, about, amount })))
    .execute();
}

/** Counted when it happens, and kept even if the file or the draft is deleted later. */
const LASTING: readonly NumberName[] = ["files", "prices"];
/** Counted again each time, because it may still change. */
const OPEN: readonly NumberName[] = [
  "paid",
  "repeatOrders",
  "taken",
  "takenMinutes",
  "delivered",
  "deliveredOnTime",
  "answered",
  "answeredInTime",
  "resolved",
  "resolvedInTime",
  "quotes",
  "orderedWords",
  "refusedWords",
  "delayedWords",
];

async function addUp(tx: Tx, from: Date, to: Date, now: Date): Promise<void> {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  const day = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
  const add = (what: NumberName, rows: RawBuilder<unknown>) =>
    sql`insert into daily_numbers (day, what, about, amount)
      select n.day, ${what}::text, n.about, n.amount from (${rows}) as n(day, about, amount) where n.amount <> 0
      on conflict (day, what, about) do update
      set amount =
        ${LASTING.includes(what) ? sql`greatest(daily_numbers.amount, excluded.amount)` : sql`excluded.amount`}`.execute(
      tx,
    );
  await tx
    .deleteFrom("daily_numbers")
    .where("day", ">=", dayOf(from))
    .where("day", "<", dayOf(to))
    .where("what", "in", OPEN)
    .execute();

  const source = sql`coalesce(o.source, 'unknown')`;
  await add(
    "files",
    sql`select ${day("f.at")}, ${source}, count(*) from (
        select "orderId", min("createdAt") as at from files
        where purpose = 'source' and ${within("createdAt")} group by 1
      ) f join orders o on o.id = f."orderId"
      where not exists (select 1 from files e where e."orderId" = f."orderId" and e.purpose = 'source'
        and e."createdAt" < ${from})
      group by 1, 2`,
  );
  await add(
    "prices",
    sql`select ${day("v.seenAt")}, ${source}, count(*) from price_views v join orders o on o.id = v."orderId"
      where ${within("v.seenAt")} group by 1, 2`,
  );
  await add(
    "paid",
    sql`select ${day("o.paidAt")}, ${source}, count(*) from orders o where ${within("o.paidAt")} group by 1, 2`,
  );
  await add(
    "repeatOrders",
    sql`select ${day("o.paidAt")}, '', count(*) from orders o where ${within("o.paidAt")}
      and exists (select 1 from orders p where p."userId" = o."userId" and p."paidAt" < o."paidAt") group by 1, 2`,
  );
  await add(
    "orderedWords",
    sql`select ${day("o.paidAt")}, o.field, sum(o."billableWords") from orders o
      where ${within("o.paidAt")} and o.field is not null group by 1, 2`,
  );
  // Who saw that nobody has time, or not by every date, and didn't order after all.
  for (const [what, capacity] of [
    ["refusedWords", "none"],
    ["delayedWords", "some_dates"],
  ] as const)
    await add(
      what,
      sql`select ${day("v.seenAt")}, v.subfield, sum(v.words) from price_views v join orders o on o.id = v."orderId"
        where ${within("v.seenAt")} and v.capacity = ${capacity} and v.subfield is not null and o."paidAt" is null
        group by 1, 2`,
    );

  // Orders that passed to another editor are left out: when they were first accepted isn't on them any more.
  const accepted = sql`extract(epoch from o."assignedAt" - o."paidAt") / 60`;
  const withOneEditor = sql`${within("o.paidAt")} and not exists (select 1 from order_handovers h
    where h."orderId" = o.id)`;
  await add(
    "taken",
    sql`select ${day("o.paidAt")}, case
        when o."assignedAt" is null then 'open'
        when ${accepted} <= 60 then '1h' when ${accepted} <= 240 then '4h' when ${accepted} <= 1440 then '24h'
          else 'later' end,
      count(*) from orders o where ${withOneEditor} group by 1, 2`,
  );
  await add(
    "takenMinutes",
    sql`select ${day("o.paidAt")}, '', round(sum(${accepted})) from orders o where ${withOneEditor}
      and o."assignedAt" is not null group by 1, 2`,
  );

  await add(
    "delivered",
    sql`select ${day("o.deliveredAt")}, '', count(*) from orders o where ${within("o.deliveredAt")} group by 1, 2`,
  );
  await add(
    "deliveredOnTime",
    sql`select ${day("o.deliveredAt")}, '', count(*) from orders o
      where ${within("o.deliveredAt")} and o."deliveredAt" <= o."dueAt" group by 1, 2`,
  );

  // A ticket's last message is never before its answer or its resolution: the index on it bounds what is read.
  const tickets = (column: string, kept: RawBuilder<unknown>) =>
    sql`select ${day(column)}, '', count(*) from tickets t
      where t."lastAt" >= ${from} and ${within(column)} and t."mergedIntoId" is null and ${kept} group by 1, 2`;
  await add("answered", tickets("t.firstRespondedAt", sql`true`));
  await add("answeredInTime", tickets("t.firstRespondedAt", sql`t."firstRespondedAt" <= t."firstResponseDueAt"`));
  await add("resolved", tickets("t.resolvedAt", sql`true`));
  await add("resolvedInTime", tickets("t.resolvedAt", sql`not (t.flags ? 'resolution:breach')`));

  const wasReminded = sql`(o.flags->>${REMINDED}::text)::timestamptz`;
  await add(
    "quotes",
    sql`select ${day("o.quotedAt")}, case
        when o."paidAt" is not null and ${wasReminded} <= o."paidAt" then 'paid_reminded'
        when o."paidAt" is not null then 'paid'
        when o.status = 'expired' or (o.status in ('quoted', 'awaiting_payment') and o."quoteExpiresAt" <= ${now})
          then 'expired'
        when o.status in ('quoted', 'awaiting_payment') then 'open'
        else 'discarded' end, count(*)
      from orders o where ${within("o.quotedAt")} group by 1, 2`,
  );
}
