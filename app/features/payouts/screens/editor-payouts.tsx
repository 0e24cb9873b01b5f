import { Form, Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { proveOwner } from "#app/features/accounts/server/settings-page.ts";
import { readDetails } from "#app/features/editors/server/kyc-details.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { explainEarning } from "../rules/explain-earning.ts";
import { maskAccount } from "../rules/bank-details.ts";
import { PAYOUT_POLICY } from "../rules/policy.ts";
import { EARNINGS_LIST } from "../rules/pay-lists.ts";
import { askBankChange, cancelBankChange } from "../server/ask-bank-change.ts";
import { findPendingBank } from "../server/bank-changes.ts";
import { confirmBankChange } from "../server/confirm-bank-change.ts";
import { type NextPayout, findNextPayout } from "../server/find-next-payout.ts";
import { type EarningRow, findBank, listPayYears, pageEarnings } from "../server/list-earnings.ts";
import { listPayouts } from "../server/list-runs.ts";
import { sumEarnings } from "../server/sum-earnings.ts";
import { EarningBadge, PayoutBadge } from "../ui/payout-badges.tsx";
import { BankForm } from "../ui/bank-form.tsx";
import bankStyles from "../ui/bank.module.css";
import { Cutoff } from "../ui/cutoff.tsx";
import styles from "./payouts.module.css";
import type { Route } from "./+types/editor-payouts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "My payouts");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your payouts.");
  const query = readListQuery(search, EARNINGS_LIST);
  const year = /^\d{4}$/.test(query.filters.year) ? Number(query.filters.year) : undefined;
  const [list, payouts, next, bank, totals, years] = [
    await pageEarnings(actor.uid, query),
    await listPayouts(actor.uid, year),
    await findNextPayout(actor.uid, now()),
    await findBank(actor.uid),
    await sumEarnings(actor.uid),
    await listPayYears(actor.uid),
  ];
  const pending = await findPendingBank(actor.uid, now());
  const kyc = (await readDetails(actor.uid))?.details;
  return {
    pending: pending ? { ...pending, createdAt: pending.createdAt.toISOString() } : null,
    mayHaveBank: actor.isEditor,
    countries: listCountries(),
    confirm: search.get("confirm"),
    /** What the form starts with: the person's own details. */
    start: {
      scheme: kyc?.country === "US" ? "us" : "iban",
      holder: kyc?.legalName ?? actor.displayName,
      addressLine: kyc?.addressLine ?? "",
      postCode: kyc?.postCode ?? "",
      town: kyc?.town ?? "",
      country: kyc?.country ?? "",
    },
    list,
    next,
    totals,
    years,
    year: year ?? null,
    payouts: payouts.map((p) => ({
      ...p,
      createdAt: p.createdAt.toISOString(),
      paidAt: p.paidAt?.toISOString() ?? null,
    })),
    // The full number stays on the server.
    bank: bank
      ? {
          holder: bank.holder,
          account: maskAccount(bank),
          bankName: bank.bankName ?? bank.bic ?? "",
          usableAt: after(bank.createdAt, PAYOUT_POLICY.bankFrozenMs).toISOString(),
          frozen: after(bank.createdAt, PAYOUT_POLICY.bankFrozenMs) > now(),
        }
      : null,
  };
});

const BANK_FIELDS = [
  "holder",
  "iban",
  "bic",
  "routingNumber",
  "accountNumber",
  "accountType",
  "bankName",
  "addressLine",
  "postCode",
  "town",
  "country",
] as const;

