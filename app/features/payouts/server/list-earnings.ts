import { sql } from "kysely";
import { type ListPage, likePattern } from "#app/platform/rules/core/list-query.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type List, listPage, queryList } from "#app/platform/server/core/list.ts";
import { balanceOf } from "#app/features/payments/server/post-entry.ts";
import { payoutsAt } from "./read-payout-policy.ts";
import type { EARNING_STATES, EarningsQuery } from "../rules/pay-lists.ts";
import { type PayoutFacts, type PayoutPlan, planPayout } from "../rules/cutoff.ts";
import { soldReaderShare } from "./reader-share.ts";

export type BankRow = {
  id: string;
  holder: string;
  iban: string | null;
  accountNumber: string | null;
  routingNumber: string | null;
  accountType: string | null;
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

/** The current bank details, or null. */
export async function findBank(uid: string, db: Reader = database()): Promise<BankRow | null> {
  return (
    (await db
      .selectFrom("bank_details")
      .select([
        "id",
        "holder",
        "iban",
        "accountNumber",
        "routingNumber",
        "accountType",
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
      .where("uid", "=", uid)
      .where("replacedAt", "is", null)
      .executeTakeFirst()) ?? null
  );
}

/** What an editor would be paid at a cut-off, or why nothing. */
export async function planFor(
  uid: string,
  cutoffAt: Date,
  now: Date,
  db: Reader = database(),
): Promise<PayoutPlan & { currency: string }> {
  const all = await db
    .selectFrom("earnings as e")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .select(["e.id", "e.amountMinor", "e.availableAt", "e.currency", "o.disputedAt"])
    .where("e.editorId", "=", uid)
    .where("e.status", "in", ["available", "returned"])
    .orderBy("e.availableAt")
    .orderBy("e.id")
    .execute();
  // What was earned on an order whose payment is disputed waits for the bank's decision.
  const earnings = all.filter((e) => e.disputedAt === null);
  const editor = await db.selectFrom("editors").select("kycApprovedAt").where("uid", "=", uid).executeTakeFirst();
  const bank = await findBank(uid, db);
  const pending = bank
    ? undefined
    : await db.selectFrom("bank_changes").select("createdAt").where("uid", "=", uid).executeTakeFirst();
  // If the ledger owes less than the earnings, the difference is a debt from earnings reversed after payout.
  const owedMinor = -(await balanceOf("editor_available", uid, db));
  const listed = all.reduce((sum, e) => sum + e.amountMinor, 0);
  const currency = earnings[0]?.currency ?? "USD";
  const facts: PayoutFacts = {
    currency,
    earnings: earnings.map((e) => ({ id: e.id, amountMinor: e.amountMinor, availableAt: e.availableAt ?? now })),
    debtMinor: Math.max(0, listed - owedMinor),
    // A renewal doesn't stop payouts.
    kycApproved: (editor?.kycApprovedAt ?? null) !== null,
    bank: bank
      ? {
          changedAt: bank.createdAt,
          usableAt: bank.usableAt,
          confirmed: bank.confirmedAt !== null,
          refusedCode: bank.refusedCode,
        }
      : pending
        ? { changedAt: pending.createdAt, confirmed: false, refusedCode: null }
        : null,
  };
  return { ...planPayout(facts, cutoffAt, now, await payoutsAt(cutoffAt, db)), currency };
}

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
  const sumOf = (status: string) =>
    sql<number>`coalesce(sum(e."amountMinor") filter (where e.status = ${status}), 0)::bigint`;
  return db
    .selectFrom("earnings as e")
    .innerJoin("users as u", "u.uid", "e.editorId")
    .select(["u.uid", "u.displayName", "e.currency"])
    .select([
      sumOf("pending").as("pendingMinor"),
      sql<number>`coalesce(sum(e."amountMinor") filter (where e.status in ('available','returned')), 0)::bigint`.as(
        "availableMinor",
      ),
      sumOf("in_payout").as("inPayoutMinor"),
      sumOf("paid").as("paidMinor"),
    ])
    .$if(uid !== undefined, (q) => q.where("e.editorId", "=", uid!))
    .groupBy(["u.uid", "u.displayName", "e.currency"])
    .orderBy("availableMinor", "desc")
    .orderBy("u.displayName")
    .execute();
}

export type EarningRow = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  amountMinor: number;
  currency: string;
  status: string;
  shareBp: number;
  basisMinor: number;
  readerShareBp: number;
  reason: string;
  createdAt: string;
  availableAt: string | null;
  runNumber: string | null;
  /** The review it pays for, if any. */
  reviewId: string | null;
  /** The second reading it pays for, if any. */
  readingId: string | null;
};

const isYear = (text: string): boolean => /^\d{4}$/.test(text);

function found(uid: string, query: EarningsQuery) {
  const { status, year } = query.filters;
  let of = database()
    .selectFrom("earnings as e")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .leftJoin("payouts as p", "p.id", "e.payoutId")
    .leftJoin("payout_runs as r", "r.id", "p.runId")
    .where("e.editorId", "=", uid);
  if (status) of = of.where("e.status", "=", status as (typeof EARNING_STATES)[number]);
  if (isYear(year)) of = of.where(sql<boolean>`extract(year from e."createdAt" at time zone 'UTC') = ${Number(year)}`);
  if (query.q)
    of = of.where((eb) =>
      eb.or([
        eb("o.number", "ilike", likePattern(query.q)),
        eb("o.title", "ilike", likePattern(query.q)),
        eb("r.number", "ilike", likePattern(query.q)),
      ]),
    );
  return of;
}

/** An editor's earnings that match the filters, newest first by default. */
export function earningList(uid: string, query: EarningsQuery): List<EarningRow> {
  const of = found(uid, query);
  const shown = (list: typeof of) =>
    list
      .select([
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
      ])
      .orderBy(query.sort === "amount" ? "e.amountMinor" : "e.createdAt", query.desc ? "desc" : "asc")
      .orderBy("e.id", "desc");
  return queryList(of, shown, (rows) =>
    rows.map((r): EarningRow => ({
      ...r,
      createdAt: r.createdAt.toISOString(),
      availableAt: r.availableAt?.toISOString() ?? null,
    })),
  );
}

/** One page of an editor's earnings. */
export const pageEarnings = (uid: string, query: EarningsQuery): Promise<ListPage<EarningRow>> =>
  listPage(earningList(uid, query), query.page);

/** The years with earnings or payouts, in UTC like payouts, latest first. */
export async function listPayYears(uid: string, db: Reader = database()): Promise<number[]> {
  const { rows } = await sql<{
    year: number;
  }>`select distinct extract(year from at at time zone 'UTC')::int as year from (
    select "createdAt" as at from earnings where "editorId" = ${uid} union all select "createdAt" from payouts
    where "editorId" = ${uid}) y order by 1 desc`.execute(db);
  return rows.map((r) => r.year);
}
