/** The push services of the browsers there are. A name that starts with a dot stands for every name below it. */
const SERVICES = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

/**
 * Whether an address that a browser gave is at a known push service. Any other could make this server call whatever it names.
 * @param more origins that the operator allows as well
 */
export function isPushService(endpoint: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 1_000) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (more.includes(origin)) return true;
  if (protocol !== "https:" || port !== "") return false;
  return SERVICES.some((it) => (it.startsWith(".") ? hostname.endsWith(it) : hostname === it));
}
