import { type Kysely, sql } from "kysely";

/**
 * What a line in another currency is worth in the books' currency, and at which rate: the books and every report add up
 * these values. The sums of the ledger have them as a currency of their own, "USD+", beside the lines' own. A line that
 * only changes a value (an exchange difference) has no amount.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    lock table journal_entries, journal_lines in share row exclusive mode;
    alter table journal_entries add column "rateNanos" bigint check ("rateNanos" > 0);
    alter table journal_lines add column "valueMinor" bigint check (currency <> 'USD' or "valueMinor" is null),
      drop constraint "journal_lines_amountMinor_check",
      add constraint "journal_lines_amount_or_value" check ("amountMinor" <> 0 or coalesce("valueMinor", 0) <> 0) not valid;
    alter table journal_lines validate constraint "journal_lines_amount_or_value";

    create or replace function entry_balances() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from journal_lines where "entryId" = new."entryId" group by currency
        having sum("amountMinor") <> 0 or sum("valueMinor") <> 0) then
        raise exception 'journal entry % does not balance', new."entryId";
      end if;
      return null;
    end $$;

    create or replace function note_ledger_moves() returns trigger language plpgsql as $$ begin
      insert into ledger_moves (day, currency, account, kind, party, "debitMinor", "creditMinor")
        select (e."bookedAt" at time zone 'UTC')::date, v.currency, l.account, e.kind, l.party,
          sum(greatest(v.minor, 0)), sum(greatest(-v.minor, 0))
        from posted l join journal_entries e on e.id = l."entryId"
          cross join lateral (values (l.currency, l."amountMinor"), ('USD+', l."valueMinor")) v(currency, minor)
        where v.minor <> 0 group by 1, 2, 3, 4, 5;
      return null;
    end $$;

    create or replace function note_ledger_services() returns trigger language plpgsql as $$ begin
      -- An order keeps its service until this is committed, and one that is just changing it is waited for.
      perform 1 from orders where id in (select e."orderId" from posted l join journal_entries e on e.id = l."entryId") order by id for share;
      insert into ledger_services (day, currency, service, account, kind, "amountMinor")
        select (e."bookedAt" at time zone 'UTC')::date, v.currency, coalesce(o.service, 'none'), l.account, e.kind, sum(v.minor)
        from posted l join journal_entries e on e.id = l."entryId" left join orders o on o.id = e."orderId"
          cross join lateral (values (l.currency, l."amountMinor"), ('USD+', l."valueMinor")) v(currency, minor)
        where v.minor <> 0 group by 1, 2, 3, 4, 5;
      return null;
    end $$;
    create or replace function move_ledger_service() returns trigger language plpgsql as $$
    declare folded record;
    begin
      if not exists (select 1 from journal_entries where "orderId" = new.id) then return null; end if;
      -- A month that is being summed is waited for.
      select * into folded from ledger_service_folding for share;
      insert into ledger_services (day, currency, service, account, kind, "amountMinor")
        select (e."bookedAt" at time zone 'UTC')::date, v.currency, s.service, l.account, e.kind, sum(v.minor * s.sign)
        from journal_entries e join journal_lines l on l."entryId" = e.id
          cross join lateral (values (l.currency, l."amountMinor"), ('USD+', l."valueMinor")) v(currency, minor),
          (values (coalesce(old.service, 'none'), -1), (coalesce(new.service, 'none'), 1)) s(service, sign)
        where e."orderId" = new.id and not (e.seq <= folded."untilSeq" and e."bookedAt" >= folded."throughAt") and v.minor <> 0
        group by 1, 2, 3, 4, 5;
      return null;
    end $$;
  `)
    .execute(db);
}
