import { count } from "#app/platform/rules/core/count.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { formatShare } from "../../rules/explain-earning.ts";
import type { NextPayout as Next } from "../../server/earnings/find-next-payout.ts";
import { Cutoff } from "../../ui/cutoff.tsx";

/** The next payout, and what the editor owes. */
export function NextPayout({ next }: { next: Next }) {
  return (
    <>
      <Due next={next} />
      {next.canAskSmall ? <AskSmall next={next} /> : null}
      {next.owedByEditorMinor > 0 ? (
        <Notice title={`You owe ${formatMoney(next.owedByEditorMinor, next.currency)}.`}>
          It's for earnings that were taken back after we had paid them, which the table below names. We deduct it from
          your payouts, at most {formatShare(next.mostDebtBp)} of each.
        </Notice>
      ) : null}
    </>
  );
}

/** Asks for a payout below the minimum, which works once. */
function AskSmall({ next }: { next: Next }) {
  const amount = formatMoney(next.amountMinor, next.currency);
  return (
    <p>
      <ConfirmButton
        variant="default"
        title={`Ask for ${amount} although it's below the minimum?`}
        body={
          <p>
            Your next payout then has no minimum. You can ask for this once, for example when you stop editing, so use
            it only if you don&apos;t want to wait until more earnings are available.
          </p>
        }
        confirm={`Ask for ${amount}`}
        pending="Asking"
        fields={{ intent: "small" }}
      >
        Ask for a payout below the minimum
      </ConfirmButton>
    </p>
  );
}

/** The amount and date of the next payout, or why nothing is due yet. */
function Due({ next }: { next: Next }) {
  const amount = formatMoney(next.amountMinor, next.currency);
  if (next.payable)
    return (
      <WaitingLine
        turn="others"
        waitsFor={`Your next payout is ${amount}.`}
        who="the payout run"
        note={
          <>
            Includes {count(next.earnings, "earning")} at the cut-off on <Cutoff at={next.cutoffAt} />
            {next.debtMinor > 0 ? (
              <>, after {formatMoney(next.debtMinor, next.currency)} deducted for what you owe</>
            ) : null}
            {next.vatMinor > 0 ? <>, plus {formatMoney(next.vatMinor, next.currency)} VAT</> : null}. We send it to the
            bank on <Instant at={`${next.fileDay}T12:00:00Z`} show="day" /> at the earliest.
            {next.heldBack !== null ? ` ${next.heldBack}` : null}
            {next.euros ? <Euros euros={next.euros} /> : null}
          </>
        }
      />
    );
  return (
    <WaitingLine
      turn="others"
      waitsFor="You have no payout due yet."
      note={
        <>
          For the cut-off on <Cutoff at={next.cutoffAt} />: {next.reasons.join(" ")}
        </>
      }
    />
  );
}

/** The estimate for an editor paid in euros. The exchange rate is fixed only when the payout is prepared. */
const Euros = ({ euros }: { euros: NonNullable<Next["euros"]> }) =>
  euros.paidMinor !== null ? (
    <>
      {" "}
      We pay it in euros, at the exchange rate on the day we prepare it. At the latest rate, {euros.rate}, that's{" "}
      {formatMoney(euros.paidMinor, "EUR")}.
    </>
  ) : (
    <> We pay it in euros, at the European Central Bank's rate on the day we prepare it.</>
  );
