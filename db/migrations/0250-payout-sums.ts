import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** When the oldest earning of a status was earned. */
export const largeIndexes: LargeIndexes = {
  earnings_by_age: `earnings (currency, status, "createdAt")`,
};

/** The sums of what there is already. */
export const SUM_PAYOUTS = /* sql */ `
  insert into earning_sums ("editorId", currency, status, "amountMinor", earnings, fresh)
    select "editorId", currency, status, sum("amountMinor"), count(*), false from earnings group by 1, 2, 3;
  insert into payout_sums ("runId", status, "grossMinor", "debtMinor", "amountMinor", payouts, fresh)
    select "runId", status, sum("grossMinor"), sum("debtMinor"), sum("amountMinor"), count(*), false from payouts group by 1, 2;
`;

/**
 * What editors earned by status, and what runs pay by status, kept by triggers as parts that add up, so that no page
 * reads every earning and payout there ever was. A clock rule merges the parts (`kept-sums.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table earning_sums (
      id bigint generated always as identity primary key, "editorId" text not null, currency text not null, status text not null,
      "amountMinor" bigint not null, earnings bigint not null, fresh boolean not null default true
    );
    create index earning_sums_of_editor on earning_sums ("editorId", currency, status);
    create index earning_sums_fresh on earning_sums (id) where fresh;
    create table payout_sums (
      id bigint generated always as identity primary key, "runId" text not null, status text not null,
      "grossMinor" bigint not null, "debtMinor" bigint not null, "amountMinor" bigint not null, payouts bigint not null,
      fresh boolean not null default true
    );
    create index payout_sums_of_run on payout_sums ("runId", status);
    create index payout_sums_fresh on payout_sums (id) where fresh;

    create function note_earning() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        insert into earning_sums ("editorId", currency, status, "amountMinor", earnings) values (old."editorId", old.currency, old.status, -old."amountMinor", -1);
      end if;
      if tg_op <> 'DELETE' then
        insert into earning_sums ("editorId", currency, status, "amountMinor", earnings) values (new."editorId", new.currency, new.status, new."amountMinor", 1);
      end if;
      return null;
    end $$;
    create function note_payout() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        insert into payout_sums ("runId", status, "grossMinor", "debtMinor", "amountMinor", payouts)
          values (old."runId", old.status, -old."grossMinor", -old."debtMinor", -old."amountMinor", -1);
      end if;
      if tg_op <> 'DELETE' then
        insert into payout_sums ("runId", status, "grossMinor", "debtMinor", "amountMinor", payouts)
          values (new."runId", new.status, new."grossMinor", new."debtMinor", new."amountMinor", 1);
      end if;
      return null;
    end $$;

    -- Nobody changes them until the sums are complete.
    lock table earnings, payouts in share row exclusive mode;
    create trigger earnings_noted after insert or delete on earnings for each row execute function note_earning();
    create trigger earnings_noted_again after update on earnings for each row
      when ((old."editorId", old.currency, old.status, old."amountMinor") is distinct from (new."editorId", new.currency, new.status, new."amountMinor"))
      execute function note_earning();
    create trigger payouts_noted after insert or delete on payouts for each row execute function note_payout();
    create trigger payouts_noted_again after update on payouts for each row
      when ((old."runId", old.status, old."grossMinor", old."debtMinor", old."amountMinor") is distinct from (new."runId", new.status, new."grossMinor", new."debtMinor", new."amountMinor"))
      execute function note_payout();
  `)
    .execute(db);
  await sql.raw(SUM_PAYOUTS).execute(db);
}
