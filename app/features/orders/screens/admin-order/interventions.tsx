import { Textarea } from "@mantine/core";
import { WithdrawOrder } from "#app/features/payments/ui/withdraw-order.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CancelOrder } from "../../ui/change/cancel-order.tsx";
import { ProposeDate } from "../../ui/change/date-change.tsx";
import { ChargeExtra } from "../../ui/change/extra-charge.tsx";
import { ProposeChange } from "../../ui/change/order-change.tsx";
import { ReportWords } from "../../ui/draft/word-count.tsx";
import { HoldFields } from "../../ui/change/on-hold.tsx";
import { WordsKept } from "../../ui/draft/words-kept.tsx";
import styles from "../../ui/order.module.css";
import type { Route } from "../+types/admin-order";

const Reason = ({ label }: { label: string }) => (
  <Textarea name="reason" label={label} required minLength={3} maxLength={1_000} autosize minRows={2} />
);

/** How staff stop an order: put it on hold, remove its editor, or cancel it. */
export function Interventions({
  data: {
    view,
    isAdmin,
    mayHold,
    mayRelease,
    cancellation,
    withdrawal,
    hold,
    staff,
    dateChange,
    charge,
    words,
    change,
  },
}: {
  data: Route.ComponentProps["loaderData"];
}) {
  return (
    <div className={styles.tight}>
      {dateChange ? <ProposeDate view={dateChange} /> : null}
      {change ? <ProposeChange view={change} /> : null}
      <ReportWords view={words} />
      <ChargeExtra view={charge} />
      {mayHold ? (
        <ConfirmButton
          fullWidth
          title="Put this order on hold?"
          confirm="Put on hold"
          fields={{ intent: "hold" }}
          body={
            <>
              <p>All deadlines and payouts stop until the order is resumed, or until the end you choose.</p>
              <div className={styles.fields}>
                <Reason label="Reason" />
                {hold ? <HoldFields hold={hold} staff={staff} /> : null}
              </div>
            </>
          }
        >
          Put on hold
        </ConfirmButton>
      ) : null}
      {mayRelease ? (
        <ConfirmButton
          fullWidth
          stops
          title={`Remove ${view.editorName ?? "the editor"} from this order?`}
          confirm={`Remove ${view.editorName ?? "editor"} and re-offer`}
          fields={{ intent: "release" }}
          body={
            <>
              <p>Completed work is kept. We'll notify the editor and the author.</p>
              {view.dates.deliveredAt ? null : (
                <WordsKept billableWords={view.billableWords} reported={view.progressWords} />
              )}
              <Reason label="Reason (shown to the editor)" />
            </>
          }
        >
          Remove editor
        </ConfirmButton>
      ) : null}
      {isAdmin && view.reading?.status === "taken" ? (
        <ConfirmButton
          fullWidth
          stops
          title={`Remove ${view.reading.readerName ?? "the second reader"} as second reader?`}
          confirm="Remove and look for another"
          fields={{ intent: "release_reader", readingId: view.reading.id }}
          body={
            <>
              <p>We'll notify them and invite others. The next reader starts from the editor's copy.</p>
              <Reason label="Reason (shown to the reader)" />
            </>
          }
        >
          Remove second reader
        </ConfirmButton>
      ) : null}
      {isAdmin && view.status === "second_reading" ? (
        <ConfirmButton
          fullWidth
          stops
          title="Skip the second reading?"
          confirm="Skip second reading"
          fields={{ intent: "skip_reading" }}
          body={<p>The editor's work is checked and delivered, and the reader's part of the price is refunded.</p>}
        >
          Skip second reading
        </ConfirmButton>
      ) : null}
      {withdrawal ? (
        <WithdrawOrder withdrawal={withdrawal} number={view.number} currency={view.currency} byStaff />
      ) : null}
      {cancellation ? <CancelOrder cancellation={cancellation} currency={view.currency} reasonLabel="Reason" /> : null}
    </div>
  );
}
