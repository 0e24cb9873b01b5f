import { Link } from "react-router";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { DAY, after, formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { Chart } from "#app/ui/chart.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar, useCsvHref } from "#app/ui/list-controls.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/page-tabs.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { FIGURES, readFinance } from "../rules/finance-figures.ts";
import { type FinanceRow, openFigure, readFigures } from "../server/money/finance.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import { useHere } from "#app/ui/use-here.ts";
import styles from "../ui/finance.module.css";
import type { Route } from "./+types/ops-finance";
import { Accounts } from "./ops-finance/accounts.tsx";
import { Figure, Lines, series } from "./ops-finance/figure.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Finance");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const at = now();
  const asked = readFinance(search, at);
  return {
    asked,
    figures: await readFigures(actor, asked),
    opened: await openFigure(actor, asked),
    today: dayOf(at),
  };
});

const bucketWords = (bucket: string, by: string): string =>
  by === "service"
    ? isService(bucket)
      ? SERVICE_LABELS[bucket]
      : "Payouts and transfers"
    : bucket.length === 7
      ? bucket
      : formatDay(new Date(`${bucket}T00:00:00Z`), "UTC");
const shortDay = (bucket: string): string => (bucket.length === 10 ? bucket.slice(5) : bucket);

/** Finance for a period: figures, charts and tables. Each figure opens its journal lines. */
export default function OpsFinance({ loaderData }: Route.ComponentProps) {
  useLive((event) => /^(payment|refund|earning|payout|order\.(accepted|cancelled))/.test(event.kind));
  const { asked, figures, opened, today } = loaderData;
  const { totals, rows, accounts, sumMinor, currency } = figures;
  const here = useHere();
  const csvHref = useCsvHref("/api/csv/finance");
  const moved = rows.filter((r) => FIGURES.some((f) => !("balance" in f) && r.values[f.key] !== 0));
  const shown = asked.by === "service" ? rows : moved;
  const points = rows.map((r) => ({
    label: asked.by === "service" ? bucketWords(r.bucket, "service") : shortDay(r.bucket),
    values: r.values,
  }));
  const open = (figure: string, at: string | null = null) => `${here({ lines: figure, at })}#lines`;
  const daysBack = (days: number) =>
    after(new Date(`${today}T00:00:00Z`), -(days - 1) * DAY)
      .toISOString()
      .slice(0, 10);
  const columns: Column<FinanceRow>[] = [
    {
      key: "bucket",
      header: { day: "Day", month: "Month", service: "Service" }[asked.by],
      cell: (r) => <span className={styles.nowrap}>{bucketWords(r.bucket, asked.by)}</span>,
    },
    ...FIGURES.map((f) => ({
      key: f.key,
      header: f.label,
      align: "end" as const,
      cell: (r: FinanceRow) => (
        <Figure
          to={open(f.key, r.bucket)}
          minor={r.values[f.key]}
          currency={currency}
          label={`${f.label}, ${bucketWords(r.bucket, asked.by)}`}
        />
      ),
    })),
  ];
  const axis = { day: "Day", month: "Month", service: "Service" }[asked.by];
  return (
    <Page width="full">
      <PageTitle
        title="Finance"
        actions={
          <>
            <Link to="/admin/payments">Payments</Link>
            <Link to="/admin/payout-summary">Payout summary</Link>
          </>
        }
      />
      <div className={styles.gap}>
        <FilterBar
          search={null}
          key={`${asked.from}${asked.to}`}
          filters={[
            {
              name: "by",
              label: "By",
              choices: [
                ["", "Day"],
                ["month", "Month"],
                ["service", "Service"],
              ],
            },
          ]}
        >
          <DateRange from={asked.from} to={asked.to} />
        </FilterBar>
      </div>
      <PageTabs
        label="Periods"
        shown={`${asked.from}${asked.to}`}
        tabs={(
          [
            ["Last 7 days", daysBack(7)],
            ["Last 30 days", daysBack(30)],
            ["Last 60 days", daysBack(60)],
            ["This month", `${today.slice(0, 7)}-01`],
            ["This year", `${today.slice(0, 4)}-01-01`],
          ] as const
        ).map(([label, from]) => ({ key: `${from}${today}`, label, to: here({ from, to: today, at: null }) }))}
      />
      <div className={styles.figures}>
        <Stats>
          {FIGURES.map((f) => (
            <Stat
              key={f.key}
              label={f.label}
              value={formatMoney(totals[f.key], currency)}
              detail={f.what}
              to={open(f.key)}
              {...(f.key === "margin" && totals.margin < 0 ? { tone: "late" as const } : {})}
            />
          ))}
        </Stats>
      </div>
      {opened ? (
        <Lines
          opened={opened}
          at={asked.at ? bucketWords(asked.at, asked.by) : null}
          close={here({ lines: null, at: null })}
          currency={currency}
        />
      ) : null}
      <div className={styles.two}>
        <Chart
          kind="bar"
          title="Sales and deductions"
          unit={{ currency }}
          axis={axis}
          data={points}
          series={series("gross", "refunds", "discounts")}
        />
        <Chart
          kind="bar"
          title="Revenue, editor pay, and margin"
          unit={{ currency }}
          axis={axis}
          data={points}
          series={series("revenue", "editorCost", "margin")}
        />
        <Chart
          kind={asked.by === "service" ? "bar" : "area"}
          title="Deferred revenue and amounts owed to editors"
          unit={{ currency }}
          axis={axis}
          data={points}
          series={series("deferred", "payables")}
        />
      </div>
      <Section title={`By ${asked.by}`}>
        <p className={styles.note}>
          Booked in UTC, from {formatDay(new Date(`${asked.from}T00:00:00Z`), "UTC")} to{" "}
          {formatDay(new Date(`${asked.to}T00:00:00Z`), "UTC")}. Revenue, its discounts, and editor pay are booked at
          delivery; until then, a payment is deferred revenue. Card fees are booked when they're taken.{" "}
          {asked.by === "service"
            ? "Balances are as of the end of the period. A payout covers many orders, so it has its own row."
            : `The table leaves out any ${asked.by} with no transactions; the charts don't.`}
        </p>
        <DataTable<FinanceRow>
          caption={`Figures by ${asked.by}`}
          rows={asked.by === "service" ? shown : shown.toReversed()}
          rowKey={(r) => r.bucket}
          columns={columns}
          csvHref={csvHref}
          empty={
            <EmptyState title="No transactions in this period" mark="stet">
              Choose a longer period.
            </EmptyState>
          }
        />
      </Section>
      <Accounts accounts={accounts} sumMinor={sumMinor} currency={currency} open={open} />
    </Page>
  );
}
