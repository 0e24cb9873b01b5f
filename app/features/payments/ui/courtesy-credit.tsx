import { Textarea, TextInput } from "@mantine/core";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { CREDIT_CAUSE_WORDS } from "../rules/courtesy/courtesy.ts";
import type { OwnCredit } from "../server/courtesy/read-credit.ts";
import styles from "./payment.module.css";

/** What somebody has, when it expires, and what unpaid orders hold. */
export function CreditList({ credit }: { credit: readonly OwnCredit[] }) {
  return credit.map(({ currency, balanceMinor, heldMinor, given }) => (
    <div key={currency}>
      <p>
        <Money minor={balanceMinor} currency={currency} strong /> left
        {heldMinor > 0 ? (
          <>
            , <Money minor={heldMinor} currency={currency} /> of it in the price of an unpaid order
          </>
        ) : null}
        .
      </p>
      <ul className={styles.credits}>
        {given
          .filter((one) => one.leftMinor > 0)
          .map((one) => (
            <li key={one.id}>
              {CREDIT_CAUSE_WORDS[one.cause]}: <Money minor={one.leftMinor} currency={currency} /> of{" "}
              <Money minor={one.amountMinor} currency={currency} />, expires <Instant at={one.expiresAt} show="day" />
              {one.reason ? <small>{one.reason}</small> : null}
            </li>
          ))}
      </ul>
    </div>
  ));
}

/** A client's own credit. Nothing for clients who never had any. */
export function OwnCourtesyCredit({ credit }: { credit: readonly OwnCredit[] }) {
  const left = credit.filter((one) => one.balanceMinor > 0);
  if (left.length === 0) return null;
  return (
    <div className={styles.ownCredit}>
      <Sheet title="Courtesy credit">
        <CreditList credit={left} />
        <p className="soft small">
          It comes off the price of your next order in the same currency, before tax. It can&apos;t be paid out. If that
          order is refunded, the same share of the credit returns.
        </p>
      </Sheet>
    </div>
  );
}

/** A client's credit, for staff, who can give more. */
export function CourtesyCredit({
  name,
  own,
  credit,
  currency,
  formKey,
  answer,
}: {
  name: string;
  /** Whether it's the reader's own account. */
  own: boolean;
  credit: readonly OwnCredit[];
  /** What the client orders in. */
  currency: string;
  formKey: string;
  answer: FormAnswer | undefined;
}) {
  const left = credit.filter((one) => one.balanceMinor > 0);
  return (
    <Sheet title="Courtesy credit">
      {left.length === 0 ? <p className="soft small">None.</p> : <CreditList credit={left} />}
      {own ? null : (
        <ActionForm
          intent="give-credit"
          label="Give credit"
          pending="Saving"
          answer={answer}
          fields={{ currency, clientKey: formKey }}
        >
          {({ problem, typed }) => (
            <>
              <p className="soft small">
                It comes off the next order of {name}, and is never paid out. Editors are paid on the list price.
              </p>
              <TextInput
                name="creditAmount"
                label={`Amount (${currency})`}
                placeholder={formatMoney(2_000, currency)}
                inputMode="decimal"
                required
                defaultValue={typed["creditAmount"] ?? ""}
                error={fieldError(problem, "amountMinor")}
              />
              <Textarea
                name="creditReason"
                label="Reason"
                description="Only staff see it."
                required
                minLength={5}
                maxLength={1_000}
                autosize
                minRows={2}
                defaultValue={typed["creditReason"] ?? ""}
                error={fieldError(problem, "reason")}
              />
            </>
          )}
        </ActionForm>
      )}
    </Sheet>
  );
}
