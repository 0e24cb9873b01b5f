/**
 * How documents write figures and dates. The language is English, and separators and the order of a date are those of
 * the country the document is for. Currencies are codes there, because several countries have a dollar of their own.
 */
import { DAY, formatDay } from "#app/platform/rules/core/time.ts";
import { CURRENCIES, CURRENCY_NAMES, digitsOf, formatMoney, unitsOf } from "#app/platform/rules/core/money.ts";

/** The country a document is for. Without one, and in the United States, everything is written as on our pages. */
export type WrittenFor = string | null;

type Way = { number: (value: number, decimals: number) => string; dayFirst: boolean };
const ways = new Map<string, Way>();

const asOnPages = (country: WrittenFor): country is "US" | null => country === null || country === "US";

/** The way of a country's most common language, with our digits. */
function wayOf(country: string): Way {
  const known = ways.get(country);
  if (known) return known;
  const { language } = new Intl.Locale("und", { region: country }).maximize();
  const locale = `${language}-${country}-u-nu-latn`;
  const formats = new Map<number, Intl.NumberFormat>();
  const number = (value: number, decimals: number): string => {
    let format = formats.get(decimals);
    if (!format) {
      format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
      formats.set(decimals, format);
    }
    return format.format(value).replaceAll("\u202f", "\u00a0");
  };
  // Where English has a way of its own there, that one applies: "25 Nov 2026" in Sweden, "Nov 25, 2026" in Canada.
  const english = new Intl.DateTimeFormat(`en-${country}`, { day: "numeric", month: "short", timeZone: "UTC" });
  const own = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" });
  const order = english.resolvedOptions().locale === "en" ? own : english;
  const first = order.formatToParts(new Date(20_000 * DAY)).find(({ type }) => /^(?:day|month|year)$/.test(type));
  const way = { number, dayFirst: first?.type === "day" };
  ways.set(country, way);
  return way;
}

/** "USD 1.234,50" for Germany, "$1,234.50" for the United States. @param amount in minor units */
export function writtenMoney(amount: number, currency: string, country: WrittenFor): string {
  if (asOnPages(country)) return formatMoney(amount, currency);
  return `${amount < 0 ? "−" : ""}${currency} ${wayOf(country).number(Math.abs(amount) / unitsOf(currency), digitsOf(currency))}`;
}

/** "£0.8612", or "GBP 0,8612" for Germany: an exchange rate. @param figure with its decimals, such as "0.8612" */
export function writtenRate(figure: string, currency: string, country: WrittenFor): string {
  if (asOnPages(country)) {
    const sign = formatMoney(0, currency)
      .replace(/0(?:\.0+)?/, "")
      .trim();
    return `${sign}${sign.length > 1 ? " " : ""}${figure}`;
  }
  return `${currency} ${wayOf(country).number(Number(figure), decimalsOf(figure))}`;
}

/** "25 Nov 2026" for Germany, "Nov 25, 2026" for the United States: a day in UTC. */
export const writtenDay = (at: Date, country: WrittenFor): string => writtenText(formatDay(at, "UTC"), country);

const decimalsOf = (figure: string): number => figure.split(".")[1]?.length ?? 0;

const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  CURRENCY_NAMES.map((currency) => [CURRENCIES[currency].sign, currency]),
);
const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
/** A date, an amount of money, a number with thousands, or a percentage with decimals, as our own texts write them. */
const FIGURES = new RegExp(
  String.raw`\b(${MONTHS}) (\d{1,2}), (\d{4})\b|([$€£¥])?(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\d,.]*\d)(%?)`,
  "g",
);

/** Our own text, with its dates and figures as a country writes them. Not for what people typed. */
export function writtenText(text: string, country: WrittenFor): string {
  if (asOnPages(country)) return text;
  const { number, dayFirst } = wayOf(country);
  return text.replace(
    FIGURES,
    (all, month?: string, date?: string, year?: string, sign?: string, whole?: string, part?: string, percent = "") => {
      if (month) return dayFirst ? `${date} ${month} ${year}` : all;
      if (!sign && !whole!.includes(",") && !(part && percent)) return all;
      const plain = `${whole!.replaceAll(",", "")}${part ?? ""}`;
      const figure = number(Number(plain), decimalsOf(plain));
      return `${sign ? `${CODES[sign]} ` : ""}${figure}${percent}`;
    },
  );
}
