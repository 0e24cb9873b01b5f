/** Readers of files for accountants' programs, written from the published descriptions and not from our writers. */
import { type BankElement, readBankXml } from "#app/features/payments/rules/bank-xml.ts";

/** Reads rows of quoted or plain fields by themselves, without what the writer uses. */
export function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const at = text[i]!;
    if (quoted) {
      if (at !== '"') field += at;
      else if (text[i + 1] === '"') field += text[++i]!;
      else quoted = false;
    } else if (at === '"') quoted = true;
    else if (at === separator || at === "\r") {
      rows.at(-1)!.push(field);
      field = "";
      if (at === "\r") {
        if (text[++i] !== "\n") throw new Error("A line ends without a line feed.");
        rows.push([]);
      }
    } else field += at;
  }
  if (quoted || field !== "" || rows.pop()!.length > 0) throw new Error("The last line isn't complete.");
  return rows;
}

/** A posting of a DATEV batch, in cents. */
type DatevPosting = {
  number: string;
  day: string;
  debit: string;
  credit: string;
  amountMinor: number;
  text: string;
};

/**
 * A posting batch of DATEV (EXTF 700, category 21, version 13). @throws if it isn't one, a field is missing or has another
 * form than the description gives it, or a posting isn't of the batch's period
 */
export function readDatev(bytes: Uint8Array): {
  from: string;
  until: string;
  currency: string;
  postings: DatevPosting[];
} {
  const [head, columns, ...rows] = rowsOf(new TextDecoder("windows-1252").decode(bytes), ";");
  const need = (sound: boolean, what: string): void => {
    if (!sound) throw new Error(`Not a DATEV posting batch: ${what}`);
  };
  need(head?.slice(0, 5).join() === "EXTF,700,21,Buchungsstapel,13" && head.length === 31, "its first line");
  need(columns?.length === 125 && columns[0] === "Umsatz (ohne Soll/Haben-Kz)", "its columns");
  const [from, until, currency] = [head![14]!, head![15]!, head![21]!];
  const postings = rows.map((row): DatevPosting => {
    const [amount, side, rowCurrency] = row as [string, string, string];
    const [debit, credit, day, number, text] = [row[6]!, row[7]!, row[9]!, row[10]!, row[13]!];
    need(row.length === 125, "a row's fields");
    need(/^\d{1,10},\d\d$/.test(amount) && side === "S" && rowCurrency === currency, "an amount");
    need(/^\d{4,8}$/.test(debit) && /^\d{4,8}$/.test(credit), "an account");
    need(/^\d{4}$/.test(day) && day.slice(2) === from.slice(4, 6), "a day of another month");
    need(text.length <= 60 && /^[\w$&%*+\-/]{1,36}$/.test(number), "a text");
    return { number, day, debit, credit, amountMinor: Number(amount.replace(",", "")), text };
  });
  return { from, until, currency, postings };
}

/** A row of a FEC, in cents. */
type FecRow = {
  journal: string;
  number: string;
  day: string;
  account: string;
  party: string;
  document: string;
  minor: number;
  moved: { minor: number; currency: string } | null;
};

const FEC_FIELDS =
  "JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise";
/** The fields that may be empty. */
const FEC_OPTIONAL = [6, 7, 13, 14, 16, 17];

/**
 * A "fichier des écritures comptables" (Article A47 A-1 of the Livre des procédures fiscales). @throws if it isn't one, a
 * field is missing or has another form, or an entry doesn't balance
 */
