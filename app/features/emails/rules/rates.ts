/**
 * A share of the sent emails: "1.3%", or "0%" if there were none. Bounces of earlier days can exceed a day's emails.
 */
export const percentOf = (part: number, all: number): string =>
  part === 0 ? "0%" : all === 0 ? "–" : `${Math.round((part / all) * 1_000) / 10}%`;
