/** How fast orders are taken, delivered, and answered. */
import { Chart } from "#app/ui/charts/chart.tsx";
import { Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { TAKEN, shareOf } from "../../rules/numbers.ts";
import { Csv } from "./numbers-table.tsx";
import { type Shown, type Tone, percent } from "./shown.ts";

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

/** How long orders waited for an editor. */
export function TimeToAccept({ shown: { data, csv, points, when } }: { shown: Shown }) {
  const { now: sums, taken } = data;
  const acceptedAll = sums.taken - taken["open"]!;
  return (
    <Section title="Time to accept" aside={<Csv to={csv("acceptance")} />}>
      <Stats>
        <Stat
          label="Average time to accept"
          value={acceptedAll === 0 ? "No data" : duration(sums.takenMinutes / acceptedAll)}
          detail={`${acceptedAll} orders, from payment. Reassigned orders aren't included.`}
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
  );
}

/** How many orders were delivered on time. */
export function OnTime({ shown: { data, csv, orders, points, when } }: { shown: Shown }) {
  const { now: sums, before } = data;
  const onTime = shareOf(sums.deliveredOnTime, sums.delivered);
  return (
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
  );
}

/** How many tickets were answered and resolved in time. */
export function SupportTimes({ shown: { data, csv, points, when } }: { shown: Shown }) {
  const { now: sums } = data;
  return (
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
  );
}
