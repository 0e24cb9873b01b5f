import { Form } from "react-router";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import type { PageAnswer } from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DAY, formatDays } from "#app/platform/rules/core/time.ts";
import { WHAT_TO_DO, reasonOf } from "../../rules/return-codes.ts";
import bankStyles from "../../ui/bank.module.css";
import { BankForm } from "../../ui/bank-form.tsx";
import styles from "../payouts.module.css";
import type { Route } from "../+types/editor-payouts";

type Data = Route.ComponentProps["loaderData"];

/** The account that an editor is paid to, and how to change it. */
export function BankDetails({ data, answer }: { data: Data; answer: PageAnswer | undefined }) {
  const changing = answer?.form === "bank" ? answer : undefined;
  return (
    <>
      <div id="bank" />
      <Section title="Bank details">
        <div role="status">{answer?.done ? <Notice tone="good">{answer.done}</Notice> : null}</div>
        {changing ? null : <ErrorNote problem={answer?.error} />}
        {data.bank?.refused && !data.pending ? (
          <Notice tone="late" title="Your bank returned a payout">
            {reasonOf(data.bank.refused).says[0]!.toUpperCase()}
            {reasonOf(data.bank.refused).says.slice(1)}. {WHAT_TO_DO[reasonOf(data.bank.refused).fixedBy]}
          </Notice>
        ) : null}
        {data.confirm && !data.pending?.isLinked && !answer?.done ? (
          <Notice tone="info" title="This link was already used, or there's a newer one">
            Use the link in the newest email, or enter your bank details again.
          </Notice>
        ) : null}
        <Pending data={data} />
        <Account bank={data.bank} />
        {data.mayHaveBank ? <ChangeBank data={data} answer={changing} /> : null}
        <p className={styles.note}>
          Payout cut-offs are the {data.cutoffDay}th and the last day of each month, 23:59 UTC. The minimum payout is{" "}
          {formatMoney(data.minimumMinor, CURRENCY)}, and smaller amounts carry over to the next one.{" "}
          {data.settleDays > 0
            ? `Earnings must have been available for ${formatDays(data.settleDays * DAY)}, and new `
            : "New "}
          bank details are used after {formatDays(data.frozenDays * DAY)}.
        </p>
      </Section>
    </>
  );
}

function Account({ bank }: { bank: Data["bank"] }) {
  if (!bank) return <p className="soft">You haven't added bank details yet.</p>;
  return (
    <KeyValue
      items={[
        { label: "Account", value: <span className="figures">{bank.account}</span> },
        { label: "Bank", value: bank.bankName },
        { label: "Paid in", value: bank.currency === "EUR" ? "Euros (SEPA)" : "US dollars" },
        { label: "Holder", value: bank.holder },
        { label: "Name sent to the bank", value: <span className="figures">{bank.holderAtBank}</span> },
        {
          label: "Used for payouts",
          value: bank.refused ? (
            `No: the bank sent back a payout, because ${reasonOf(bank.refused).says}.`
          ) : bank.frozen ? (
            <>
              From <Instant at={bank.usableAt} />
            </>
          ) : (
            "Yes"
          ),
        },
      ]}
    />
  );
}

/** The form, open for an editor who has no account or whose entry was refused. */
function ChangeBank({
  data: { bank, pending, start, countries, paysEuros },
  answer,
}: {
  data: Data;
  answer: PageAnswer | undefined;
}) {
  const problem = answer?.error;
  const open = ((bank === null || bank.refused !== null) && pending === null) || problem !== undefined;
  return (
    <details className={bankStyles.open} open={open ? true : undefined}>
      <summary>{bank ? "Change bank details" : "Add bank details"}</summary>
      <BankForm
        key={pending?.createdAt ?? "none"}
        typed={(problem ? answer?.typed : undefined) ?? start}
        countries={countries}
        problem={problem}
        paysEuros={paysEuros}
        asksPassword={["requires-recent-login", "wrong-password"].includes(problem?.code ?? "")}
      />
    </details>
  );
}

/** A change to be confirmed by the link in the email, and the button that this link leads to. */
function Pending({ data: { pending, confirm } }: { data: Data }) {
  if (!pending) return null;
  return (
    <Notice
      tone="attention"
      title={`New account ${pending.account}, holder ${pending.holder}`}
      action={
        <Form method="post" action="/editor/editor-payouts" className={bankStyles.buttons} preventScrollReset>
          {confirm && pending.isLinked && !pending.expired ? (
            <>
              <input type="hidden" name="token" value={confirm} />
              <SubmitButton name="intent" value="bank.confirm" pending="Confirming">
                Confirm bank details
              </SubmitButton>
            </>
          ) : null}
          <SubmitButton name="intent" value="bank.cancel" variant="default" pending="Discarding">
            Discard change
          </SubmitButton>
        </Form>
      }
    >
      {pending.expired
        ? "The link we emailed you has expired. Enter the details again to get a new one."
        : pending.isLinked
          ? `Your bank gets the name “${pending.holderAtBank}” with each payment. Confirm that we should pay you to this account.`
          : "Open the link in the email we sent you to confirm it. Until then, nothing changes."}
    </Notice>
  );
}
