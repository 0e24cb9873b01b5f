import type { OfferMatrix } from "#app/features/pricing/rules/offer.ts";
import { SERVICES, SERVICE_LABELS, SERVICE_SUMMARIES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import styles from "../order-new.module.css";

/**
 * The price of each service at its slowest, until the field is chosen and dates are known, or while no editor is free.
 */
export function PricesFrom({ matrix, isChosen = false }: { matrix: OfferMatrix; isChosen?: boolean }) {
  const from = SERVICES.flatMap((service) => {
    const prices = TURNAROUNDS.flatMap((t) => {
      const offer = matrix[service][t];
      return offer.offered ? [offer.receipt] : [];
    });
    const [lowest] = prices.toSorted((a, b) => a.totalMinor - b.totalMinor);
    return lowest ? [{ service, minor: lowest.totalMinor, currency: lowest.currency }] : [];
  });
  return (
    <>
      <p className="soft small">
        {isChosen
          ? "What it costs once an editor in your field is free:"
          : "Choose your field to see every price with its due date. We only show dates that an editor in your field can keep."}
      </p>
      <dl className={styles.from}>
        {from.map(({ service, minor, currency }) => (
          <div key={service}>
            <dt>
              {SERVICE_LABELS[service]} <small>{SERVICE_SUMMARIES[service]}</small>
            </dt>
            <dd className="figures">from {formatMoney(minor, currency)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
