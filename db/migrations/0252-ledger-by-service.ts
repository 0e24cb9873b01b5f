import { type Kysely, sql } from "kysely";

/**
 * Sums of the ledger by day and service, kept by triggers as parts that add up (`kept-sums.ts`). A posting counts for
 * the service that its order has; when that changes, so do the sums. What was posted before is summed month by month
 * by a clock rule: `ledger_service_folding` says how far.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table ledger_services (
      id bigint generated always as identity primary key, day date not null, currency text not null, service text not null,
      account text not null, kind text not null, "amountMinor" bigint not null, fresh boolean not null default true
    );
    create index ledger_services_of_day on ledger_services (currency, day, service, account, kind);
    create index ledger_services_fresh on ledger_services (id) where fresh;

    create function note_ledger_services() returns trigger language plpgsql as $$ begin
      -- An order keeps its service until this is committed, and one that is just changing it is waited for.
      perform 1 from orders where id in (select e."orderId" from posted l join journal_entries e on e.id = l."entryId") order by id for share;
      insert into ledger_services (day, currency, service, account, kind, "amountMinor")
        select (e."bookedAt" at time zone 'UTC')::date, l.currency, coalesce(o.service, 'none'), l.account, e.kind, sum(l."amountMinor")
        from posted l join journal_entries e on e.id = l."entryId" left join orders o on o.id = e."orderId" group by 1, 2, 3, 4, 5;
      return null;
    end $$;
    create function move_ledger_service() returns trigger language plpgsql as $$
    declare folded record;
    begin
      if not exists (select 1 from journal_entries where "orderId" = new.id) then return null; end if;
      -- A month that is being summed is waited for.
      select * into folded from ledger_service_folding for share;
      insert into ledger_services (day, currency, service, account, kind, "amountMinor")
        select (e."bookedAt" at time zone 'UTC')::date, l.currency, s.service, l.account, e.kind, sum(l."amountMinor" * s.sign)
        from journal_entries e join journal_lines l on l."entryId" = e.id,
          (values (coalesce(old.service, 'none'), -1), (coalesce(new.service, 'none'), 1)) s(service, sign)
        where e."orderId" = new.id and not (e.seq <= folded."untilSeq" and e."bookedAt" >= folded."throughAt")
        group by 1, 2, 3, 4, 5;
      return null;
    end $$;

    -- Nobody is posting while it's decided which entries are from before.
    lock table journal_entries, journal_lines in share row exclusive mode;
    create table ledger_service_folding (id int primary key check (id = 1), "untilSeq" bigint not null, "throughAt" timestamptz not null);
    insert into ledger_service_folding select 1, coalesce(max(seq), 0), (case when max(seq) is null then 'infinity' else '-infinity' end)::timestamptz from journal_entries;
    create trigger journal_lines_services after insert on journal_lines referencing new table as posted
      for each statement execute function note_ledger_services();
    create trigger orders_service_moved after update of service on orders for each row
      when (old.service is distinct from new.service) execute function move_ledger_service();
  `)
    .execute(db);
}
