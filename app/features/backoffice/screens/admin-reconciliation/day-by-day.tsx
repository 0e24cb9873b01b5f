import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Section } from "#app/ui/page.tsx";
import { type Reconciled, day, money } from "./reconciled.ts";

/** The balances at the end of each day. */
export function DayByDay({ days }: Pick<Reconciled, "days">) {
  return (
    <Section title="Day by day">
      <DataTable
        caption="Balances by day"
        rows={days}
        rowKey={(d) => `${d.day} ${d.currency}`}
        columns={[
          { key: "day", header: "Day", cell: (d) => day(d.day), narrow: "title" },
          ...(
            [
              ["providerMinor", "Card provider"],
              ["providerLedgerMinor", "Card provider, ledger"],
              ["inTransitMinor", "In transit"],
              ["statementMinor", "Bank"],
              ["bankLedgerMinor", "Bank, ledger"],
            ] as const
          ).map(([key, header]) => ({
            key,
            header,
            align: "end" as const,
            cell: (d: (typeof days)[number]) => <span className="figures">{money(d[key], d.currency)}</span>,
          })),
          { key: "open", header: "Open differences", align: "end", cell: (d) => d.openDifferences },
        ]}
        empty={
          <EmptyState title="Not compared yet" mark="stet">
            Each day at 6:10 UTC, the balances on the three sides are noted here.
          </EmptyState>
        }
      />
    </Section>
  );
}
