import type { Minor } from "#app/platform/rules/core/money.ts";
import {
  PAY_POLICY,
  payFor,
  type Level,
  type PayBasis,
  type PayPolicy,
} from "#app/features/pricing/rules/editor-pay.ts";
import { PAYOUT_POLICY, type PayoutPolicy } from "./policy.ts";

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

/**
 * The parts of an editor's record that determine their level. `lateOrders` leaves out orders that were already late
 * when accepted.
 */
export type LevelRecord = {
  level: Level;
  completedOrders: number;
  /** Orders that passed their review. */
  qaPassedOrders: number;
  /** Mean of 1 to 5, or null without ratings. */
  averageRating: number | null;
  lateOrders: number;
};

/** The level an editor has earned, at most one step up, or null to stay. Only admins grant lead. */
export function promotionOf(record: LevelRecord, policy: PayoutPolicy = PAYOUT_POLICY): Level | null {
  const { standard, senior } = policy.promotion;
  if (record.level === "trial") return record.qaPassedOrders >= standard.qaPassedOrders ? "standard" : null;
  if (record.level !== "standard") return null;
  const inTime = record.lateOrders * 10_000 <= record.completedOrders * senior.lateBp;
  return record.completedOrders >= senior.orders && (record.averageRating ?? 0) >= senior.rating && inTime
    ? "senior"
    : null;
}
