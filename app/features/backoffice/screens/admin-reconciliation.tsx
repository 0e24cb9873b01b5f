import { TextInput } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { decodeBankFile } from "#app/features/payments/rules/bank-xml.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { importStatement } from "../server/reconciliation/import-statement.ts";
import { type ShownDifference, onlyAdmins, readReconciliation } from "../server/reconciliation/read-reconciliation.ts";
import { reconcileNow } from "../server/reconciliation/record-differences.ts";
import { resolveDifference, takeDifference } from "../server/reconciliation/resolve-difference.ts";
import { DifferenceForms } from "../ui/difference-forms.tsx";
import styles from "../ui/finance.module.css";
import type { Route } from "./+types/admin-reconciliation";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Reconciliation");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => readReconciliation(actor));

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: {
    import: intent({
      command: importStatement,
      input: async ({ form, text }) => {
        const file = form.get("file");
        if (!(file instanceof File) || file.size === 0) throw invalid("file", "Choose the statement's file first.");
        return {
          fileName: file.name.slice(0, 200),
          text: decodeBankFile(new Uint8Array(await file.arrayBuffer())),
          opening: text("opening"),
        };
      },
      done: ({ lines, newLines, again }) =>
        again
          ? "This statement was imported before. Nothing has changed."
          : `Statement imported: ${newLines} of ${lines} ${lines === 1 ? "line is" : "lines are"} new.`,
    }),
    compare: async ({ actor }) => {
      onlyAdmins(actor);
      await readProviderAccount(now());
      await reconcileNow(actor);
      return { done: "Provider, ledger, and bank compared" };
    },
    take: intent({ command: takeDifference, input: ({ text }) => ({ key: text("key") }), done: "Difference taken" }),
    resolve: intent({
      command: resolveDifference,
      input: ({ text }) => ({ key: text("key"), note: text("note"), account: text("account") }),
      done: "Difference resolved",
    }),
  },
  typed: ({ text }) => ({ key: text("key"), note: text("note"), account: text("account"), opening: text("opening") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const day = (at: string): string => formatDay(new Date(at), "UTC");
const money = (minor: number | null, currency: string): string =>
  minor === null ? "not yet known" : formatMoney(minor, currency);

const about = [
  {
    key: "title",
    header: "Difference",
    narrow: "title" as const,
    cell: (d: ShownDifference) => (
      <>
        {d.orderId ? <Link to={href("/admin/orders/:orderId", { orderId: d.orderId })}>{d.title}</Link> : d.title}
        {d.resolvedAt || d.clearedAt ? null : <span className={styles.under}>{d.advice}</span>}
      </>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end" as const,
    cell: (d: ShownDifference) => <Money minor={d.amountMinor} currency={d.currency} />,
  },
  { key: "found", header: "Found", cell: (d: ShownDifference) => <Instant at={d.foundAt} /> },
];

/** Whether the card provider, the ledger, and the bank agree, what is on its way between them, and what somebody must explain. */
export default function AdminReconciliation({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(books|payment|refund|payout)/.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { balances, open, ended, transit, statements, days } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title="Reconciliation"
        actions={
          <Form method="post">
            <SubmitButton name="intent" value="compare" variant="default" pending="Comparing">
              Compare now
            </SubmitButton>
          </Form>
        }
      />
      {answer?.error && answer.form !== "import" && answer.form !== "resolve" ? (
        <ErrorNote problem={answer.error} />
      ) : null}
      <DoneNote answer={answer} />
      {balances.map((b) => (
        <Stats key={b.currency}>
          <Stat
            label="At the card provider"
            value={money(b.providerMinor, b.currency)}
            detail={
              b.providerReadAt ? (
                <>
                  Read <Instant at={b.providerReadAt} />. Ledger then: {formatMoney(b.providerLedgerMinor, b.currency)}
                </>
              ) : (
                `Ledger: ${formatMoney(b.providerLedgerMinor, b.currency)}`
              )
            }
          />
          <Stat
            label="In transit to the bank"
            value={formatMoney(b.inTransitMinor, b.currency)}
            detail={transit.length === 1 ? "1 payout" : `${transit.length} payouts`}
          />
          <Stat
            label="On bank statements"
            value={money(b.statementMinor, b.currency)}
            detail={`Ledger: ${formatMoney(b.bankLedgerMinor, b.currency)}`}
          />
          <Stat
            label="Open differences"
            value={String(open.length)}
            detail={days[0] ? <Instant at={days[0].madeAt} /> : "Not compared yet"}
          />
        </Stats>
      ))}
      <Section title="Open differences">
        <DataTable
          caption="Open differences"
          rows={open}
          rowKey={(d) => d.key}
          columns={[
            ...about,
            { key: "owner", header: "Owner", cell: (d) => d.owner ?? <span className="soft">nobody</span> },
            { key: "act", header: "Resolve", cell: (d) => <DifferenceForms difference={d} answer={answer} /> },
          ]}
          empty={
            <EmptyState title="No open differences" mark="check">
              Provider, ledger, and bank are compared every day. What they disagree about appears here.
            </EmptyState>
          }
        />
      </Section>
      <Section title="Money in transit">
        <DataTable
          caption="Payouts of the card provider that aren't on a bank statement"
          rows={transit}
          rowKey={(p) => p.id}
          columns={[
            { key: "id", header: "Payout", cell: (p) => <span className="figures">{p.id}</span>, narrow: "title" },
            {
              key: "amount",
              header: "Amount",
              align: "end",
              cell: (p) => <Money minor={p.amountMinor} currency={p.currency} />,
            },
            { key: "made", header: "Sent", cell: (p) => <Instant at={p.madeAt} /> },
            { key: "arrives", header: "Arrives", cell: (p) => day(p.arrivesAt) },
          ]}
          empty={
            <EmptyState title="No money in transit" mark="stet">
              A payout of the card provider is here until a bank statement has it.
            </EmptyState>
          }
        />
      </Section>
      <Section title="Bank statements">
        <div className={styles.gap}>
          <ActionForm
            intent="import"
            label="Import a bank statement"
            submit="Import statement"
            pending="Importing"
            encType="multipart/form-data"
            answer={answer}
          >
            {({ problem, typed }) => (
              <>
                <label className={styles.field}>
                  Statement
                  <input type="file" name="file" accept=".xml,.csv,text/xml,application/xml,text/csv" required />
                  {fieldError(problem, "file") ? null : (
                    <span className={styles.under}>
                      CAMT.053 (XML), or CSV with the columns Date, Amount, Currency, Description, Reference, and
                      Balance.
                    </span>
                  )}
                </label>
                {statements.length === 0 || fieldError(problem, "opening") ? (
                  <TextInput
                    name="opening"
                    label="Opening balance"
                    description="What was in the account before the first line. Only for a CSV file without balances."
                    inputMode="decimal"
                    maxLength={30}
                    defaultValue={typed["opening"] ?? ""}
                    error={fieldError(problem, "opening")}
                  />
                ) : null}
              </>
            )}
          </ActionForm>
        </div>
        <DataTable
          caption="Imported bank statements"
          rows={statements}
          rowKey={(s) => s.id}
          columns={[
            { key: "file", header: "File", cell: (s) => s.fileName, narrow: "title" },
            { key: "account", header: "Account", cell: (s) => <span className="figures">{s.account}</span> },
            { key: "period", header: "Period", cell: (s) => `${day(s.fromAt)} to ${day(s.toAt)}` },
            {
              key: "closing",
              header: "Closing balance",
              align: "end",
              cell: (s) => (s.closingMinor === null ? "none" : <Money minor={s.closingMinor} currency={s.currency} />),
            },
            {
              key: "lines",
              header: "Lines",
              align: "end",
              cell: (s) => (s.newLines === s.lineCount ? s.lineCount : `${s.newLines} new of ${s.lineCount}`),
            },
            {
              key: "imported",
              header: "Imported",
              cell: (s) => (
                <>
                  <Instant at={s.importedAt} />
                  <span className={styles.under}>{s.importer}</span>
                </>
              ),
            },
          ]}
          empty={
            <EmptyState title="No bank statements" mark="caret">
              Import a statement to compare the bank with the books.
            </EmptyState>
          }
        />
      </Section>
      {ended.length > 0 ? (
        <Section title="Resolved differences">
          <DataTable
            caption="Resolved differences"
            rows={ended}
            rowKey={(d) => d.key}
            columns={[
              ...about,
              {
                key: "end",
                header: "Resolved",
                cell: (d) =>
                  d.resolvedAt ? (
                    <>
                      {d.note}
                      <span className={styles.under}>
                        {d.resolvedBy}, <Instant at={d.resolvedAt} />
                      </span>
                    </>
                  ) : (
                    "The sides agree again"
                  ),
              },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
      {days.length > 0 ? (
        <Section title="Day by day">
          <DataTable
            caption="Balances by day"
            rows={days}
            rowKey={(d) => `${d.day} ${d.currency}`}
            columns={[
              { key: "day", header: "Day", cell: (d) => day(d.day), narrow: "title" },
              ...(
                [
                  ["providerMinor", "Card provider"],
                  ["providerLedgerMinor", "Card provider, ledger"],
                  ["inTransitMinor", "In transit"],
                  ["statementMinor", "Bank statements"],
                  ["bankLedgerMinor", "Bank, ledger"],
                ] as const
              ).map(([key, header]) => ({
                key,
                header,
                align: "end" as const,
                cell: (d: (typeof days)[number]) => <span className="figures">{money(d[key], d.currency)}</span>,
              })),
              { key: "open", header: "Open differences", align: "end", cell: (d) => d.openDifferences },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
    </Page>
  );
}
