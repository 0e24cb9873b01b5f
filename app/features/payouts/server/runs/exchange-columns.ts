import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type FrozenExchange, paidAmount } from "../../rules/exchange.ts";
import { formatRate } from "#app/features/payments/rules/reference-rates.ts";

type Exchanged = Omit<FrozenExchange, "rateFrozenAt"> & { amountMinor: number; currency: string };

/** The CSV columns with the amount the bank was asked to pay for a payout, and its rate. */
export const EXCHANGE_COLUMNS: CsvColumn<Exchanged>[] = [
  { header: "Bank pays currency", value: (p) => paidAmount(p).currency },
  {
    header: "Bank pays",
    value: (p) => {
      const { minor, currency } = paidAmount(p);
      return decimalMoney(minor, currency);
    },
  },
  { header: "Rate (USD for 1 EUR)", value: (p) => (p.rateMicros === null ? "" : formatRate(p.rateMicros)) },
  { header: "Rate of", value: (p) => p.rateOn ?? "" },
  { header: "Rate source", value: (p) => p.rateSource ?? "" },
];
