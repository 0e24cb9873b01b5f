import { SignInProblem } from "./sign-in-problem.ts";

/** The provider's name in addresses and in the database. */
export const PROVIDER = "oidc";
/** Where sign-in starts, and where the provider sends the browser back. */
export const START_PATH = "/api/auth/federated";
export const CALLBACK_PATH = `/api/auth/callback/${PROVIDER}`;
/** The name of the pop-up window, and of the channel it answers on. */
export const WINDOW_NAME = "stet-sign-in";

/** Why a sign-in at the provider failed, with the specification's code where it has one. */
const ENDS = [
  "popup-closed-by-user",
  "cancelled-popup-request",
  "unauthorized-domain",
  "network-request-failed",
  "user-disabled",
  "refused",
  "not-linked",
  "not-verified",
  "failed",
] as const;
export type FederatedEnd = (typeof ENDS)[number];
export const isFederatedEnd = (value: unknown): value is FederatedEnd => ENDS.includes(value as FederatedEnd);

export type Shown = { code: string; message: string; advice: string };

/** What the pop-up sends to the page that opened it. */
export type FederatedAnswer = { flow: string; to: string } | { flow: string; end: FederatedEnd };

/** The error to show. @param label the provider's name ("University login") */
export function federatedProblem(end: FederatedEnd, label: string): Shown {
  switch (end) {
    case "refused":
      return { code: end, message: `${label} was canceled.`, advice: "Try again, or sign in another way." };
    case "not-linked":
      return {
        code: end,
        message: "An account already uses this email address, but the address was never verified.",
        advice: `Sign in with the account's password and verify the address. Then you can use ${label} too.`,
      };
    case "not-verified":
      return {
        code: end,
        message: `${label} didn't confirm your email address.`,
        advice: "Verify your address there, or sign in another way.",
      };
    case "failed":
      return {
        code: end,
        message: `${label} failed.`,
        advice: "Try again. If it fails again, sign in another way.",
      };
    case "unauthorized-domain":
      return {
        code: end,
        message: `You can't use ${label} with this email address.`,
        advice: "Use your institution's address, or sign in another way.",
      };
    case "cancelled-popup-request":
      return {
        code: end,
        message: "The sign-in window was canceled.",
        advice: "Continue in the newest window. If your browser didn't open one, continue on this page.",
      };
    case "network-request-failed":
    case "popup-closed-by-user":
    case "user-disabled": {
      const { code, message, advice } = new SignInProblem(end);
      return { code, message, advice };
    }
  }
}

/** Maps an error code from the provider or the sign-in service. */
export function endOf(error: string): FederatedEnd {
  if (isFederatedEnd(error)) return error;
  if (error === "access_denied") return "refused";
  if (error === "account_not_linked") return "not-linked";
  if (error === "email_not_found" || error === "email_not_verified") return "not-verified";
  if (error === "temporarily_unavailable" || error === "server_error") return "network-request-failed";
  return "failed";
}

/** Whether an address is in one of the domains. Subdomains don't count. */
export function isAllowedAddress(email: string, domains: readonly string[]): boolean {
  const at = email.lastIndexOf("@");
  return at > 0 && domains.includes(email.slice(at + 1).toLowerCase());
}

/** The ID that ties a window to the page that opened it, or null if it's malformed. */
export const flowOf = (value: string | null): string | null =>
  value !== null && /^[a-z0-9]{16,40}$/.test(value) ? value : null;

/** Reads a message from the window, or null if it isn't for this flow. */
export function readAnswer(message: unknown, flow: string): FederatedAnswer | null {
  if (typeof message !== "object" || message === null) return null;
  const { flow: theirs, to, end } = message as Record<string, unknown>;
  if (theirs !== flow) return null;
  if (typeof to === "string" && /^\/(?![/\\])/.test(to)) return { flow, to };
  return isFederatedEnd(end) ? { flow, end } : null;
}
