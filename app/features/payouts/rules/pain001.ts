/** The bank batch as ISO 20022 pain.001.001.09: one debtor account, one currency, one day, many payments. */
import { decimalMoney, sum, type Minor } from "#app/platform/rules/core/money.ts";
import { type Xml, element, textElement } from "#app/platform/rules/text/write-xml.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { CLEARING_CODES, type ClearingSystem } from "./account-types.ts";
import { bankText, isBankText } from "./bank-text.ts";
import { bicProblem, ibanProblem, isSepaIban, normalizeBic, normalizeIban } from "#app/platform/rules/core/iban.ts";

export type BankAddress = {
  street?: string;
  postcode?: string;
  town: string;
  /** ISO 3166-1 alpha-2 */ country: string;
};

/** An account with an IBAN, or one known by its number and the bank's BIC or code in its country. */
export type BankAccount =
  | { iban: string; bic: string }
  | { number: string; bic: string; clearing?: { system: ClearingSystem; code: string } };

export type BatchPayment = {
  /** At most 35 characters of the bank character set, unique in the batch. `bankReference` makes one from an id. */
  endToEndId: string;
  name: string;
  address: BankAddress;
  account: BankAccount;
  /** Cents of the batch's currency; greater than zero. */
  amountMinor: number;
  /** The text on the editor's bank statement, including the self-billed invoice number. At most 140 characters. */
  remittance: string;
};

export type BankBatch = {
  /** At most 35 characters, never reused. */
  messageId: string;
  createdAt: Date;
  /** The day the bank is to pay, "YYYY-MM-DD". */
  executionDay: string;
  /** "sepa" pays in EUR to SEPA accounts; "cross-border" in any currency. */
  scheme: "sepa" | "cross-border";
  currency: string;
  debtor: { name: string; address: BankAddress; iban: string; bic: string };
  payments: readonly BatchPayment[];
};

/** The sum of a batch, in cents: must equal the ledger's amount in payout. */
export const controlSum = (batch: Pick<BankBatch, "payments">): Minor => sum(batch.payments.map((p) => p.amountMinor));

const SEPA_MAX_MINOR = 99_999_999_999;

