import { Chart } from "#app/ui/charts/chart.tsx";
import { Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { QUOTE_OUTCOMES, shareOf } from "../../rules/numbers.ts";
import styles from "../../ui/numbers.module.css";
import { Csv } from "./numbers-table.tsx";
import { type Shown, type Tone, percent } from "./shown.ts";

const QUOTE_TONES: Record<(typeof QUOTE_OUTCOMES)[number]["key"], Tone> = {
  paid: { tone: "gain" },
  paid_reminded: { tone: "main" },
  open: { tone: "care" },
  expired: { tone: "quiet" },
  discarded: { tone: "loss" },
};

/** What became of the quotes. */
export function Quotes({ shown: { data, csv, orders, points, when, change } }: { shown: Shown }) {
  const { now: sums, quotes } = data;
  return (
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
  );
}

/** Orders from people who had ordered before. */
export function RepeatClients({ shown: { data, csv, orders, points, when } }: { shown: Shown }) {
  const { now: sums, before } = data;
  return (
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
  );
}
