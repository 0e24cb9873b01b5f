import { formatMoney, shareBp } from "#app/platform/rules/core/money.ts";
import { PAY_POLICY, type PayPolicy } from "#app/features/pricing/rules/editor-pay.ts";

/** Formats basis points: "55%", "52.5%". */
export const formatShare = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Explains how an earning was calculated, so that the editor can check it. Amounts in minor units of `currency`. */
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
    return `${share} of ${formatMoney(rest, currency)}, the rest of ${basis} after the second reader's share`;
  // Promised at another level, or with a second reader's add-on deducted first. The promise is what is paid.
  return `As agreed when you accepted the order, from ${basis}`;
}
