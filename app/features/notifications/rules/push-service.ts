/** The browsers' push services. A name that starts with a dot includes all its subdomains. */
const SERVICES = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

/**
 * Whether a URL from a browser belongs to a known push service. Any other URL could make this server send requests
 * anywhere.
 * @param more origins that the operator also allows
 */
export function isPushService(endpoint: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 1_000) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (more.includes(origin)) return true;
  if (protocol !== "https:" || port !== "") return false;
  return SERVICES.some((it) => (it.startsWith(".") ? hostname.endsWith(it) : hostname === it));
}