export const action = pageAction<Route.ActionArgs>({
  intents: {
    bank: async ({ actor, text, form, request }) => {
      await proveOwner(request, form);
      const to = await askBankChange(actor, {
        uid: uidOf(actor) ?? "",
        scheme: text("scheme") as "iban",
        ...Object.fromEntries(BANK_FIELDS.map((name) => [name, text(name)])),
      });
      return { done: `We’ve sent an email to ${to}. Open the link in it to confirm. Until then, nothing changes.` };
    },
    "bank.confirm": intent({
      command: confirmBankChange,
      input: ({ actor, text }) => ({ uid: uidOf(actor) ?? "", token: text("token") }),
      done: "Bank details confirmed. We’ll pay to the new account after three days.",
    }),
    "bank.cancel": intent({
      command: cancelBankChange,
      input: ({ actor }) => ({ uid: uidOf(actor) ?? "" }),
      done: "Change discarded. Your bank details are unchanged.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Loaded = Route.ComponentProps["loaderData"];

const STATUSES = [
  ["", "Any"],
  ["pending", "Pending"],
  ["available", "Available"],
  ["in_payout", "In payout"],
  ["paid", "Paid"],
  ["returned", "Returned by the bank"],
  ["reversed", "Reversed"],
] as const;

/** An editor's earnings, how each was calculated, and when it is paid. */
export default function EditorPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { list, payouts, next, totals, bank, years, year } = loaderData;
  const narrowed = useIsFiltered("status", "year");
  const csvHref = useCsvHref("/api/csv/earnings");
  const none = list.total === 0 && !narrowed;
  useLive((event) => /^(?:earning|payout|bank)/.test(event.kind));
  const { currency } = totals;
  const columns: Column<EarningRow>[] = [
    {
      key: "order",
      header: "Order",
      cell: (e) => (
        <>
          <span className="figures">{e.number}</span>
          {e.title ? <span className="soft"> {e.title}</span> : null}
        </>
      ),
    },
    { key: "how", header: "Calculation", cell: (e) => <span className="figures">{explainEarning(e)}</span> },
    {
      key: "amount",
      header: "Amount",
      sortable: true,
      cell: (e) => <Money minor={e.amountMinor} currency={e.currency} strong />,
      align: "end",
    },
    { key: "status", header: "Status", cell: (e) => <EarningBadge status={e.status} /> },
    { key: "earned", header: "Earned", sortable: true, cell: (e) => <Instant at={e.createdAt} show="day" /> },
    {
      key: "since",
      header: "Available",
      narrow: "hidden",
      cell: (e) => (e.availableAt ? <Instant at={e.availableAt} show="day" /> : <span className="soft">Not yet</span>),
    },
    {
      key: "run",
      header: "Payout",
      cell: (e) =>
        e.runNumber ? <span className="figures">{e.runNumber}</span> : <span className="soft">None yet</span>,
    },
  ];
  const paid: Column<Loaded["payouts"][number]>[] = [
    { key: "run", header: "Payout", cell: (p) => <span className="figures">{p.runNumber}</span> },
    {
      key: "amount",
      header: "Amount",
      cell: (p) => <Money minor={p.amountMinor} currency={p.currency} strong />,
      align: "end",
    },
    { key: "status", header: "Status", cell: (p) => <PayoutBadge status={p.status} /> },
    {
      key: "on",
      header: "Paid",
      cell: (p) =>
        p.paidAt ? (
          <Instant at={p.paidAt} show="day" />
        ) : p.executeOn && p.status !== "cancelled" ? (
          <>
            After <Instant at={`${p.executeOn}T12:00:00Z`} show="day" />
          </>
        ) : (
          <span className="soft">Not paid</span>
        ),
    },
    {
      key: "invoice",
      header: "Self-billed invoice",
      cell: (p) =>
        p.invoiceId ? (
          <a href={`/api/invoices/${p.invoiceId}/pdf`} className="figures">
            {p.invoiceNumber}
          </a>
        ) : (
          <span className="soft">Issued when the run is approved</span>
        ),
    },
  ];
  return (
    <Page>
      <PageTitle title="My payouts" actions={<Link to="/editor/invoice-history">Invoice history</Link>} />
      <Next next={next} />
      <Stats>
        <Stat label="Pending" value={formatMoney(totals.pending, currency)} detail="Pending author acceptance" />
        <Stat
          label="Available"
          value={formatMoney(totals.available, currency)}
          detail="Paid in a run after three days"
        />
        <Stat label="In payout" value={formatMoney(totals.inPayout, currency)} detail="On its way to your bank" />
        <Stat label="Paid" value={formatMoney(totals.paid, currency)} detail="All time" tone="paid" />
      </Stats>
      <Section title="Earnings">
        <DataTable
          caption="Your earnings"
          columns={columns}
          rows={list.rows}
          rowKey={(e) => e.id}
          rowTo={(e) => `/editor/orders/${e.orderId}`}
          defaultSort={EARNINGS_LIST.defaultSort}
          {...(list.total > 0 ? { csvHref } : {})}
          toolbar={
            none ? undefined : (
              <FilterBar
                placeholder="Search order, title, or payout"
                filters={[
                  { name: "status", label: "Status", choices: STATUSES },
                  {
                    name: "year",
                    label: "Year",
                    choices: [["", "All years"], ...years.map((y) => [String(y), String(y)] as const)],
                  },
                ]}
              />
            )
          }
          empty={
            narrowed ? (
              <EmptyState
                title="No earnings match"
                mark="stet"
                action={<Link to="/editor/editor-payouts">Show all earnings</Link>}
              >
                Try removing a filter or changing your search.
              </EmptyState>
            ) : (
              <EmptyState title="No earnings yet" mark="caret" action={<Link to="/editor/invites">View invites</Link>}>
                Earnings appear here when you deliver an order and can be paid once the order is accepted.
              </EmptyState>
            )
          }
          footer={list.total > 0 ? <Pager {...list} noun="earning" /> : undefined}
        />
      </Section>
      {payouts.length > 0 ? (
        <Section title={year === null ? "Payouts" : `Payouts of ${year}`}>
          <DataTable
            caption="Your payouts, newest first"
            columns={paid}
            rows={payouts}
            rowKey={(p) => p.id}
            empty={null}
          />
        </Section>
      ) : null}
      <div id="bank" />
      <Section title="Bank details">
        <div role="status">{answer?.done ? <Notice tone="good">{answer.done}</Notice> : null}</div>
        {answer?.error && answer.form !== "bank" ? <ErrorNote problem={answer.error} /> : null}
        <Pending loaded={loaderData} />
        {bank ? (
          <KeyValue
            items={[
              { label: "Account", value: <span className="figures">{bank.account}</span> },
              { label: "Bank", value: bank.bankName },
              { label: "Holder", value: bank.holder },
              {
                label: "Used for payouts",
                value: bank.frozen ? (
                  <>
                    From <Instant at={bank.usableAt} />
                  </>
                ) : (
                  "Yes"
                ),
              },
            ]}
          />
        ) : (
          <p className="soft">You haven't added bank details yet.</p>
        )}
        {loaderData.mayHaveBank ? (
          <details
            className={bankStyles.open}
            open={
              (bank === null && loaderData.pending === null) || (answer?.form === "bank" && answer.error !== undefined)
                ? true
                : undefined
            }
          >
            <summary>{bank ? "Change bank details" : "Add bank details"}</summary>
            <BankForm
              key={loaderData.pending?.createdAt ?? "none"}
              typed={(answer?.form === "bank" && answer.error ? answer.typed : undefined) ?? loaderData.start}
              countries={loaderData.countries}
              problem={answer?.form === "bank" ? answer.error : undefined}
              asksPassword={
                answer?.form === "bank" &&
                ["requires-recent-login", "wrong-password"].includes(answer.error?.code ?? "")
              }
            />
          </details>
        ) : null}
        <p className={styles.note}>
          Payout cut-offs are the 15th and the last day of each month, 23:59 UTC. The minimum payout is{" "}
          {formatMoney(2_500, "USD")}, and smaller amounts carry over to the next one. Earnings must have been available
          for three days, and new bank details are used after three days.
        </p>
      </Section>
    </Page>
  );
}

/** A change that waits for the link in the email, and the button that link leads to. */
function Pending({ loaded: { pending, confirm } }: { loaded: Loaded }) {
  if (!pending) return null;
  return (
    <Notice
      tone="attention"
      title={`New account ${pending.account}, holder ${pending.holder}`}
      action={
        <Form method="post" action="/editor/editor-payouts" className={bankStyles.buttons} preventScrollReset>
          {confirm && !pending.expired ? (
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
        : confirm
          ? "Confirm that we should pay you to this account."
          : "Open the link in the email we sent you to confirm it. Until then, nothing changes."}
    </Notice>
  );
}

function Next({ next }: { next: NextPayout }) {
  const amount = formatMoney(next.amountMinor, next.currency);
  if (next.payable)
    return (
      <WaitingLine
        turn="others"
        waitsFor={`Your next payout is ${amount}.`}
        who="the payout run"
        note={
          <>
            Includes {next.earnings} {next.earnings === 1 ? "earning" : "earnings"} at the cut-off on{" "}
            <Cutoff at={next.cutoffAt} />
            {next.debtMinor > 0 ? (
              <>, after {formatMoney(next.debtMinor, next.currency)} deducted for an earlier overpayment</>
            ) : null}
            . We send it to the bank on <Instant at={`${next.fileDay}T12:00:00Z`} show="day" /> at the earliest.
          </>
        }
      />
    );
  return (
    <WaitingLine
      turn="others"
      waitsFor="You have no payout due yet."
      note={
        <>
          For the cut-off on <Cutoff at={next.cutoffAt} />: {next.reasons.join(" ")}
        </>
      }
    />
  );
}
