import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { sql } from "kysely";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import { owedAvailable } from "#app/features/payments/server/ledger/ledger-sums.ts";
import type { EarningState } from "../../rules/flow.ts";
import { payoutsAt } from "./read-payout-policy.ts";
import type { EarningRow, EarningsQuery } from "../../rules/pay-lists.ts";
import type { BankDetails } from "../../rules/bank-details.ts";
import { type PayoutFacts, type PayoutPlan, invoicedPlan, planPayout } from "../../rules/cutoff.ts";
import { findPayees } from "../bank/payees.ts";
import { soldReaderShare } from "./reader-share.ts";

export type BankRow = {
  id: string;
  holder: string;
  iban: string | null;
  accountNumber: string | null;
  routingNumber: string | null;
  /** Missing in payouts from before editors could be paid by these. */
  clearingSystem?: BankDetails["clearingSystem"];
  clearingCode?: string | null;
  accountType: string | null;
  /** Missing in payouts from before it was asked. */
  holderType?: BankDetails["holderType"];
  bic: string | null;
  bankName: string | null;
  country: string;
  currency: string;
  addressLine: string | null;
  town: string | null;
  postCode: string | null;
  createdAt: Date;
  confirmedAt: Date | null;
  /** From when it's used, as its owner was told. */
  usableAt: Date | null;
  /** The bank's code for why a payout to it came back; nothing more is paid to it. */
  refusedCode: string | null;
};

/** The current bank details of these editors; none for those without. */
export async function findBanks(uids: readonly string[], db: Reader = database()): Promise<Map<string, BankRow>> {
  const rows = await db
    .selectFrom("bank_details")
    .select([
      "uid",
      "id",
      "holder",
      "iban",
      "accountNumber",
      "routingNumber",
      "clearingSystem",
      "clearingCode",
      "accountType",
      "holderType",
      "bic",
      "bankName",
      "country",
      "currency",
      "addressLine",
      "town",
      "postCode",
      "createdAt",
      "confirmedAt",
      "usableAt",
      "refusedCode",
    ])
    .where(isAmong("uid", uids))
    .where("replacedAt", "is", null)
    .execute();
  return new Map(rows.map(({ uid, ...bank }) => [uid, bank]));
}

/** The current bank details, or null. */
export const findBank = async (uid: string, db: Reader = database()): Promise<BankRow | null> =>
  (await findBanks([uid], db)).get(uid) ?? null;

