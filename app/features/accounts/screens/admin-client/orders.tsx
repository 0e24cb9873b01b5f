import { formatMoney } from "#app/platform/rules/core/money.ts";
import styles from "#app/features/backoffice/ui/people.module.css";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { ClientFile, OrderTo } from "./client-file.ts";
import { inAll } from "./sums.tsx";

/** An order's number and progress. */
const WHICH: Column<Pick<ClientFile["orders"][number], "number" | "title" | "status">>[] = [
  {
    key: "number",
    header: "Order",
    cell: (o) => <span className={`figures ${styles.nowrap}`}>{o.number}</span>,
  },
  { key: "title", header: "Manuscript", cell: (o) => o.title || "Untitled manuscript" },
  {
    key: "status",
    header: "Status",
    cell: (o) => <StatusBadge tone={statusTone(o.status)}>{STATUS_WORDS[o.status]}</StatusBadge>,
  },
];

/** The latest orders as a client. */
export function Orders({ orders, sums, orderTo }: Pick<ClientFile, "orders" | "sums"> & { orderTo: OrderTo }) {
  return (
    <Section title="Orders">
      <DataTable
        caption="Orders"
        rows={orders}
        rowKey={(o) => o.id}
        rowTo={(o) => orderTo(o.id)}
        columns={[
          ...WHICH,
          {
            key: "total",
            header: "Total",
            align: "end",
            cell: (o) => <span className="figures">{formatMoney(o.totalMinor, o.currency)}</span>,
          },
          { key: "at", header: "Started", cell: (o) => <Instant at={o.createdAt} /> },
        ]}
        empty={<EmptyState title="No orders yet">Orders appear here from their first quote.</EmptyState>}
        footer={
          inAll(sums, (s) => s.orders) > orders.length
            ? `Showing the latest ${orders.length} of ${inAll(sums, (s) => s.orders)}.`
            : undefined
        }
      />
    </Section>
  );
}

/** The latest orders as an editor. */
export function Edited({ edited, orderTo }: Pick<ClientFile, "edited"> & { orderTo: OrderTo }) {
  return (
    <Section title="Orders as editor">
      <DataTable
        caption="Orders as editor"
        rows={edited}
        rowKey={(o) => o.id}
        rowTo={(o) => orderTo(o.id)}
        columns={[
          ...WHICH,
          {
            key: "due",
            header: "Editor's due date",
            cell: (o) => (o.dueAt ? <Instant at={o.dueAt} /> : ""),
          },
        ]}
        empty={null}
      />
    </Section>
  );
}
