import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/page.tsx";
import { type Reconciled, day } from "./reconciled.ts";

/** Payouts of the card provider that the bank hasn't confirmed. */
export function InTransit({ transit }: Pick<Reconciled, "transit">) {
  return (
    <Section title="Money in transit">
      <DataTable
        caption="Payouts of the card provider that aren't on a bank statement"
        rows={transit}
        rowKey={(p) => p.id}
        columns={[
          { key: "id", header: "Payout", cell: (p) => <span className="figures">{p.id}</span>, narrow: "title" },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (p) => <Money minor={p.amountMinor} currency={p.currency} />,
          },
          { key: "made", header: "Sent", cell: (p) => <Instant at={p.madeAt} /> },
          { key: "arrives", header: "Arrives", cell: (p) => day(p.arrivesAt) },
        ]}
        empty={
          <EmptyState title="No money in transit" mark="stet">
            A payout of the card provider is here until a bank statement has it.
          </EmptyState>
        }
      />
    </Section>
  );
}