/** However many there are, they are one parameter. */
const isAmong = (column: string, uids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...uids]}::text[])`;

export type EditorPayoutPlan = PayoutPlan & { currency: string };

/** What these editors would be paid at a cut-off, or why nothing, in as many queries as for one. */
export async function planForAll(
  uids: readonly string[],
  cutoffAt: Date,
  now: Date,
  db: Reader = database(),
): Promise<Map<string, EditorPayoutPlan>> {
  const all = Map.groupBy(
    await db
      .selectFrom("earnings as e")
      .select(["e.editorId", "e.orderId", "e.id", "e.amountMinor", "e.availableAt", "e.currency"])
      .where(isAmong("e.editorId", uids))
      .where("e.status", "in", ["available", "returned"])
      .orderBy("e.availableAt")
      .orderBy("e.id")
      .execute(),
    (e) => e.editorId,
  );
  // Few orders are disputed at a time. An index has them.
  const disputes = await db
    .selectFrom("orders as o")
    .innerJoin("earnings as e", "e.orderId", "o.id")
    .select(["o.id", "o.number"])
    .where("o.disputedAt", "is not", null)
    .where(isAmong("e.editorId", uids))
    .where("e.status", "in", ["available", "returned"])
    .execute();
  const disputed = new Map(disputes.map((o) => [o.id, o.number]));
  const editors = await db
    .selectFrom("editors as e")
    .select([
      "e.uid",
      "e.kycApprovedAt",
      // Until a payout that wasn't canceled and didn't come back has used it.
      sql<boolean>`e."smallPayoutAskedAt" is not null and not exists (select 1 from payouts p
        where p."editorId" = e.uid and p."createdAt" >= e."smallPayoutAskedAt"
          and p.status not in ('cancelled', 'rejected', 'returned'))`.as("withoutMinimum"),
    ])
    .where(isAmong("e.uid", uids))
    .execute();
  const withoutMinimum = new Set(editors.filter((e) => e.withoutMinimum).map((e) => e.uid));
  // A renewal doesn't stop payouts.
  const approved = new Set(editors.filter((e) => e.kycApprovedAt !== null).map((e) => e.uid));
  const banks = await findBanks(uids, db);
  const without = uids.filter((uid) => !banks.has(uid));
  const changes = await db
    .selectFrom("bank_changes")
    .select(["uid", "createdAt"])
    .where(isAmong("uid", without))
    .execute();
  const pending = new Map(changes.map((change) => [change.uid, change.createdAt]));
  const owed = await owedAvailable(uids, db);
  const policy = await payoutsAt(cutoffAt, db);
  const plans = new Map(
    uids.map((uid) => {
      const mine = all.get(uid) ?? [];
      // Earnings of an order with a disputed payment wait for the bank's decision.
      const earnings = mine.filter((e) => !disputed.has(e.orderId));
      const bank = banks.get(uid);
      const changedAt = pending.get(uid);
      // If the ledger owes less than the earnings, the difference is a debt from earnings reversed after payout.
      const listed = mine.reduce((sum, e) => sum + e.amountMinor, 0);
      const currency = mine[0]?.currency ?? CURRENCY;
      const facts: PayoutFacts = {
        currency,
        earnings: earnings.map((e) => ({ id: e.id, amountMinor: e.amountMinor, availableAt: e.availableAt ?? now })),
        disputed: mine.flatMap(({ orderId, amountMinor }) => {
          const number = disputed.get(orderId);
          return number === undefined ? [] : [{ number, amountMinor }];
        }),
        debtMinor: Math.max(0, listed - (owed.get(uid) ?? 0)),
        withoutMinimum: withoutMinimum.has(uid),
        kycApproved: approved.has(uid),
        bank: bank
          ? {
              changedAt: bank.createdAt,
              usableAt: bank.usableAt,
              confirmed: bank.confirmedAt !== null,
              refusedCode: bank.refusedCode,
            }
          : changedAt
            ? { changedAt, confirmed: false, refusedCode: null }
            : null,
      };
      return [uid, { ...planPayout(facts, cutoffAt, now, policy), currency }] as const;
    }),
  );
  // Legal details are decrypted only of those who have something to be paid.
  const earned = uids.filter((uid) => plans.get(uid)!.grossMinor > 0);
  for (const [uid, payee] of await findPayees(earned, now, db)) plans.set(uid, invoicedPlan(plans.get(uid)!, payee));
  return plans;
}

/** The amount an editor would be paid at a cut-off, or why nothing is. */
export const planFor = async (
  uid: string,
  cutoffAt: Date,
  now: Date,
  db: Reader = database(),
): Promise<EditorPayoutPlan> => (await planForAll([uid], cutoffAt, now, db)).get(uid)!;

export type EditorBalance = {
  uid: string;
  displayName: string;
  pendingMinor: number;
  availableMinor: number;
  inPayoutMinor: number;
  paidMinor: number;
  currency: string;
};

/** What every editor with earnings is owed by status, largest amount first. @param uid only this editor */
export async function listEditorBalances(db: Reader = database(), uid?: string): Promise<EditorBalance[]> {
  const sumOf = (...states: EarningState[]) =>
    sql`coalesce(sum("amountMinor") filter (where status = any(${states}::text[])), 0)::bigint`;
  const { rows } = await sql<EditorBalance>`
    select s."editorId" as uid, u."displayName", s.currency, s."pendingMinor", s."availableMinor", s."inPayoutMinor",
      s."paidMinor"
    from (select "editorId", currency, ${sumOf("pending")} as "pendingMinor",
      ${sumOf("available", "returned")} as "availableMinor", ${sumOf("in_payout")} as "inPayoutMinor",
      ${sumOf("paid")} as "paidMinor"
      from earning_sums where ${uid === undefined ? sql`true` : sql`"editorId" = ${uid}`}
      group by 1, 2 having sum(earnings) > 0) s
    join users u on u.uid = s."editorId"
    order by s."availableMinor" desc, u."displayName", s."editorId", s.currency`.execute(db);
  return rows;
}

const isYear = (text: string): boolean => /^\d{4}$/.test(text);

function found(uid: string, query: EarningsQuery) {
  const { status, year } = query.filters;
  let of = database()
    .selectFrom("earnings as e")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .leftJoin("payouts as p", "p.id", "e.payoutId")
    .leftJoin("payout_runs as r", "r.id", "p.runId")
    .where("e.editorId", "=", uid);
  if (status) of = of.where("e.status", "=", status as EarningState);
  if (isYear(year)) of = of.where(sql<boolean>`extract(year from e."createdAt" at time zone 'UTC') = ${Number(year)}`);
  if (query.q) of = of.where(contains(query.q, [sql`o.number`, sql`o.title`, sql`r.number`]));
  return of;
}

/** An editor's earnings that match the filters, newest first by default. */
export function earningList(uid: string, query: EarningsQuery): List<EarningRow> {
  const of = found(uid, query);
  const shown = (list: typeof of) =>
    list.select([
      "e.id",
      "e.orderId",
      "o.number",
      "o.title",
      "e.amountMinor",
      "e.currency",
      "e.status",
      "e.shareBp",
      "e.basisMinor",
      soldReaderShare(),
      "e.reason",
      "e.createdAt",
      "e.availableAt",
      "r.number as runNumber",
      "e.reviewId",
      sql<
        string | null
      >`case when e.part = 'reading' then (select sr.id from second_readings sr where sr."orderId" = e."orderId")
          end`.as("readingId"),
      sql<EarningRow["takenBack"]>`(select jsonb_agg(jsonb_build_object('amountMinor', (f.data->>'amountMinor')::bigint,
          'reason', f.data->>'reason') order by f.at) from facts f where f."orderId" = e."orderId"
          and f.kind = 'earning.reversed' and f.data->>'earningId' = e.id and f.at >= p."createdAt")`.as("takenBack"),
    ]);
  const column = query.sort === "amount" ? sql`e."amountMinor"` : sql`e."createdAt"`;
  return queryList(of, [notNull(column, query.desc), notNull(sql`e.id`, true)], shown, (rows) =>
    rows.map((r): EarningRow => ({
      ...r,
      createdAt: r.createdAt.toISOString(),
      availableAt: r.availableAt?.toISOString() ?? null,
    })),
  );
}

/** One page of an editor's earnings. */
export const pageEarnings = (uid: string, query: EarningsQuery): Promise<ListPage<EarningRow>> =>
  listPage(earningList(uid, query), query);

/** The years with earnings or payouts, in UTC like payouts, latest first. */
export async function listPayYears(uid: string, db: Reader = database()): Promise<number[]> {
  const { rows } = await sql<{
    year: number;
  }>`select distinct extract(year from at at time zone 'UTC')::int as year from (
    select "createdAt" as at from earnings where "editorId" = ${uid} union all select "createdAt" from payouts
    where "editorId" = ${uid}) y order by 1 desc`.execute(db);
  return rows.map((r) => r.year);
}
