/** The DNS records of a sending domain. `null` if they couldn't be looked up. */
export type MailDns = { spf: string | null; dkim: string | null; dmarc: string | null; reachable: boolean };

/** "Stet <post@example.org>" and "post@example.org" as "example.org". */
export function domainOfSender(from: string): string {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return (address.split("@").at(-1) ?? "").trim().toLowerCase();
}

/** Whether a text can be a DKIM selector, which is part of a host name. */
export const isSelector = (text: string): boolean => /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i.test(text);

/** Of a host's TXT records (each in the parts it was sent in), the first that is of a kind. */
export function findRecord(records: readonly (readonly string[])[], kind: "spf" | "dkim" | "dmarc"): string | null {
  const all = records.map((parts) => parts.join("").trim());
  const test = { spf: /^v=spf1(?:\s|$)/i, dmarc: /^v=DMARC1\s*;/i, dkim: /(?:^|;)\s*p=[A-Za-z0-9+/]/ }[kind];
  return all.find((record) => test.test(record)) ?? null;
}
