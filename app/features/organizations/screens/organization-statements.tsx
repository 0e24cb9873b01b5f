import {
  askForTerms,
  decideCredit,
  endCredit,
  giveTerms,
  sendPurchaseOrder,
} from "#app/features/payments/server/credit/credit-lines.ts";
import { answerDispute, disputeLine, takeBackDispute } from "#app/features/payments/server/credit/line-disputes.ts";
import { type CreditPage, readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { preferEditor, readPreferred, stopPreferring } from "#app/features/matching/server/preferred-editors.ts";
import { decideWriteOff, proposeWriteOff, takeBackWriteOff } from "#app/features/payments/server/credit/write-offs.ts";
import { YearlyStatements } from "#app/features/payments/ui/yearly-statements.tsx";
import { discountFields } from "#app/features/pricing/rules/discount-form.ts";
import { STEP_NUMBERS } from "#app/features/pricing/rules/contract-price.ts";
import { SERVICES, TURNAROUNDS, type Service } from "#app/features/pricing/rules/policy.ts";
import { decideContract, endContract, proposeContract } from "#app/features/pricing/server/contract-prices.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { type Currency, decimalMoney, formatMoney } from "#app/platform/rules/core/money.ts";
import { startDeposit } from "#app/features/payments/server/deposits/start-deposit.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Form, redirectDocument } from "react-router";
import { LineDisputes } from "./organization-statements/line-disputes.tsx";
import { PreferredEditors } from "./organization-statements/preferred-editors.tsx";
import { ContractPrices } from "./organization-statements/contract-prices.tsx";
import { AskForCredit, CreditLines, GiveTerms } from "./organization-statements/credit-forms.tsx";
import { WriteOffs } from "./organization-statements/write-offs.tsx";
import { OrganizationTop } from "../ui/organization-tabs.tsx";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/organization-statements";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Statements and credit");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readCredit(actor, params.id)),
  preferred: await readPreferred(actor, params.id),
}));

