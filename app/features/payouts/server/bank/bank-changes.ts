import { createHash } from "node:crypto";
import { type Reader, type Tx, database, lockName, shareName } from "#app/platform/server/core/database.ts";
import { unsealJson } from "#app/platform/server/files/sealing.ts";
import { type BankDetails, holderAtBank, maskAccount } from "../../rules/bank-details.ts";

/** What bank details that aren't confirmed yet are sealed for, followed by their owner's id. */
export const ABOUT_CHANGE = "bank change ";
export const bankChangeOf = (uid: string): string => ABOUT_CHANGE + uid;
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

const ALL_BANKS = "bank details";

/** Nobody else changes an editor's bank details until this transaction ends. */
export async function lockBank(tx: Tx, uid: string): Promise<void> {
  await shareName(tx, ALL_BANKS);
  await lockName(tx, `bank ${uid}`);
}

/** Nobody changes any bank details until this transaction ends. One lock, however many editors a run pays. */
export const lockBanks = (tx: Tx): Promise<void> => lockName(tx, ALL_BANKS);

/** The details that wait for confirmation, decrypted, or null. */
export async function readBankChange(
  uid: string,
  db: Reader = database(),
): Promise<{ details: BankDetails; tokenHash: string; expiresAt: Date; createdAt: Date } | null> {
  const row = await db.selectFrom("bank_changes").selectAll().where("uid", "=", uid).executeTakeFirst();
  if (!row) return null;
  const { tokenHash, expiresAt, createdAt } = row;
  // Details that were entered in an earlier version lack what it didn't have.
  const details = {
    currency: "USD",
    clearingSystem: null,
    clearingCode: null,
    holderType: null,
    ...(unsealJson(row.sealed, bankChangeOf(uid)) as object),
  } as BankDetails;
  return { details, tokenHash, expiresAt, createdAt };
}

/** The details that wait for confirmation, masked, or null. @param token of the link that was opened */
export async function findPendingBank(uid: string, now: Date, token: string | null = null) {
  const change = await readBankChange(uid);
  if (!change) return null;
  return {
    /** Whether the page was opened by this change's own link. */
    isLinked: token !== null && change.tokenHash === hashOfToken(token),
    account: maskAccount(change.details),
    holder: change.details.holder,
    holderAtBank: holderAtBank(change.details),
    createdAt: change.createdAt,
    expired: change.expiresAt <= now,
  };
}

export type BankHistoryRow = {
  id: string;
  account: string;
  holder: string;
  bank: string;
  createdAt: string;
  usableAt: string | null;
  replacedAt: string | null;
};

const SHOWN = 50;

/** An editor's bank details now and before, masked, newest first. For admins; the caller checks permission. */
export async function listBankHistory(uid: string): Promise<BankHistoryRow[]> {
  const rows = await database()
    .selectFrom("bank_details")
    .select(["id", "holder", "iban", "accountNumber", "bankName", "bic", "routingNumber", "clearingCode"])
    .select(["createdAt", "usableAt", "replacedAt"])
    .where("uid", "=", uid)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map((r) => ({
    id: r.id,
    account: maskAccount(r),
    holder: r.holder,
    bank: r.bankName ?? r.bic ?? (r.routingNumber ? `Routing ${r.routingNumber}` : (r.clearingCode ?? "")),
    createdAt: r.createdAt.toISOString(),
    usableAt: r.usableAt?.toISOString() ?? null,
    replacedAt: r.replacedAt?.toISOString() ?? null,
  }));
}
