/** Payment status reports, ISO 20022 pain.002, any version: what the bank did with one of our files. */
import { type BankElement, allAt, at, bankAmount, textAt } from "#app/features/payments/rules/bank-xml.ts";
import type { BankReport, BankWord, Verdict } from "./bank-report.ts";

/** Only a completed settlement is paid. Everything between acceptance and settlement is news, not an end. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  ACSC: "settled",
  ACCC: "settled",
  RJCT: "rejected",
  CANC: "rejected",
};
const verdictOf = (status: string): Verdict => VERDICTS[status] ?? "noted";

const reasonIn = (of: BankElement): string =>
  textAt(of, "StsRsnInf", "Rsn", "Cd") || textAt(of, "StsRsnInf", "Rsn", "Prtry");

/** The report, or null when this isn't one or a payment in it has no reference or status. */
export function readPain002(root: BankElement): BankReport | null {
  const report = at(root, "CstmrPmtStsRpt");
  if (root.name !== "Document" || !report) return null;
  const group = at(report, "OrgnlGrpInfAndSts");
  if (!group || textAt(group, "OrgnlMsgId") === "") return null;
  const words: BankWord[] = [];
  const run = textAt(group, "OrgnlMsgId");
  const groupStatus = textAt(group, "GrpSts");
  if (groupStatus !== "") words.push(wholeRun(run, groupStatus, reasonIn(group)));
  for (const instruction of allAt(report, "OrgnlPmtInfAndSts")) {
    const status = textAt(instruction, "PmtInfSts");
    if (status !== "") words.push(wholeRun(run, status, reasonIn(instruction)));
    for (const payment of allAt(instruction, "TxInfAndSts")) {
      const word = paymentOf(payment);
      if (!word) return null;
      words.push(word);
    }
  }
  return { kind: "pain.002", bankId: textAt(report, "GrpHdr", "MsgId"), words, others: 0 };
}

const wholeRun = (reference: string, status: string, reason: string): BankWord => ({
  of: "run",
  reference,
  verdict: verdictOf(status),
  code: reason || status,
  amountMinor: null,
  currency: null,
});

function paymentOf(payment: BankElement): BankWord | null {
  const reference = textAt(payment, "OrgnlEndToEndId") || textAt(payment, "OrgnlInstrId");
  const status = textAt(payment, "TxSts");
  if (reference === "" || status === "") return null;
  const amount = at(payment, "OrgnlTxRef", "Amt", "InstdAmt");
  const amountMinor = amount ? bankAmount(amount.text, amount.currency ?? "") : null;
  if (amount && amountMinor === null) return null;
  return {
    of: "payment",
    reference,
    verdict: verdictOf(status),
    code: reasonIn(payment) || status,
    amountMinor,
    currency: amount?.currency ?? null,
  };
}
