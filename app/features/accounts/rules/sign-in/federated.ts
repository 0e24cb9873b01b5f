import type { SignInProvider } from "#app/platform/rules/core/sign-in-provider.ts";
import { organizationOfProvider, ssoPath } from "./organization.ts";
import { SignInProblem } from "./sign-in-problem.ts";

/** Where sign-in starts, and where the provider sends the browser back. */
export const START_PATH = "/api/auth/federated";
export const CALLBACK_PATH = "/api/auth/callback/:provider";
/** The heading's id in the settings. */
export const ACCOUNTS_ANCHOR = "connected-accounts";

/** What pages know of a provider that people can sign in with. */
export type ProviderButton = Pick<SignInProvider, "id" | "kind" | "label">;
/** A provider's account that is connected to a person's account here. */
export type ConnectedAccount = {
  id: string;
  providerId: string;
  /** "Google", or the provider's id if the operator no longer offers it. */
  label: string;
  /** The ORCID iD. Other providers' IDs mean nothing to people. */
  orcid: string | null;
  connectedAt: Date;
  /** Whether one can sign in with it now. */
  offered: boolean;
};

/** The address that starts signing in, or connecting an account (`link`). @param from the page to return to */
export function startAddress(
  provider: string,
  { from, flow, link }: { from?: string | null; flow?: string; link?: boolean } = {},
): string {
  const organizationId = organizationOfProvider(provider);
  if (organizationId !== null) return ssoPath("start", organizationId, { from });
  const query = new URLSearchParams({
    provider,
    ...(from ? { from } : {}),
    ...(flow ? { flow } : {}),
    ...(link ? { link: "1" } : {}),
  });
  return `${START_PATH}?${query.toString()}`;
}
/** The name of the pop-up window, and of the channel it answers on. */
export const WINDOW_NAME = "stet-sign-in";

/** Why a sign-in at the provider failed, with the specification's code where it has one. */
export const FEDERATED_ENDS = [
  "popup-closed-by-user",
  "cancelled-popup-request",
  "unauthorized-domain",
  "network-request-failed",
  "user-disabled",
  "sso-required",
  "refused",
  "not-linked",
  "not-verified",
  "not-connected",
  "connect-first",
  "connected-elsewhere",
  "already-connected",
  "requires-recent-login",
  "user-token-expired",
  "too-many-requests",
  "failed",
] as const;
/** Somebody's organization requires its own single sign-on. */
export const SSO_REQUIRED = "sso-required" satisfies FederatedEnd;
export type FederatedEnd = (typeof FEDERATED_ENDS)[number];
export const isFederatedEnd = (value: unknown): value is FederatedEnd => FEDERATED_ENDS.includes(value as FederatedEnd);

export type Shown = { code: string; message: string; advice: string };

/** What the pop-up sends to the page that opened it. */
export type FederatedAnswer = { flow: string; to: string } | { flow: string; end: FederatedEnd };

/** The error to show. @param label the provider's name ("University login") */
export function federatedProblem(end: FederatedEnd, label: string): Shown {
  switch (end) {
    case "sso-required":
      return {
        code: end,
        message: "Your organization requires its single sign-on.",
        advice: "Choose “Sign in with your organization”.",
      };
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
        advice: `Sign in another way, or create an account. Then you can connect ${label} in your settings.`,
      };
    case "not-connected":
      return {
        code: end,
        message: `No account here is connected to this ${label} account yet.`,
        advice: `Sign in another way, or create an account. Then connect ${label} in your settings.`,
      };
    case "connect-first":
      return {
        code: end,
        message: "An account already uses this email address.",
        advice: `Sign in the way you usually do, then connect ${label} in your settings.`,
      };
    case "connected-elsewhere":
      return {
        code: end,
        message: `This ${label} account is connected to another account here.`,
        advice: "Disconnect it there first, or choose another one.",
      };
    case "already-connected":
      return {
        code: end,
        message: `Your account is already connected to ${label}.`,
        advice: "Disconnect it first to connect another one.",
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
    case "requires-recent-login":
    case "too-many-requests":
    case "user-token-expired":
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
  if (error === "account_already_linked_to_different_user") return "connected-elsewhere";
  if (error === "email_not_found" || error === "email_not_verified") return "not-verified";
  if (error === "temporarily_unavailable" || error === "server_error") return "network-request-failed";
  return "failed";
}

/** The claims about a person that count here. */
export type AddressClaims = {
  email?: unknown;
  email_verified?: unknown;
  /** Google: the organization that runs the person's account. */
  hd?: unknown;
  /** Microsoft: whether the owner of the address's domain vouches for it. Apps have to ask for this claim. */
  xms_edov?: unknown;
};

/**
 * The address that a provider proves to be the person's, in lower case, or null. Only it may open an account or connect
 * one by itself, so what providers merely repeat doesn't count:
 * - Google is the authority for its own addresses and for organizations that it runs, not for others that were verified
 *   at some time (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 * - Microsoft's email claim can be changed by a tenant's admin to anybody's address, except with `xms_edov`
 *   (learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization).
 * - ORCID tells no address.
 * - The operator's own providers prove addresses in the domains that the operator named for them.
 */
export function provenAddress(
  { kind, allowedDomains }: Pick<SignInProvider, "kind" | "allowedDomains">,
  claims: AddressClaims,
): string | null {
  const email = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "";
  if (email.lastIndexOf("@") < 1) return null;
  switch (kind) {
    case "orcid":
      return null;
    case "google": {
      const runsIt = isAllowedAddress(email, ["gmail.com", "googlemail.com"]) || Boolean(claims.hd);
      return claims.email_verified === true && runsIt ? email : null;
    }
    case "microsoft":
      return [true, 1, "1", "true"].includes(claims.xms_edov as string) ? email : null;
    case "oidc":
      return claims.email_verified === true && isAllowedAddress(email, allowedDomains ?? []) ? email : null;
  }
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
