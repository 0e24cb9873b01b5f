import { formatWords } from "#app/features/pricing/rules/price.ts";
import {
  PRICING_POLICY,
  SERVICES,
  SERVICE_LABELS,
  SERVICE_SUMMARIES,
  TURNAROUNDS,
  TURNAROUND_LABELS,
} from "#app/features/pricing/rules/policy.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import styles from "./price-table.module.css";

/** An amount of the price list, whole dollars without cents. */
export const money = (minor: number): string => formatMoney(minor, PRICING_POLICY.currency).replace(/\.00$/, "");

/** A rate in mills a word is the same figure in dollars for 1,000 words. */
const perThousand = (mills: number): string => money(mills * 100);

/** Every service at every turnaround, from the rates that orders are priced with. */
export function PriceTable() {
  const { minimumMinor, volume, addOns, secondReaderBp, pdfBp, currency } = PRICING_POLICY;
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Price table" tabIndex={0}>
        <table className={styles.table}>
          <caption>US dollars for 1,000 words, back within</caption>
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
                  const mills = PRICING_POLICY.mills[service][t];
                  return (
                    <td key={t} className="figures" data-time={TURNAROUND_LABELS[t]}>
                      {mills === null ? (
                        <span className="soft">
                          <span aria-hidden>–</span>
                          <span className="unseen">not offered</span>
                        </span>
                      ) : (
                        perThousand(mills)
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
        <dl>
          <div>
            <dt>Re-edit of a later version</dt>
            <dd>
              unchanged and moved sentences free, changed and new ones at the rates above, from{" "}
              {formatMoney(PRICING_POLICY.reEditMinimumMinor, currency)}
            </dd>
          </div>
          <div>
            <dt>Smallest order</dt>
            <dd>
              {formatMoney(minimumMinor["3d"], currency)} at 3 days and longer,{" "}
              {formatMoney(minimumMinor["24h"], currency)} at 48 and 24 hours,{" "}
              {formatMoney(minimumMinor["6h"], currency)} at 12 and 6 hours
            </dd>
          </div>
          <div>
            <dt>Long manuscripts</dt>
            <dd>{volume.map((step) => `${step.offBp / 100} % off from ${formatWords(step.fromWords)}`).join(", ")}</dd>
          </div>
          <div>
            <dt>References</dt>
            <dd>Counted half when the list is to be checked, else not at all</dd>
          </div>
        </dl>
        <dl>
          {Object.values(addOns).map((addOn) => (
            <div key={addOn.label}>
              <dt>{addOn.label}</dt>
              <dd>
                {formatMoney(addOn.unitMinor, currency)}
                {addOn.unit
                  ? ` for each ${addOn.unit.one}`
                  : addOn.maxWords
                    ? `, up to ${formatWords(addOn.maxWords)}`
                    : ""}
              </dd>
            </div>
          ))}
          <div>
            <dt>Second reader</dt>
            <dd>{secondReaderBp / 100} % of the work; part of expert editing</dd>
          </div>
          <div>
            <dt>Edited as PDF annotations</dt>
            <dd>{pdfBp / 100} % of the work</dd>
          </div>
        </dl>
      </div>
    </>
  );
}

/** How many words fit each promised time, from the limits that orders are held to. */
export function WordLimits() {
  const number = new Intl.NumberFormat("en-US");
  return (
    <div className={styles.scroll} role="region" aria-label="Words that fit each time" tabIndex={0}>
      <table className={styles.table}>
        <caption>Words that fit</caption>
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
                <small>
                  Above it, an hour more for every {formatWords(PRICING_POLICY.overflowWordsPerHour[service])}
                </small>
              </th>
              {TURNAROUNDS.map((t) => {
                const limit = PRICING_POLICY.wordLimit[service][t];
                return (
                  <td key={t} className="figures" data-time={TURNAROUND_LABELS[t]}>
                    {limit === null ? (
                      <span className="soft">
                        <span aria-hidden>–</span>
                        <span className="unseen">not offered</span>
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
