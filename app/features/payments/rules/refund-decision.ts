import { DAY } from "#app/platform/rules/core/time.ts";
import { type ServiceHours, dayOf, isServiceDay } from "#app/features/company/rules/service-hours.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import { supportMayApprove } from "./refund.ts";

/** The reasons for which people can refund, besides automatic refunds. */
export const DECIDED_CAUSES = ["quality-minor", "quality-major", "goodwill"] as const;
export type DecidedCause = (typeof DECIDED_CAUSES)[number];

export const CAUSE_WORDS: Record<DecidedCause, string> = {
  "quality-minor": "Quality: problems remained",
  "quality-major": "Quality: serious problems remained",
  goodwill: "Goodwill",
};

/** Who has to agree to a refund. */
export type Decider = "support" | "admin" | "two admins";

/**
 * Who has to agree. Earlier decisions for the order count, so that nobody exceeds a limit in steps.
 * @param decidedBeforeMinor refunds that people decided for this order before
 */
export function whoDecides(
  of: { amountMinor: number; decidedBeforeMinor: number; paidMinor: number },
  policy: ApprovalPolicy,
): Decider {
  const total = of.amountMinor + of.decidedBeforeMinor;
  if (supportMayApprove(total, of.paidMinor, policy)) return "support";
  return total > policy.refund.twoAdminsAboveMinor ? "two admins" : "admin";
}

/** The same time of day, so many business days later: days on which support is open, in the operator's time zone. */
export function businessDaysAfter(at: Date, days: number, hours: ServiceHours): Date {
  let day = at;
  for (let left = days; left > 0;) {
    day = new Date(day.getTime() + DAY);
    if (isServiceDay(dayOf(day.getTime(), hours), hours)) left--;
  }
  return day;
}
