/** Referrals: a client recommends us, and both get courtesy credit once the friend's first large order is done. */

/** Joined with a link, earned both their credit, or refused because it looks like one person. */
export const REFERRAL_STATES = ["joined", "earned", "refused"] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** What the friend's order shares with the referrer. */
export const REFERRAL_FAULTS = ["card", "address", "device"] as const;
export type ReferralFault = (typeof REFERRAL_FAULTS)[number];

export const FAULT_WORDS: Readonly<Record<ReferralFault, string>> = {
  card: "The order was paid with a card that both accounts have used.",
  address: "Both accounts have the same address.",
  device: "Both accounts have signed in on the same device.",
};

/** What of an order decides, in cents of a dollar: after refunds. */
export type ReferredOrder = {
  paidMinor: number;
  /** Paid by card, by the friend themselves. */
  isOwnCard: boolean;
};

/** Whether an order that is closed earns the credit. Others leave the referral as it is. */
export const earnsReferral = ({ paidMinor, isOwnCard }: ReferredOrder, leastOrderMinor: number): boolean =>
  isOwnCard && paidMinor >= leastOrderMinor;

/** An address for comparing: without case, punctuation, and spaces. Empty if there's none. */
export const plainAddress = (address: string | null | undefined): string =>
  (address ?? "").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A new code for a link, from random bytes: letters and digits that can't be mistaken for each other. */
export const referralCode = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]!).join("");
