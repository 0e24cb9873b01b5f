/** DATEV's format of a posting batch: EXTF 700, category 21, version 13. */
import {
  type FileContext,
  type FileEntry,
  type FileLine,
  type JournalFile,
  commaAmount,
  compactDay,
  entryNumber,
  onOneLine,
  oneByteEncoder,
} from "./journal-file.ts";

const numbered = (count: number, ...names: string[]): string[] =>
  Array.from({ length: count }, (_, i) => names.map((name) => `${name} ${i + 1}`)).flat();

const COLUMNS: readonly string[] = [
  "Umsatz (ohne Soll/Haben-Kz)",
  "Soll/Haben-Kennzeichen",
  "WKZ Umsatz",
  "Kurs",
  "Basis-Umsatz",
  "WKZ Basis-Umsatz",
  "Konto",
  "Gegenkonto (ohne BU-Schlüssel)",
  "BU-Schlüssel",
  "Belegdatum",
  "Belegfeld 1",
  "Belegfeld 2",
  "Skonto",
  "Buchungstext",
  "Postensperre",
  "Diverse Adressnummer",
  "Geschäftspartnerbank",
  "Sachverhalt",
  "Zinssperre",
  "Beleglink",
  ...numbered(8, "Beleginfo - Art", "Beleginfo - Inhalt"),
  "KOST1 - Kostenstelle",
  "KOST2 - Kostenstelle",
  "Kost-Menge",
  "EU-Land u. UStID (Bestimmung)",
  "EU-Steuersatz (Bestimmung)",
  "Abw. Versteuerungsart",
  "Sachverhalt L+L",
  "Funktionsergänzung L+L",
  "BU 49 Hauptfunktionstyp",
  "BU 49 Hauptfunktionsnummer",
  "BU 49 Funktionsergänzung",
  ...numbered(20, "Zusatzinformation - Art", "Zusatzinformation- Inhalt"),
  "Stück",
  "Gewicht",
  "Zahlweise",
  "Forderungsart",
  "Veranlagungsjahr",
  "Zugeordnete Fälligkeit",
  "Skontotyp",
  "Auftragsnummer",
  "Buchungstyp",
  "USt-Schlüssel (Anzahlungen)",
  "EU-Land (Anzahlungen)",
  "Sachverhalt L+L (Anzahlungen)",
  "EU-Steuersatz (Anzahlungen)",
  "Erlöskonto (Anzahlungen)",
  "Herkunft-Kz",
  "Buchungs GUID",
  "KOST-Datum",
  "SEPA-Mandatsreferenz",
  "Skontosperre",
  "Gesellschaftername",
  "Beteiligtennummer",
  "Identifikationsnummer",
  "Zeichnernummer",
  "Postensperre bis",
  "Bezeichnung SoBil-Sachverhalt",
  "Kennzeichen SoBil-Buchung",
  "Festschreibung",
  "Leistungsdatum",
  "Datum Zuord. Steuerperiode",
  "Fälligkeit",
  "Generalumkehr (GU)",
  "Steuersatz",
  "Land",
  "Abrechnungsreferenz",
  "BVV-Position",
  "EU-Land u. UStID (Ursprung)",
  "EU-Steuersatz (Ursprung)",
  "Abw. Skontokonto",
];

const line = (fields: readonly string[]): string => `${fields.join(";")}\r\n`;
const encode = oneByteEncoder("windows-1252");
const decoder = new TextDecoder("windows-1252");
/** At most this many characters of the character set. The rest of the file is encoded the same way again. */
const text = (value: string, most: number): string => {
  const short = decoder
    .decode(encode(onOneLine(value)))
    .slice(0, most)
    .trim();
  return `"${short.replaceAll('"', '""')}"`;
};
/** Fields for document numbers take few characters besides letters and digits. */
const documentField = (value: string, most: number): string => text(value.replace(/[^A-Za-z0-9$&%*+\-/]/g, ""), most);

type Pair = { debit: string; credit: string; amountMinor: number };

/** The lines of one side, summed by account. */
function sideOf(lines: readonly FileLine[], sign: 1 | -1): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { code, amountMinor } of lines)
    if (amountMinor * sign > 0) sums.set(code, (sums.get(code) ?? 0) + amountMinor * sign);
  return sums;
}

