import type { ReactNode } from "react";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { NumberTable } from "../../rules/number-tables.ts";
import styles from "../../ui/numbers.module.css";

export const Csv = ({ to }: { to: string }) => (
  <a href={to} download className={styles.csv}>
    Download CSV
  </a>
);

export function NumbersTable({
  caption,
  table: { columns, rows },
  csvHref,
  empty,
}: {
  caption: string;
  table: NumberTable;
  csvHref: string;
  empty: ReactNode;
}) {
  type Row = NumberTable["rows"][number];
  const cells: Column<Row>[] = columns.map(({ key, header, unit }, i) => ({
    key,
    header,
    cell: (row) => {
      const value = row[key];
      if (typeof value !== "number") return value ?? "";
      return unit ? `${value}%` : value.toLocaleString("en-US");
    },
    ...(i === 0 ? { narrow: "title" as const } : typeof rows[0]?.[key] === "string" ? {} : { align: "end" as const }),
  }));
  return (
    <DataTable<Row>
      caption={caption}
      rows={rows}
      rowKey={(row) => String(row[columns[0]!.key])}
      columns={cells}
      csvHref={csvHref}
      empty={
        <EmptyState title="No data for this period" mark="stet">
          {empty}
        </EmptyState>
      }
    />
  );
}
