import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { PanelPart, SidePanel } from "#app/ui/frame/side-panel.tsx";
import { reasonOf } from "#app/features/payouts/rules/return-codes.ts";
import { PAYOUT_WORDS, RUN_STATUS_WORDS } from "#app/features/payouts/rules/payout-words.ts";
import { PayoutTimeline } from "#app/features/payouts/ui/payout-steps.tsx";
import { Cutoff } from "#app/features/payouts/ui/cutoff.tsx";
import type { OpenedRun } from "../../server/money/open-run.ts";
import { BankFilePart, BankLinesPart } from "./payout-panel.tsx";
import styles from "./payout-panel.module.css";

/** One payout run beside the list: who did what and when, its file, payments, and bank lines. */
export function RunPanel({ opened: { run, scheme, payments, lines }, close }: { opened: OpenedRun; close: string }) {
  const more = run.payouts - payments.length;
  return (
    <SidePanel
      of={run.id}
      title={
        <>
          {run.number}, {formatMoney(run.totalMinor, run.currency)}
        </>
      }
      close={close}
    >
      <p className={styles.links}>
        <Link to={`/admin/payouts/bank-batch?run=${run.id}`}>
          {run.status === "prepared" ? "Review and approve" : "Open run"}
        </Link>
        <span>{RUN_STATUS_WORDS[run.status]}</span>
        <span>
          Cut-off <Cutoff at={run.cutoffAt} />
        </span>
      </p>
      <PayoutTimeline
        it={{ ...run, paidAt: run.settledAt }}
        by={{ prepared: run.maker, approved: run.checker }}
        returnCode={null}
      />
      <BankFilePart fileName={run.fileName} fileSha256={run.fileSha256} scheme={scheme} />
      <PanelPart title={count(run.payouts, "payment")}>
        <ul className={styles.rows}>
          {payments.map((it) => (
            <li key={it.id}>
              <Link to={`/admin/payout-history?${new URLSearchParams({ q: run.number, payout: it.id })}`}>
                {it.editor}
              </Link>
              , <b className="figures">{formatMoney(it.amountMinor, it.currency)}</b>, {PAYOUT_WORDS[it.status]}
              {it.returnCode ? `: ${reasonOf(it.returnCode).says}` : ""}
            </li>
          ))}
        </ul>
        {more > 0 ? (
          <p>
            <Link to={`/admin/payout-history?${new URLSearchParams({ q: run.number })}`}>
              Show all {run.payouts.toLocaleString("en-US")}
            </Link>
          </p>
        ) : null}
      </PanelPart>
      <BankLinesPart lines={lines} none="No line of a bank statement is matched with the whole run." />
    </SidePanel>
  );
}
