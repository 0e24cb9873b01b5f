import { Link } from "react-router";
import { addDays, dayOf } from "#app/platform/rules/core/day.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { Chart } from "#app/ui/charts/chart.tsx";
import { FilterBar, useCsvHref } from "#app/ui/lists/list-controls.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { FIGURES, GROUPS, GROUP_WORDS, type Group, readFinance } from "../rules/finance-figures.ts";
import { type FinanceRow, openFigure, readFigures } from "../server/money/finance.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import { useHere } from "#app/ui/frame/use-here.ts";
import styles from "../ui/finance.module.css";
import type { Route } from "./+types/ops-finance";
import { Accounts } from "./ops-finance/accounts.tsx";
import { ByGroup } from "./ops-finance/by-group.tsx";
import { Lines, series } from "./ops-finance/figure.tsx";
import { Glance } from "./ops-finance/glance.tsx";
import glance from "./ops-finance/glance.module.css";

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

/** A day or month, or what orders have in common, in words. @param label a name that it has by itself */
function bucketWords({ bucket, label }: Pick<FinanceRow, "bucket" | "label">, by: Group): string {
  switch (by) {
    case "day":
      return formatDay(new Date(`${bucket}T00:00:00Z`), "UTC");
    case "month":
      return bucket;
    case "service":
      return isService(bucket) ? SERVICE_LABELS[bucket] : "Payouts and transfers";
    case "field":
      return FIELDS.find(({ slug }) => slug === bucket)?.label ?? (bucket === "none" ? "No field" : bucket);
    case "level":
      return ownValue(LEVEL_LABELS, bucket) ?? "No editor yet";
    case "organization":
      return label ?? (bucket === "none" ? "Paid by authors themselves" : bucket);
  }
}
const shortDay = (bucket: string): string => (bucket.length === 10 ? bucket.slice(5) : bucket);

/** Finance for a period beside the one before: figures, margins, and accounts. Each figure opens its journal lines. */
export default function OpsFinance({ loaderData }: Route.ComponentProps) {
  useLive((event) => /^(payment|refund|earning|payout|order\.(accepted|cancelled))/.test(event.kind));
  const { asked, figures, opened, today } = loaderData;
  const { totals, before, course, rows, accounts, sumMinor, currency } = figures;
  const { by } = asked;
  const here = useHere();
  const csvHref = useCsvHref("/api/csv/finance");
  const inTime = by === "day" || by === "month";
  const moved = rows.filter((r) => FIGURES.some((f) => !("balance" in f) && (r.values[f.key] ?? 0) !== 0));
  const open = (figure: string, at: string | null = null) => `${here({ lines: figure, at })}#lines`;
  const day = (on: string) => formatDay(new Date(`${on}T00:00:00Z`), "UTC");
  const opening = rows.find((row) => row.bucket === asked.at);
  return (
    <Page width="full">
      <PageTitle
        title="Finance"
        actions={
          <>
            <Link to="/admin/payments">Payments</Link>
            <Link to="/admin/payout-summary">Payout summary</Link>
            <Link to="/admin/organizations">Receivables by age</Link>
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
              choices: GROUPS.map((group) => [group === "day" ? "" : group, GROUP_WORDS[group]]),
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
            ["7 days", addDays(today, -6)],
            ["30 days", addDays(today, -29)],
            ["60 days", addDays(today, -59)],
            ["This month", `${today.slice(0, 7)}-01`],
            ["This year", `${today.slice(0, 4)}-01-01`],
          ] as const
        ).map(([label, from]) => ({ key: `${from}${today}`, label, to: here({ from, to: today, at: null }) }))}
      />
      <p className={styles.note}>
        {day(asked.from)} to {day(asked.to)}, beside {day(asked.before.from)} to {day(asked.before.to)}. Days are in
        UTC. Revenue, its discounts, and editor pay are booked at delivery, and card fees when they're taken.
      </p>
      {opened ? (
        <Lines
          opened={opened}
          at={asked.at ? bucketWords(opening ?? { bucket: asked.at }, by) : null}
          close={here({ lines: null, at: null })}
          currency={currency}
        />
      ) : null}
      <div className={opened ? glance.behind : undefined}>
        <Glance
          totals={totals}
          before={before}
          course={course.map(({ bucket, values }) => ({
            label: bucketWords({ bucket }, bucket.length === 7 ? "month" : "day"),
            values,
          }))}
          currency={currency}
          open={open}
        />
        <Section title={inTime ? `By ${by}` : `Margin by ${GROUP_WORDS[by].toLowerCase()}`}>
          <ByGroup
            by={by}
            rows={inTime ? moved.toReversed() : moved}
            currency={currency}
            words={(row) => bucketWords(row, by)}
            open={open}
            csvHref={csvHref}
          />
        </Section>
        <Fold id="chart" title="Net sales, editor pay, and gross margin">
          <Chart
            kind="bar"
            title="Net sales, editor pay, and gross margin"
            unit={{ currency }}
            axis={GROUP_WORDS[course[0]?.bucket.length === 7 ? "month" : "day"]}
            data={course.map((r) => ({ label: shortDay(r.bucket), values: r.values }))}
            series={series("netSales", "editorCost", "margin")}
          />
        </Fold>
        <Accounts accounts={accounts} sumMinor={sumMinor} currency={currency} open={open} />
      </div>
    </Page>
  );
}
