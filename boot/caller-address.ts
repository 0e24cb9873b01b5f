import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const HEADER = "x-forwarded-for";

/** Which entries of X-Forwarded-For to trust: a number counted from the right, or those written by listed hops. */
export type TrustedProxies = number | BlockList;

/**
 * Reads the TRUSTED_PROXIES setting: the number of your own proxies in front, or their addresses and networks.
 * @param text e.g. "1" or "10.0.0.5, 10.1.0.0/16"; undefined means none
 * @throws naming the setting if it's neither
 */
export function parseTrustedProxies(text: string | undefined): TrustedProxies {
  const wrong = new Error(
    `TRUSTED_PROXIES must be a number from 0 to 16 or a list of addresses such as 10.0.0.5,10.1.0.0/16, and is "${text}".`,
  );
  if (text === undefined || text.trim() === "") return 0;
  if (/^\d+$/.test(text.trim())) {
    if (Number(text) > 16) throw wrong;
    return Number(text);
  }
  const list = new BlockList();
  for (const entry of text.split(",").map((it) => it.trim())) {
    const [address = "", bits, ...rest] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (isIP(address) === 0 || rest.length > 0) throw wrong;
    if (bits === undefined) list.addAddress(address, family);
    else if (/^\d+$/.test(bits) && Number(bits) <= (family === "ipv6" ? 128 : 32))
      list.addSubnet(address, Number(bits), family);
    else throw wrong;
  }
  return list;
}

/**
 * The address of the client that sent a request. What the client wrote into X-Forwarded-For is ignored: only entries
 * appended by your own proxies count.
 * @returns an IP address; empty if the connection is already closed
 */
export function callerAddress(request: Pick<IncomingMessage, "headers" | "socket">, trusted: TrustedProxies): string {
  const header = request.headers[HEADER];
  const written = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  let caller = plainAddress(request.socket.remoteAddress ?? "") ?? "";
  for (let hops = 0; isTrusted(caller, hops, trusted); hops += 1) {
    const before = plainAddress(written.pop() ?? "");
    if (before === null) break;
    caller = before;
  }
  return caller;
}

/** Sets X-Forwarded-For to only the caller's address, for all later code. */
export const stampCaller = (request: IncomingMessage, trusted: TrustedProxies): void =>
  setHeader(request, HEADER, callerAddress(request, trusted));

/** Replaces a request's header. @param name in lower case */
export function setHeader(request: IncomingMessage, name: string, value: string): void {
  request.headers[name] = value;
  // The HTTP adapter reads the raw headers.
  const kept: string[] = [];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2)
    if (request.rawHeaders[i]!.toLowerCase() !== name) kept.push(request.rawHeaders[i]!, request.rawHeaders[i + 1]!);
  request.rawHeaders.splice(0, request.rawHeaders.length, ...kept, name, value);
}

function isTrusted(address: string, hops: number, trusted: TrustedProxies): boolean {
  if (typeof trusted === "number") return hops < trusted;
  return address !== "" && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** An address without port, brackets, zone or IPv6 wrapping; null for anything else. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.split(":")[0]! : text);
  const address = bare.split("%", 1)[0]!.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? null : address.toLowerCase();
}
