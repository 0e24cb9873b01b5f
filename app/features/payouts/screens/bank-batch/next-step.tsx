import { Link } from "react-router";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { PAYERS, isProvider } from "../../rules/scheme.ts";
import { BankFileButton } from "../../ui/bank-file-button.tsx";
import styles from "../payouts.module.css";
import { manyPayouts } from "../../rules/many-payouts.ts";
import type { Route } from "../+types/bank-batch";

type Loaded = Route.ComponentProps["loaderData"];
type One = NonNullable<Loaded["one"]>;

/** The run's next step for the current admin. */
export function NextStep({
  run,
  lines,
  objection,
}: {
  run: One["run"];
  lines: One["payouts"];
  objection: string | null;
}) {
  const total = formatMoney(run.totalMinor, run.currency);
  const many = manyPayouts(lines.length);
  const of = (...states: string[]) => lines.filter((p) => states.includes(p.status));
  const sumOf = (some: One["payouts"]) => formatMoney(sum(some.map((p) => p.amountMinor)), run.currency);
  const open = of("sent");
  const paid = of("paid");
  const back = of("rejected", "returned");
  const payer = PAYERS[run.scheme];
  const cancel = (
    <ConfirmButton
      title={`Cancel ${run.number}?`}
      body={
        <p>
          Its {many} of {total} becomes available again for the next run. Nothing has been sent to {payer}.
        </p>
      }
      confirm="Cancel run"
      pending="Canceling"
      fields={{ intent: "cancel" }}
      action={here(run.id)}
      stops
      variant="default"
    >
      Cancel run
    </ConfirmButton>
  );
  switch (run.status) {
    case "prepared":
      return objection !== null ? (
        <WaitingLine
          turn="others"
          waitsFor="Someone else must approve this."
          who="someone else who pays editors"
          note={objection}
        >
          {cancel}
        </WaitingLine>
      ) : (
        <WaitingLine
          turn="you"
          waitsFor={`Check the ${many}, then approve ${total}.`}
          note={`Prepared by ${run.maker}. Approving issues the self-billed invoices and creates the file for ${payer}.`}
        >
          <div className={styles.actions}>
            {cancel}
            <ConfirmButton
              title={`Approve ${many} of ${total}?`}
              body={
                <p>
                  This issues a permanently numbered self-billed invoice to each editor and creates the file for {payer}
                  . You can't cancel an approved run.
                </p>
              }
              confirm={`Approve ${total}`}
              pending="Approving"
              fields={{ intent: "approve" }}
              action={here(run.id)}
              variant="filled"
              data-page-key="v"
            >
              Approve {total}
            </ConfirmButton>
          </div>
        </WaitingLine>
      );
    case "approved":
      return (
        <WaitingLine
          turn="you"
          waitsFor={
            isProvider(run.scheme)
              ? `Download the file and upload it to ${payer}.`
              : "Download the bank file and send it to the bank."
          }
          note="Downloading it marks the run as sent. Downloading it again gives the same file."
        >
          <BankFileButton runId={run.id} fileName={run.fileName ?? `${run.number}.xml`}>
            {isProvider(run.scheme) ? `Download the file for ${payer}` : "Download the bank file"}
          </BankFileButton>
        </WaitingLine>
      );
    case "sent":
      return (
        <WaitingLine
          turn="others"
          waitsFor={`${isProvider(run.scheme) ? payer : "The bank"} is paying ${sumOf(open)}.`}
          who={payer}
          note={
            <>
              Downloaded <Instant at={run.sentAt ?? run.createdAt} />.{" "}
              {open.length < lines.length ? `Paid: ${paid.length}. Returned: ${back.length}. ` : ""}
              <Link to="/admin/payouts/bank-reports">Import the bank's report</Link>, or mark payouts as paid once they
              appear on the bank statement. We'll notify the editors then.
            </>
          }
        >
          <div className={styles.actions}>
            <BankFileButton runId={run.id} fileName={run.fileName ?? `${run.number}.xml`} variant="default">
              Download again
            </BankFileButton>
            <ConfirmButton
              title={`Has ${payer} paid ${sumOf(open)}?`}
              body={
                <p>
                  {lines.length === 1
                    ? "This payout"
                    : open.length === lines.length
                      ? `All ${many}`
                      : `The remaining ${manyPayouts(open.length)}`}{" "}
                  will be marked as paid. The ledger records the transfer, and each editor is notified.
                </p>
              }
              confirm="Mark as paid"
              pending="Marking"
              fields={{ intent: "settle" }}
              action={here(run.id)}
              variant="filled"
            >
              Mark as paid
            </ConfirmButton>
          </div>
        </WaitingLine>
      );
    case "settled":
      return (
        <WaitingLine
          turn="done"
          waitsFor={
            paid.length > 0 ? `${sumOf(paid)} paid in ${manyPayouts(paid.length)}.` : "Nothing in this run was paid."
          }
          note={
            <>
              {back.length > 0
                ? `${sumOf(back)} in ${manyPayouts(back.length)} was returned and is payable again. `
                : null}
              {run.settledAt ? (
                <>
                  Settled <Instant at={run.settledAt} />.
                </>
              ) : null}
            </>
          }
        />
      );
    case "cancelled":
      return <WaitingLine turn="stopped" waitsFor="This run was canceled. Its earnings are available again." />;
  }
}

const here = (runId: string): string => `/admin/payouts/bank-batch?run=${runId}`;
