import { type Kysely, sql } from "kysely";

/** Bank statements with their lines, and what the daily comparison of provider, ledger, and bank found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table provider_balances add column "ledgerMinor" bigint not null default 0;
    create table bank_statements (
      id text primary key, format text not null check (format in ('camt053', 'csv')), "fileName" text not null, sha256 text not null unique,
      account text not null, currency text not null, reference text not null, "fromAt" timestamptz not null, "toAt" timestamptz not null,
      "openingMinor" bigint, "closingMinor" bigint, "lineCount" integer not null, "newLines" integer not null,
      "importedBy" text references users, "importedAt" timestamptz not null
    );
    create index bank_statements_by_time on bank_statements ("toAt");
    create table bank_lines (
      id text primary key, key text not null unique, "statementId" text not null references bank_statements, position integer not null,
      "bookedAt" timestamptz not null, "amountMinor" bigint not null check ("amountMinor" <> 0), currency text not null,
      counterparty text not null, details text not null, reference text not null,
      match text check (match in ('provider_payout', 'payout', 'assigned')), "matchId" text, "entryKey" text, "matchedAt" timestamptz
    );
    create index bank_lines_of_statement on bank_lines ("statementId", position);
    create index bank_lines_to_explain on bank_lines ("bookedAt") where match is null or "entryKey" is null;
    create index bank_lines_by_entry on bank_lines ("entryKey") where "entryKey" is not null;
    create unique index bank_lines_of_provider_payout on bank_lines ("matchId") where match = 'provider_payout';
    create table money_differences (
      key text primary key,
      kind text not null check (kind in ('not_booked', 'not_assigned', 'not_at_provider', 'provider_balance', 'payout_missing', 'line_not_booked',
        'line_not_assigned', 'not_on_statement', 'statement_gap')),
      "amountMinor" bigint not null, currency text not null, title text not null, "orderId" text references orders, "foundAt" timestamptz not null,
      "ownerId" text references users, "ownedAt" timestamptz, note text, "resolvedBy" text references users, "resolvedAt" timestamptz,
      "clearedAt" timestamptz
    );
    create index money_differences_open on money_differences ("foundAt") where "resolvedAt" is null and "clearedAt" is null;
    create index money_differences_ended on money_differences ("foundAt" desc) where "resolvedAt" is not null or "clearedAt" is not null;
    create table reconciliations (
      day text not null, currency text not null, "providerMinor" bigint, "providerLedgerMinor" bigint not null, "inTransitMinor" bigint not null,
      "statementMinor" bigint, "bankLedgerMinor" bigint not null, "openDifferences" integer not null, "madeAt" timestamptz not null,
      primary key (day, currency)
    );
  `)
    .execute(db);
}
