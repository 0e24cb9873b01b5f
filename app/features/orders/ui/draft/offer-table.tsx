import { Fragment } from "react";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { after, formatDuration } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import {
  SERVICES,
  SERVICE_LABELS,
  SERVICE_SUMMARIES,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
  TURNAROUND_MS,
} from "#app/features/pricing/rules/policy.ts";
import type { Offer, OfferMatrix } from "#app/features/pricing/rules/offer.ts";
import styles from "./offer-table.module.css";

type Refused = Extract<Offer, { offered: false }>;

/** The table's rows: every turnaround, shortest last. */
const shown = TURNAROUNDS;

/** How many rows from here share the same refusal, so it is shown once. 0 if a row above already shows it. */
function spanAt(matrix: OfferMatrix, service: Service, row: number): number {
  const reason = (i: number): string | null => {
    const offer = matrix[service][shown[i]!];
    return offer.offered ? null : offer.reason;
  };
  const here = reason(row);
  if (here === null) return 1;
  if (row > 0 && reason(row - 1) === here) return 0;
  let n = 1;
  while (row + n < shown.length && reason(row + n) === here) n++;
  return n;
}

/**
 * Every service at every turnaround, each price a button that submits `cell` ("copyediting/7d") with the enclosing
 * form. On a phone it is a list for each service.
 */
export function OfferTable({
  matrix,
  now,
  timeZone,
  chosen,
}: {
  matrix: OfferMatrix;
  now: Date;
  timeZone: string;
  chosen?: { service?: Service | undefined; turnaround?: Turnaround | undefined };
}) {
  const isChosen = (service: Service, turnaround: Turnaround) =>
    chosen?.service === service && chosen.turnaround === turnaround;
  return (
    <>
      <div className={styles.wide}>
        <table className={styles.table}>
          <caption className="unseen">Prices by service and turnaround, with due dates</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.service}>Turnaround</span>
                <small>Returned by (if you pay now)</small>
              </th>
              {SERVICES.map((service) => (
                <th key={service} scope="col">
                  <span className={styles.service}>{SERVICE_LABELS[service]}</span>
                  <small>{SERVICE_SUMMARIES[service]}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((turnaround, row) => (
              <tr key={turnaround}>
                <th scope="row">
                  <span className={styles.turnaround}>{TURNAROUND_LABELS[turnaround]}</span>
                  <small>
                    <Instant at={after(now, TURNAROUND_MS[turnaround])} />
                  </small>
                </th>
                {SERVICES.map((service) => {
                  const offer = matrix[service][turnaround];
                  if (offer.offered)
                    return (
                      <td key={service}>
                        <Cell
                          service={service}
                          turnaround={turnaround}
                          offer={offer}
                          chosen={isChosen(service, turnaround)}
                        />
                      </td>
                    );
                  const span = spanAt(matrix, service, row);
                  return span === 0 ? null : (
                    <td key={service} rowSpan={span} className={styles.no}>
                      <No offer={offer} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.narrow}>
        {SERVICES.map((service) => (
          <section key={service} className={styles.card} aria-label={SERVICE_LABELS[service]}>
            <h3>{SERVICE_LABELS[service]}</h3>
            <p>{SERVICE_SUMMARIES[service]}</p>
            <ul>
              {shown.map((turnaround, row) => {
                const offer = matrix[service][turnaround];
                const span = spanAt(matrix, service, row);
                if (span === 0) return null;
                const until =
                  span > 1
                    ? `${TURNAROUND_LABELS[turnaround]} to ${TURNAROUND_LABELS[shown[row + span - 1]!]}`
                    : TURNAROUND_LABELS[turnaround];
                return (
                  <li key={turnaround}>
                    {offer.offered ? (
                      <Cell
                        service={service}
                        turnaround={turnaround}
                        offer={offer}
                        chosen={isChosen(service, turnaround)}
                        list
                      />
                    ) : (
                      <span className={styles.no}>
                        <strong>{until}</strong> <No offer={offer} />
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      <p className={styles.zone}>Dates are in your time zone ({timeZone}), if you pay now.</p>
    </>
  );
}

function Cell({
  service,
  turnaround,
  offer,
  chosen,
  list = false,
}: {
  service: Service;
  turnaround: Turnaround;
  offer: Extract<Offer, { offered: true }>;
  chosen: boolean;
  list?: boolean;
}) {
  const { receipt, dueAt } = offer;
  const later = receipt.overflow ? `+${formatDuration(receipt.overflow.extraMs)}` : null;
  return (
    <button
      type="submit"
      name="cell"
      value={`${service}/${turnaround}`}
      className={styles.cell}
      data-chosen={chosen || undefined}
      aria-current={chosen ? "true" : undefined}
    >
      {list ? (
        <span className={styles.when}>
          <strong>{TURNAROUND_LABELS[turnaround]}</strong>
          <small>
            by <Instant at={dueAt} />
          </small>
        </span>
      ) : (
        <span className="unseen">
          {SERVICE_LABELS[service]}, {TURNAROUND_LABELS[turnaround]}:{" "}
        </span>
      )}
      <span className={styles.price}>
        {formatMoney(receipt.totalMinor, receipt.currency)}
        {chosen ? <small> selected</small> : null}
      </span>
      {later ? (
        <small className={styles.later}>
          {list ? (
            later
          ) : (
            <Fragment>
              {later}: <Instant at={dueAt} />
            </Fragment>
          )}
        </small>
      ) : null}
    </button>
  );
}

const No = ({ offer }: { offer: Refused }) => <small title={offer.advice}>{offer.reason}</small>;
