/** SAF-T Financial, version 1.30 of Norway's schema, which is the OECD's SAF-T 2.0 with national code lists. */
import { ACCOUNTS, ACCOUNT_NAMES } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type Xml, element, textElement } from "#app/platform/rules/text/write-xml.ts";
import {
  type FileContext,
  type FileEntry,
  type FileLine,
  type JournalFile,
  auditOf,
  documentOf,
  entryNumber,
  onOneLine,
} from "./journal-file.ts";
import { NATIONAL_ACCOUNTS } from "./national-accounts.ts";

const ROOT = '<AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:NO">';
/** The schema's lengths of texts. */
const [SHORT, MIDDLE, LONG] = [35, 70, 256];
/** @param most characters; what's longer is cut */
const text = (tag: string, value: string, most = LONG): Xml =>
  textElement(tag, onOneLine(value).slice(0, most).trim() || "-");
const encoder = new TextEncoder();

/** "OpeningDebitBalance" with 12.34, or "OpeningCreditBalance". */
const balance = (when: "Opening" | "Closing", minor: number, currency: string): Xml =>
  textElement(`${when}${minor < 0 ? "Credit" : "Debit"}Balance`, decimalMoney(Math.abs(minor), currency));

function head(context: FileContext): string {
  const { startsAt, endsAt, madeAt, currency, entered } = context;
  const { company, opening, closing, entries, debitMinor, creditMinor } = auditOf(context);
  const [first = "", ...rest] = entered["contact"]!.split(" ");
  const accounts = ACCOUNT_NAMES.map((account) => {
    const [category, code] = NATIONAL_ACCOUNTS[account].norwegian;
    return element(
      "Account",
      text("AccountID", ACCOUNTS[account].code),
      text("AccountDescription", ACCOUNTS[account].label),
      text("GroupingCategory", category),
      text("GroupingCode", code),
      text("AccountType", "GL"),
      balance("Opening", opening[account], currency),
      balance("Closing", closing[account], currency),
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ROOT,
    element(
      "Header",
      text("AuditFileVersion", "1.30"),
      text("AuditFileCountry", "NO"),
      text("AuditFileDateCreated", dayOf(madeAt)),
      text("SoftwareCompanyName", "Stet"),
      text("SoftwareID", "Stet"),
      text("SoftwareVersion", "1"),
      element(
        "Company",
        text("RegistrationNumber", company.registration, SHORT),
        text("Name", company.legalName),
        element(
          "Address",
          text("StreetName", company.address),
          text("City", company.town),
          text("Country", company.country),
        ),
        element(
          "Contact",
          element("ContactPerson", text("FirstName", first, SHORT), text("LastName", rest.join(" "), MIDDLE)),
        ),
      ),
      text("DefaultCurrencyCode", currency),
      element(
        "SelectionCriteria",
        text("SelectionStartDate", dayOf(startsAt)),
        text("SelectionEndDate", dayOf(new Date(endsAt.getTime() - 1))),
      ),
      text("TaxAccountingBasis", "A"),
    ),
    element("MasterFiles", element("GeneralLedgerAccounts", ...accounts)),
    "<GeneralLedgerEntries>",
    text("NumberOfEntries", String(entries)),
    text("TotalDebit", decimalMoney(debitMinor, currency)),
    text("TotalCredit", decimalMoney(creditMinor, currency)),
    "<Journal>",
    text("JournalID", "GJ"),
    text("Description", "General journal"),
    text("Type", "GL"),
    "",
  ].join("\n");
}

function lineOf(line: FileLine, i: number, entry: FileEntry, currency: string): Xml {
  const { code, label, name, amountMinor, moved } = line;
  return element(
    "Line",
    text("RecordID", String(i + 1)),
    text("AccountID", code),
    text("SourceDocumentID", documentOf(entry), SHORT),
    text("Description", name === null ? label : `${label}, ${name}`),
    element(
      amountMinor < 0 ? "CreditAmount" : "DebitAmount",
      text("Amount", decimalMoney(Math.abs(amountMinor), currency)),
      moved && text("CurrencyCode", moved.currency),
      moved && text("CurrencyAmount", decimalMoney(Math.abs(moved.amountMinor), moved.currency)),
    ),
  );
}

const transaction = (entry: FileEntry, { currency }: FileContext): string =>
  `${element(
    "Transaction",
    text("TransactionID", entryNumber(entry)),
    text("Period", String(entry.bookedAt.getUTCMonth() + 1)),
    text("PeriodYear", String(entry.bookedAt.getUTCFullYear())),
    text("TransactionDate", dayOf(entry.happenedAt)),
    text("Description", entry.memo),
    text("SystemEntryDate", dayOf(entry.writtenAt)),
    text("GLPostingDate", dayOf(entry.bookedAt)),
    ...entry.lines.map((line, i) => lineOf(line, i, entry, currency)),
  )}\n`;

export const SAFT: JournalFile = {
  code: "saft",
  label: "SAF-T (Norway)",
  extension: "xml",
  contentType: "application/xml; charset=utf-8",
  encode: (xml) => encoder.encode(xml),
  fields: [
    {
      name: "contact",
      label: "Contact person, first and last name",
      pattern: /^\S+(?: \S+)+$/,
      problem: "Enter the first and last name of the person whom the tax office can ask.",
    },
  ],
  audit: "closed",
  name: (context) => {
    const number = auditOf(context).company.registration.replace(/\W/g, "");
    return `SAF-T Financial_${number}_${context.madeAt.toISOString().replace(/\D/g, "").slice(0, 14)}`;
  },
  head,
  entry: transaction,
  tail: () => "</Journal>\n</GeneralLedgerEntries>\n</AuditFile>\n",
};
