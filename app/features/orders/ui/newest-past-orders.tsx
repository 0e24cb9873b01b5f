import type { ReactNode } from "react";
import { count } from "#app/platform/rules/core/count.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Section } from "#app/ui/page.tsx";
import type { PastOrder } from "../rules/past-orders.ts";
import { PAST_CELLS } from "./past-order-cells.tsx";

/** A client's newest orders of the former system; nothing if there are none. @param all the link to all of them */
export function NewestPastOrders({
  past: { rows, total },
  title,
  children,
  all,
}: {
  past: { rows: PastOrder[]; total: number };
  title: string;
  children: ReactNode;
  all: (words: string) => ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <Section title={title} aside={total > rows.length ? all(`All ${count(total, "order")}`) : null}>
      <p className="small">{children}</p>
      <DataTable
        caption={title}
        rows={rows}
        rowKey={(r) => r.externalId}
        columns={[
          { key: "id", header: "Former number", cell: PAST_CELLS.id },
          { key: "title", header: "Manuscript", narrow: "title", cell: PAST_CELLS.title },
          { key: "service", header: "Service", cell: (r) => r.service },
          { key: "amount", header: "Amount", align: "end", cell: PAST_CELLS.amount },
          { key: "orderedOn", header: "Ordered", cell: PAST_CELLS.orderedOn },
        ]}
        empty={null}
      />
    </Section>
  );
}
