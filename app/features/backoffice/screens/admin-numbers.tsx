import { useSearchParams } from "react-router";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar } from "#app/ui/lists/list-controls.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { type NumberTable, TABLES, type TableName, numberTable } from "../rules/number-tables.ts";
import { FUNNEL, type NumberName, QUOTE_OUTCOMES, TAKEN, changeFrom, readNumbers, sumOf } from "../rules/numbers.ts";
import { readNumbersOf } from "../server/numbers/read-numbers.ts";
import styles from "../ui/numbers.module.css";
import type { Route } from "./+types/admin-numbers";
import { Funnel } from "./admin-numbers/funnel.tsx";
import { OnTime, SupportTimes, TimeToAccept } from "./admin-numbers/speed.tsx";
import { Quotes, RepeatClients } from "./admin-numbers/quotes.tsx";
import { type Shown, dayWords } from "./admin-numbers/shown.ts";
import { Supply } from "./admin-numbers/supply.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Reports");

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
    today: dayOf(at),
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

/** How the shop is doing: a funnel without cookies, editors' supply against demand, speed, support, and quotes. */
export default function AdminNumbers({ loaderData }: Route.ComponentProps) {
  const { asked, tables, now: sums, before, addedUpAt, today } = loaderData;
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
  const change = (what: NumberName) => changeFrom(before[what], sums[what]) ?? "None in the period before";
  const shown: Shown = { data: loaderData, csv, orders, points, when, change };
  return (
    <Page width="full">
      <PageTitle title="Reports" />
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

      <Funnel shown={shown} />

      <Quotes shown={shown} />

      <RepeatClients shown={shown} />

      <Supply shown={shown} />

      <div className={styles.two}>
        <TimeToAccept shown={shown} />
        <OnTime shown={shown} />
      </div>

      <SupportTimes shown={shown} />
    </Page>
  );
}
