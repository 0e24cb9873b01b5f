/** Addresses and names of organizations' single sign-on. */

/** Where it happens. An organization's identity provider is set up with some of these. */
export const SSO_PATHS = {
  start: "/api/auth/organization/:id/start",
  /** OpenID Connect: where the provider sends the browser back. */
  callback: "/api/auth/organization/:id/callback",
  /** SAML: where the browser posts the response, our metadata and entity ID, and where the browser goes on. */
  response: "/api/auth/organization/:id/saml",
  metadata: "/api/auth/organization/:id/metadata",
  finish: "/api/auth/organization/:id/finish",
} as const;

/** One of these addresses, for one organization. @param query what follows the path; empty values are left out */
export function ssoPath(
  of: keyof typeof SSO_PATHS,
  organizationId: string,
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const given = Object.entries(query).filter((it): it is [string, string] => Boolean(it[1]));
  const search = new URLSearchParams(given).toString();
  return SSO_PATHS[of].replace(":id", organizationId) + (search ? `?${search}` : "");
}

/** The page where people start. */
export const SSO_PAGE = "/sso";

/** The page of one organization, where people go on to its provider. @param problem why they're back, to show */
export function ssoPageOf(organizationId: string, from: string | null, problem: string | null = null): string {
  const query = new URLSearchParams({
    id: organizationId,
    ...(problem ? { problem } : {}),
    ...(from ? { from } : {}),
  });
  return `${SSO_PAGE}?${query.toString()}`;
}

const PREFIX = "organization-";
/** What accounts at an organization's provider are stored under. */
export const ssoProviderId = (organizationId: string): string => PREFIX + organizationId;
/** The organization whose provider it is, or null for every other. */
export const organizationOfProvider = (providerId: string): string | null =>
  providerId.startsWith(PREFIX) ? providerId.slice(PREFIX.length) : null;