export function readFec(bytes: Uint8Array): FecRow[] {
  const need = (sound: boolean, what: string): void => {
    if (!sound) throw new Error(`Not a FEC: ${what}`);
  };
  const lines = new TextDecoder("iso-8859-15").decode(bytes).split("\r\n");
  need(lines.pop() === "", "the last line");
  const [head, ...rows] = lines.map((line) => line.split("\t"));
  need(head?.join(" ") === FEC_FIELDS, "the names of its fields");
  const cents = (amount: string): number => {
    need(/^-?\d+,\d\d$/.test(amount), "an amount");
    return Number(amount.replace(",", ""));
  };
  const read = rows.map((row): FecRow => {
    need(row.length === 18, "a row's fields");
    need(
      row.every((field, i) => field !== "" || FEC_OPTIONAL.includes(i)),
      "an empty field",
    );
    for (const i of [3, 9, 15]) need(/^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(row[i]!), "a day");
    need(/^[1-7]\d{6}$/.test(row[4]!), "an account that isn't of the plan comptable");
    need((row[6] === "") === (row[7] === "") && (row[16] === "") === (row[17] === ""), "half of a pair");
    const [debit, credit] = [cents(row[11]!), cents(row[12]!)];
    need(debit >= 0 && credit >= 0 && (debit === 0) !== (credit === 0), "a debit and a credit");
    const moved = row[17] === "" ? null : { minor: cents(row[16]!), currency: row[17]! };
    const [journal, number, day, account] = [row[0]!, row[2]!, row[3]!, row[4]!];
    return { journal, number, day, account, party: row[7]!, document: row[8]!, minor: debit - credit, moved };
  });
  for (const [number, entry] of Map.groupBy(read, (row) => row.number))
    need(entry.reduce((sum, row) => sum + row.minor, 0) === 0, `${number} balances`);
  return read;
}

/** The elements that each element of a SAF-T file may have, in this order; with "?" those that may be missing. */
const SAFT_SHAPE: Readonly<Record<string, string>> = {
  AuditFile: "Header MasterFiles GeneralLedgerEntries",
  Header:
    "AuditFileVersion AuditFileCountry AuditFileDateCreated SoftwareCompanyName SoftwareID SoftwareVersion Company DefaultCurrencyCode SelectionCriteria TaxAccountingBasis",
  Company: "RegistrationNumber Name Address Contact",
  Address: "StreetName City Country",
  Contact: "ContactPerson",
  ContactPerson: "FirstName LastName",
  SelectionCriteria: "SelectionStartDate SelectionEndDate",
  MasterFiles: "GeneralLedgerAccounts",
  GeneralLedgerAccounts: "Account*",
  Account:
    "AccountID AccountDescription GroupingCategory GroupingCode AccountType OpeningDebitBalance? OpeningCreditBalance? ClosingDebitBalance? ClosingCreditBalance?",
  GeneralLedgerEntries: "NumberOfEntries TotalDebit TotalCredit Journal",
  Journal: "JournalID Description Type Transaction*",
  Transaction: "TransactionID Period PeriodYear TransactionDate Description SystemEntryDate GLPostingDate Line*",
  Line: "RecordID AccountID SourceDocumentID Description DebitAmount? CreditAmount?",
  DebitAmount: "Amount CurrencyCode? CurrencyAmount?",
  CreditAmount: "Amount CurrencyCode? CurrencyAmount?",
};
/** The longest texts, where they aren't 256 characters. */
const SAFT_LENGTHS: Readonly<Record<string, number>> = {
  AuditFileVersion: 9,
  SoftwareVersion: 18,
  RegistrationNumber: 35,
  FirstName: 35,
  LastName: 70,
  AccountID: 70,
  GroupingCode: 35,
  AccountType: 18,
  JournalID: 18,
  Type: 9,
  TransactionID: 70,
  RecordID: 18,
  SourceDocumentID: 35,
};

/** What a SAF-T file says, in cents. Balances by account, debits above zero. */
export type SaftFile = {
  from: string;
  until: string;
  currency: string;
  opening: Record<string, number>;
  closing: Record<string, number>;
  entries: {
    number: string;
    day: string;
    lines: { account: string; minor: number; moved: { minor: number; currency: string } | null }[];
  }[];
};

/**
 * A SAF-T file in the part of Norway's schema 1.30 that we write. @throws if an element is missing, at another place, or
 * too long, an entry doesn't balance, the totals aren't those of the entries, or an account's don't lead to its closing
 * balance
 */
