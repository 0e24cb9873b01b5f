import { count } from "#app/platform/rules/core/count.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import type { ThresholdOnPage } from "#app/features/payments/server/tax/thresholds.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Section } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { AS_OF, amountIn } from "../../rules/thresholds.ts";

const STATES: Record<ThresholdOnPage["state"], { words: string; tone: StatusTone }> = {
  crossed: { words: "Crossed", tone: "waiting" },
  near: { words: "Near", tone: "active" },
  below: { words: "Below", tone: "neutral" },
  registered: { words: "Registered", tone: "done" },
};

/** Sales by place, compared with the threshold from which a seller from elsewhere registers there. */
export function Thresholds({ thresholds }: { thresholds: readonly ThresholdOnPage[] }) {
  const isTelling = ({ state }: ThresholdOnPage) => state === "crossed" || state === "near";
  const [telling, quiet] = [thresholds.filter(isTelling), thresholds.filter((it) => !isTelling(it))];
  return (
    <Section title="Registration thresholds">
      <p className="soft">
        Net sales on invoices less credit notes, compared with published thresholds as of {formatLongDay(AS_OF)}. Other
        places and other sales of the company aren&apos;t included.
      </p>
      {telling.length > 0 ? (
        <ThresholdTable caption="Thresholds that are near or crossed" thresholds={telling} />
      ) : null}
      {quiet.length > 0 ? (
        <details>
          <summary>{count(quiet.length, "threshold")} below 80% or with a registration</summary>
          <ThresholdTable caption="Other thresholds" thresholds={quiet} />
        </details>
      ) : null}
    </Section>
  );
}

const ThresholdTable = ({ caption, thresholds }: { caption: string; thresholds: readonly ThresholdOnPage[] }) => (
  <DataTable<ThresholdOnPage>
    caption={caption}
    rows={thresholds}
    rowKey={(it) => it.id}
    empty={null}
    columns={[
      { key: "place", header: "Place", cell: (it) => it.name },
      {
        key: "state",
        header: "Status",
        cell: (it) => <StatusBadge tone={STATES[it.state].tone}>{STATES[it.state].words}</StatusBadge>,
      },
      {
        key: "measured",
        header: "Sales",
        align: "end",
        cell: (it) => (
          <>
            <span className="figures">{amountIn(it.measuredMinor, it.currency)}</span>
            {it.count ? <span className="soft small"> {count(it.sales, "sale")}</span> : null}
            {it.lacking > 0 ? (
              <span className="soft small"> without {count(it.lacking, "document")} that need a reference rate</span>
            ) : null}
          </>
        ),
      },
      {
        key: "threshold",
        header: "Threshold",
        align: "end",
        cell: (it) => (
          <>
            <span className="figures">{amountIn(it.amountMinor, it.currency)}</span>
            {it.count ? <span className="soft small"> or {count(it.count, "sale")}</span> : null}
          </>
        ),
      },
      { key: "share", header: "Share", align: "end", cell: (it) => `${Math.floor(it.share * 100)}%` },
      { key: "period", header: "Period", cell: (it) => it.window.label },
      {
        key: "measure",
        header: "Compared sales",
        cell: (it) =>
          it.scope === "worldwide"
            ? "All buyers worldwide, once a consumer there buys"
            : it.buyers === "consumers"
              ? "Buyers there without a tax number"
              : "All buyers there",
      },
      {
        key: "rule",
        header: "Rule",
        cell: (it) => (
          <>
            {it.effect}{" "}
            <a href={it.source.url} rel="noreferrer">
              {it.source.name}
            </a>
          </>
        ),
      },
    ]}
  />
);
