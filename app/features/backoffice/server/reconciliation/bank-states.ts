import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { ledgerByDay } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { counts } from "./bank-lines.ts";
import { accountOpenings, statementsByAccount } from "./bank-openings.ts";

/** What the bank says of one account. */
export type AccountState = {
  currency: string;
  account: string;
  /** The last closing balance that the bank stated, at the end of that day, and in which file. Null if none has one. */
  closingMinor: number | null;
  statedAt: Date | null;
  fileName: string | null;
  /** What was in it before its first statement, if that counts instead. */
  openingMinor: number;
  /** The lines since then: after the stated balance, or all of them. */
  linesMinor: number;
};

const accountStates = sql<AccountState>`
  with own as (select * from (${statementsByAccount}) s where s.state <> 'reversed'),
    accounts as (select distinct currency, own as account from own)
  select a.currency, a.account, st."closingMinor", st."toAt" as "statedAt", st."fileName",
    coalesce((select o."openingMinor" from (${accountOpenings}) o where o.currency = a.currency and o.own = a.account), 0)
      as "openingMinor",
    case when st."toAt" is null and (select count(*) from accounts c where c.currency = a.currency) = 1
      then coalesce((select sum("amountMinor") from bank_sums n where n.currency = a.currency), 0)
        - coalesce((select sum("amountMinor") from bank_lines b where b.currency = a.currency and not ${counts}), 0)
      else coalesce((select sum(b."amountMinor") from bank_lines b join own s on s.id = b."statementId"
        where s.own = a.account and s.currency = a.currency and ${counts}
          and (st."toAt" is null or b."bookedAt" > st."toAt")), 0) end::bigint as "linesMinor"
  from accounts a left join lateral (
    select s."closingMinor", s."toAt", s."fileName" from own s
    where s.currency = a.currency and s.own = a.account and s."closingStated" and s."closingMinor" is not null
      and s.state = 'imported'
    order by s."toAt" desc, exists (select 1 from own n where n.currency = s.currency and n.own = s.own and n.id <> s.id
      and n."toAt" = s."toAt" and n."openingMinor" = s."closingMinor"), s."importedAt" desc, s.id desc limit 1) st on true
  order by a.currency, a.account`;

/** What the bank says of every account that statements were imported of. */
export const listAccountStates = async (db: Reader): Promise<AccountState[]> => (await accountStates.execute(db)).rows;

/** What is in an account: as the bank last stated, with the lines of later files, or else by its lines alone. */
export const inAccount = (of: AccountState): number => (of.closingMinor ?? of.openingMinor) + of.linesMinor;

export type BankState = {
  currency: string;
  /** What is in all accounts. */
  statedMinor: number;
  /** How much of it is from lines after the stated balances. */
  laterMinor: number;
  /** The last day that the bank stated a balance for. Null unless it states one for every account. */
  statedAt: Date | null;
  ledgerMinor: number;
  /** Whether a statement is being imported or reversed, so that the ledger is between two balances. */
  isMoving: boolean;
};

/** The bank's balances beside the ledger's, in each currency with a statement. */
export async function bankStates(db: Reader): Promise<BankState[]> {
  const byCurrency = Map.groupBy(await listAccountStates(db), (one) => one.currency);
  const moving = await db
    .selectFrom("bank_statements")
    .select("currency")
    .distinct()
    .where("state", "in", ["importing", "reversing"])
    .execute();
  return Promise.all(
    [...byCurrency].map(async ([currency, accounts]) => {
      const stated = accounts.map((one) => one.statedAt);
      return {
        currency,
        statedMinor: accounts.reduce((sum, one) => sum + inAccount(one), 0),
        laterMinor: accounts.reduce((sum, one) => sum + (one.statedAt === null ? 0 : one.linesMinor), 0),
        statedAt: stated.every((at) => at !== null) ? new Date(Math.max(...stated.map((at) => at.getTime()))) : null,
        ledgerMinor: await bankInLedger(db, currency),
        isMoving: moving.some((one) => one.currency === currency),
      };
    }),
  );
}

async function bankInLedger(db: Reader, currency: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(d."debitMinor" - d."creditMinor"), 0)::bigint as minor from ${ledgerByDay(currency)} d
    where d.account = 'bank'`.execute(db);
  return rows[0]!.minor;
}