export function readSaft(bytes: Uint8Array): SaftFile {
  const need = (sound: boolean, what: string): void => {
    if (!sound) throw new Error(`Not a SAF-T file: ${what}`);
  };
  const root = readBankXml(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (root?.name !== "AuditFile") throw new Error("Not a SAF-T file: its first element");
  const check = ({ name, text, children }: BankElement): void => {
    const shape = SAFT_SHAPE[name];
    if (shape === undefined) {
      need(children.length === 0 && text !== "" && text.length <= (SAFT_LENGTHS[name] ?? 256), `<${name}> ${text}`);
      return;
    }
    const pattern = shape.split(" ").map((part) => `(?:${part.replace(/\W/, "")} )${part.replace(/\w/g, "")}`);
    const tags = children.map((child) => `${child.name} `).join("");
    need(new RegExp(`^${pattern.join("")}$`).test(tags), `<${name}> has ${tags}`);
    for (const child of children) check(child);
  };
  check(root);
  const all = (of: BankElement, ...path: string[]): BankElement[] =>
    path.reduce((found, name) => found.flatMap((it) => it.children.filter((child) => child.name === name)), [of]);
  const text = (of: BankElement, ...path: string[]): string => all(of, ...path)[0]?.text ?? "";
  const cents = (amount: string): number => {
    need(/^\d+\.\d\d$/.test(amount), `an amount: ${amount}`);
    return Number(amount.replace(".", ""));
  };
  const either = (of: BankElement, debit: string, credit: string): number => {
    const [d, c] = [text(of, ...debit.split("/")), text(of, ...credit.split("/"))];
    need((d === "") !== (c === ""), `either ${debit} or ${credit}`);
    return d === "" ? 0 - cents(c) : cents(d);
  };
  const accounts = all(root, "MasterFiles", "GeneralLedgerAccounts", "Account");
  const balances = (when: string) =>
    Object.fromEntries(
      accounts.map((it) => [text(it, "AccountID"), either(it, `${when}DebitBalance`, `${when}CreditBalance`)]),
    );
  const [opening, closing] = [balances("Opening"), balances("Closing")];
  const moved: Record<string, number> = { ...opening };
  let [debits, credits] = [0, 0];
  const entries = all(root, "GeneralLedgerEntries", "Journal", "Transaction").map((it) => {
    const lines = all(it, "Line").map((line) => {
      const minor = either(line, "DebitAmount/Amount", "CreditAmount/Amount");
      const account = text(line, "AccountID");
      need(account in opening, `account ${account}`);
      moved[account]! += minor;
      debits += Math.max(0, minor);
      credits += Math.max(0, -minor);
      const [side] = [...all(line, "DebitAmount"), ...all(line, "CreditAmount")];
      const currency = text(side!, "CurrencyCode");
      const foreign = currency === "" ? null : { minor: cents(text(side!, "CurrencyAmount")), currency };
      return { account, minor, moved: foreign };
    });
    const number = text(it, "TransactionID");
    need(lines.reduce((sum, line) => sum + line.minor, 0) === 0, `${number} balances`);
    return { number, day: text(it, "GLPostingDate"), lines };
  });
  const total = (name: string): string => text(root, "GeneralLedgerEntries", name);
  need(Number(total("NumberOfEntries")) === entries.length, "its number of entries");
  need(cents(total("TotalDebit")) === debits && cents(total("TotalCredit")) === credits, "its totals");
  for (const [account, minor] of Object.entries(closing))
    need(moved[account] === minor, `account ${account} ends with ${minor}, not ${moved[account]}`);
  return {
    from: text(root, "Header", "SelectionCriteria", "SelectionStartDate"),
    until: text(root, "Header", "SelectionCriteria", "SelectionEndDate"),
    currency: text(root, "Header", "DefaultCurrencyCode"),
    opening,
    closing,
    entries,
  };
}
