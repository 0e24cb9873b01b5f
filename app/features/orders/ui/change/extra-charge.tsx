import { Checkbox, TextInput, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { Form, useSearchParams } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { CHARGE_LABELS } from "../../rules/change/charge.ts";
import type { ChargeView } from "../../server/charges/charge-view.ts";
import styles from "../order.module.css";

type Open = NonNullable<ChargeView["open"]>;

/**
 * The open extra charge, at the top of the order's page: what for, how much, and what to do.
 * @param consent the box that a consumer has to check before paying
 */
export function ExtraCharge({ view, consent }: { view: ChargeView; consent?: ReactNode }) {
  const [search] = useSearchParams();
  const { open } = view;
  if (!open) return null;
  const confirming = open.mayAnswer && search.get("paid") === open.id;
  return (
    <div id="extra-charge">
      <Notice
        tone={open.mayAnswer && !confirming ? "attention" : "info"}
        title={confirming ? "We're confirming your payment" : titleOf(open)}
      >
        <div className={styles.tight}>
          <p className={styles.letter}>{open.reason}</p>
          {open.totalMinor === null ? null : (
            <Receipt
              lines={open.lines}
              total={{ label: open.mayAnswer ? "To pay" : "For the author to pay", amountMinor: open.totalMinor }}
              currency={open.currency}
            />
          )}
          {open.editorPayMinor === null ? null : (
            <p>
              {open.mayWithdraw ? "The editor's pay" : "Your pay"} would be{" "}
              <b>{formatMoney(open.editorPayMinor, open.currency)}</b>.
            </p>
          )}
          <p className="small soft">
            {confirming ? (
              "This page shows it as soon as the card provider has confirmed it."
            ) : (
              <>
                {open.mayAnswer
                  ? `Nothing is charged unless you pay. ${open.kind === "new_words" ? "" : "If you decline, your order stays as it is. "}`
                  : "Waiting for the author to pay. "}
                The charge expires <Instant at={open.expiresAt} deadline />.
              </>
            )}
          </p>
          {open.mayAnswer ? (
            <Form method="post" id="pay-charge">
              <input type="hidden" name="chargeId" value={open.id} />
              {confirming ? null : consent}
            </Form>
          ) : null}
          <div className={styles.buttons}>
            {open.mayAnswer ? (
              <>
                <SubmitButton
                  name="intent"
                  value="pay_charge"
                  form="pay-charge"
                  pending="Going to the payment page"
                  {...(confirming ? { variant: "default" } : {})}
                >
                  {`Pay ${formatMoney(open.totalMinor ?? 0, open.currency)}`}
                </SubmitButton>
                {confirming ? null : (
                  <ConfirmButton
                    title="Decline this charge?"
                    confirm="Decline charge"
                    pending="Declining"
                    fields={{ intent: "decline_charge", chargeId: open.id }}
                    body={
                      <p>
                        {open.kind === "new_words"
                          ? "You won't be charged. Your editor edits the free new words, and the letter says where the edit ends."
                          : "You won't be charged, and the extra work won't be done."}
                      </p>
                    }
                  >
                    Decline
                  </ConfirmButton>
                )}
              </>
            ) : null}
            {open.mayWithdraw ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="chargeId" value={open.id} />
                <SubmitButton name="intent" value="withdraw_charge" variant="default" pending="Withdrawing">
                  Withdraw charge
                </SubmitButton>
              </Form>
            ) : null}
          </div>
        </div>
      </Notice>
    </div>
  );
}

const titleOf = (open: Open): string =>
  `${open.mayAnswer ? "Extra charge" : "An extra charge is waiting for the author"}: ${CHARGE_LABELS[open.kind].toLowerCase()}`;

/** Staff charge an author for extra work. Posts `intent=charge` to the page that shows it. */
export function ChargeExtra({ view }: { view: ChargeView }) {
  if (!view.mayCharge) return null;
  return (
    <ConfirmButton
      fullWidth
      title="Charge the author for extra work?"
      confirm="Send charge"
      pending="Sending"
      fields={{ intent: "charge" }}
      body={
        <>
          <p>
            The author can pay or decline within {formatHours(view.payMs)}. Nothing is added to the order until it's
            paid.
          </p>
          <div className={styles.fields}>
            <TextInput name="what" label="Description (on the receipt)" required minLength={3} maxLength={100} />
            <TextInput
              name="amount"
              label="Amount in USD, before tax"
              inputMode="decimal"
              placeholder="25.00"
              required
              pattern="[$]?[0-9,]{1,9}([.][0-9]{1,2})?"
            />
            <Textarea
              name="reason"
              label="Reason (shown to the author)"
              required
              minLength={5}
              maxLength={1_000}
              autosize
              minRows={2}
            />
            <Checkbox
              name="editorWorks"
              value="yes"
              defaultChecked
              label="The editor does this work and gets a share"
            />
          </div>
        </>
      }
    >
      Charge for extra work
    </ConfirmButton>
  );
}