/** All problems with a batch, each a sentence that names the payment. Empty when valid. */
export function batchProblems(batch: BankBatch): string[] {
  const problems: string[] = [];
  const need = (sound: boolean, sentence: string) => void (sound || problems.push(sentence));
  const isReference = (id: string) =>
    /^[A-Za-z0-9][A-Za-z0-9/\-?:().,'+]{0,34}$/.test(id) && !id.endsWith("/") && !id.includes("//");
  need(isReference(batch.messageId), "The batch id must be 1 to 35 plain characters.");
  need(
    /^\d{4}-\d{2}-\d{2}$/.test(batch.executionDay) && !Number.isNaN(Date.parse(batch.executionDay)),
    "The day of payment must be a date.",
  );
  need(/^[A-Z]{3}$/.test(batch.currency), "The currency must be three capital letters.");
  need(batch.scheme !== "sepa" || batch.currency === "EUR", "A SEPA batch is in EUR.");
  need(batch.payments.length > 0, "The batch has no payment.");
  need(bankText(batch.debtor.name, 70) !== "", "The payer's name is missing.");
  need(ibanProblem(batch.debtor.iban) === null, "The payer's IBAN isn't valid.");
  need(bicProblem(batch.debtor.bic) === null, "The payer's BIC isn't valid.");
  const seen = new Set<string>();
  for (const p of batch.payments) {
    const who = `${p.endToEndId} (${p.name})`;
    need(isReference(p.endToEndId), `${who}: the reference must be 1 to 35 plain characters.`);
    need(!seen.has(p.endToEndId), `${who}: the reference is used twice.`);
    seen.add(p.endToEndId);
    need(bankText(p.name, 70) !== "", `${who}: the name must be in Latin letters, as held by the bank.`);
    need(Number.isSafeInteger(p.amountMinor) && p.amountMinor > 0, `${who}: the amount must be above zero.`);
    need(batch.scheme !== "sepa" || p.amountMinor <= SEPA_MAX_MINOR, `${who}: the amount is above the SEPA limit.`);
    need(
      p.remittance !== "" && p.remittance.length <= 140 && isBankText(p.remittance),
      `${who}: the text for the statement must be 1 to 140 plain characters.`,
    );
    need(/^[A-Z]{2}$/.test(p.address.country), `${who}: the country must be two capital letters.`);
    need(bankText(p.address.town, 35) !== "", `${who}: the town is missing.`);
    // A bank can be found by its code in its country, so its BIC may be left out.
    const byCode = "number" in p.account && p.account.clearing !== undefined && p.account.bic === "";
    need(byCode || bicProblem(p.account.bic) === null, `${who}: the BIC isn't valid.`);
    if ("iban" in p.account) {
      need(ibanProblem(p.account.iban) === null, `${who}: the IBAN isn't valid.`);
      need(batch.scheme !== "sepa" || isSepaIban(p.account.iban), `${who}: the account can't be paid through SEPA.`);
    } else {
      need(batch.scheme !== "sepa", `${who}: SEPA needs an IBAN.`);
      need(
        /^[A-Za-z0-9]{1,34}$/.test(p.account.number),
        `${who}: the account number must be 1 to 34 letters and digits.`,
      );
      const { clearing } = p.account;
      const form = clearing && CLEARING_CODES[clearing.system];
      need(
        !form || (form.pattern.test(clearing.code) && (form.check?.valid(clearing.code) ?? true)),
        `${who}: the bank's code isn't valid.`,
      );
    }
  }
  return problems;
}

const optional = (tag: string, value: string | undefined, max: number): Xml | null => {
  const plain = value === undefined ? "" : bankText(value, max);
  return plain === "" ? null : textElement(tag, plain);
};

const address = (a: BankAddress): Xml =>
  element(
    "PstlAdr",
    optional("StrtNm", a.street, 70),
    optional("PstCd", a.postcode, 16),
    textElement("TwnNm", bankText(a.town, 35)),
    textElement("Ctry", a.country),
  );
const party = (tag: string, name: string, at: BankAddress): Xml =>
  element(tag, textElement("Nm", bankText(name, 70)), address(at));
const agent = (tag: string, bic: string, clearing?: { system: ClearingSystem; code: string }): Xml =>
  element(
    tag,
    element(
      "FinInstnId",
      bic === "" ? null : textElement("BICFI", normalizeBic(bic)),
      clearing
        ? element(
            "ClrSysMmbId",
            element("ClrSysId", textElement("Cd", clearing.system)),
            textElement("MmbId", clearing.code),
          )
        : null,
    ),
  );

function payment(p: BatchPayment, currency: string): Xml {
  const { account } = p;
  const id =
    "iban" in account
      ? textElement("IBAN", normalizeIban(account.iban))
      : element("Othr", textElement("Id", account.number));
  return element(
    "CdtTrfTxInf",
    element("PmtId", textElement("InstrId", p.endToEndId), textElement("EndToEndId", p.endToEndId)),
    element("Amt", `<InstdAmt Ccy="${currency}">${decimalMoney(p.amountMinor, currency)}</InstdAmt>`),
    agent("CdtrAgt", account.bic, "iban" in account ? undefined : account.clearing),
    party("Cdtr", p.name, p.address),
    element("CdtrAcct", element("Id", id)),
    element("RmtInf", textElement("Ustrd", p.remittance)),
  );
}

/**
 * The batch as an XML document, UTF-8. The same batch always gives the same bytes, so that its hash can be stored.
 * @throws Problem (`invalid`) that names everything `batchProblems` finds
 */
export function pain001(batch: BankBatch): string {
  const problems = batchProblems(batch);
  if (problems.length > 0)
    throw new Problem("invalid", "bank-batch", problems.join(" "), "Fix these problems and create the batch again.");
  const count = String(batch.payments.length);
  const total = decimalMoney(controlSum(batch), batch.currency);
  const header = element(
    "GrpHdr",
    textElement("MsgId", batch.messageId),
    textElement("CreDtTm", batch.createdAt.toISOString().replace(/\.\d+Z$/, "Z")),
    textElement("NbOfTxs", count),
    textElement("CtrlSum", total),
    element("InitgPty", textElement("Nm", bankText(batch.debtor.name, 70))),
  );
  const instruction = element(
    "PmtInf",
    textElement("PmtInfId", batch.messageId),
    textElement("PmtMtd", "TRF"),
    textElement("BtchBookg", "false"),
    textElement("NbOfTxs", count),
    textElement("CtrlSum", total),
    batch.scheme === "sepa" ? element("PmtTpInf", element("SvcLvl", textElement("Cd", "SEPA"))) : null,
    element("ReqdExctnDt", textElement("Dt", batch.executionDay)),
    party("Dbtr", batch.debtor.name, batch.debtor.address),
    element("DbtrAcct", element("Id", textElement("IBAN", normalizeIban(batch.debtor.iban)))),
    agent("DbtrAgt", batch.debtor.bic),
    // Each side pays its own bank, the only option in SEPA.
    textElement("ChrgBr", batch.scheme === "sepa" ? "SLEV" : "SHAR"),
    ...batch.payments.map((p) => payment(p, batch.currency)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element("CstmrCdtTrfInitn", header, instruction)}</Document>\n`;
}

/** "Stet SB-K7Q2M9-0004": the text for the editor's statement. @throws Problem when the number can't be written */
export function remittanceText(companyName: string, invoiceNumber: string): string {
  const written = bankText(`${companyName} ${invoiceNumber}`, 140);
  if (!written.endsWith(invoiceNumber))
    throw invalid("remittance", `The invoice number ${invoiceNumber} can't be written in a bank file.`);
  return written;
}
