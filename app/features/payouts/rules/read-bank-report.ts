import { Problem } from "#app/platform/rules/core/errors.ts";
import { readBankXml } from "#app/features/payments/rules/bank-xml.ts";
import { type BankReport, MAX_WORDS } from "./bank-report.ts";
import { readCamtReport } from "./read-camt-report.ts";
import { readNachaReturns } from "./read-nacha-returns.ts";
import { readPain002 } from "./read-pain002.ts";

const TAKES = "Import the pain.002, CAMT.053, CAMT.054, or NACHA return file as the bank sent it. Nothing was booked.";

/**
 * A file of the bank's, whatever its format.
 * @throws Problem (`invalid`) when it can't be read as a whole: half a file is never booked
 */
export function readBankReport(text: string): BankReport {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start === "") throw new Problem("invalid", "bank_report", "This file is empty.", TAKES);
  const report = start.startsWith("<") ? readXml(start) : readNachaReturns(start);
  if (!report)
    throw new Problem("invalid", "bank_report", "This isn't a file we can read, or it's damaged or cut short.", TAKES);
  if (report.words.length > MAX_WORDS)
    throw new Problem(
      "invalid",
      "bank_report_large",
      `This file has more than ${MAX_WORDS.toLocaleString("en-US")} payments.`,
      "Ask the bank for smaller files, one for each day or run. Nothing was booked.",
    );
  return report;
}

function readXml(xml: string): BankReport | null {
  const root = readBankXml(xml);
  return root && (readPain002(root) ?? readCamtReport(root));
}
