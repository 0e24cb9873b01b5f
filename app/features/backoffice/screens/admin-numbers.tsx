import { useSearchParams } from "react-router";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { DAY, after, formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { Chart, type ChartSeries } from "#app/ui/chart.tsx";
import { DateRange } from "#app/ui/date-range.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar } from "#app/ui/list-controls.tsx";
import { PageTabs } from "#app/ui/page-tabs.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { type NumberTable, TABLES, type TableName, numberTable } from "../rules/number-tables.ts";
import {
  FUNNEL,
  type NumberName,
  QUOTE_OUTCOMES,
  TAKEN,
  changeFrom,
  readNumbers,
  shareOf,
  sumOf,
} from "../rules/numbers.ts";
import { readNumbersOf } from "../server/numbers/read-numbers.ts";
import styles from "../ui/numbers.module.css";
import type { Route } from "./+types/admin-numbers";
import { Csv, NumbersTable } from "./admin-numbers/numbers-table.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Numbers");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const at = now();
  const asked = readNumbers(search, at);
  const figures = await readNumbersOf(actor, asked);
  const tables = Object.fromEntries(TABLES.map((name) => [name, numberTable(name, asked, figures)])) as Record<
    TableName,
    NumberTable
  >;
  // Figures of a period are sent as totals; the tables have the rest.
  const totals = (rows: typeof figures.now) =>
    Object.fromEntries(TOTALS.map((what) => [what, sumOf(rows, what)])) as Record<NumberName, number>;
  return {
    asked,
    tables,
    now: totals(figures.now),
    before: totals(figures.before),
    quotes: Object.fromEntries(QUOTE_OUTCOMES.map(({ key }) => [key, sumOf(figures.now, "quotes", key)])),
    taken: Object.fromEntries(TAKEN.map(({ key }) => [key, sumOf(figures.now, "taken", key)])),
    freeOn: figures.freeOn,
    addedUpAt: figures.addedUpAt,
    today: at.toISOString().slice(0, 10),
  };
});

const TOTALS = [
  ...FUNNEL.map((f) => f.key),
  "repeatOrders",
  "taken",
  "takenMinutes",
  "delivered",
  "deliveredOnTime",
  "answered",
  "answeredInTime",
  "resolved",
  "resolvedInTime",
  "quotes",
  "refusedWords",
  "delayedWords",
] as const satisfies readonly NumberName[];

const dayWords = (day: string): string => formatDay(new Date(`${day}T00:00:00Z`), "UTC");
const percent = (share: number | null): string => (share === null ? "No data" : `${share}%`);

