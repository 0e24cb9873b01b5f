import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { countryName } from "#app/platform/rules/core/country.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { EU_COUNTRIES } from "#app/features/tax/rules/places.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Button } from "#app/ui/button.tsx";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { necThresholdMinor } from "../rules/yearly.ts";
import { type YearlyFigures, listPaidYears, listYearlyFigures } from "../server/earnings/yearly-figures.ts";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { PayoutTabs, ReportTabs } from "../ui/payout-tabs.tsx";
import styles from "./payouts.module.css";
import type { Route } from "./+types/payout-statements";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Yearly statements");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const years = await listPaidYears(actor);
  const asked = search.get("year") ?? "";
  const year = /^20\d\d$/.test(asked) ? Number(asked) : (years[0] ?? now().getUTCFullYear());
  return {
    year,
    years: years.includes(year) ? years : [year, ...years].toSorted((a, b) => b - a),
    editors: await listYearlyFigures(actor, year),
    threshold: necThresholdMinor(year),
    toDo: await countPayoutTasks(),
    country: (await findCompany())?.country ?? "",
  };
});

const REPORTS = { dac7: "DAC7", "1099-nec": "1099-NEC" } as const;

/** What each editor was paid in a year, by quarter, with the figures for tax reports as CSV. */
export default function PayoutStatements({
  loaderData: { year, years, editors, threshold, toDo, country },
}: Route.ComponentProps) {
  const columns: Column<YearlyFigures>[] = [
    { key: "editor", header: "Editor", cell: (e) => e.displayName },
    {
      key: "report",
      header: "Report",
      cell: (e) =>
        e.report ? (
          <>
            {REPORTS[e.report]}
            {e.report === "1099-nec" && e.totalMinor < threshold ? (
              <span className="soft small"> below the threshold</span>
            ) : null}
          </>
        ) : e.taxCountry ? (
          <span className="soft">None ({e.taxCountry})</span>
        ) : (
          <StatusBadge tone="late">Tax details missing</StatusBadge>
        ),
    },
    ...[0, 1, 2, 3].map((q): Column<YearlyFigures> => ({
      key: `q${q + 1}`,
      header: `Q${q + 1}`,
      align: "end",
      cell: (e) => <Money minor={e.quarters[q]!.amountMinor} currency={e.currency} />,
    })),
    {
      key: "total",
      header: "Paid in the year",
      align: "end",
      cell: (e) => (
        <>
          <Money minor={e.totalMinor} currency={e.currency} strong />
          {e.eurosMinor > 0 ? (
            <span className="soft small">
              <br />
              Includes <Money minor={e.eurosMinor} currency="EUR" /> paid in euros
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: "statement",
      header: "Statement",
      cell: (e) => (
        <DownloadLink href={`/api/csv/payout-statement?year=${year}&editor=${e.editorId}`}>
          CSV<span className="unseen"> of {e.displayName}</span>
        </DownloadLink>
      ),
    },
  ];
  return (
    <Page width="full">
      <PageTitle
        title="Yearly statements"
        lede={
          <p>
            Payouts that the bank paid in {year}, by the day they were paid in UTC. A returned payout counts in the year
            it's paid again. The exports have legal details, so each is recorded.
          </p>
        }
      />
      <PayoutTabs at="reports" tasks={toDo} />
      <ReportTabs at="years" />
      <PageTabs
        label="Year"
        shown={String(year)}
        tabs={years.map((y) => ({ key: String(y), label: String(y), to: `/admin/payouts/statements?year=${y}` }))}
      />
      <DataTable
        caption={`What editors were paid in ${year}`}
        columns={columns}
        rows={editors}
        rowKey={(e) => e.editorId}
        rowTo={(e) => `/admin/payout-history?editor=${e.editorId}`}
        empty={
          <EmptyState title={`Nobody was paid in ${year}`} mark="stet">
            Editors appear here once the bank has paid them.
          </EmptyState>
        }
        footer={
          editors.length > 0 ? (
            <span className={styles.actions}>
              <DownloadLink href={`/api/csv/dac7?year=${year}`}>DAC7 figures (CSV)</DownloadLink>
              <DownloadLink href={`/api/csv/1099-nec?year=${year}`}>1099-NEC figures (CSV)</DownloadLink>
            </span>
          ) : undefined
        }
      />
      <Dac7Form year={year} country={country} />
    </Page>
  );
}

/** The file for a tax authority, which asks for what only it and the company know. */
const Dac7Form = ({ year, country }: { year: number; country: string }) => (
  <details className={styles.file}>
    <summary>DAC7 report (XML)</summary>
    <p>
      The OECD's format, version 1.0, with the amounts of each quarter in whole units of the currency that was paid.
      First and last names are split before the last word: check them. A year without editors to report has a report,
      too. An authority refuses editors of a year that it already has. Some authorities want the file in an envelope of
      their own.
    </p>
    <form method="get" action="/api/reports/dac7">
      <input type="hidden" name="year" value={year} />
      <NativeSelect
        name="country"
        label="Member state that gets it"
        required
        defaultValue={EU_COUNTRIES.includes(country) ? country : ""}
        data={[{ value: "", label: "Choose" }, ...EU_CHOICES]}
      />
      <TextInput name="taxNumber" label="The company's tax number there" required maxLength={40} autoComplete="on" />
      <TextInput
        name="sender"
        label="Sender's number, if the authority gave you one"
        maxLength={40}
        autoComplete="on"
      />
      <Button type="submit" size="compact-sm" variant="default">
        Download DAC7 report
      </Button>
    </form>
  </details>
);

const EU_CHOICES = EU_COUNTRIES.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) =>
  a.label < b.label ? -1 : 1,
);
