import type { ReactNode } from "react";
import { Link, href, useSearchParams } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ACCOUNTS, ACCOUNT_NAMES } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref } from "#app/ui/lists/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { readJournal } from "../rules/books.ts";
import { entryWords } from "../rules/finance-figures.ts";
import { currencyOf, readCurrencies } from "../server/books/read-books.ts";
import { type OpenedBankLine, openEntry, readJournalPage } from "../server/books/read-journal.ts";
import { BooksTabs } from "../ui/books-tabs.tsx";
import finance from "../ui/finance.module.css";
import { LedgerLines } from "../ui/ledger-lines.tsx";
import type { Route } from "./+types/admin-journal";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Journal");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const asked = readJournal(search, now());
  return {
    asked,
    currency: currencyOf(asked.currency),
    currencies: await readCurrencies(actor),
    entry: asked.entry ? await openEntry(actor, asked.entry) : null,
    journal: asked.entry ? null : await readJournalPage(actor, asked),
  };
});

type Loaded = Awaited<ReturnType<typeof loader>>;

/** The journal: the lines of a period, of one account or all, and each entry with its cause. */
export default function AdminJournal({ loaderData }: Route.ComponentProps) {
  const { entry, journal } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Accounting" />
      <BooksTabs shown="journal" />
      {entry ? <Entry entry={entry} /> : null}
      {journal ? <Lines {...loaderData} journal={journal} /> : null}
    </Page>
  );
}

const sideOf = (minor: number, currency: string): string =>
  `${formatMoney(Math.abs(minor), currency)}${minor === 0 ? "" : minor > 0 ? " debit" : " credit"}`;

function Lines({
  asked,
  currency,
  currencies,
  journal: { lines, sums },
}: Loaded & { journal: NonNullable<Loaded["journal"]> }) {
  const [search] = useSearchParams();
  const csvHref = useCsvHref("/api/csv/journal-lines");
  const account = asked.account ? ACCOUNTS[asked.account] : null;
  const entryTo = (entry: string): string => {
    const next = new URLSearchParams(search);
    next.set("entry", entry);
    return `?${next}`;
  };
  return (
    <>
      {account ? (
        <p className={finance.note}>
          {account.code} {account.label}. {account.what}
        </p>
      ) : null}
      {sums ? (
        <Stats>
          <Stat label="Opening balance" value={sideOf(sums.openingMinor, currency)} />
          <Stat label="Debits" value={formatMoney(sums.debitMinor, currency)} />
          <Stat label="Credits" value={formatMoney(sums.creditMinor, currency)} />
          <Stat label="Closing balance" value={sideOf(sums.closingMinor, currency)} />
        </Stats>
      ) : null}
      <LedgerLines
        caption="Journal lines"
        lines={lines.rows}
        csvHref={csvHref}
        entryTo={entryTo}
        toolbar={
          <FilterBar
            search={null}
            filters={[
              {
                name: "account",
                label: "Account",
                choices: [["", "All"], ...ACCOUNT_NAMES.map((it) => [it, ACCOUNTS[it].label] as const)],
              },
              ...(currencies.length > 1
                ? [
                    {
                      name: "currency",
                      label: "Currency",
                      choices: currencies.map((it, i) => [i === 0 ? "" : it, it] as const),
                    },
                  ]
                : []),
            ]}
          >
            <DateRange from={asked.from} to={asked.to} />
          </FilterBar>
        }
        footer={<Pager {...lines} noun="line" />}
      />
    </>
  );
}

function Entry({ entry }: { entry: NonNullable<Loaded["entry"]> }) {
  const [search] = useSearchParams();
  const back = new URLSearchParams(search);
  back.delete("entry");
  const entryTo = (id: string): string => {
    const next = new URLSearchParams(search);
    next.set("entry", id);
    return `?${next}`;
  };
  return (
    <>
      <Section
        title={entry.memo}
        aside={
          <Link to={`?${back}`} className={finance.close}>
            Back to the journal
          </Link>
        }
      >
        <div className={finance.opened}>
          <KeyValue
            items={[
              { label: "Entry", value: <span className="figures">{entry.seq}</span> },
              { label: "Kind", value: entryWords(entry.kind) },
              { label: "Booked", value: <Instant at={entry.bookedAt} books deadline /> },
              { label: "Happened", value: <Instant at={entry.happenedAt} books deadline /> },
              { label: "Written down", value: <Instant at={entry.at} books deadline /> },
              {
                label: "Cause",
                value: (
                  <>
                    {entry.cause.to ? <Link to={entry.cause.to}>{entry.cause.words}</Link> : entry.cause.words}
                    <span className={finance.id}> {entry.cause.id}</span>
                  </>
                ),
              },
              {
                label: "Reverses",
                value: entry.reverses ? <Link to={entryTo(entry.reverses)}>The entry it takes back</Link> : null,
              },
              {
                label: "Reversed by",
                value: entry.reversedBy ? <Link to={entryTo(entry.reversedBy)}>Its counter-entry</Link> : null,
              },
              {
                label: "Open book",
                value: entry.orderId ? (
                  <Link to={href("/admin/orders/:orderId/money", { orderId: entry.orderId })}>The order's money</Link>
                ) : null,
              },
            ]}
          />
          <LedgerLines caption="Lines of this entry" lines={entry.lines} balanced />
        </div>
      </Section>
      {entry.bank ? <BankLines entryId={entry.id} lines={entry.bank} entryTo={entryTo} /> : null}
    </>
  );
}

/** An entry's lines on the bank's statements. */
function BankLines({
  entryId,
  lines,
  entryTo,
}: {
  entryId: string;
  lines: readonly OpenedBankLine[];
  entryTo: (id: string) => string;
}) {
  /** The other side of the transit account: where the money was sent, or where it arrived. */
  const other = ({ sentEntryId, arrivedEntryId }: OpenedBankLine): ReactNode => {
    const [id, words] =
      sentEntryId === entryId ? [arrivedEntryId, "Arrived"] : [sentEntryId, "Sent by the card provider"];
    return id && id !== entryId ? <Link to={entryTo(id)}>{words}</Link> : null;
  };
  return (
    <Section title="On the bank statement">
      <DataTable
        caption="Bank lines of this entry"
        rows={lines}
        rowKey={(line) => line.id}
        columns={[
          {
            key: "statement",
            header: "Statement",
            narrow: "title",
            cell: (line) => (
              <>
                {line.statement}
                <span className={finance.under}>Line {line.position}</span>
              </>
            ),
          },
          { key: "day", header: "Date", cell: (line) => <Instant at={line.bookedAt} show="day" books /> },
          {
            key: "text",
            header: "Description",
            cell: (line) => (
              <>
                {[line.counterparty, line.details].filter(Boolean).join(", ") || <span className="soft">none</span>}
                {line.reference ? <span className={finance.under}>{line.reference}</span> : null}
              </>
            ),
          },
          { key: "other", header: "Other entry", cell: other },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (line) => <Money minor={line.amountMinor} currency={line.currency} />,
          },
        ]}
        empty={
          <EmptyState title="Not on a bank statement yet" mark="caret">
            The bank line appears here once its statement is imported.
          </EmptyState>
        }
      />
    </Section>
  );
}
