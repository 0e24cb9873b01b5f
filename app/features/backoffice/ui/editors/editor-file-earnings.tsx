import { formatMoney } from "#app/platform/rules/core/money.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { EditorFile } from "../../server/people/editor-file.ts";

/** The editor's earnings, by currency and state. */
export function EarningsSheet({ balances }: Pick<EditorFile, "balances">) {
  return (
    <Sheet title="Earnings">
      {balances.length === 0 ? (
        <p className="soft">No earnings yet.</p>
      ) : (
        balances.map((b) => (
          <KeyValue
            key={b.currency}
            items={[
              { label: "Pending", value: formatMoney(b.pendingMinor, b.currency) },
              { label: "Available", value: formatMoney(b.availableMinor, b.currency) },
              { label: "In payout", value: formatMoney(b.inPayoutMinor, b.currency) },
              { label: "Paid", value: formatMoney(b.paidMinor, b.currency) },
            ]}
          />
        ))
      )}
    </Sheet>
  );
}
