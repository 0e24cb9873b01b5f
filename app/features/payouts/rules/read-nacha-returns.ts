/**
 * ACH return files: NACHA records of 94 characters, in which an entry with an addenda 99 came back and one with a 98 is
 * corrected.
 */
import type { BankReport, BankWord } from "./bank-report.ts";

const WIDTH = 94;

/** The report, or null when the records, counts or totals of the file don't agree. */
export function readNachaReturns(text: string): BankReport | null {
  const records = recordsIn(text);
  if (!records || records[0]?.[0] !== "1" || !records.some((r) => r.startsWith("9"))) return null;
  const words: BankWord[] = [];
  const counted = { entries: 0, hash: 0, credit: 0, debit: 0 };
  let entry: string | null = null;
  for (const record of records) {
    const type = record[0];
    if (type === "6") {
      if (!/^\d{10}/.test(record.slice(29, 39)) || !/^\d{8}$/.test(record.slice(3, 11))) return null;
      const amount = Number(record.slice(29, 39));
      const code = record.slice(1, 3);
      counted.entries++;
      counted.hash += Number(record.slice(3, 11));
      if (/^[2345][6-9]$/.test(code)) counted.debit += amount;
      else counted.credit += amount;
      entry = record;
    } else if (type === "7") {
      const word = entry && wordOf(entry, record);
      if (!word) return null;
      counted.entries++;
      words.push(word);
    }
  }
  return agrees(records, counted) ? { kind: "nacha", bankId: records[0].slice(23, 33).trim(), words, others: 0 } : null;
}

function wordOf(entry: string, addenda: string): BankWord | null {
  const kind = addenda.slice(1, 3);
  const code = addenda.slice(3, 6);
  const trace = addenda.slice(6, 21);
  if (!/^\d{15}$/.test(trace)) return null;
  if (kind === "99" ? !/^R\d\d$/.test(code) : kind !== "98" || !/^C\d\d$/.test(code)) return null;
  return {
    of: "trace",
    reference: trace,
    verdict: kind === "99" ? "returned" : "noted",
    code,
    // A correction has no amount.
    amountMinor: kind === "99" ? Number(entry.slice(29, 39)) : null,
    currency: "USD",
  };
}

/** The records of a file, with or without line breaks; null unless all are 94 characters. */
function recordsIn(text: string): string[] | null {
  const lines = /[\r\n]/.test(text.trim())
    ? text.split(/\r\n|\n|\r/).filter((l) => l !== "")
    : (text.trim().match(/[\s\S]{1,94}/g) ?? []);
  const whole = lines.map((l) => l.padEnd(WIDTH, " "));
  return whole.every((l) => l.length === WIDTH && /^[156789]/.test(l)) ? whole : null;
}

/** Whether the file control says what the records add up to, so that a file cut short is refused. */
function agrees(records: string[], counted: { entries: number; hash: number; credit: number; debit: number }): boolean {
  const control = records.find((r) => r.startsWith("9") && !/^9+$/.test(r));
  if (!control || !/^\d{54}/.test(control.slice(1, 55))) return false;
  return (
    Number(control.slice(13, 21)) === counted.entries &&
    Number(control.slice(21, 31)) === counted.hash % 10_000_000_000 &&
    Number(control.slice(31, 43)) === counted.debit &&
    Number(control.slice(43, 55)) === counted.credit
  );
}
