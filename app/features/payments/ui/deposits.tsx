import { Form } from "react-router";
import { decimalMoney, formatMoney } from "#app/platform/rules/core/money.ts";
import type { PageAnswer } from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice, fieldError } from "#app/ui/notice.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Movement } from "../server/balance/balance.ts";
import type { depositsOf } from "../server/deposits/find-deposit.ts";
import styles from "./payment.module.css";

type Deposit = Awaited<ReturnType<typeof depositsOf>>[number];

/** For somebody who comes back from the card provider's page. */
export function Confirmation({
  deposit,
  isGift = false,
}: {
  deposit: Pick<Deposit, "amountMinor" | "currency" | "status">;
  isGift?: boolean;
}) {
  const amount = formatMoney(deposit.amountMinor, deposit.currency);
  if (deposit.status === "succeeded")
    return (
      <Notice tone="good" title={isGift ? `Your gift of ${amount} is paid` : `${amount} arrived`}>
        {isGift ? "We've emailed the person it's for." : null}
      </Notice>
    );
  return (
    <Notice tone="info" title={`${amount} is being confirmed`}>
      This page shows it as soon as the card provider has confirmed it.
    </Notice>
  );
}

/** Payments by card to an account, newest first. */
export function ByCard({ deposits }: { deposits: readonly Deposit[] }) {
  return (
    <Section title="Paid by card">
      <DataTable<Deposit>
        caption="Payments by card"
        rows={deposits}
        rowKey={(r) => r.id}
        columns={[
          { key: "card", header: "Card", narrow: "title", cell: (r) => r.cardLabel ?? "Card" },
          { key: "at", header: "Paid", cell: (r) => <Instant at={r.createdAt} /> },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (r) => <Money minor={r.amountMinor} currency={r.currency} />,
          },
          {
            key: "back",
            header: "Paid back",
            align: "end",
            cell: (r) => <Money minor={r.returnedMinor} currency={r.currency} />,
          },
          ...(deposits.some((one) => one.withheldMinor > 0)
            ? [
                {
                  key: "taken",
                  header: "Taken back by the bank",
                  align: "end" as const,
                  cell: (r: Deposit) => <Money minor={r.withheldMinor} currency={r.currency} />,
                },
              ]
            : []),
        ]}
        empty={null}
      />
    </Section>
  );
}

/** Has unspent money returned to the cards that it came from. @param rest who pays back what didn't come by card */
export function PayBack({
  mostMinor,
  currency,
  rest,
  answer,
}: {
  mostMinor: number;
  currency: string;
  rest: string;
  answer: PageAnswer | undefined;
}) {
  return (
    <Section title="Have funds paid back">
      <Sheet>
        <Form method="post" className={styles.stack} preventScrollReset noValidate>
          <p>
            Up to {formatMoney(mostMinor, currency)} can return to the cards that it came from. {rest}
          </p>
          <input type="hidden" name="currency" value={currency} />
          <TextInput
            id="returned"
            name="returned"
            label={`Amount in ${currency}`}
            inputMode="decimal"
            maxLength={14}
            required
            defaultValue={answer?.typed?.["returned"] ?? decimalMoney(mostMinor, currency)}
            error={fieldError(answer?.error, "returned")}
          />
          <div>
            <SubmitButton name="intent" value="return" pending="Paying back" variant="default">
              Pay back to the card
            </SubmitButton>
          </div>
        </Form>
      </Sheet>
    </Section>
  );
}

/** What moved on an account, newest first. @param empty what will be there */
export function Movements({
  movements,
  currency,
  empty,
}: {
  movements: readonly Movement[];
  currency: string;
  empty: string;
}) {
  return (
    <Section title="Movements">
      <DataTable<Movement>
        caption="Movements of the balance"
        rows={movements}
        rowKey={(r) => r.id}
        columns={[
          { key: "memo", header: "What", narrow: "title", cell: (r) => r.memo },
          { key: "at", header: "When", cell: (r) => <Instant at={r.at} /> },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (r) => <Money minor={r.amountMinor} currency={currency} />,
          },
          {
            key: "after",
            header: "Afterward",
            align: "end",
            cell: (r) => <Money minor={r.balanceMinor} currency={currency} />,
          },
        ]}
        empty={
          <EmptyState title="Nothing has moved yet" mark="caret">
            {empty}
          </EmptyState>
        }
      />
    </Section>
  );
}
