import { DataTable } from "#app/ui/data-table.tsx";
import { Instant } from "#app/ui/instant.tsx";
import type { BankHistoryRow } from "../server/bank/bank-changes.ts";

/** An editor's bank details over time, masked, for admins. */
export function BankHistory({ rows }: { rows: readonly BankHistoryRow[] }) {
  return (
    <DataTable
      caption="Bank details, newest first"
      rows={rows}
      rowKey={(r) => r.id}
      columns={[
        { key: "account", header: "Account", cell: (r) => <span className="figures">{r.account}</span> },
        { key: "holder", header: "Holder", cell: (r) => r.holder },
        { key: "bank", header: "Bank", cell: (r) => r.bank },
        { key: "since", header: "Confirmed", cell: (r) => <Instant at={r.createdAt} /> },
        { key: "usable", header: "Used from", cell: (r) => (r.usableAt ? <Instant at={r.usableAt} /> : "") },
        {
          key: "until",
          header: "Replaced",
          cell: (r) => (r.replacedAt ? <Instant at={r.replacedAt} /> : <span className="soft">In use</span>),
        },
      ]}
      empty={<p className="soft">No bank details yet.</p>}
    />
  );
}
