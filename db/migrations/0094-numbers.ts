import { type Kysely, sql } from "kysely";

/** How the shop is doing, by day: sums that are rolled up by the clock, and what they're rolled up from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    -- One row per day, figure and what it's about: a source, a subfield, or nothing.
    create table daily_numbers (
      day date not null,
      what text not null check (what in (
        'visits', 'signUps', 'files', 'prices', 'paid', 'repeatOrders', 'taken', 'takenMinutes', 'delivered', 'deliveredOnTime',
        'answered', 'answeredInTime', 'resolved', 'resolvedInTime', 'quotes', 'freeWords', 'freeEditors', 'orderedWords', 'refusedWords', 'delayedWords'
      )),
      about text not null default '', amount bigint not null,
      primary key (day, what, about)
    );
    create table numbers_rollup (
      id int primary key check (id = 1), "throughAt" timestamptz not null, "doneAt" timestamptz not null
    );

    -- Where the visitor who began an order came from: a host, a campaign's name, or direct.
    alter table orders add column source text;
    -- The first price of an order that somebody saw, and what editors could take on when they last looked.
    create table price_views (
      "orderId" text primary key references orders on delete cascade, "seenAt" timestamptz not null, subfield text,
      words int not null, capacity text not null check (capacity in ('free', 'some_dates', 'none'))
    );
    create index price_views_by_time on price_views ("seenAt");
    create index files_sources_by_time on files ("createdAt") where purpose = 'source';
    create index orders_by_payment on orders ("paidAt") where "paidAt" is not null;
    create index orders_by_quote on orders ("quotedAt") where "quotedAt" is not null;
  `)
    .execute(db);
}
