import { SignInProblem } from "./sign-in-problem.ts";

/** The one provider's name in addresses and in the database. */
export const PROVIDER = "oidc";
/** Where the browser goes to begin, and where the provider sends it back to. */
export const START_PATH = "/api/auth/federated";
export const CALLBACK_PATH = `/api/auth/callback/${PROVIDER}`;
/** The name of the pop-up window, and of the channel on which it says how it went. */
export const WINDOW_NAME = "stet-sign-in";

/** Why a sign-in at the provider did not come to an end. Where the specification has a code for it, it is that one. */
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

/** What the pop-up tells the page that opened it. */
export type FederatedAnswer = { flow: string; to: string } | { flow: string; end: FederatedEnd };

/** What somebody reads about it. @param label the provider's name ("University login") */
export function federatedProblem(end: FederatedEnd, label: string): Shown {
  switch (end) {
    case "refused":
      return { code: end, message: `${label} was cancelled.`, advice: "Try again, or sign in another way." };
    case "not-linked":
      return {
        code: end,
        message: "There is an account with this e-mail address already, and the address was never verified.",
        advice: `Sign in with its password first and verify the address; after that ${label} works too.`,
      };
    case "not-verified":
      return {
        code: end,
        message: `${label} does not vouch for an e-mail address of yours.`,
        advice: "Verify your address there, or sign in another way.",
      };
    case "failed":
      return {
        code: end,
        message: `${label} did not come to an end.`,
        advice: "Try again; if it happens once more, sign in another way.",
      };
    case "unauthorized-domain":
      return {
        code: end,
        message: `Your address is not one of those that may sign in with ${label}.`,
        advice: "Use an address of your institution, or sign in another way.",
      };
    case "cancelled-popup-request":
      return {
        code: end,
        message: "The sign-in window was given up.",
        advice:
          "Go on in the newest window. If there is none, the browser did not open it: do it in this page instead.",
      };
    default: {
      const { code, message, advice } = new SignInProblem(end);
      return { code, message, advice };
    }
  }
}

/** What an error of the way back means: the provider's own codes, and the sign-in service's. */
export function endOf(error: string): FederatedEnd {
  if (isFederatedEnd(error)) return error;
  if (error === "access_denied") return "refused";
  if (error === "account_not_linked") return "not-linked";
  if (error === "email_not_found" || error === "email_not_verified") return "not-verified";
  if (error === "temporarily_unavailable" || error === "server_error") return "network-request-failed";
  return "failed";
}

/** Whether an address lies in one of the domains: the domain itself, not those beneath it. */
export function isAllowedAddress(email: string, domains: readonly string[]): boolean {
  const at = email.lastIndexOf("@");
  return at > 0 && domains.includes(email.slice(at + 1).toLowerCase());
}

/** The name that ties a window to the page that opened it; null when it is none of ours. */
export const flowOf = (value: string | null): string | null =>
  value !== null && /^[a-z0-9]{16,40}$/.test(value) ? value : null;

/** What a message of the window says, when it is for this flow. */
export function readAnswer(message: unknown, flow: string): FederatedAnswer | null {
  if (typeof message !== "object" || message === null) return null;
  const { flow: theirs, to, end } = message as Record<string, unknown>;
  if (theirs !== flow) return null;
  if (typeof to === "string" && /^\/(?![/\\])/.test(to)) return { flow, to };
  return isFederatedEnd(end) ? { flow, end } : null;
}
