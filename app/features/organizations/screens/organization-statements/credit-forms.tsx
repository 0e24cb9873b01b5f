import type { ReactNode } from "react";
import { Form } from "react-router";
import { NET_DAYS } from "#app/features/payments/rules/credit.ts";
import type { CreditPage } from "#app/features/payments/server/credit/read-credit.ts";
import { useAccepted } from "#app/platform/browser/core/last-answer.ts";
import { decimalMoney, formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "../../ui/organization.module.css";

type Line = CreditPage["lines"][number];
/** The answer to one of the page's forms. */
export type Answer = { form: string; error?: ShownProblem; typed?: Record<string, string> } | undefined;

const PHASES: Record<Line["phase"], { tone: StatusTone; words: string }> = {
  asked: { tone: "waiting", words: "Waiting for a decision" },
  proposed: { tone: "waiting", words: "Waiting for a second person" },
  active: { tone: "done", words: "In use" },
  future: { tone: "neutral", words: "Not begun" },
  expired: { tone: "stopped", words: "Expired" },
  declined: { tone: "stopped", words: "Declined" },
  ended: { tone: "stopped", words: "Ended" },
};

const netChoices = NET_DAYS.map((days) => ({ value: String(days), label: `${days} days after the statement` }));

function LimitField({
  id,
  currency,
  problem,
  value,
  label = "Limit",
}: {
  id: string;
  currency: string;
  problem: ShownProblem | undefined;
  value: string;
  label?: string;
}) {
  return (
    <TextInput
      id={`${id}-limit`}
      name="limit"
      label={`${label} in ${currency}`}
      inputMode="decimal"
      maxLength={14}
      required
      defaultValue={value}
      error={fieldError(problem, "limit")}
    />
  );
}

function LastDayField({ id, problem, value }: { id: string; problem: ShownProblem | undefined; value: string }) {
  return (
    <TextInput
      id={`${id}-lastDay`}
      name="lastDay"
      type="date"
      label="Last day"
      description="Empty: no end"
      defaultValue={value}
      error={fieldError(problem, "lastDay")}
    />
  );
}

/** Every line of credit with what's left of it, and what can be done about it. */
export function CreditLines({ page, answer }: { page: CreditPage; answer: Answer }) {
  if (page.lines.length === 0)
    return <p>Nothing yet. With terms or a purchase order, members order now, and you pay for the month.</p>;
  return (
    <ul className={styles.list}>
      {page.lines.map((line) => (
        <li key={line.id} className={styles.request}>
          <CreditLine line={line} page={page} answer={answer} />
        </li>
      ))}
    </ul>
  );
}

function CreditLine({ line, page, answer }: { line: Line; page: CreditPage; answer: Answer }) {
  const money = (amount: number) => formatMoney(amount, line.currency);
  const { tone, words } = PHASES[line.phase];
  const isWaiting = line.state === "asked" || line.state === "proposed";
  return (
    <>
      <p>
        <b>{line.name}</b> <StatusBadge tone={tone}>{words}</StatusBadge>
      </p>
      <p className={styles.under}>
        {line.phase === "active"
          ? `${money(line.leftMinor)} of ${money(line.limitMinor)} left`
          : money(line.limitMinor)}
        {line.kind === "purchase_order" ? `, due ${line.netDays} days after each statement` : ""}
        {line.lastDay ? `, until ${line.lastDay}` : ""}. Asked on <Instant at={line.askedAt} show="day" />.
        {line.hasFile ? (
          <>
            {" "}
            <a href={`/api/purchase-orders/${line.id}`}>Open the purchase order</a>
          </>
        ) : null}
      </p>
      {line.note ? <p className={styles.under}>{line.note}</p> : null}
      {line.reason ? <p className={styles.under}>{line.reason}</p> : null}
      {isWaiting && page.decides ? <Decision line={line} page={page} answer={answer} /> : null}
      {isWaiting && page.head.mayManage ? (
        <End line={line} label="Take back" title={`Take back ${line.name}?`}>
          Nothing was granted yet.
        </End>
      ) : null}
      {line.state === "active" && page.decides ? (
        <End line={line} label="End" title={`End ${line.name}?`}>
          Nothing more can be ordered on it. Orders placed on it go on, and are paid as agreed.
        </End>
      ) : null}
    </>
  );
}

function End({ line, label, title, children }: { line: Line; label: string; title: string; children: ReactNode }) {
  return (
    <div>
      <ConfirmButton
        stops
        variant="default"
        size="compact-sm"
        title={title}
        confirm={label}
        fields={{ intent: "end", creditLineId: line.id }}
        body={<p>{children}</p>}
      >
        {label}
      </ConfirmButton>
    </div>
  );
}

/** What staff decide: the limit, the days, and the end. The second person agrees to the first one's choice. */
function Decision({ line, page, answer }: { line: Line; page: CreditPage; answer: Answer }) {
  if (line.mine) return <p className={styles.under}>You agreed to it. Another person has to agree, too.</p>;
  const mine = answer && answer.typed?.["creditLineId"] === line.id ? answer : undefined;
  const typed: Record<string, string> = mine?.typed ?? {};
  const limit = typed["limit"] ?? decimalMoney(line.limitMinor, line.currency);
  const isSecond = line.state === "proposed";
  return (
    <Form method="post" className={styles.fields} preventScrollReset noValidate>
      <input type="hidden" name="creditLineId" value={line.id} />
      <input type="hidden" name="revision" value={line.revision} />
      {isSecond ? (
        <>
          <input type="hidden" name="limit" value={limit} />
          <input type="hidden" name="netDays" value={line.netDays} />
          <input type="hidden" name="lastDay" value={line.lastDay ?? ""} />
        </>
      ) : (
        <div className={styles.pair}>
          <LimitField id={line.id} currency={line.currency} problem={mine?.error} value={limit} />
          <NativeSelect
            id={`${line.id}-net`}
            name="netDays"
            label="Statements are due"
            data={netChoices}
            defaultValue={typed["netDays"] ?? String(line.netDays)}
          />
          <LastDayField id={line.id} problem={mine?.error} value={typed["lastDay"] ?? line.lastDay ?? ""} />
        </div>
      )}
      <TextInput
        id={`${line.id}-reason`}
        name="reason"
        label="Reason, if you decline. The organization reads it"
        maxLength={500}
        defaultValue={typed["reason"] ?? ""}
        error={fieldError(mine?.error, "reason")}
      />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="approve" pending="Granting">
          {isSecond ? `Agree to ${formatMoney(line.limitMinor, line.currency)}` : "Grant"}
        </SubmitButton>
        <SubmitButton name="intent" value="decline" pending="Declining" variant="default">
          Decline
        </SubmitButton>
      </div>
      {isSecond ? null : <TwoPeople page={page} />}
    </Form>
  );
}

const TwoPeople = ({ page }: { page: CreditPage }) => (
  <p className={styles.under}>Above {page.twoAbove}, a second person has to agree.</p>
);

/** For the organization: terms, or a purchase order of its own. */
export function AskForCredit({
  currency,
  lines,
  answer,
}: {
  currency: string;
  lines: readonly Line[];
  answer: Answer;
}) {
  const sent = useAccepted(answer, "order");
  return (
    <>
      <AskForTerms currency={currency} lines={lines} terms={answer?.form === "terms" ? answer : undefined} />
      <SendOrder key={sent} currency={currency} order={answer?.form === "order" && answer.error ? answer : undefined} />
    </>
  );
}

function AskForTerms({ currency, lines, terms }: { currency: string; lines: readonly Line[]; terms: Answer }) {
  const asked = lines.find((line) => line.kind === "terms" && line.state === "asked");
  return (
    <Fold
      id="ask-for-terms"
      title={asked ? "Change the request for terms" : "Ask for terms"}
      open={terms?.error !== undefined}
    >
      <Form method="post" className={styles.fields} preventScrollReset noValidate>
        <p>Orders start at once. When a month ends, you get a statement of its orders, and transfer the total.</p>
        <div className={styles.pair}>
          <LimitField
            id="terms"
            currency={currency}
            label="The most you would owe"
            problem={terms?.error}
            value={terms?.typed?.["limit"] ?? (asked ? decimalMoney(asked.limitMinor, asked.currency) : "")}
          />
          <NativeSelect
            id="terms-net"
            name="netDays"
            label="Statements are due"
            data={netChoices}
            defaultValue={terms?.typed?.["netDays"] ?? String(asked?.netDays ?? 30)}
          />
        </div>
        <TextInput
          id="terms-note"
          name="note"
          label="Note (optional)"
          maxLength={500}
          defaultValue={terms?.typed?.["note"] ?? asked?.note ?? ""}
        />
        <div>
          <SubmitButton name="intent" value="terms" pending="Asking">
            Ask for terms
          </SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}

function SendOrder({ currency, order }: { currency: string; order: Answer }) {
  return (
    <Fold id="send-purchase-order" title="Send a purchase order" open={order?.error !== undefined}>
      <Form method="post" encType="multipart/form-data" className={styles.fields} preventScrollReset noValidate>
        <p>We check it once. Then members order on it, its number is on each invoice, and what's left is shown.</p>
        <div className={styles.pair}>
          <TextInput
            id="poNumber"
            name="poNumber"
            label="PO number"
            maxLength={60}
            autoComplete="off"
            required
            defaultValue={order?.typed?.["poNumber"] ?? ""}
            error={fieldError(order?.error, "poNumber")}
          />
          <LimitField
            id="order"
            currency={currency}
            label="Amount"
            problem={order?.error}
            value={order?.typed?.["limit"] ?? ""}
          />
          <LastDayField id="order" problem={order?.error} value={order?.typed?.["lastDay"] ?? ""} />
        </div>
        <label className={styles.file}>
          <span>The purchase order as PDF, up to 10 MB</span>
          <input type="file" name="file" accept="application/pdf" required />
        </label>
        {fieldError(order?.error, "file") ? <p className={styles.wrong}>{fieldError(order?.error, "file")}</p> : null}
        <TextInput
          id="order-note"
          name="note"
          label="Note (optional)"
          maxLength={500}
          defaultValue={order?.typed?.["note"] ?? ""}
        />
        <div>
          <SubmitButton name="intent" value="order" pending="Sending">
            Send it
          </SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}

/** For staff: terms that the organization didn't ask for, or other ones. */
export function GiveTerms({ page, answer }: { page: CreditPage; answer: Answer }) {
  const given = answer?.form === "give" ? answer : undefined;
  const current = page.lines.find((line) => line.kind === "terms" && line.state === "active");
  return (
    <Fold id="give-terms" title={current ? "Change the terms" : "Give terms"} open={given?.error !== undefined}>
      <Form method="post" className={styles.fields} preventScrollReset noValidate>
        <div className={styles.pair}>
          <LimitField
            id="give"
            currency={page.head.currency}
            problem={given?.error}
            value={given?.typed?.["limit"] ?? (current ? decimalMoney(current.limitMinor, current.currency) : "")}
          />
          <NativeSelect
            id="give-net"
            name="netDays"
            label="Statements are due"
            data={netChoices}
            defaultValue={given?.typed?.["netDays"] ?? String(current?.netDays ?? 30)}
          />
          <LastDayField id="give" problem={given?.error} value={given?.typed?.["lastDay"] ?? current?.lastDay ?? ""} />
        </div>
        <div>
          <SubmitButton name="intent" value="give" pending="Granting">
            {current ? "Replace the terms" : "Grant terms"}
          </SubmitButton>
        </div>
        <TwoPeople page={page} />
      </Form>
    </Fold>
  );
}
