import { Money } from "#app/ui/money.tsx";

type Paid = {
  amountMinor: number;
  currency: string;
  paidMinor: number | null;
  paidCurrency: string | null;
  /** The frozen rate in words. */
  rate: string | null;
};

/** A payout's amount, and the amount the bank is asked to pay if that's in another currency, with the rate. */
export const PaidAmount = ({ payout: p }: { payout: Paid }) => (
  <>
    <Money minor={p.amountMinor} currency={p.currency} strong />
    {p.paidMinor !== null && p.paidCurrency !== null ? (
      <span className="soft small">
        <br />
        <Money minor={p.paidMinor} currency={p.paidCurrency} /> at {p.rate}
      </span>
    ) : null}
  </>
);
