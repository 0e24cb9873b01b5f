/** Readers of files for accountants' programs, written from the published descriptions and not from our writers. */

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
