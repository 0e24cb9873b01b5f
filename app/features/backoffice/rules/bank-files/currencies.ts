/** Currencies as banks' files name them: their codes (ISO 4217) and signs. */

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
