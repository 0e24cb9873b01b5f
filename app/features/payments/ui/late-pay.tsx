import { formatPay } from "#app/platform/rules/core/money.ts";
import type { Lateness } from "../server/refunds/late-refund.ts";
import { Notice } from "#app/ui/notice.tsx";

/** What being late costs an editor, and what happens next. */
export function LatePay({ lateness, payMinor }: { lateness: Lateness; payMinor: number }) {
  const { losesMinor, laterLosesMinor, wasLateBefore } = lateness;
  if (wasLateBefore)
    return (
      <Notice tone="late" title="You're past your deadline">
        The order was late before you took it, so your pay of {formatPay(payMinor)} stays whole. Submit as soon as you
        can.
      </Notice>
    );
  return (
    <Notice tone="late" title="You're past your deadline">
      {losesMinor > 0
        ? `The author's due date has passed, too. If it's delivered now, ${formatPay(losesMinor)} of your ${formatPay(payMinor)} is deducted.`
        : `If it's delivered now, you still get your whole pay of ${formatPay(payMinor)}.`}{" "}
      {laterLosesMinor > losesMinor
        ? `The next deduction is ${formatPay(laterLosesMinor)}${losesMinor > 0 ? " in all" : ", once the author gets it late"}. `
        : ""}
      If it gets very late, our staff may give the order to another editor. If you can't finish, ask for more time or
      hand it back, both under “More.”
    </Notice>
  );
}
