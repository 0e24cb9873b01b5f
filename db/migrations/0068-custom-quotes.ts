import { type Kysely, sql } from "kysely";

/** Custom quotes: an author's request, what staff offer for it, and the editor who agrees to the offer first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table custom_quotes (
      id text primary key, "orderId" text not null references orders, "userId" text not null references users,
      status text not null default 'waiting'
        check (status in ('waiting', 'offered', 'accepted', 'paid', 'declined', 'withdrawn', 'expired')),
      reason text not null check (reason in ('too_long', 'no_editor', 'wish')),
      requirements text not null, "wantedAt" timestamptz, round integer not null default 1,
      "askedAt" timestamptz not null, "dueAt" timestamptz not null, "warnAt" timestamptz,
      "endReason" text not null default '', "endedAt" timestamptz,
      "createdAt" timestamptz not null, "updatedAt" timestamptz not null
    );
    create unique index custom_quotes_one_open on custom_quotes ("orderId") where status in ('waiting', 'offered', 'accepted');
    create index custom_quotes_of_order on custom_quotes ("orderId", "createdAt");
    create index custom_quotes_of_user on custom_quotes ("userId", "createdAt" desc);
    create index custom_quotes_warning on custom_quotes ("warnAt") where "warnAt" is not null;
    create index custom_quotes_by_due on custom_quotes ("dueAt");
    create index custom_quotes_by_status on custom_quotes (status, "dueAt");
    create table quote_offers (
      id text primary key, "quoteId" text not null references custom_quotes, "orderId" text not null references orders,
      status text not null
        check (status in ('asking', 'agreed', 'editor_declined', 'lapsed', 'sent', 'accepted', 'countered', 'refused',
          'taken_back', 'withdrawn', 'expired')),
      service text not null, "addOns" jsonb not null, price jsonb not null, "totalMinor" bigint not null check ("totalMinor" > 0),
      currency text not null, "ordinaryMinor" bigint not null, "windowMs" bigint not null check ("windowMs" > 0),
      note text not null default '',
      "editorId" text references users, "editorPayMinor" bigint check ("editorPayMinor" >= 0), brief text not null default '',
      "askedAt" timestamptz, "askExpiresAt" timestamptz, "editorAnsweredAt" timestamptz, "editorNote" text not null default '',
      "editorOpenWords" integer,
      "sentAt" timestamptz, "expiresAt" timestamptz,
      "answeredAt" timestamptz, "answerNote" text not null default '', "answerTotalMinor" bigint, "answerWantedAt" timestamptz,
      "createdBy" text not null references users, "createdAt" timestamptz not null
    );
    create unique index quote_offers_one_current on quote_offers ("quoteId")
      where status in ('asking', 'agreed', 'sent', 'accepted');
    create index quote_offers_of_quote on quote_offers ("quoteId", "createdAt");
    create index quote_offers_of_order on quote_offers ("orderId", "createdAt");
    create index quote_offers_of_editor on quote_offers ("editorId", "askedAt" desc) where "editorId" is not null;
    create index quote_offers_asking on quote_offers ("askExpiresAt") where status = 'asking';
    create index quote_offers_expiring on quote_offers ("expiresAt") where status in ('sent', 'accepted');
  `)
    .execute(db);
  for (const column of ["status", "heldFrom"]) await addOrderState(db, column, "quote_requested");
}

/** Adds a word to those that a column of orders may hold, whatever other words it may hold by now. */
async function addOrderState(db: Kysely<unknown>, column: string, state: string): Promise<void> {
  const name = `orders_${column}_known`;
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint where conname = ${name}`.execute(db);
  const states = [...rows[0]!.check.matchAll(/'(\w+)'/g)].map((m) => m[1]!);
  await sql`alter table orders drop constraint ${sql.id(name)}`.execute(db);
  await sql`alter table orders add constraint ${sql.id(name)}
    check (${sql.ref(column)} in (${sql.join([...new Set([...states, state])].map((it) => sql.lit(it)))}))`.execute(db);
}
