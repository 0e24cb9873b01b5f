/** @param currencies of each rate, such as "1.0828/0.8612" for USD and GBP */
export const ecbCurrencies = (currencies: readonly string[], rates: Readonly<Record<string, string>>): string =>
  [
    `Date,${currencies.join(",")},`,
    ...Object.entries(rates)
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([on, texts]) => `${on},${texts.replaceAll("/", ",")},`),
    "",
  ].join("\n");

/** Files of reference rates as the ECB publishes them, for tests and the demo. @param rates by day, such as "1.0828" */
export const ecbHistory = (rates: Readonly<Record<string, string>>): string =>
  [
    "Date,USD,JPY,",
    ...Object.entries(rates)
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([on, rate]) => `${on},${rate},N/A,`),
    "",
  ].join("\n");
