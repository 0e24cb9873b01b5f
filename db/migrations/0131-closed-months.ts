import { type Kysely, sql } from "kysely";

/**
 * Months of the books that are closed, with the balances of each account. An entry keeps when it happened and has a
 * booking date: the same, or the first moment of the oldest open month where its own is closed. The database decides
 * that. A poster shares the month's lock until its transaction ends and a closing waits for it alone, so no entry is
 * booked into a month while its balances are summed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table closed_months (
      month text primary key constraint "closed_months_month_shape" check (month ~ '^\\d{4}-(0[1-9]|1[0-2])$'),
      "startsAt" timestamptz not null, "endsAt" timestamptz not null unique check ("endsAt" > "startsAt"),
      entries bigint not null, "openItems" integer not null, "closedBy" text references users, "closedAt" timestamptz not null,
      "checkedAt" timestamptz
    );
    create table closed_balances (
      month text not null references closed_months, currency text not null, account text not null,
      "debitMinor" bigint not null check ("debitMinor" >= 0), "creditMinor" bigint not null check ("creditMinor" >= 0),
      "balanceMinor" bigint not null, primary key (month, currency, account)
    );
    create trigger closed_balances_kept before update or delete on closed_balances for each row execute function never_rewritten();
    create trigger closed_months_kept before delete or update of month, "startsAt", "endsAt", entries, "openItems", "closedBy", "closedAt"
      on closed_months for each row execute function never_rewritten();

    alter table journal_entries add column "happenedAt" timestamptz, add column "bookedAt" timestamptz;
    alter table journal_entries disable trigger journal_entries_kept;
    update journal_entries set "happenedAt" = at, "bookedAt" = at;
    alter table journal_entries enable trigger journal_entries_kept;
    alter table journal_entries alter column "happenedAt" set not null, alter column "bookedAt" set not null;
    drop index journal_entries_by_time;
    create index journal_entries_by_time on journal_entries ("bookedAt", seq);

    create function month_number(of timestamptz) returns integer language sql immutable as
      $$ select (extract(year from of at time zone 'UTC') * 12 + extract(month from of at time zone 'UTC'))::integer $$;
    create function date_entry() returns trigger language plpgsql as $$
    declare closed_to timestamptz;
    begin
      new."happenedAt" := least(coalesce(new."happenedAt", new.at), new.at);
      new."bookedAt" := new."happenedAt";
      loop
        perform pg_advisory_xact_lock_shared(131, month_number(new."bookedAt"));
        select max("endsAt") into closed_to from closed_months;
        exit when closed_to is null or new."bookedAt" >= closed_to;
        new."bookedAt" := closed_to;
      end loop;
      return new;
    end $$;
    create trigger journal_entries_dated before insert on journal_entries for each row execute function date_entry();

    alter table money_differences drop constraint "money_differences_kind_check",
      add constraint "money_differences_kind_check" check (kind in ('not_booked', 'not_assigned', 'not_at_provider', 'provider_balance',
        'payout_missing', 'line_not_booked', 'line_not_assigned', 'not_on_statement', 'statement_gap', 'month_changed'));
  `)
    .execute(db);
}
