/** The caller's address in an X-Forwarded-For header that this process stamped (`boot/caller-address.ts`): its last. Empty without one. */
export const callerIn = (forwardedFor: string | null | undefined): string =>
  forwardedFor?.split(",").at(-1)?.trim() ?? "";

/**
 * What counts as one network when tries are counted: an IPv4 address, or the 64 bits that name an IPv6 subscriber,
 * who may use any of the addresses within.
 * @param address without port or brackets; anything that is no IPv6 address comes back as it is
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
