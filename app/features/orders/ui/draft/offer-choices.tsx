import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import {
  SERVICES,
  SERVICE_LABELS,
  SERVICE_SUMMARIES,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import type { OfferMatrix } from "#app/features/pricing/rules/offer.ts";
import styles from "./offer-choices.module.css";

/** The services as radio buttons, each with its price at the turnaround chosen, or from its lowest. */
export function ServiceChoice({
  matrix,
  service,
  turnaround,
  onChoose,
  error,
}: {
  matrix: OfferMatrix;
  service?: Service | undefined;
  turnaround?: Turnaround | undefined;
  onChoose: (service: Service) => void;
  error?: string | undefined;
}) {
  return (
    <fieldset className={styles.choices} id="service">
      <legend>Service</legend>
      {error ? <p className={styles.error}>{error}</p> : null}
      {SERVICES.map((code) => {
        const offered = TURNAROUNDS.map((t) => matrix[code][t]).filter((o) => o.offered);
        const at = turnaround ? matrix[code][turnaround] : null;
        const lowest = Math.min(...offered.map((o) => o.receipt.totalMinor));
        const says = at?.offered
          ? formatMoney(at.receipt.totalMinor, at.receipt.currency)
          : offered.length > 0
            ? `from ${formatMoney(lowest, offered[0]!.receipt.currency)}`
            : null;
        const why =
          at && !at.offered
            ? at.reason
            : offered.length === 0
              ? matrix[code]["14d"].offered
                ? null
                : matrix[code]["14d"].reason
              : null;
        return (
          <label key={code} className={styles.choice} data-off={offered.length === 0 || undefined}>
            <input
              type="radio"
              name="service"
              value={code}
              checked={service === code}
              onChange={() => onChoose(code)}
            />
            <span className={styles.words}>
              <strong>{SERVICE_LABELS[code]}</strong>
              <small>{SERVICE_SUMMARIES[code]}</small>
              {why ? <small className={styles.why}>{why}</small> : null}
            </span>
            <span className={styles.price}>{says}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The turnarounds as radio buttons for the service chosen, each with its date and price, or why not. */
export function TurnaroundChoice({
  matrix,
  service,
  turnaround,
  onChoose,
  error,
}: {
  matrix: OfferMatrix;
  service: Service;
  turnaround?: Turnaround | undefined;
  onChoose: (turnaround: Turnaround) => void;
  error?: string | undefined;
}) {
  return (
    <fieldset className={styles.choices} id="turnaround">
      <legend>Turnaround</legend>
      {error ? <p className={styles.error}>{error}</p> : null}
      {TURNAROUNDS.map((code) => {
        const offer = matrix[service][code];
        return (
          <label key={code} className={styles.choice} data-off={!offer.offered || undefined}>
            <input
              type="radio"
              name="turnaround"
              value={code}
              checked={turnaround === code}
              disabled={!offer.offered && turnaround !== code}
              onChange={() => onChoose(code)}
            />
            <span className={styles.words}>
              <strong>{TURNAROUND_LABELS[code]}</strong>
              {offer.offered ? (
                <small>
                  by <Instant at={offer.dueAt} deadline />
                  {offer.receipt.overflow
                    ? `, +${formatDuration(offer.receipt.overflow.extraMs)} for the words over the limit`
                    : ""}
                </small>
              ) : (
                <small className={styles.why}>{offer.reason}</small>
              )}
            </span>
            <span className={styles.price}>
              {offer.offered ? formatMoney(offer.receipt.totalMinor, offer.receipt.currency) : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
