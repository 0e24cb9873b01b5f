import { NativeSelect } from "@mantine/core";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { ADMIN_CODES, reasonLabel } from "../rules/return-codes.ts";
import styles from "./bank.module.css";

type Line = { id: string; displayName: string; status: string; amountMinor: number; currency: string };

/** Forms in which an admin records that a payout at the bank was paid, or returned and why. */
export function PayoutActions({ payout }: { payout: Line }) {
  if (payout.status !== "sent" && payout.status !== "paid") return null;
  const amount = formatMoney(payout.amountMinor, payout.currency);
  return (
    <div className={styles.buttons}>
      {payout.status === "sent" ? (
        <ConfirmButton
          size="compact-sm"
          title={`Has the bank paid ${payout.displayName} ${amount}?`}
          body={<p>The ledger records the transfer, and {payout.displayName} is notified.</p>}
          confirm={`Mark ${amount} as paid`}
          pending="Marking"
          fields={{ intent: "paid", payoutId: payout.id }}
        >
          Mark as paid<span className="unseen">: {payout.displayName}</span>
        </ConfirmButton>
      ) : null}
      <ConfirmButton
        size="compact-sm"
        stops
        title={`Record the return of ${amount} to ${payout.displayName}?`}
        body={
          <>
            <p>
              Its earnings become payable again, its self-billed invoice is canceled with a credit note, and{" "}
              {payout.displayName} is told what to do.
            </p>
            <NativeSelect
              name="how"
              label="What the bank did"
              data={[
                ...(payout.status === "sent"
                  ? [{ value: "rejected", label: "Rejected it: the money never left" }]
                  : []),
                { value: "returned", label: "Returned the money" },
              ]}
            />
            <NativeSelect
              name="code"
              label="The bank's reason"
              data={ADMIN_CODES.map((code) => ({ value: code, label: reasonLabel(code) }))}
            />
          </>
        }
        confirm={`Record return of ${amount}`}
        pending="Recording"
        fields={{ intent: "returned", payoutId: payout.id }}
      >
        Record return<span className="unseen">: {payout.displayName}</span>
      </ConfirmButton>
    </div>
  );
}
