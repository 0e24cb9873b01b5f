import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Chart } from "#app/ui/charts/chart.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import styles from "../../ui/dashboard.module.css";
import type { Route } from "../+types/editor-dashboard";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["editor"]>;

const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

const Figure = ({ label, value, detail }: { label: string; value: ReactNode; detail: ReactNode }) => (
  <div>
    <span>{label}</span>
    <b className="figures">{value}</b>
    <small>{detail}</small>
  </div>
);

/** Earnings with the next payout, and the last months as a chart. */
export function Earnings({ totals, months, next }: Pick<Loaded, "totals" | "months" | "next">) {
  const earned = months.some((m) => m.earnedMinor !== 0);
  return (
    <Sheet title="Earnings" aside={<Link to="/editor/editor-payouts">My payouts</Link>}>
      <div className={styles.figures}>
        <Figure
          label="Pending"
          value={formatMoney(totals.pending, totals.currency)}
          detail="Until the author accepts"
        />
        <Figure
          label="Available"
          value={formatMoney(totals.available, totals.currency)}
          detail={
            next.payable ? (
              <>{formatMoney(next.amountMinor, next.currency)} in the next payout</>
            ) : (
              "Nothing payable yet"
            )
          }
        />
        <Figure
          label="Next payout"
          value={<Instant at={`${next.fileDay}T12:00:00Z`} show="day" />}
          detail={
            next.payable ? (
              "Earliest date for the bank transfer"
            ) : (
              <Link to="/editor/editor-payouts">{next.reasons[0] ?? ""}</Link>
            )
          }
        />
      </div>
      {earned ? (
        <div className={styles.chart}>
          <Chart
            kind="bar"
            title="Earned by month"
            unit={{ currency: totals.currency }}
            axis="Month"
            height={200}
            series={[{ name: "earned", label: "Earned", tone: "main" }]}
            data={months.map((m) => ({
              label: MONTH.format(new Date(`${m.month}-15T12:00:00Z`)),
              values: { earned: m.earnedMinor },
            }))}
          />
        </div>
      ) : (
        <p className={styles.note}>
          No earnings in the last six months. Earnings appear here when you deliver an order.
        </p>
      )}
    </Sheet>
  );
}
