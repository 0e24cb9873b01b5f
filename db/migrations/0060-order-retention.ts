import { type Kysely, sql } from "kysely";

/**
 * How long an order's files are kept, and when they were deleted. For orders that ended before this rule existed, the
 * first files go two weeks after this migration at the earliest, so that their authors get the reminder.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create function files_due("keepFrom" timestamptz, days integer, asked timestamptz) returns timestamptz language sql immutable parallel safe
      return coalesce(asked, timezone('UTC', timezone('UTC', "keepFrom") + days * interval '1 day'));

    alter table orders
      add column "keepDays" integer not null default 90 check ("keepDays" in (30, 90, 365)),
      add column "keepFromAt" timestamptz,
      add column "deletionAskedAt" timestamptz,
      add column "deletionStartedAt" timestamptz,
      add column "filesDeletedAt" timestamptz,
      add column "recordsDeletedAt" timestamptz,
      add column "remindedOfDueAt" timestamptz;
    update orders set "keepFromAt" = greatest(
        case status when 'expired' then coalesce("quoteExpiresAt", "updatedAt") else coalesce("acceptedAt", "cancelledAt", "updatedAt") end,
        now() - interval '76 days')
      where status in ('accepted', 'closed', 'cancelled', 'refunded', 'expired');
    alter table orders
      add column "filesDueAt" timestamptz generated always as (files_due("keepFromAt", "keepDays", "deletionAskedAt")) stored;

    create index orders_files_due on orders ("filesDueAt", id) where "filesDeletedAt" is null and "filesDueAt" is not null;
    create index orders_records_due on orders ("keepFromAt", id) where "filesDeletedAt" is not null and "recordsDeletedAt" is null;
    create index orders_left_drafts on orders ("updatedAt") where status = 'draft';

    -- A fact is never changed. Only what people wrote into it can be emptied, by a transaction that says so.
    create function facts_rewritten() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and current_setting('stet.erasing', true) = 'on' and to_jsonb(new) - 'data' = to_jsonb(old) - 'data'
        then return new; end if;
      raise exception '% is never changed once written', tg_table_name;
    end $$;
    drop trigger facts_kept on facts;
    create trigger facts_kept before update or delete on facts for each row execute function facts_rewritten();
  `)
    .execute(db);
}
