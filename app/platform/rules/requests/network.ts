/**
 * The caller's address: the last entry of an X-Forwarded-For header that this process set (`boot/caller-address.ts`).
 * Empty without one.
 */
export const callerIn = (forwardedFor: string | null | undefined): string =>
  forwardedFor?.split(",").at(-1)?.trim() ?? "";

/**
 * What counts as one network for rate limits: an IPv4 address, or the 64-bit prefix of an IPv6 subscriber, who may use
 * any address in it.
 * @param address without port or brackets; anything that isn't IPv6 is returned as it is
 */
export function networkOfAddress(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after] = address.toLowerCase().split("::");
  const left = before.split(":").filter(Boolean);
  const right = (after ?? "").split(":").filter(Boolean);
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.join(":")}::/64`;
}