/** How the shop is doing: a funnel without cookies, editors' supply against demand, speed, support, and quotes. */
export default function AdminNumbers({ loaderData }: Route.ComponentProps) {
  const { asked, tables, now: sums, before, quotes, taken, freeOn, addedUpAt, today } = loaderData;
  const [search] = useSearchParams();
  const csv = (table: TableName) =>
    `/api/csv/numbers?${new URLSearchParams({ from: asked.from, to: asked.to, table })}`;
  const orders = (date: string) =>
    `/admin/orders?${new URLSearchParams({ show: "all", date, from: asked.from, to: asked.to })}`;
  const daysBack = (days: number) =>
    after(new Date(`${today}T00:00:00Z`), -(days - 1) * DAY)
      .toISOString()
      .slice(0, 10);
  const when = { day: "Day", week: "Week from", month: "Month" }[asked.step];
  const points = (table: TableName) =>
    tables[table].rows.map((row) => ({
      label: asked.step === "month" ? String(row["when"]) : String(row["when"]).slice(5),
      values: row as Readonly<Record<string, number | null>>,
    }));
  const acceptedAll = sums.taken - taken["open"]!;
  const onTime = shareOf(sums.deliveredOnTime, sums.delivered);
  const change = (what: NumberName) => changeFrom(before[what], sums[what]) ?? "None in the period before";
  return (
    <Page width="full">
      <PageTitle title="Numbers" />
      <div className={styles.gap}>
        <FilterBar search={null} key={`${asked.from}${asked.to}`} filters={[]}>
          <DateRange from={asked.from} to={asked.to} />
        </FilterBar>
      </div>
      <PageTabs
        label="Periods"
        shown={`${asked.from}${asked.to}`}
        tabs={([7, 28, 90, 365] as const).map((days) => ({
          key: `${daysBack(days)}${today}`,
          label: `Last ${days} days`,
          to: `?${new URLSearchParams({ ...Object.fromEntries(search), from: daysBack(days), to: today })}`,
        }))}
      />
      <p className={styles.note}>
        {dayWords(asked.from)} to {dayWords(asked.to)} in UTC, compared with {dayWords(asked.before.from)} to{" "}
        {dayWords(asked.before.to)}.{" "}
        {addedUpAt ? (
          <>
            Last updated <Instant at={addedUpAt} />.
          </>
        ) : (
          "Nothing has been counted yet. Figures appear within five minutes."
        )}
      </p>

      <Section title="From visit to payment" aside={<Csv to={csv("funnel")} />}>
        <p className={styles.note}>
          Visits are counted without cookies and without storing anything about visitors. One device counts once a day,
          and robots don't count. Orders paid in this period may have begun before it.
        </p>
        <div className={styles.funnel}>
          <Stats>
            {FUNNEL.map(({ key, label }) => (
              <Stat
                key={key}
                label={label}
                value={sums[key].toLocaleString("en-US")}
                detail={change(key)}
                {...(key === "paid" ? { to: orders("paid") } : {})}
              />
            ))}
          </Stats>
        </div>
        <div className={styles.two}>
          <Chart
            kind="bar"
            title="Visits, files, prices, and payments"
            unit="times"
            axis="Step"
            data={FUNNEL.map(({ key, label }) => ({ label, values: { now: sums[key], before: before[key] } }))}
            series={[
              { name: "now", label: "This period", tone: "main" },
              { name: "before", label: "Period before", tone: "quiet" },
            ]}
          />
          <Chart
            kind="line"
            title="Funnel over time"
            unit="times"
            axis={when}
            data={points("funnel")}
            series={FUNNEL.map(({ key, label }) => ({ name: key, label }))}
          />
        </div>
        <NumbersTable
          caption="Funnel by source"
          table={tables.sources}
          csvHref={csv("sources")}
          empty="Visits, dropped files, and payments of this period will appear here by where people came from."
        />
      </Section>

      <Section title="Abandoned quotes" aside={<Csv to={csv("quotes")} />}>
        <p className={styles.note}>
          What became of the quotes given in this period. A day after a quote that isn't paid, its author gets one
          reminder.
        </p>
        <Stats>
          <Stat
            label="Quotes"
            value={sums.quotes.toLocaleString("en-US")}
            detail={change("quotes")}
            to={orders("quoted")}
          />
          <Stat
            label="Paid without a reminder"
            value={percent(shareOf(quotes["paid"]!, sums.quotes))}
            detail={`${quotes["paid"]} quotes`}
          />
          <Stat label="Paid after a reminder" value={String(quotes["paid_reminded"])} detail="Quotes" />
          <Stat
            label="Still open"
            value={String(quotes["open"])}
            detail="Quotes"
            to="/admin/orders?show=all&status=quoted"
          />
        </Stats>
        <Chart
          kind="bar"
          stacked
          title="Quotes by outcome"
          unit="quotes"
          axis={when}
          data={sums.quotes === 0 ? [] : points("quotes")}
          series={QUOTE_OUTCOMES.map(({ key, label }) => ({ name: key, label, ...QUOTE_TONES[key] }))}
        />
      </Section>

      <Section title="Repeat clients" aside={<Csv to={csv("clients")} />}>
        <Stats>
          <Stat
            label="Orders from returning clients"
            value={percent(shareOf(sums.repeatOrders, sums.paid))}
            detail={`${sums.repeatOrders} of ${sums.paid} paid orders; ${percent(shareOf(before.repeatOrders, before.paid)).toLowerCase()} in the period before`}
            to={orders("paid")}
          />
        </Stats>
        <Chart
          kind="bar"
          stacked
          title="First and repeat orders"
          unit="orders"
          axis={when}
          data={sums.paid === 0 ? [] : points("clients")}
          series={[
            { name: "first", label: "First orders", tone: "main" },
            { name: "repeat", label: "Repeat orders", tone: "gain" },
          ]}
        />
      </Section>

      <Section title="Editors: supply and demand">
        <p className={styles.note}>
          Where to recruit: subfields in which the most words were refused or lost to later dates come first. Refused
          means no editor had time for any service when the price was last seen. Lost to later dates means some dates
          weren't available. Both count only orders that weren't paid.{" "}
          {freeOn
            ? `Free words are as of ${dayWords(freeOn)}. An editor counts in each of their subfields.`
            : "Editors' free words weren't recorded in this period."}
        </p>
        {tables.fields.rows.length > 0 ? (
          <Chart
            kind="bar"
            title="Words by subfield"
            unit="words"
            axis="Subfield"
            data={tables.fields.rows.slice(0, 8).map((row) => ({
              label: String(row["subfield"]),
              values: row as Readonly<Record<string, number | null>>,
            }))}
            series={[
              { name: "freeWords", label: "Free, next 7 days", tone: "quiet" },
              { name: "orderedWords", label: "Ordered", tone: "gain" },
              { name: "refusedWords", label: "Refused", tone: "loss" },
              { name: "delayedWords", label: "Lost to later dates", tone: "care" },
            ]}
          />
        ) : null}
        <NumbersTable
          caption="Supply and demand by subfield"
          table={tables.fields}
          csvHref={csv("fields")}
          empty="Subfields appear here once editors are ready for orders or somebody asks for a price."
        />
      </Section>

      <div className={styles.two}>
        <Section title="Time to accept" aside={<Csv to={csv("acceptance")} />}>
          <Stats>
            <Stat
              label="Average time to accept"
              value={acceptedAll === 0 ? "No data" : duration(sums.takenMinutes / acceptedAll)}
              detail={`${acceptedAll} orders, from payment. Orders that changed hands aren't included.`}
            />
          </Stats>
          <Chart
            kind="bar"
            stacked
            title="Orders by time to accept"
            unit="orders"
            axis={when}
            data={sums.taken === 0 ? [] : points("acceptance")}
            series={TAKEN.map(({ key, label }) => ({ name: key, label, ...TAKEN_TONES[key] }))}
          />
        </Section>
        <Section title="On-time delivery" aside={<Csv to={csv("on-time")} />}>
          <Stats>
            <Stat
              label="Delivered on time"
              value={percent(onTime)}
              detail={`${sums.deliveredOnTime} of ${sums.delivered}; ${percent(shareOf(before.deliveredOnTime, before.delivered)).toLowerCase()} in the period before`}
              to={orders("delivered")}
            />
          </Stats>
          <Chart
            kind="line"
            title="On-time rate"
            unit="%"
            axis={when}
            data={sums.delivered === 0 ? [] : points("on-time")}
            series={[{ name: "rate", label: "On-time rate", tone: "main" }]}
          />
        </Section>
      </div>

      <Section title="Support" aside={<Csv to={csv("support")} />}>
        <Stats>
          <Stat
            label="First response in time"
            value={percent(shareOf(sums.answeredInTime, sums.answered))}
            detail={`${sums.answeredInTime} of ${sums.answered} tickets`}
            to="/admin/support"
          />
          <Stat
            label="Resolved in time"
            value={percent(shareOf(sums.resolvedInTime, sums.resolved))}
            detail={`${sums.resolvedInTime} of ${sums.resolved} tickets`}
            to="/admin/support"
          />
        </Stats>
        <Chart
          kind="line"
          title="Support promises kept"
          unit="%"
          axis={when}
          data={sums.answered + sums.resolved === 0 ? [] : points("support")}
          series={[
            { name: "answeredRate", label: "First response in time", tone: "main" },
            { name: "resolvedRate", label: "Resolved in time", tone: "gain" },
          ]}
        />
      </Section>
    </Page>
  );
}

type Tone = Pick<ChartSeries, "tone">;
const QUOTE_TONES: Record<(typeof QUOTE_OUTCOMES)[number]["key"], Tone> = {
  paid: { tone: "gain" },
  paid_reminded: { tone: "main" },
  open: { tone: "care" },
  expired: { tone: "quiet" },
  discarded: { tone: "loss" },
};
const TAKEN_TONES: Record<(typeof TAKEN)[number]["key"], Tone> = {
  "1h": { tone: "gain" },
  "4h": { tone: "main" },
  "24h": { tone: "care" },
  later: { tone: "loss" },
  open: { tone: "quiet" },
};

/** "45 min", "3.5 h". */
const duration = (minutes: number): string =>
  minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 6) / 10} h`;
