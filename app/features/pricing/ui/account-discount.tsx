import type { DiscountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { Textarea } from "@mantine/core";
import { formatDay, after } from "#app/platform/rules/core/time.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { OwnDiscount } from "../server/list-discounts.ts";
import styles from "./account-discount.module.css";
import { DiscountFields } from "./discount-fields.tsx";
import { StandingBadge } from "./standing-badge.tsx";

/** From when to when, in days. */
export const daysOf = ({ startsAt, endsAt, endedAt }: Pick<OwnDiscount, "startsAt" | "endsAt" | "endedAt">): string => {
  const last = endedAt ?? (endsAt ? after(endsAt, -1) : null);
  if (endedAt && endedAt <= startsAt) return "never started";
  return `${formatDay(startsAt, "UTC")} ${last ? `to ${formatDay(last, "UTC")}` : "onward, no end date"}`;
};

/** A person's discount and those before it; admins give one or end it. */
export function AccountDiscount({
  name,
  discounts,
  limits,
  answer,
}: {
  name: string;
  discounts: readonly OwnDiscount[];
  limits: DiscountLimits;
  answer: FormAnswer | undefined;
}) {
  const open = discounts.some((one) => one.state !== "ended");
  return (
    <Sheet title="Account discount">
      <div className={styles.stack}>
        {discounts.length === 0 ? (
          <p className={styles.none}>None. {name} pays the list price, or less with a coupon or in a sale.</p>
        ) : (
          <ul className={styles.list}>
            {discounts.map((one) => (
              <li key={one.id}>
                <div className={styles.line}>
                  <span>
                    <b className="figures">{one.percent}%</b> <StandingBadge state={one.state} />
                  </span>
                  {one.state === "ended" ? null : (
                    <ConfirmButton
                      stops
                      variant="subtle"
                      size="compact-xs"
                      title="End this discount?"
                      confirm="End discount"
                      fields={{ intent: "end-discount", discountId: one.id }}
                      body={<p>Prices that were already quoted keep it for as long as they're valid.</p>}
                    >
                      End
                    </ConfirmButton>
                  )}
                </div>
                <p className={styles.none}>{daysOf(one)}</p>
                {one.reason ? <p>{one.reason}</p> : null}
              </li>
            ))}
          </ul>
        )}
        {open ? null : (
          <ActionForm intent="give-discount" label="Give a discount" pending="Saving" answer={answer}>
            {({ problem, typed }) => (
              <>
                <p className={styles.none}>
                  It applies to orders that {name} gets a price for from then on. If a coupon or a sale gives a larger
                  discount, that one applies instead. Editors are paid on the list price.
                </p>
                <DiscountFields typed={typed} problem={problem} limits={limits} open />
                <Textarea
                  name="reason"
                  label="Reason"
                  description="Only staff see it."
                  required
                  maxLength={500}
                  autosize
                  minRows={2}
                  defaultValue={typed["reason"] ?? ""}
                  error={fieldError(problem, "reason")}
                />
              </>
            )}
          </ActionForm>
        )}
      </div>
    </Sheet>
  );
}
