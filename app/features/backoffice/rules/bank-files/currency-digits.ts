/** The decimals of currencies (ISO 4217), and which codes banks' files may name. */

/** Currencies whose smallest unit isn't a hundredth, with their number of decimals. */
const OTHER_DIGITS: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  XAF: 0,
  XOF: 0,
  PYG: 0,
  UGX: 0,
  RWF: 0,
  BHD: 3,
  KWD: 3,
  OMR: 3,
  JOD: 3,
  TND: 3,
};

/** How many decimals an amount in this currency has. */
export const digitsOf = (currency: string): number => OTHER_DIGITS[currency] ?? 2;

/** Codes that are looked for in texts, where three capitals may be any word. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    "AED ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JOD JPY KES KRW KWD LKR MAD " +
    "MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD SAR SEK SGD THB TND TRY TWD UAH USD UYU VND XAF XOF ZAR"
  ).split(" "),
);