/**
 * An entry as debits of one account against credits of another. Each account's debits and credits stay what they are in
 * the entry. The account with the most left is paired first, so an account meets itself only if nothing else is left.
 */
export function pairsOf(lines: readonly FileLine[]): Pair[] {
  const [debits, credits] = [sideOf(lines, 1), sideOf(lines, -1)];
  const pairs: Pair[] = [];
  const leftOf = (code: string) => (debits.get(code) ?? 0) + (credits.get(code) ?? 0);
  while (debits.size > 0 && credits.size > 0) {
    const byMost = [...new Set([...debits.keys(), ...credits.keys()])].toSorted(
      (a, b) => leftOf(b) - leftOf(a) || (a < b ? -1 : 1),
    );
    const first = byMost[0]!;
    const isDebit = debits.has(first);
    const others = isDebit ? credits : debits;
    const second = byMost.find((code) => code !== first && others.has(code)) ?? first;
    const [debit, credit] = isDebit ? [first, second] : [second, first];
    const amountMinor = Math.min(debits.get(debit)!, credits.get(credit)!);
    pairs.push({ debit, credit, amountMinor });
    for (const [side, code] of [
      [debits, debit],
      [credits, credit],
    ] as const) {
      const left = side.get(code)! - amountMinor;
      if (left > 0) side.set(code, left);
      else side.delete(code);
    }
  }
  return pairs;
}

function head({ startsAt, endsAt, madeAt, currency, entered, period }: FileContext): string {
  const lastDay = compactDay(new Date(endsAt.getTime() - 1));
  const made = madeAt.toISOString().replace(/\D/g, "").slice(0, 17);
  const fields = [
    '"EXTF"',
    "700",
    "21",
    '"Buchungsstapel"',
    "13",
    made,
    "",
    '""',
    '""',
    '""',
    entered["consultant"]!,
    entered["client"]!,
    `${startsAt.getUTCFullYear()}0101`,
    "4",
    compactDay(startsAt),
    lastDay,
    text(`Journal ${period}`, 30),
    '""',
    "1",
    "0",
    "0",
    `"${currency}"`,
    "",
    '""',
    "",
    "",
    '""',
    "",
    "",
    '""',
    '""',
  ];
  return line(fields) + line(COLUMNS);
}

function entryLines(entry: FileEntry, { currency }: FileContext): string {
  const day = compactDay(entry.bookedAt);
  const start = (pair: Pair) => [
    commaAmount(pair.amountMinor, currency),
    '"S"',
    `"${currency}"`,
    "",
    "",
    '""',
    pair.debit,
    pair.credit,
    '""',
    `${day.slice(6)}${day.slice(4, 6)}`,
    documentField(entryNumber(entry), 36),
    documentField(entry.orderNumber ?? "", 12),
    "",
    text(entry.memo, 60),
  ];
  return pairsOf(entry.lines)
    .map((pair) => {
      const fields = start(pair);
      return line([...fields, ...Array.from<string>({ length: COLUMNS.length - fields.length }).fill("")]);
    })
    .join("");
}

/** Lines with the same number in "Belegfeld 1" are one entry of the journal. */
export const DATEV: JournalFile = {
  code: "datev",
  label: "DATEV (EXTF)",
  extension: "csv",
  contentType: "text/csv; charset=windows-1252",
  encode,
  fields: [
    {
      name: "consultant",
      label: "Consultant number (Beraternummer)",
      pattern: /^(?:100[1-9]|10[1-9]\d|1[1-9]\d\d|[2-9]\d{3}|[1-9]\d{4,6})$/,
      problem: "Enter the consultant number, from 1001 to 9999999. Your tax adviser knows it.",
    },
    {
      name: "client",
      label: "Client number (Mandantennummer)",
      pattern: /^[1-9]\d{0,4}$/,
      problem: "Enter the client number, from 1 to 99999. Your tax adviser knows it.",
    },
  ],
  name: ({ period, currency }) => `EXTF_Buchungsstapel_${period}_${currency}`,
  head,
  entry: entryLines,
};
