import { Form } from "react-router";
import type { WriteOffState } from "#app/features/payments/rules/credit.ts";
import type { CreditPage } from "#app/features/payments/server/credit/read-credit.ts";
import { useAccepted } from "#app/platform/browser/core/last-answer.ts";
import { decimalMoney, formatMoney } from "#app/platform/rules/core/money.ts";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Answer } from "./credit-forms.tsx";
import styles from "../../ui/organization.module.css";

type WrittenOff = NonNullable<CreditPage["writtenOff"]>;
type WriteOff = WrittenOff["all"][number];

const STATES: Readonly<Record<WriteOffState, { tone: StatusTone; words: string }>> = {
  proposed: { tone: "waiting", words: "Waiting for a second person" },
  booked: { tone: "done", words: "Booked" },
  declined: { tone: "stopped", words: "Declined" },
  taken_back: { tone: "stopped", words: "Taken back" },
};

/** What staff don't expect to be paid anymore, agreed by two people. Only they see it. */
export function WriteOffs({ page, writtenOff, answer }: { page: CreditPage; writtenOff: WrittenOff; answer: Answer }) {
  const waits = writtenOff.all.some((one) => one.state === "proposed");
  return (
    <div className={styles.fields}>
      {writtenOff.all.length > 0 ? (
        <ul className={styles.list}>
          {writtenOff.all.map((one) => (
            <li key={one.id} className={styles.request}>
              <p>
                <b>{formatMoney(one.amountMinor, page.head.currency)}</b>{" "}
                <StatusBadge tone={STATES[one.state].tone}>{STATES[one.state].words}</StatusBadge>
              </p>
              <p className={styles.under}>
                {one.reason} Proposed on <Instant at={one.proposedAt} show="day" />.
              </p>
              {page.decides ? <Decide one={one} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {page.decides && !waits && writtenOff.expectedMinor > 0 ? (
        <Propose page={page} writtenOff={writtenOff} answer={answer} />
      ) : null}
    </div>
  );
}

function Decide({ one }: { one: WriteOff }) {
  if (one.state === "booked")
    return (
      <div>
        <ConfirmButton
          variant="default"
          size="compact-sm"
          title="Take this write-off back?"
          confirm="Take it back"
          fields={{ intent: "take-back-write-off", writeOffId: one.id }}
          body={<p>What wasn&apos;t paid of it since is receivable again.</p>}
        >
          Take back
        </ConfirmButton>
      </div>
    );
  if (one.state !== "proposed") return null;
  return (
    <Form method="post" className={styles.buttons} preventScrollReset>
      <input type="hidden" name="writeOffId" value={one.id} />
      {one.mine ? null : (
        <SubmitButton name="intent" value="book-write-off" pending="Booking">
          Agree and book
        </SubmitButton>
      )}
      <SubmitButton name="intent" value="decline-write-off" pending="Declining" variant="default">
        {one.mine ? "Take back" : "Decline"}
      </SubmitButton>
    </Form>
  );
}

function Propose({ page, writtenOff, answer }: { page: CreditPage; writtenOff: WrittenOff; answer: Answer }) {
  const mine = answer?.form === "propose-write-off" && answer.error ? answer : undefined;
  const overdueMinor = Math.min(page.overdueMinor - writtenOff.minor, writtenOff.expectedMinor);
  const amount = decimalMoney(overdueMinor > 0 ? overdueMinor : writtenOff.expectedMinor, page.head.currency);
  const accepted = useAccepted(answer, "propose-write-off");
  return (
    <Fold id="propose-write-off" title="Write off what isn't paid" open={mine !== undefined}>
      <Form key={accepted} method="post" className={styles.fields} preventScrollReset noValidate>
        <p>
          {page.head.name} still owes it, and can&apos;t order on credit while a statement is overdue. It isn&apos;t
          reminded anymore. The books don&apos;t expect the money, and what is paid later comes off again. Tax that the
          tax office gives back is a journal entry of its own.
        </p>
        <div className={styles.pair}>
          <TextInput
            id="write-off-amount"
            name="amount"
            label={`Amount in ${page.head.currency}`}
            description={`The oldest first. ${formatMoney(writtenOff.expectedMinor, page.head.currency)} is open`}
            inputMode="decimal"
            maxLength={14}
            required
            defaultValue={mine?.typed?.["amount"] ?? amount}
            error={fieldError(mine?.error, "amount")}
          />
          <TextInput
            id="write-off-reason"
            name="reason"
            label="Reason, for the books"
            maxLength={500}
            required
            defaultValue={mine?.typed?.["reason"] ?? ""}
            error={fieldError(mine?.error, "reason")}
          />
        </div>
        <div>
          <SubmitButton name="intent" value="propose-write-off" pending="Proposing">
            Propose
          </SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}
