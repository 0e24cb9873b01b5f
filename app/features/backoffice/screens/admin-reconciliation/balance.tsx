import { count } from "#app/platform/rules/core/count.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { type Reconciled, day, money } from "./reconciled.ts";

/** What the provider, the ledger, and the bank say in one currency. */
export function Balance({
  b,
  open,
  transit,
  comparedAt,
}: {
  b: Reconciled["balances"][number];
  open: number;
  transit: number;
  comparedAt: string | undefined;
}) {
  return (
    <Stats key={b.currency}>
      <Stat
        label="At the card provider"
        value={money(b.providerMinor, b.currency)}
        detail={
          b.providerReadAt ? (
            <>
              Read <Instant at={b.providerReadAt} />. Ledger then: {formatMoney(b.providerLedgerMinor, b.currency)}
            </>
          ) : (
            `Ledger: ${formatMoney(b.providerLedgerMinor, b.currency)}`
          )
        }
      />
      <Stat
        label="In transit to the bank"
        value={formatMoney(b.inTransitMinor, b.currency)}
        detail={`Now, in ${count(transit, "payout")}`}
      />
      <Stat
        label={
          !b.statedAt
            ? "In the bank, by imported lines"
            : b.laterMinor === 0
              ? "Stated by the bank"
              : "Stated by the bank, plus later lines"
        }
        value={money(b.statementMinor, b.currency)}
        detail={
          <>
            {b.statedAt && b.statementMinor !== null
              ? `${formatMoney(b.statementMinor - b.laterMinor, b.currency)} at the end of ${day(b.statedAt)}. `
              : null}
            {b.laterMinor === 0 ? null : `Later lines: ${formatMoney(b.laterMinor, b.currency)}. `}
            Ledger: {formatMoney(b.bankLedgerMinor, b.currency)}
            {b.statementMinor === null || b.statementMinor === b.bankLedgerMinor
              ? null
              : `. Difference: ${formatMoney(b.statementMinor - b.bankLedgerMinor, b.currency)}`}
          </>
        }
      />
      <Stat
        label="Open differences"
        value={String(open)}
        detail={comparedAt ? <Instant at={comparedAt} /> : "Not compared yet"}
      />
    </Stats>
  );
}
