import { type Kysely, sql } from "kysely";

/** The sums of what there is already. */
export const SUM_BANK = /* sql */ `
  insert into bank_sums (currency, "amountMinor", fresh) select currency, sum("amountMinor"), false from bank_lines group by 1;
`;

/** What the bank's lines come to, kept by triggers as parts that add up (`kept-sums.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table bank_sums (
      id bigint generated always as identity primary key, currency text not null, "amountMinor" bigint not null, fresh boolean not null default true
    );
    create index bank_sums_of_currency on bank_sums (currency);
    create index bank_sums_fresh on bank_sums (id) where fresh;

    create function note_bank_lines() returns trigger language plpgsql as $$ begin
      insert into bank_sums (currency, "amountMinor") select currency, sum("amountMinor") from written group by 1;
      return null;
    end $$;
    create function note_bank_line_changed() returns trigger language plpgsql as $$ begin
      insert into bank_sums (currency, "amountMinor") values (old.currency, -old."amountMinor");
      if tg_op = 'UPDATE' then insert into bank_sums (currency, "amountMinor") values (new.currency, new."amountMinor"); end if;
      return null;
    end $$;

    -- Nobody changes them until the sums are complete.
    lock table bank_lines in share row exclusive mode;
    create trigger bank_lines_noted after insert on bank_lines referencing new table as written for each statement execute function note_bank_lines();
    create trigger bank_lines_dropped after delete on bank_lines for each row execute function note_bank_line_changed();
    create trigger bank_lines_changed after update of currency, "amountMinor" on bank_lines for each row
      when ((old.currency, old."amountMinor") is distinct from (new.currency, new."amountMinor")) execute function note_bank_line_changed();
  `)
    .execute(db);
  await sql.raw(SUM_BANK).execute(db);
}
