/** Single sign-on: an organization's people sign in at its own identity provider. */
import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";
import { domainOfAddress } from "./domain.ts";

export const SSO_PROTOCOLS = ["oidc", "saml"] as const;
export type SsoProtocol = (typeof SSO_PROTOCOLS)[number];
export const SSO_PROTOCOL_WORDS: Readonly<Record<SsoProtocol, string>> = { oidc: "OpenID Connect", saml: "SAML 2.0" };

/** Saved, tested by an owner, offered to people, and required of members. */
export const SSO_STATES = ["draft", "tested", "on", "required"] as const;
export type SsoState = (typeof SSO_STATES)[number];
export const SSO_STATE_WORDS: Readonly<Record<SsoState, string>> = {
  draft: "Not tested",
  tested: "Off",
  on: "On",
  required: "Required",
};
/** What its owners are told. */
export type SsoChange = "saved" | "tested" | "on" | "required" | "off" | "removed" | "failing";
/** Whether people can sign in with it. */
export const isOffered = (state: SsoState): boolean => state === "on" || state === "required";

export const SSO_PURPOSES = ["sign-in", "test"] as const;
export type SsoPurpose = (typeof SSO_PURPOSES)[number];

/** How long somebody may take at the provider, and how long a proof there counts for the second factor after it. */
export const SSO_AWAY_MS = 15 * MINUTE;
/** How often owners are told that it fails. */
export const SSO_FAULT_TOLD_EVERY_MS = DAY;
/** How far the provider's clock may differ from ours. */
export const SSO_CLOCK_SKEW_MS = MINUTE;
/** While a certificate is replaced, responses may be signed with the old one or the new one. */
export const MOST_CERTIFICATES = 5;
/** The largest metadata and response we read, in characters. */
export const MOST_XML = 60_000;

/** What a provider said about somebody. */
export type Proven = {
  /** Its own name for the person, which stays the same. */
  subject: string;
  /** In small letters. */
  email: string;
  /** Whether the provider vouches for the address. */
  confirmed: boolean;
  name: string;
};

/** Why somebody wasn't signed in. */
export const SSO_ENDS = [
  "off",
  "unasked",
  "expired",
  "unreachable",
  "untrusted",
  "canceled",
  "refused",
  "no-address",
  "not-confirmed",
  "other-domain",
  "other-address",
  "not-linked",
  "connected-elsewhere",
  "staff",
  "removed",
  "full",
  "disabled",
  "too-many",
  "failed",
] as const;
export type SsoEnd = (typeof SSO_ENDS)[number];
export const isSsoEnd = (value: unknown): value is SsoEnd => SSO_ENDS.includes(value as SsoEnd);
/** Those that the provider or its settings cause, which owners have to know about. */
export const isProvidersFault = (end: SsoEnd): boolean => end === "unreachable" || end === "untrusted";

/** What to tell the person. @param name the organization's */
export const SSO_END_WORDS: Readonly<Record<SsoEnd, (name: string) => { message: string; advice: string }>> = {
  off: (name) => ({
    message: `${name} doesn't use single sign-on right now.`,
    advice: "Sign in another way, or ask its owners.",
  }),
  unasked: (name) => ({
    message: `This sign-in didn't start here, so we couldn't check that it's yours.`,
    advice: `Click the button to sign in to ${name}.`,
  }),
  expired: () => ({
    message: "This sign-in took too long, was used before, or started in another browser.",
    advice: "Try again.",
  }),
  unreachable: (name) => ({
    message: `We couldn't reach ${name}'s identity provider.`,
    advice: "Try again in a few minutes. We've told the organization's owners.",
  }),
  untrusted: (name) => ({
    message: `We couldn't verify the answer of ${name}'s identity provider.`,
    advice: "Try again. If it happens again, ask the organization's owners to check its settings. We've told them.",
  }),
  canceled: () => ({ message: "Sign-in was canceled.", advice: "Try again, or sign in another way." }),
  refused: (name) => ({
    message: `${name}'s identity provider didn't sign you in.`,
    advice: "Ask your IT department whether your account may use this application.",
  }),
  "no-address": (name) => ({
    message: `${name}'s identity provider didn't tell us your email address.`,
    advice: "Ask your IT department to send it.",
  }),
  "not-confirmed": (name) => ({
    message: `${name}'s identity provider didn't confirm your email address.`,
    advice: "Ask your IT department to send it as verified.",
  }),
  "other-domain": (name) => ({
    message: `Your email address isn't at a domain that ${name} has verified.`,
    advice: "Sign in another way, or ask its owners to add the domain.",
  }),
  "other-address": (name) => ({
    message: `Your account here now uses an address outside of ${name}.`,
    advice: "Sign in the way you usually do.",
  }),
  "not-linked": () => ({
    message: "An account already uses this email address, but the address was never verified.",
    advice: "Sign in with the account's password and verify the address. Then you can use single sign-on too.",
  }),
  "connected-elsewhere": () => ({
    message: "The account with this email address belongs to another person at your identity provider.",
    advice: "Ask the organization's owners to remove that member first, or write to us.",
  }),
  staff: () => ({
    message: "Accounts of our staff can't use an organization's single sign-on.",
    advice: "Sign in the way you usually do.",
  }),
  removed: (name) => ({
    message: `You were removed from ${name}.`,
    advice: "Ask its owners to invite you, or sign in another way.",
  }),
  full: (name) => ({
    message: `${name} has as many members as it can have.`,
    advice: "Ask its owners to remove some.",
  }),
  disabled: () => ({ message: "This account is blocked.", advice: "If you think this is a mistake, contact us." }),
  "too-many": () => ({ message: "Too many attempts.", advice: "Wait a few minutes and try again." }),
  failed: () => ({ message: "Sign-in failed.", advice: "Try again. If it fails again, sign in another way." }),
};

/**
 * Whether what a provider said proves an address of the organization's, or why not.
 * @param domains those that the organization has verified
 */
export function addressFault(proven: Proven, domains: readonly string[]): SsoEnd | null {
  if (proven.email.lastIndexOf("@") < 1) return "no-address";
  if (!domains.includes(domainOfAddress(proven.email))) return "other-domain";
  return proven.confirmed ? null : "not-confirmed";
}