type Asked = FormRequest<Route.ActionArgs>;
const termsIn = ({ params, text }: Asked) => ({
  organizationId: params.id,
  limit: text("limit"),
  netDays: text("netDays"),
  note: text("note"),
  lastDay: text("lastDay"),
});
const GRANTED = {
  granted: "Granted. The organization is told.",
  proposed: "Another person has to agree to it. They're told.",
  declined: "Declined. The organization is told.",
};
const decision = (approve: boolean) =>
  intent<Route.ActionArgs, Parameters<typeof decideCredit>[1], keyof typeof GRANTED>({
    command: decideCredit,
    input: ({ text }) => ({
      creditLineId: text("creditLineId"),
      approve,
      limit: text("limit"),
      netDays: text("netDays"),
      lastDay: text("lastDay"),
      reason: text("reason"),
      revision: text("revision"),
    }),
    done: (what) => GRANTED[what],
  });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    "pay-by-card": async ({ actor, params, text }) =>
      redirectDocument(await startDeposit(actor, { organizationId: params.id, amount: text("open") })),
    terms: intent({ command: askForTerms, input: termsIn, done: "Asked. We'll tell you when it's decided." }),
    order: async ({ actor, params, form, text }) => {
      const file = form.get("file");
      await sendPurchaseOrder(actor, {
        organizationId: params.id,
        poNumber: text("poNumber"),
        limit: text("limit"),
        lastDay: text("lastDay"),
        note: text("note"),
        bytes: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
      });
      return { done: "Sent. We check it, and tell you when members can order on it." };
    },
    give: intent({ command: giveTerms, input: termsIn, done: (what) => GRANTED[what] }),
    approve: decision(true),
    decline: decision(false),
    "propose-prices": async ({ actor, params, form, text }) => {
      await proposeContract(actor, {
        organizationId: params.id,
        percents: Object.fromEntries(SERVICES.map((service) => [service, text(service)])) as Record<Service, string>,
        turnarounds: Object.fromEntries(TURNAROUNDS.map((one) => [one, text(`turnaround-${one}`)])),
        steps: STEP_NUMBERS.map((n) => ({ from: text(`from${n}`), points: text(`points${n}`) })),
        ...discountFields(form, "contract").days(),
      });
      return { done: "Proposed. Nothing changes before another admin agrees." };
    },
    "agree-prices": intent({
      command: decideContract,
      input: ({ text }) => ({ contractId: text("contractId"), approve: true, reason: "" }),
      done: "Agreed. Orders that the organization pays for get these prices from now on.",
    }),
    "decline-prices": intent({
      command: decideContract,
      input: ({ text }) => ({ contractId: text("contractId"), approve: false, reason: "" }),
      done: "Declined. Nothing changed.",
    }),
    "end-prices": intent({
      command: endContract,
      input: ({ text }) => ({ contractId: text("contractId"), reason: "" }),
      done: "Ended. Prices that are held keep it.",
    }),
    "propose-write-off": intent({
      command: proposeWriteOff,
      input: ({ params, text }) => ({ organizationId: params.id, amount: text("amount"), reason: text("reason") }),
      done: "Proposed. Nothing is booked before another person agrees.",
    }),
    "book-write-off": intent({
      command: decideWriteOff,
      input: ({ text }) => ({ writeOffId: text("writeOffId"), approve: true }),
      done: "Written off. The organization isn't reminded of it anymore.",
    }),
    "decline-write-off": intent({
      command: decideWriteOff,
      input: ({ text }) => ({ writeOffId: text("writeOffId"), approve: false }),
      done: "Declined. Nothing was booked.",
    }),
    "take-back-write-off": intent({
      command: takeBackWriteOff,
      input: ({ text }) => ({ writeOffId: text("writeOffId") }),
      done: "Taken back. It's expected again.",
    }),
    dispute: intent({
      command: disputeLine,
      input: ({ params, text }) => ({
        organizationId: params.id,
        paymentId: text("paymentId"),
        reason: text("disputeReason"),
      }),
      done: "Sent. You get our answer here and by email.",
    }),
    "answer-dispute": intent({
      command: answerDispute,
      input: ({ text }) => ({ lineDisputeId: text("lineDisputeId"), answer: text("answer") }),
      done: "Answered. The organization is told.",
    }),
    "take-back-dispute": intent({
      command: takeBackDispute,
      input: ({ text }) => ({ lineDisputeId: text("lineDisputeId") }),
      done: "Taken back. The line is due as before.",
    }),
    prefer: intent({
      command: preferEditor,
      input: ({ params, text }) => ({ organizationId: params.id, email: text("editorEmail") }),
      done: "Added. This editor is invited first from now on.",
    }),
    "stop-preferring": intent({
      command: stopPreferring,
      input: ({ params, text }) => ({ organizationId: params.id, editorId: text("editorId") }),
      done: "Removed. Invites that were sent stay.",
    }),
    end: intent({
      command: endCredit,
      input: ({ text }) => ({ creditLineId: text("creditLineId"), reason: text("reason") }),
      done: "Ended. Orders placed on it go on.",
    }),
  },
  takesFiles: true,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Statement = CreditPage["statements"][number];

const PayByCard = ({ openMinor, currency }: { openMinor: number; currency: Currency }) => (
  <Form method="post">
    <input type="hidden" name="open" value={decimalMoney(openMinor, currency)} />
    <SubmitButton name="intent" value="pay-by-card" pending="Opening" variant="default" size="compact-sm">
      Pay by card
    </SubmitButton>
  </Form>
);

