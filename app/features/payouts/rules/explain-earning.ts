import { formatMoney, formatPay, shareBp } from "#app/platform/rules/core/money.ts";
import { type Level, type PayBasis, type PayPolicy, inPay } from "#app/features/pricing/rules/editor-pay.ts";

/** Formats basis points: "55%", "52.5%". */
export const formatShare = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Explains how an earning was calculated, so that the editor can check it. Amounts in minor units of `currency`. */
export function explainEarning(earning: {
  amountMinor: number;
  basisMinor: number;
  shareBp: number;
  /** The included second reader's share, as the order was sold. */
  readerShareBp: number;
  currency: string;
  reason: string;
}): string {
  const { amountMinor, basisMinor, currency, reason } = earning;
  if (reason) return `${reason}.`;
  const share = formatShare(earning.shareBp);
  const basis = formatMoney(basisMinor, currency);
  if (shareBp(basisMinor, earning.shareBp) === amountMinor) return `${share} of ${basis}`;
  const rest = basisMinor - shareBp(basisMinor, earning.readerShareBp);
  if (shareBp(rest, earning.shareBp) === amountMinor)
    return `${share} of ${formatMoney(rest, currency)}, the rest of ${basis} after the second reader's share`;
  // Promised at another level, or with a second reader's add-on deducted first. The promise is what is paid.
  return `As agreed when you accepted the order, from ${basis}`;
}

/** Explains a second reader's earning: its share, and the part of the price that the share is of. */
export function readingReason(price: PayBasis, level: Level, payMinor: number, policy: PayPolicy): string {
  const included = price.secondReader === "included";
  const of = inPay(included ? price.editorBasisMinor : price.secondReaderMinor, policy);
  const share = included ? policy.includedSecondReaderShareBp : policy.shareBp[level];
  return shareBp(of, share) === payMinor
    ? `Second reading, ${formatShare(share)} of ${formatPay(of)}`
    : "Second reading, as agreed when you accepted it";
}
