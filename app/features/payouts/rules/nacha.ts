/** A batch of payouts to US accounts as a NACHA file: records of 94 characters, in blocks of ten. */
import { Problem } from "#app/platform/rules/core/errors.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { HOLDER_TYPES, type HolderType } from "./account-types.ts";
import { bankText } from "./bank-text.ts";
import { isRoutingNumber } from "#app/platform/rules/core/iban.ts";

export type AchPayment = {
  /** 15 digits: our bank's first eight, and a number of ours. Returns name it. */
  traceNumber: string;
  name: string;
  routingNumber: string;
  accountNumber: string;
  accountType: "checking" | "savings";
  holderType: HolderType;
  amountMinor: number;
  /** The text on the receiver's statement: the self-billed invoice's number. At most 15 characters. */
  reference: string;
};

export type AchBatch = {
  createdAt: Date;
  /** The day the bank is to pay, "YYYY-MM-DD". */
  executionDay: string;
  /** How many files for this bank were made before it on the day of `createdAt` (UTC). */
  filesBefore: number;
  company: { name: string; id: string };
  bank: { name: string; routingNumber: string };
  payments: readonly AchPayment[];
};

/** The standard entry class of payments to people, and to companies. A batch has one. */
const ENTRY_CLASSES: Readonly<Record<HolderType, string>> = { person: "PPD", company: "CCD" };
/** What tells files of one day apart: the "file ID modifier". */
const MODIFIERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const MAX_AMOUNT = 9_999_999_999;
const MAX_TOTAL = 999_999_999_999;

/** All problems with a batch, each a sentence that names the payment. Empty when valid. */
export function achProblems(batch: AchBatch): string[] {
  const problems: string[] = [];
  const need = (sound: boolean, sentence: string) => void (sound || problems.push(sentence));
  need(isRoutingNumber(batch.bank.routingNumber), "Our bank's routing number isn't valid.");
  need(/^[A-Z0-9 ]{10}$/.test(batch.company.id), "Our company ID for ACH must have ten capital letters or digits.");
  need(bankText(batch.company.name, 16) !== "", "The payer's name is missing.");
  need(/^\d{4}-\d{2}-\d{2}$/.test(batch.executionDay), "The day of payment must be a date.");
  need(
    batch.filesBefore < MODIFIERS.length,
    `Only ${MODIFIERS.length} ACH files can be made in a day. Make this one tomorrow.`,
  );
  need(batch.payments.length > 0, "The batch has no payment.");
  need(
    sum(batch.payments.map((p) => p.amountMinor)) <= MAX_TOTAL,
    "The batch's total is above what one file can hold.",
  );
  const seen = new Set<string>();
  for (const p of batch.payments) {
    const who = `${p.reference} (${p.name})`;
    need(
      /^\d{15}$/.test(p.traceNumber) && p.traceNumber.startsWith(batch.bank.routingNumber.slice(0, 8)),
      `${who}: the trace number must be our bank's and 15 digits.`,
    );
    need(!seen.has(p.traceNumber), `${who}: the trace number is used twice.`);
    seen.add(p.traceNumber);
    need(isRoutingNumber(p.routingNumber), `${who}: the routing number isn't valid.`);
    need(/^[A-Za-z0-9]{1,17}$/.test(p.accountNumber), `${who}: the account number must be 1 to 17 letters and digits.`);
    need(
      Number.isSafeInteger(p.amountMinor) && p.amountMinor > 0 && p.amountMinor <= MAX_AMOUNT,
      `${who}: the amount must be above zero and below $100 million.`,
    );
    need(bankText(p.name, ACH_NAME) !== "", `${who}: the name must be in Latin letters, as held by the bank.`);
    need(p.reference.length <= 15 && bankText(p.reference, 15) === p.reference, `${who}: the reference is too long.`);
  }
  return problems;
}

/** The most characters of a receiver's name in an ACH file. */
export const ACH_NAME = 22;
/** A text as an ACH file has it. */
export const achText = (value: string, most: number): string => bankText(value, most).toUpperCase();
const left = (value: string, width: number): string => achText(value, width).padEnd(width, " ");
const digits = (value: number, width: number): string => String(value).padStart(width, "0");
const blank = (width: number): string => " ".repeat(width);

/**
 * The file, lines ended by a line feed. The same batch always gives the same bytes.
 * @throws Problem (`invalid`) that names everything `achProblems` finds
 */
export function nacha(batch: AchBatch): string {
  const problems = achProblems(batch);
  if (problems.length > 0)
    throw new Problem("invalid", "bank-batch", problems.join(" "), "Fix these problems and create the batch again.");
  const { bank, company, payments } = batch;
  const at = batch.createdAt.toISOString();
  const madeOn = at.slice(2, 10).replaceAll("-", "");
  const madeAt = at.slice(11, 16).replace(":", "");
  const payer = `${left(company.name, 16)}${blank(20)}${company.id}`;
  const executesOn = batch.executionDay.slice(2).replaceAll("-", "");
  const odfi = bank.routingNumber.slice(0, 8);
  const nothing = digits(0, 12);
  const totalsOf = (some: readonly AchPayment[]) => ({
    // The sum of the receivers' bank numbers. Only its last ten digits count.
    hash: digits(some.reduce((total, p) => total + Number(p.routingNumber.slice(0, 8)), 0) % 10_000_000_000, 10),
    total: digits(sum(some.map((p) => p.amountMinor)), 12),
  });
  const batches = HOLDER_TYPES.map((holder) => ({
    entryClass: ENTRY_CLASSES[holder],
    some: payments.filter((p) => p.holderType === holder),
  })).filter(({ some }) => some.length > 0);
  const records = [
    `101 ${bank.routingNumber}${company.id}${madeOn}${madeAt}${MODIFIERS[batch.filesBefore]}094101${left(bank.name, 23)}${left(company.name, 23)}${blank(8)}`,
    ...batches.flatMap(({ entryClass, some }, i) => {
      const { hash, total } = totalsOf(some);
      const end = `${odfi}${digits(i + 1, 7)}`;
      return [
        `5220${payer}${entryClass}${left("PAYOUT", 10)}${blank(6)}${executesOn}${blank(3)}1${end}`,
        ...some.map((p) => {
          const account = `${p.routingNumber}${p.accountNumber.padEnd(17, " ")}`;
          const what = `${digits(p.amountMinor, 10)}${p.reference.padEnd(15, " ")}${left(p.name, ACH_NAME)}`;
          return `6${p.accountType === "savings" ? "32" : "22"}${account}${what}${blank(2)}0${p.traceNumber}`;
        }),
        `8220${digits(some.length, 6)}${hash}${nothing}${total}${company.id}${blank(25)}${end}`,
      ];
    }),
  ];
  const blocks = Math.ceil((records.length + 1) / 10);
  const { hash, total } = totalsOf(payments);
  records.push(
    `9${digits(batches.length, 6)}${digits(blocks, 6)}${digits(payments.length, 8)}${hash}${nothing}${total}${blank(39)}`,
  );
  while (records.length < blocks * 10) records.push("9".repeat(94));
  return `${records.join("\n")}\n`;
}
