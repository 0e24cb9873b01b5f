import { formatMoney, shareBp } from "#app/platform/rules/money.ts";
import { PAY_POLICY, type PayPolicy } from "#app/features/pricing/rules/editor-pay.ts";

/** "55 %", "52.5 %": a share of basis points for people. */
export const formatShare = (basisPoints: number): string => `${basisPoints / 100} %`;

/** How an earning was worked out, in words that can be checked with a pencil. Amounts in minor units of `currency`. */
export function explainEarning(
  earning: { amountMinor: number; basisMinor: number; shareBp: number; currency: string; reason: string },
  policy: PayPolicy = PAY_POLICY,
): string {
  const { amountMinor, basisMinor, currency, reason } = earning;
  if (reason) return `${reason}.`;
  const share = formatShare(earning.shareBp);
  const basis = formatMoney(basisMinor, currency);
  if (shareBp(basisMinor, earning.shareBp) === amountMinor) return `${share} of ${basis}`;
  const rest = basisMinor - shareBp(basisMinor, policy.includedSecondReaderShareBp);
  if (shareBp(rest, earning.shareBp) === amountMinor)
    return `${share} of ${formatMoney(rest, currency)}, what the second reader's part leaves of ${basis}`;
  // Promised at another level, or with a second reader's add-on taken out first: the promise is what was paid.
  return `As promised when you took the order, from ${basis}`;
}
