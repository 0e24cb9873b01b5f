import { z } from "zod";
import { MINUTE } from "#app/platform/rules/core/time.ts";

/** A domain is added, may need an admin, and is then verified. A removed one can be added again. */
export const DOMAIN_STATES = ["open", "asked", "verified", "removed"] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];
export const DOMAIN_STATE_WORDS: Readonly<Record<DomainState, string>> = {
  open: "Not verified yet",
  asked: "Waiting for our approval",
  verified: "Verified",
  removed: "Removed",
};

/** How a domain was proved: by a DNS record, or by an owner's address there and an admin's approval. */
export const DOMAIN_PROOFS = ["dns", "address"] as const;
export type DomainProof = (typeof DOMAIN_PROOFS)[number];

/** How many domains an organization has at most. */
export const MOST_DOMAINS = 20;
/** How often an organization may have its DNS records looked up. */
export const DOMAIN_CHECKS = { most: 20, withinMs: 10 * MINUTE } as const;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain in what somebody typed, "someone@example.edu" and "https://example.edu/" included. Null if there's none. */
export function domainTyped(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "");
  const host = (bare.split("/")[0] ?? "").split("@").at(-1) ?? "";
  if (host.length > 253) return null;
  // DNS and email have other scripts in ASCII.
  const ascii = /^[\x21-\x7e]+$/.test(host) ? host : (URL.parse(`http://${host}`)?.hostname ?? "");
  const labels = ascii.split(".");
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
    ? ascii
    : null;
}

/** The domain of an email address, in small letters. */
export const domainOfAddress = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Where the record that proves a domain is looked up, and what it says. */
export const proofRecord = ({ domain, token }: { domain: string; token: string }) => ({
  host: `_stet-challenge.${domain}`,
  value: `stet-verification=${token}`,
});

/** Whether the TXT records of the host have the value. A record comes in parts, which belong together. */
export const isProvedBy = (value: string, records: readonly (readonly string[])[]): boolean =>
  records.some((parts) => parts.join("").trim() === value);

export const DomainField = z
  .string()
  .max(300)
  .transform((text, ctx) => {
    const domain = domainTyped(text);
    if (domain !== null) return domain;
    ctx.addIssue({ code: "custom", message: "Enter a domain such as example.edu." });
    return z.NEVER;
  });
