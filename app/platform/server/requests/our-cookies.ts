import { isLocalAddress } from "../../rules/requests/origins.ts";
import { config } from "../core/config.ts";

/**
 * Every cookie we set, and whether a page depends on it. People who send one that does get their own page instead of
 * the one cached for everybody. e2e/cookies.spec.ts compares the cached and uncached answers for each.
 */
export const COOKIES = {
  "stet.session_token": { changesPages: true },
  /** A sign-in that still needs its second factor: /signin/second-factor shows the field for the code. */
  "stet.two_factor": { changesPages: true },
  /** A visitor's draft, with its file and prices. */
  stet_draft: { changesPages: true },
  "stet.trust_device": { changesPages: false },
  /** The challenge of a passkey. */
  "stet.passkey": { changesPages: false },
  /** The way to an identity provider and back. */
  "stet.state": { changesPages: false },
  stet_federated: { changesPages: false },
  /** The same for an organization's single sign-on. */
  stet_sso: { changesPages: false },
  stet_device: { changesPages: false },
  /** A visitor's conversation with support, which a page's script requests. */
  stet_chat: { changesPages: false },
} as const satisfies Record<string, { changesPages: boolean }>;
export type CookieName = keyof typeof COOKIES;

/** Over TLS, the sign-in service's names have a prefix. */
const withoutPrefix = (name: string): string => name.replace(/^__(?:Secure|Host)-/, "");

/** The sign-in service's cookies are named after this: its session, second factor, passkeys, and known devices. */
export const SIGN_IN_PREFIX = "stet";
/** One of them, with or without its prefix over TLS. A visitor's draft key isn't one. */
export const isSignInCookie = (name: string): boolean => withoutPrefix(name).startsWith(`${SIGN_IN_PREFIX}.`);

/**
 * Whether a Cookie header contains a cookie of ours that pages may depend on. One that isn't in the list counts, so a
 * new cookie is never answered from the cache by mistake.
 */
export function changesPages(header: string | null | undefined): boolean {
  if (!header?.includes("stet")) return false;
  return header.split(";").some((part) => {
    const name = withoutPrefix(part.slice(0, Math.max(part.indexOf("="), 0)).trim());
    if (!/^stet[._]/.test(name)) return false;
    return !Object.hasOwn(COOKIES, name) || COOKIES[name as CookieName].changesPages;
  });
}

/** A Set-Cookie line for a cookie that no script can read. @param maxAge in seconds; 0 removes it */
export const cookieLine = (name: CookieName, value: string, maxAge: number, path = "/"): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isLocalAddress(config().origins.app) ? "" : "; Secure"}`;
