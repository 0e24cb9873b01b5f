/** Currencies as banks' files name them: their codes (ISO 4217), signs, and decimals. */

/** Currencies whose smallest unit isn't a hundredth. */
const WHOLE = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const THOUSANDTHS = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** How many decimals an amount in this currency has. */
export const digitsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2);

/** Codes that are looked for in texts, where three capitals may be any word. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    "AED ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JOD JPY KES KRW KWD LKR MAD " +
    "MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD SAR SEK SGD THB TND TRY TWD UAH USD UYU VND XAF XOF ZAR"
  ).split(" "),
);

/** Signs and abbreviations. Null for those of several currencies. */
export const SYMBOLS: Readonly<Record<string, string | null>> = {
  "€": "EUR",
  "£": "GBP",
  "¥": null,
  "￥": null,
  円: "JPY",
  元: "CNY",
  "₹": "INR",
  "₩": "KRW",
  "₽": null,
  "₺": "TRY",
  "₪": "ILS",
  "₫": "VND",
  zł: "PLN",
  kč: "CZK",
  r$: "BRL",
  us$: "USD",
  a$: "AUD",
  c$: "CAD",
  s$: "SGD",
  $: null,
  kr: null,
  "kr.": null,
  "fr.": "CHF",
  sfr: "CHF",
  rs: "INR",
  "rs.": "INR",
};
