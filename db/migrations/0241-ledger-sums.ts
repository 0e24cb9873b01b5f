import { type Kysely, sql } from "kysely";

/**
 * Sums of the ledger by day and by editor, so that no page adds up every line there ever was. A trigger writes down
 * what each entry moved, in rows of its own, so that two postings never wait for each other. A clock rule adds them to
 * the sums (`fold-ledger.ts`). A reader adds what isn't folded yet, so the figures are exact at any moment. What was
 * posted before is folded month by month: `ledger_folding` says how far.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table ledger_moves (
      id bigint generated always as identity primary key, day date not null, currency text not null, account text not null, kind text not null,
      party text not null, "debitMinor" bigint not null, "creditMinor" bigint not null
    );
    create table ledger_days (
      day date not null, currency text not null, account text not null, kind text not null,
      "debitMinor" bigint not null, "creditMinor" bigint not null, primary key (currency, day, account, kind)
    );
    create table ledger_parties (
      currency text not null, party text not null, account text not null, "earnedMinor" bigint not null, "paidMinor" bigint not null,
      primary key (currency, party, account)
    );

    create function note_ledger_moves() returns trigger language plpgsql as $$ begin
      insert into ledger_moves (day, currency, account, kind, party, "debitMinor", "creditMinor")
        select (e."bookedAt" at time zone 'UTC')::date, l.currency, l.account, e.kind, l.party,
          sum(greatest(l."amountMinor", 0)), sum(greatest(-l."amountMinor", 0))
        from posted l join journal_entries e on e.id = l."entryId" group by 1, 2, 3, 4, 5;
      return null;
    end $$;

    -- Nobody is posting while it's decided which entries are from before.
    lock table journal_entries, journal_lines in share row exclusive mode;
    create table ledger_folding (id int primary key check (id = 1), "untilSeq" bigint not null, "throughAt" timestamptz not null);
    insert into ledger_folding select 1, coalesce(max(seq), 0), (case when max(seq) is null then 'infinity' else '-infinity' end)::timestamptz from journal_entries;
    create trigger journal_lines_noted after insert on journal_lines referencing new table as posted
      for each statement execute function note_ledger_moves();
  `)
    .execute(db);
}
