import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { AccountRow } from "../../server/money/finance.ts";

/** Every ledger account in this period; each opens its journal lines. */
export function Accounts({
  accounts,
  sumMinor,
  currency,
  open,
}: {
  accounts: readonly AccountRow[];
  sumMinor: number;
  currency: string;
  open: (account: string) => string;
}) {
  return (
    <Section
      title="All accounts"
      aside={
        <StatusBadge tone={sumMinor === 0 ? "done" : "late"}>
          {sumMinor === 0 ? "Debits equal credits" : `Out of balance by ${formatMoney(sumMinor, currency)}`}
        </StatusBadge>
      }
    >
      <DataTable<AccountRow>
        caption="All ledger accounts"
        rows={accounts}
        rowKey={(a) => a.account}
        rowTo={(a) => open(a.account)}
        columns={[
          { key: "label", header: "Account", cell: (a) => a.label },
          { key: "kind", header: "Kind", cell: (a) => a.kind.charAt(0).toUpperCase() + a.kind.slice(1) },
          {
            key: "debit",
            header: "Debits in this period",
            align: "end",
            cell: (a) => formatMoney(a.debitMinor, currency),
          },
          {
            key: "credit",
            header: "Credits in this period",
            align: "end",
            cell: (a) => formatMoney(a.creditMinor, currency),
          },
          {
            key: "balance",
            header: "Closing balance",
            align: "end",
            cell: (a) => (
              <b>
                {formatMoney(Math.abs(a.balanceMinor), currency)}
                {a.balanceMinor === 0 ? "" : a.balanceMinor > 0 ? " debit" : " credit"}
              </b>
            ),
          },
        ]}
        empty={null}
        footer={<>The sum of all balances is {formatMoney(sumMinor, currency)}.</>}
      />
    </Section>
  );
}
