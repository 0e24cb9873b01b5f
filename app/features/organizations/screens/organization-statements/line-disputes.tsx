import { Form } from "react-router";
import type { LineDisputeState } from "#app/features/payments/rules/credit.ts";
import type { CreditPage } from "#app/features/payments/server/credit/read-credit.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { useAccepted } from "#app/platform/browser/core/last-answer.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { NativeSelect, Textarea } from "#app/ui/fields.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Answer } from "./credit-forms.tsx";
import styles from "../../ui/organization.module.css";

type Dispute = CreditPage["disputes"][number];

const STATES: Readonly<Record<LineDisputeState, { tone: StatusTone; words: string }>> = {
  open: { tone: "waiting", words: "Waiting for an answer" },
  answered: { tone: "done", words: "Answered" },
  taken_back: { tone: "stopped", words: "Taken back" },
};

/** Lines of statements that the organization doesn't agree with. Its managers dispute them, and finance answers. */
export function LineDisputes({ page, answer }: { page: CreditPage; answer: Answer }) {
  const { disputes, disputable, head } = page;
  return (
    <div className={styles.fields}>
      {disputes.length > 0 ? (
        <ul className={styles.list}>
          {disputes.map((one) => (
            <li key={one.id} className={styles.request}>
              <p>
                <b>
                  {one.order} on {one.number}, {formatMoney(one.amountMinor, head.currency)}
                </b>{" "}
                <StatusBadge tone={STATES[one.state].tone}>{STATES[one.state].words}</StatusBadge>
              </p>
              <p className={styles.under}>
                {one.reason} Disputed on <Instant at={one.openedAt} show="day" />.
              </p>
              {one.answer ? <p>{one.answer}</p> : null}
              {one.state === "open" && head.mayManage ? <TakeBack id={one.id} /> : null}
              {one.state === "open" && page.decides ? <Reply one={one} answer={answer} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {head.mayManage && disputable.length > 0 ? <NewDispute page={page} answer={answer} /> : null}
    </div>
  );
}

const TakeBack = ({ id }: { id: string }) => (
  <Form method="post" className={styles.buttons} preventScrollReset>
    <input type="hidden" name="lineDisputeId" value={id} />
    <SubmitButton name="intent" value="take-back-dispute" pending="Taking back" variant="default" size="compact-sm">
      Take back
    </SubmitButton>
  </Form>
);

function Reply({ one, answer }: { one: Dispute; answer: Answer }) {
  const mine =
    answer?.form === "answer-dispute" && answer.error && answer.typed?.["lineDisputeId"] === one.id
      ? answer
      : undefined;
  return (
    <Form method="post" className={styles.fields} preventScrollReset noValidate>
      <input type="hidden" name="lineDisputeId" value={one.id} />
      <Textarea
        id={`answer-${one.id}`}
        name="answer"
        label={`Answer about ${one.order}`}
        description="The organization gets it. What you take off is a refund on the order's page."
        minRows={2}
        autosize
        maxLength={1_000}
        required
        defaultValue={mine?.typed?.["answer"] ?? ""}
        error={fieldError(mine?.error, "answer")}
      />
      <div>
        <SubmitButton name="intent" value="answer-dispute" pending="Sending">
          Send answer
        </SubmitButton>
      </div>
    </Form>
  );
}

function NewDispute({ page, answer }: { page: CreditPage; answer: Answer }) {
  const mine = answer?.form === "dispute" && answer.error ? answer : undefined;
  const accepted = useAccepted(answer, "dispute");
  const { currency } = page.head;
  return (
    <Fold id="dispute" title="Dispute a line" open={mine !== undefined}>
      <Form key={accepted} method="post" className={styles.fields} preventScrollReset noValidate>
        <p>
          We look into it and answer here and by email. Until then you aren&apos;t reminded of this line, and it
          doesn&apos;t stop new orders on credit.
        </p>
        <NativeSelect
          id="paymentId"
          name="paymentId"
          label="Line"
          data={page.disputable.map((one) => ({
            value: one.paymentId,
            label: `${one.order}, ${one.member}, ${SERVICE_LABELS[one.service]}, ${formatMoney(one.amountMinor, currency)}`,
          }))}
          defaultValue={mine?.typed?.["paymentId"] ?? page.disputable[0]?.paymentId}
          error={fieldError(mine?.error, "paymentId")}
        />
        <Textarea
          id="disputeReason"
          name="disputeReason"
          label="What isn't right?"
          minRows={2}
          autosize
          maxLength={1_000}
          required
          defaultValue={mine?.typed?.["disputeReason"] ?? ""}
          error={fieldError(mine?.error, "disputeReason")}
        />
        <div>
          <SubmitButton name="intent" value="dispute" pending="Sending" variant="default">
            Dispute this line
          </SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}
