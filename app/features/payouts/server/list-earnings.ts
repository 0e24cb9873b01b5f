import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/database.ts";
import { balanceOf } from "#app/features/payments/server/post-entry.ts";
import { type PayoutFacts, type PayoutPlan, planPayout } from "../rules/cutoff.ts";

export type BankRow = { id: string; holder: string; iban: string | null; accountNumber: string | null; bic: string | null; bankName: string | null; country: string; currency: string; addressLine: string | null; town: string | null; postCode: string | null; createdAt: Date; confirmedAt: Date | null };

/** The bank details in force, or null. */
export async function findBank(uid: string, db: Reader = database()): Promise<BankRow | null> {
  return (await db.selectFrom("bank_details").select(["id", "holder", "iban", "accountNumber", "bic", "bankName", "country", "currency", "addressLine", "town", "postCode", "createdAt", "confirmedAt"]).where("uid", "=", uid).where("replacedAt", "is", null).executeTakeFirst()) ?? null;
}

/** What an editor would be paid at a cut-off, and why not where nothing is. */
export async function planFor(uid: string, cutoffAt: Date, now: Date, db: Reader = database()): Promise<PayoutPlan & { currency: string }> {
  const earnings = await db.selectFrom("earnings").select(["id", "amountMinor", "availableAt", "currency"]).where("editorId", "=", uid).where("status", "in", ["available", "returned"]).orderBy("availableAt").orderBy("id").execute();
  const editor = await db.selectFrom("editors").select("kycStatus").where("uid", "=", uid).executeTakeFirst();
  const bank = await findBank(uid, db);
  // What the ledger owes less than the earnings say is a debt: earnings taken back after they were paid.
  const owedMinor = -(await balanceOf("editor_available", uid, db));
  const listed = earnings.reduce((sum, e) => sum + e.amountMinor, 0);
  const currency = earnings[0]?.currency ?? "USD";
  const facts: PayoutFacts = {
    currency,
    earnings: earnings.map((e) => ({ id: e.id, amountMinor: e.amountMinor, availableAt: e.availableAt ?? now })),
    debtMinor: Math.max(0, listed - owedMinor),
    kycApproved: editor?.kycStatus === "approved",
    bank: bank ? { changedAt: bank.createdAt, confirmed: bank.confirmedAt !== null } : null,
  };
  return { ...planPayout(facts, cutoffAt, now), currency };
}

export type EditorBalance = { uid: string; displayName: string; pendingMinor: number; availableMinor: number; inPayoutMinor: number; paidMinor: number; currency: string };

/** What every editor who ever earned is owed, by state. Most owed first. */
export async function listEditorBalances(db: Reader = database()): Promise<EditorBalance[]> {
  const sumOf = (status: string) => sql<number>`coalesce(sum(e."amountMinor") filter (where e.status = ${status}), 0)::bigint`;
  return db
    .selectFrom("earnings as e")
    .innerJoin("users as u", "u.uid", "e.editorId")
    .select(["u.uid", "u.displayName", "e.currency"])
    .select([sumOf("pending").as("pendingMinor"), sql<number>`coalesce(sum(e."amountMinor") filter (where e.status in ('available','returned')), 0)::bigint`.as("availableMinor"), sumOf("in_payout").as("inPayoutMinor"), sumOf("paid").as("paidMinor")])
    .groupBy(["u.uid", "u.displayName", "e.currency"])
    .orderBy("availableMinor", "desc")
    .orderBy("u.displayName")
    .execute();
}

export type EarningRow = { id: string; orderId: string; number: string; title: string; amountMinor: number; currency: string; status: string; shareBp: number; basisMinor: number; reason: string; createdAt: string; availableAt: string | null; runNumber: string | null };

/** An editor's earnings, newest first. */
export async function listEarnings(uid: string, db: Reader = database()): Promise<EarningRow[]> {
  const rows = await db
    .selectFrom("earnings as e")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .leftJoin("payouts as p", "p.id", "e.payoutId")
    .leftJoin("payout_runs as r", "r.id", "p.runId")
    .select(["e.id", "e.orderId", "o.number", "o.title", "e.amountMinor", "e.currency", "e.status", "e.shareBp", "e.basisMinor", "e.reason", "e.createdAt", "e.availableAt", "r.number as runNumber"])
    .where("e.editorId", "=", uid)
    .orderBy("e.id", "desc")
    .limit(500)
    .execute();
  return rows.map((r) => ({ ...r, createdAt: r.createdAt.toISOString(), availableAt: r.availableAt?.toISOString() ?? null }));
}
