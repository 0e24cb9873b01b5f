import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import type { priceNotes } from "../rules/price-notes.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import {
  SERVICES,
  SERVICE_LABELS,
  SERVICE_SUMMARIES,
  TURNAROUNDS,
  TURNAROUND_LABELS,
} from "#app/features/pricing/rules/policy.ts";
import { CURRENCY, currencyName, formatMoney, unitsOf } from "#app/platform/rules/core/money.ts";
import styles from "./price-table.module.css";

/** Formats a list price, leaving out the cents of whole dollars. */
export const money = (minor: number, currency: string = CURRENCY): string =>
  formatMoney(minor, currency).replace(/\.00$/, "");

/** A rate in mills per word is the same number in dollars per 1,000 words, or in whatever the prices are in. */
const perThousand = (mills: number, currency: string): string => money(mills * unitsOf(currency), currency);

/** Every service at every turnaround, from the rates that orders are priced with, and what else makes a price. */
export function PriceTable({ notes }: { notes: ReturnType<typeof priceNotes> }) {
  const {
    mills: rates,
    pricedIn: { currency },
  } = usePricing();
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Price table" tabIndex={0}>
        <table className={styles.table}>
          <caption>{`Prices in ${currencyName(currency)} per 1,000 words, by turnaround`}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Service</span>
              </th>
              {TURNAROUNDS.map((t) => (
                <th key={t} scope="col">
                  {TURNAROUND_LABELS[t]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SERVICES.map((service) => (
              <tr key={service}>
                <th scope="row">
                  {SERVICE_LABELS[service]}
                  <small>{SERVICE_SUMMARIES[service]}</small>
                </th>
                {TURNAROUNDS.map((t) => {
                  const mills = rates[service][t];
                  return (
                    <td key={t} className="figures" data-time={TURNAROUND_LABELS[t]}>
                      {mills === null ? (
                        <span className="soft">
                          <span aria-hidden>–</span>
                          <span className="unseen">Not offered</span>
                        </span>
                      ) : (
                        perThousand(mills, currency)
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.notes}>
        {[notes.rules, notes.extras].map((list) => (
          <dl key={list[0]?.term}>
            {list.map(({ term, text }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </>
  );
}

/** How many words fit each turnaround, from the limits that apply to orders. */
export function WordLimits() {
  const number = new Intl.NumberFormat("en-US");
  const { wordLimit, overflowWordsPerHour } = usePricing();
  return (
    <div className={styles.scroll} role="region" aria-label="Word limits" tabIndex={0}>
      <table className={styles.table}>
        <caption>Most words, by turnaround</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Service</span>
            </th>
            {TURNAROUNDS.map((t) => (
              <th key={t} scope="col">
                {TURNAROUND_LABELS[t]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SERVICES.map((service) => (
            <tr key={service}>
              <th scope="row">
                {SERVICE_LABELS[service]}
                <small>Over the limit: 1 hour more per {formatWords(overflowWordsPerHour[service])}</small>
              </th>
              {TURNAROUNDS.map((t) => {
                const limit = wordLimit[service][t];
                return (
                  <td key={t} className="figures" data-time={TURNAROUND_LABELS[t]}>
                    {limit === null ? (
                      <span className="soft">
                        <span aria-hidden>–</span>
                        <span className="unseen">Not offered</span>
                      </span>
                    ) : (
                      number.format(limit)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
