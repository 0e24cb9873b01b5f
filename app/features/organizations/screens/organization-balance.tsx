import { headOf } from "#app/features/payments/server/balance/read-organization.ts";
import { balanceOf, movementsOf } from "#app/features/payments/server/balance/balance.ts";
import { depositsOf, returnableMinor } from "#app/features/payments/server/deposits/find-deposit.ts";
import { returnFunds } from "#app/features/payments/server/deposits/return-deposits.ts";
import { startDeposit } from "#app/features/payments/server/deposits/start-deposit.ts";
import { cancelTopUp, startTopUp, topUpsOf } from "#app/features/payments/server/balance/top-ups.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, Section, Sheet } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Form, redirectDocument } from "react-router";
import { can } from "../rules/organization.ts";
import { findOrganization } from "../server/find-organization.ts";
import { ByCard, Confirmation, Movements, PayBack } from "#app/features/payments/ui/deposits.tsx";
import { OrganizationTop } from "../ui/organization-tabs.tsx";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/organization-balance";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Balance");

export const loader = pageLoader(async ({ actor, params, search }: PageRequest<Route.LoaderArgs>) => {
  const it = await findOrganization(actor, params.id);
  if (!can.seeCosts(actor, it)) throw refused("Only an organization's owners and managers see its balance in full.");
  const [balanceMinor, movements, topUps, deposits] = await Promise.all([
    balanceOf(it.id),
    movementsOf(it.id),
    topUpsOf(it.id),
    depositsOf({ organizationId: it.id, uid: null }),
  ]);
  const returnable = sum(deposits.map(returnableMinor));
  return {
    /** The payment that somebody comes back from. */
    paid: deposits.find(({ id }) => id === search.get("deposit")) ?? null,
    deposits: deposits.filter(({ status }) => status === "succeeded"),
    returnableMinor: Math.min(balanceMinor, returnable),
    head: headOf(actor, it),
    balanceMinor,
    movements,
    topUps: topUps,
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    add: intent({
      command: startTopUp,
      input: ({ params, text }) => ({ organizationId: params.id, amount: text("amount") }),
      done: ({ number }) =>
        `Pro forma invoice ${number} is below. Transfer the amount with this number as the reference.`,
    }),
    card: async ({ actor, params, text }) =>
      redirectDocument(await startDeposit(actor, { organizationId: params.id, amount: text("amount") })),
    return: intent({
      command: returnFunds,
      input: ({ params, text }) => ({ organizationId: params.id, amount: text("returned") }),
      done: "It's off the balance, and on its way to the card.",
    }),
    cancel: intent({
      command: cancelTopUp,
      input: ({ params, text }) => ({ organizationId: params.id, topUpId: text("topUpId") }),
      done: "Canceled. Nothing was owed.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const STATES: Record<"open" | "paid" | "canceled", { tone: StatusTone; words: string }> = {
  open: { tone: "waiting", words: "Waiting for the transfer" },
  paid: { tone: "done", words: "Paid" },
  canceled: { tone: "stopped", words: "Canceled" },
};

/** An organization's prepaid balance: adding funds, and every movement. */
export default function OrganizationBalance({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(balance|deposit|topup|payment|refund)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { head, balanceMinor, movements, topUps, deposits, paid } = loaderData;
  type TopUp = (typeof topUps)[number];
  return (
    <Page>
      <OrganizationTop head={head} />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        <ErrorNote problem={answer?.error} />
      </div>
      {paid ? <Confirmation deposit={paid} /> : null}
      <Stats>
        <Stat
          label="Balance"
          value={formatMoney(balanceMinor, head.currency)}
          detail="Doesn't expire. Paid back on request"
        />
      </Stats>
      <Section title="Add funds">
        {head.mayManage ? (
          <Sheet>
            <Form method="post" className={styles.fields} preventScrollReset noValidate>
              <p>
                What arrives pays what's owed on statements, if anything is. The rest is on the balance. By card, that's
                at once. By bank transfer, it's as soon as it's on our bank statement: you get a pro forma invoice with
                our bank details and a reference. One that nobody pays is not owed.
              </p>
              <TextInput
                id="amount"
                name="amount"
                label={`Amount in ${head.currency}`}
                inputMode="decimal"
                maxLength={14}
                required
                defaultValue={answer?.typed?.["amount"] ?? ""}
                error={fieldError(answer?.error, "amount")}
              />
              <div className={styles.buttons}>
                <SubmitButton name="intent" value="card" pending="Opening">
                  Pay by card
                </SubmitButton>
                <SubmitButton name="intent" value="add" pending="Preparing" variant="default">
                  Get a pro forma invoice
                </SubmitButton>
              </div>
            </Form>
          </Sheet>
        ) : null}
        {topUps.length > 0 ? (
          <DataTable<TopUp>
            caption="Pro forma invoices"
            rows={topUps}
            rowKey={(r) => r.id}
            columns={[
              {
                key: "number",
                header: "Pro forma invoice",
                narrow: "title",
                cell: (r) => <a href={`/api/top-ups/${r.id}/pdf`}>{r.number}</a>,
              },
              { key: "at", header: "Issued", cell: (r) => <Instant at={r.createdAt} show="day" /> },
              {
                key: "state",
                header: "Status",
                cell: (r) => <StatusBadge tone={STATES[r.state].tone}>{STATES[r.state].words}</StatusBadge>,
              },
              {
                key: "amount",
                header: "Amount",
                align: "end",
                cell: (r) => <Money minor={r.amountMinor} currency={r.currency} />,
              },
              {
                key: "cancel",
                header: "Cancel",
                cell: (r) =>
                  r.state === "open" && head.mayManage ? (
                    <ConfirmButton
                      stops
                      variant="default"
                      size="compact-sm"
                      title={`Cancel ${r.number}?`}
                      confirm="Cancel it"
                      fields={{ intent: "cancel", topUpId: r.id }}
                      body={<p>A transfer with this reference would still be added to the balance.</p>}
                    >
                      Cancel
                    </ConfirmButton>
                  ) : null,
              },
            ]}
            empty={null}
          />
        ) : null}
      </Section>
      {deposits.length > 0 ? <ByCard deposits={deposits} /> : null}
      {head.mayManage && loaderData.returnableMinor > 0 ? (
        <PayBack
          mostMinor={loaderData.returnableMinor}
          currency={head.currency}
          rest="Support pays back what came by bank transfer."
          answer={answer}
        />
      ) : null}
      <Movements
        movements={movements}
        currency={head.currency}
        empty="Transfers, payments for orders, and refunds appear here."
      />
    </Page>
  );
}
