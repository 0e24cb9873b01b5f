/**
 * The French "fichier des écritures comptables": 18 fields in the order of Article A47 A-1 of the Livre des procédures
 * fiscales, separated by tabs, in ISO 8859-15.
 */
import { ACCOUNTS, ACCOUNT_NAMES, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { isYear } from "../books.ts";
import { partyWords } from "../finance-figures.ts";
import {
  type FileContext,
  type FileEntry,
  type JournalFile,
  auditOf,
  commaAmount,
  compactDay,
  documentOf,
  entryNumber,
  onOneLine,
  oneByteEncoder,
} from "./journal-file.ts";
import { NATIONAL_ACCOUNTS } from "./national-accounts.ts";

const COLUMNS = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
];
/** No field may contain what separates fields. */
const line = (fields: readonly string[]): string => `${fields.map(onOneLine).join("\t")}\r\n`;

type Row = {
  journal: readonly [code: string, label: string];
  number: string;
  bookedAt: Date;
  account: Account;
  party?: readonly [id: string, name: string];
  document: string;
  documentAt: Date;
  text: string;
  amountMinor: number;
  validAt: Date;
  moved?: { amountMinor: number; currency: string } | null;
};
function row(of: Row, { currency }: FileContext): string {
  const { code, label } = ACCOUNTS[of.account];
  return line([
    ...of.journal,
    of.number,
    compactDay(of.bookedAt),
    `${NATIONAL_ACCOUNTS[of.account].french}${code}`,
    label,
    ...(of.party ?? ["", ""]),
    of.document,
    compactDay(of.documentAt),
    of.text,
    commaAmount(Math.max(0, of.amountMinor), currency),
    commaAmount(Math.max(0, -of.amountMinor), currency),
    "",
    "",
    compactDay(of.validAt),
    of.moved ? commaAmount(of.moved.amountMinor, of.moved.currency) : "",
    of.moved?.currency ?? "",
  ]);
}

/** A year begins with what was on the accounts, as an entry of its own journal. */
function openingRows(context: FileContext): string {
  const { period, startsAt } = context;
  if (!isYear(period)) return "";
  const { opening } = auditOf(context);
  const of = {
    journal: ["AN", "À nouveaux"],
    number: `AN-${period}`,
    bookedAt: startsAt,
    document: `AN-${period}`,
    documentAt: startsAt,
    text: "Opening balance",
    validAt: startsAt,
  } as const;
  return ACCOUNT_NAMES.filter((account) => opening[account] !== 0)
    .map((account) => row({ ...of, account, amountMinor: opening[account] }, context))
    .join("");
}

const entryRows = (entry: FileEntry, context: FileContext): string =>
  entry.lines
    .map(({ account, label, party, name, amountMinor, moved }) =>
      row(
        {
          journal: ["GJ", "Journal général"],
          number: entryNumber(entry),
          bookedAt: entry.bookedAt,
          account,
          party:
            party === "" ? ["", ""] : [party, (account === "tax_payable" ? partyWords(account, party) : name) ?? party],
          document: documentOf(entry),
          documentAt: entry.happenedAt,
          text: onOneLine(entry.memo) || label,
          amountMinor,
          validAt: entry.writtenAt,
          moved,
        },
        context,
      ),
    )
    .join("");

export const FEC: JournalFile = {
  code: "fec",
  label: "FEC (France)",
  extension: "txt",
  contentType: "text/plain; charset=iso-8859-15",
  encode: oneByteEncoder("iso-8859-15"),
  fields: [
    {
      name: "siren",
      label: "SIREN number",
      pattern: /^\d{9}$/,
      problem: "Enter the company's SIREN number, nine digits.",
    },
  ],
  audit: "open",
  // The law names it by the last day of the period.
  name: ({ entered, endsAt }) => `${entered["siren"]}FEC${compactDay(new Date(endsAt.getTime() - 1))}`,
  head: (context) => line(COLUMNS) + openingRows(context),
  entry: entryRows,
};
