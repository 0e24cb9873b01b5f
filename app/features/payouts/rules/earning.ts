import type { Minor } from "#app/platform/rules/core/money.ts";
import {
  PAY_POLICY,
  payFor,
  type Level,
  type PayBasis,
  type PayPolicy,
} from "#app/features/pricing/rules/editor-pay.ts";

export type Earner = { uid: string; level: Level };
export type NewEarning = { uid: string; role: "editor" | "second-reader"; level: Level; amountMinor: Minor };

/**
 * What each person earns for a delivered order, from its frozen receipt. Without a second reader nobody gets that part.
 * In cents of the order's currency.
 */
export function earningsOf(
  receipt: PayBasis,
  editor: Earner,
  secondReader: Earner | null,
  policy: PayPolicy = PAY_POLICY,
): NewEarning[] {
  const pay = payFor(receipt, editor.level, secondReader?.level ?? "standard", policy);
  const earnings: NewEarning[] = [
    { uid: editor.uid, role: "editor", level: editor.level, amountMinor: pay.editorMinor },
  ];
  if (secondReader && pay.secondReaderMinor > 0)
    earnings.push({
      uid: secondReader.uid,
      role: "second-reader",
      level: secondReader.level,
      amountMinor: pay.secondReaderMinor,
    });
  return earnings;
}
