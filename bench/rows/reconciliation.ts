/**
 * Reconciling provider, ledger, and bank for a month with 100,000 orders, compared with counting the same lines in the
 * database once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { closeDatabase, database } from "#app/platform/server/core/database.ts";
import { recordDifferences } from "#app/features/backoffice/server/reconciliation/record-differences.ts";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import { useBench } from "../live-crowd.ts";
import type { Measure, Row } from "../row.ts";

const ORDERS = 100_000;
const NOW = new Date("2026-11-30T12:00:00Z");
const LIMIT_S = 30;

/**
 * A month's payments with fees, the provider's daily payouts, and a bank statement with them and 500 editor payouts.
 */
async function fill(url: string): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await db.query("set session_replication_role = replica; set synchronous_commit = off");
    const at = (i: string) => `timestamptz '2026-11-01' + ${i} * interval '25 seconds'`;
    const entries = (prefix: string, kind: string, cause: string, n: number) =>
      db.query(`insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at, "happenedAt", "bookedAt")
        select 'jrn_${prefix}' || i, '${prefix}:' || i, '${kind}', '${cause}', '${prefix}' || i, '', ${at("i")},
          ${at("i")}, ${at("i")} from generate_series(1, ${n}) i`);
    const lines = (prefix: string, debit: string, credit: string, amount: number, n: number) =>
      db.query(`insert into journal_lines ("entryId", line, account, party, "amountMinor", currency)
        select 'jrn_${prefix}' || i, l, case l when 1 then '${debit}' else '${credit}' end, '',
          case l when 1 then ${amount} else -${amount} end, 'USD'
        from generate_series(1, ${n}) i, generate_series(1, 2) l`);
    await entries("paid", "payment_received", "payment", ORDERS);
    await lines("paid", "provider", "deferred_revenue", 10_000, ORDERS);
    await entries("fee", "provider_fee", "provider_transaction", ORDERS);
    await lines("fee", "provider_fees", "provider", 320, ORDERS);
    await db.query(`insert into provider_transactions (id, kind, "amountMinor", "feeMinor", currency, "sourceId",
      "entryKey", "madeAt", "availableAt", "readAt", "bookedAt")
      select 'txn_' || i, 'charge', 10000, 320, 'USD', 'ch_' || i, 'paid:' || i, ${at("i")}, ${at("i")}, ${at("i")},
        ${at("i")} from generate_series(1, ${ORDERS}) i`);
    await db.query(`insert into bank_statements (id, format, "fileName", sha256, account, currency, reference,
      "fromAt", "toAt", "openingMinor", "closingMinor", "lineCount", "newLines", "importedAt")
      values ('bst_1', 'camt053', 'november.xml', 'x', 'DE89', 'USD', '', '2026-11-01', '2026-11-30', 0, -3750000, 500,
        500, '2026-11-30')`);
    // Marked as paid after the statement was imported, so each line is matched now.
    await db.query(`insert into payouts (id, "runId", "editorId", status, "grossMinor", "amountMinor", currency,
      "endToEndId", bank, "createdAt")
      select 'pyo' || i, 'run_1', 'usr_' || i, 'paid', 7500, 7500, 'USD', 'PYO-' || i, '{}', '2026-11-16'
        from generate_series(1, 500) i`);
    await entries("pyo", "payout_paid", "payout", 500);
    await lines("pyo", "editor_in_payout", "bank", 7_500, 500);
    await db.query(`insert into bank_lines (id, key, "statementId", position, "bookedAt", "amountMinor", currency,
      counterparty, details, reference, match, "matchId")
      select 'bln_' || i, 'k' || i, 'bst_1', i, '2026-11-17', -7500, 'USD', '', '', 'PYO-' || i, 'payout', 'pyo' || i
        from generate_series(1, 500) i`);
    await db.query("analyze");
  } finally {
    await db.end();
  }
}

export default {
  name: "reconciliation",
  async run(): Promise<Measure[]> {
    const folder = mkdtempSync(path.join(os.tmpdir(), "stet-bench-"));
    const postgres = await startEmbeddedPostgres(path.join(folder, "pg"), { fsync: false });
    try {
      const url = postgres.url("month");
      await ensureDatabase(postgres.url(), "month");
      await migrate(url);
      await fill(url);
      useBench(url);
      setClock(NOW);
      const begun = performance.now();
      await transact(SYSTEM, recordDifferences);
      const took = performance.now() - begun;
      const { n } = await database()
        .selectFrom("money_differences")
        .select((e) => e.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      if (Number(n) !== 0) throw new Error(`${n} differences were found where there are none`);
      if (took > LIMIT_S * 1_000) throw new Error(`It took ${(took / 1_000).toFixed(1)} s, more than ${LIMIT_S} s`);
      const again = performance.now();
      await database()
        .selectFrom("journal_lines")
        .select((e) => e.fn.sum<number>("amountMinor").as("sum"))
        .executeTakeFirstOrThrow();
      return [
        {
          name: "100,000 orders reconciled",
          value: took / 1_000,
          unit: "s",
          against: "summing the journal once",
          ratio: took / (performance.now() - again),
        },
      ];
    } finally {
      setClock(null);
      await closeDatabase();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Row;
