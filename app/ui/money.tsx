import { formatMoney } from "#app/platform/rules/core/money.ts";

/** An amount in minor units, with tabular figures. Negative amounts use a true minus sign. */
export function Money({ minor, currency, strong = false }: { minor: number; currency: string; strong?: boolean }) {
  const text = formatMoney(minor, currency);
  return strong ? <strong className="figures">{text}</strong> : <span className="figures">{text}</span>;
}
