/** Bank statements (CAMT.053) and debit and credit notifications (CAMT.054), any version. */
import { type BankElement, allAt, at, bankAmount, textAt } from "./bank-xml.ts";

/** One payment within an entry. */
export type CamtTransaction = {
  endToEndId: string;
  amountMinor: number | null;
  currency: string | null;
  /** Why money came back. Null unless it's a return. */
  returned: { code: string; text: string } | null;
};

export type CamtEntry = {
  /** False for an entry that is only announced. */
  booked: boolean;
  /** True when money came in. */
  credit: boolean;
  /** Whether it reverses an earlier entry. */
  reversal: boolean;
  amountMinor: number;
  currency: string;
  transactions: CamtTransaction[];
};

export type CamtStatement = { id: string; entries: CamtEntry[] };

/** The statements of a message, or null when it's something else or an entry has no readable amount. */
export function readCamt(root: BankElement): CamtStatement[] | null {
  const message = at(root, "BkToCstmrStmt") ?? at(root, "BkToCstmrDbtCdtNtfctn");
  if (root.name !== "Document" || !message) return null;
  const statements: CamtStatement[] = [];
  for (const s of [...allAt(message, "Stmt"), ...allAt(message, "Ntfctn")]) {
    const entries = allAt(s, "Ntry").map(entryOf);
    if (entries.some((e) => e === null)) return null;
    statements.push({ id: textAt(s, "Id"), entries: entries as CamtEntry[] });
  }
  return statements;
}

/** Whether an entry is booked, pending, or only announced: a code since version 8, plain text before. */
export const entryStatus = (entry: BankElement): string => textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");

function entryOf(entry: BankElement): CamtEntry | null {
  const amount = at(entry, "Amt");
  const amountMinor = bankAmount(amount?.text ?? "", amount?.currency ?? "");
  const side = textAt(entry, "CdtDbtInd");
  if (amountMinor === null || !amount?.currency || (side !== "CRDT" && side !== "DBIT")) return null;
  return {
    booked: entryStatus(entry) === "BOOK",
    credit: side === "CRDT",
    reversal: textAt(entry, "RvslInd") === "true",
    amountMinor,
    currency: amount.currency,
    transactions: allAt(entry, "NtryDtls", "TxDtls").map(transactionOf),
  };
}

function transactionOf(details: BankElement): CamtTransaction {
  const amount =
    at(details, "Amt") ?? at(details, "AmtDtls", "TxAmt", "Amt") ?? at(details, "AmtDtls", "InstdAmt", "Amt");
  const back = at(details, "RtrInf");
  return {
    endToEndId: textAt(details, "Refs", "EndToEndId"),
    amountMinor: amount ? bankAmount(amount.text, amount.currency ?? "") : null,
    currency: amount?.currency ?? null,
    returned: back
      ? {
          code: textAt(back, "Rsn", "Cd") || textAt(back, "Rsn", "Prtry"),
          text: allAt(back, "AddtlInf")
            .map((e) => e.text.trim())
            .join(" "),
        }
      : null,
  };
}
