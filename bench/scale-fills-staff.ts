/**
 * What else staff read in the worlds of `scale-world.ts`: applications, requests about personal data, bank statements;
 * and the sums that triggers keep, which rest while the worlds are filled.
 */
import type pg from "pg";
import { SUM_PAYOUTS } from "#db/migrations/0250-payout-sums.ts";
import { SUM_COUPONS } from "#db/migrations/0251-coupon-sums.ts";
import { SUM_BANK } from "#db/migrations/0254-bank-sums.ts";
import { chance } from "./two-worlds.ts";

const id = (kind: string, n: string): string => `'${kind}_' || lpad((${n})::text, 26, '0')`;
const at = (n: number): string => `timestamptz '2023-11-20' + (i::float8 / ${n}) * interval '1095 days' as at`;

/** One application for a hundred orders, and a request about data for two hundred. Those that wait are as many in both. */
export async function fillRequests(db: pg.Client, orders: number): Promise<void> {
  const applications = orders / 100;
  const requests = orders / 200;
  await db.query(
    `insert into editor_applications (uid, status, answers, "agreementVersion", "createdAt", "updatedAt", "submittedAt", "decidedAt", "decidedBy")
    select 'usr_c' || i, case when i > ${applications} - 40 then 'submitted' when i % 2 = 0 then 'approved' else 'declined' end,
      jsonb_build_object('headline', 'Editor of manuscripts ' || i, 'subfields', '[]'::jsonb, 'services', '[]'::jsonb, 'variants', '["US"]'::jsonb, 'years', 5),
      '1', at, at, at, case when i <= ${applications} - 40 then at end, case when i <= ${applications} - 40 then 'usr_admin' end
    from (select i, ${at(applications)} from generate_series(1, ${applications}) i) a`,
  );
  await db.query(
    `insert into data_requests (id, uid, kind, status, "createdAt", "dueAt", "decidedAt", "doneAt")
    select ${id("drq", "i")}, 'usr_c' || i, case when i > ${requests} - 20 then 'erasure' else 'export' end, case when i > ${requests} - 20 then 'waiting' else 'expired' end,
      at, at + interval '30 days', case when i <= ${requests} - 20 then at end, case when i <= ${requests} - 20 then at end
    from (select i, ${at(requests)} from generate_series(1, ${requests}) i) r`,
  );
}

/** A statement a month, with a line for each payout; differences. As many of them are open in both. */
export async function fillBank(db: pg.Client, orders: number): Promise<void> {
  const lines = orders / 2;
  await db.query(`insert into bank_statements (id, format, "fileName", sha256, account, currency, reference, "fromAt", "toAt", "openingMinor", "closingMinor", "lineCount", "newLines", "importedAt")
    select ${id("bst", "i")}, 'camt053', 'statement-' || i || '.xml', 'x' || i, 'DE89', 'USD', i::text, at, at + interval '1 month', case when i = 1 then 0 end, null, ${lines} / 36, ${lines} / 36, at + interval '1 month'
    from (select i, timestamptz '2023-11-01' + i * interval '1 month' as at from generate_series(1, 36) i) s`);
  await db.query(`insert into bank_lines (id, key, "statementId", position, "bookedAt", "amountMinor", currency, counterparty, details, reference, match, "matchId", "entryKey", "matchedAt")
    select ${id("bln", "i")}, 'k' || i, ${id("bst", `1 + (i - 1) * 36 / ${lines}`)}, i, at, -48000, 'USD', '', '', 'PYO-' || i, 'payout', 'pyo' || i, 'payout:' || i, at
    from (select i, ${at(lines)} from generate_series(1, ${lines}) i) l`);
  await db.query(`insert into money_differences (key, kind, "amountMinor", currency, title, "foundAt", "clearedAt")
    select 'd' || i, 'line_not_assigned', 100, 'USD', 'A line', at, case when ${chance("i", 100)} > 0 and i > 50 then at end
    from (select i, ${at(lines / 100)} from generate_series(1, ${lines / 100}) i) d`);
}

/** The sums of payouts, coupons, and the ledger by service, as the migrations and the clock rules would have them. */
export async function fillSums(db: pg.Client): Promise<void> {
  await db.query("truncate earning_sums, payout_sums, coupon_sums, ledger_services, bank_sums");
  await db.query(SUM_PAYOUTS);
  await db.query(SUM_COUPONS);
  await db.query(SUM_BANK);
  await db.query(`insert into ledger_services (day, currency, service, account, kind, "amountMinor", fresh)
    select (e."bookedAt" at time zone 'UTC')::date, l.currency, coalesce(o.service, 'none'), l.account, e.kind, sum(l."amountMinor"), false
    from journal_lines l join journal_entries e on e.id = l."entryId" left join orders o on o.id = e."orderId" group by 1, 2, 3, 4, 5`);
  await db.query(`update ledger_service_folding set "throughAt" = 'infinity'`);
}