/** What an organization has to pay and by when, and the credit it has. */
export default function OrganizationStatements({ loaderData: page, actionData }: Route.ComponentProps) {
  useLive((event) =>
    /^(credit|line_dispute|preferred_editor|write_off|contract_price|statement|balance|payment|refund)\./.test(
      event.kind,
    ),
  );
  const answer = useLastAnswer(actionData);
  const { head, owedMinor, unbilledMinor, overdueMinor, statements, lines } = page;
  const money = (amount: number) => formatMoney(amount, head.currency);
  return (
    <Page>
      <OrganizationTop head={head} />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        <ErrorNote problem={answer?.error} byField />
      </div>
      <Stats>
        <Stat
          label="Owed"
          value={money(owedMinor)}
          detail={
            page.writtenOff && page.writtenOff.minor > 0
              ? `${money(page.writtenOff.minor)} of it is written off`
              : "For orders on credit"
          }
        />
        <Stat
          label="Overdue"
          value={money(overdueMinor)}
          detail={overdueMinor > 0 ? "Stops new orders on credit" : "Nothing"}
        />
        <Stat label="Not on a statement yet" value={money(unbilledMinor)} detail="Stated when the month ends (UTC)" />
      </Stats>
      <Section title="Statements">
        <DataTable<Statement>
          caption="Monthly statements"
          rows={statements}
          rowKey={(r) => r.id}
          columns={[
            {
              key: "number",
              header: "Statement",
              narrow: "title",
              cell: (r) => <a href={`/api/statements/${r.id}/pdf`}>{r.number}</a>,
            },
            { key: "issued", header: "Issued", cell: (r) => <Instant at={r.issuedAt} show="day" books /> },
            { key: "due", header: "Due", cell: (r) => <Instant at={r.dueAt} show="day" books /> },
            {
              key: "state",
              header: "Status",
              cell: (r) =>
                r.openMinor === 0 ? (
                  <StatusBadge tone="done">{r.amountMinor === 0 ? "Nothing to pay" : "Paid"}</StatusBadge>
                ) : r.isWrittenOff ? (
                  <StatusBadge tone="stopped">Written off</StatusBadge>
                ) : r.isDisputed ? (
                  <StatusBadge tone="waiting">Disputed</StatusBadge>
                ) : r.isOverdue ? (
                  <StatusBadge tone="late">Overdue</StatusBadge>
                ) : (
                  <StatusBadge tone="waiting">Open</StatusBadge>
                ),
            },
            {
              key: "amount",
              header: "Amount",
              align: "end",
              cell: (r) => <Money minor={r.amountMinor} currency={head.currency} />,
            },
            {
              key: "open",
              header: "Open",
              align: "end",
              cell: (r) => <Money minor={r.openMinor} currency={head.currency} />,
            },
            ...(head.mayManage && statements.some((one) => one.openMinor > 0)
              ? [
                  {
                    key: "pay",
                    header: "Pay",
                    cell: (r: Statement) =>
                      r.openMinor > 0 ? <PayByCard openMinor={r.openMinor} currency={head.currency} /> : null,
                  },
                ]
              : []),
          ]}
          empty={
            <EmptyState title="No statements yet" mark="caret">
              When a month with orders on credit ends, its statement appears here.
            </EmptyState>
          }
          footer={
            statements.some((one) => one.openMinor > 0)
              ? "Money that arrives, also by card, pays the oldest statement first. A transfer can name several."
              : undefined
          }
        />
        {page.years.length > 0 ? (
          <form
            method="get"
            action={`/api/organizations/${head.id}/documents`}
            className={`${styles.search} ${styles.period}`}
          >
            <TextInput
              id="from"
              name="from"
              type="date"
              label="Issued from (UTC)"
              required
              defaultValue={page.period.from}
            />
            <TextInput
              id="to"
              name="to"
              type="date"
              label="Issued until (UTC)"
              required
              defaultValue={page.period.to}
            />
            <Button type="submit" variant="default">
              Download documents (ZIP)
            </Button>
          </form>
        ) : null}
        <YearlyStatements years={page.years} at={`/api/organizations/${head.id}/statements`} />
      </Section>
      {page.disputes.length > 0 || page.disputable.length > 0 ? (
        <Section title="Disputed lines">
          <LineDisputes page={page} answer={answer} />
        </Section>
      ) : null}
      {page.writtenOff && (page.writtenOff.all.length > 0 || (page.decides && page.writtenOff.expectedMinor > 0)) ? (
        <Section title="Write-offs">
          <WriteOffs page={page} writtenOff={page.writtenOff} answer={answer} />
        </Section>
      ) : null}
      <Section title="Terms and purchase orders">
        <div className={styles.fields}>
          <CreditLines page={page} answer={answer} />
          {head.mayManage ? <AskForCredit currency={head.currency} lines={lines} answer={answer} /> : null}
          {page.decides && !head.isClosed ? <GiveTerms page={page} answer={answer} /> : null}
        </div>
      </Section>
      {page.contracts.length > 0 || page.decidesPrices ? (
        <Section title="Agreed prices">
          <ContractPrices page={page} answer={answer} />
        </Section>
      ) : null}
      {page.preferred.count > 0 || page.preferred.mayChoose ? (
        <Section title="Preferred editors">
          <PreferredEditors preferred={page.preferred} name={head.name} answer={answer} />
        </Section>
      ) : null}
    </Page>
  );
}
