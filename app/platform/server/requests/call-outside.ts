/**
 * Calls to addresses that other people chose. Nothing inside our network can be reached with them: a name is looked up
 * once, only addresses on the web are called, redirects aren't followed, and answers are read only if the caller asks for
 * them, up to a limit.
 */
import { type LookupAddress, lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";

/** Addresses that belong to our own network or to nobody, not to the web. */
const inside = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  // Those that carry an IPv4 address, and examples.
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  inside.addSubnet(net, bits, "ipv6");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** Whether an address is on the web. IPv4 inside IPv6 counts as IPv4. */
export function isOutside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const family = isIP(mapped);
  if (family === 4) return !inside.check(mapped, "ipv4");
  return family === 6 && global.check(mapped, "ipv6") && !inside.check(mapped, "ipv6");
}

export type OutsideCall = {
  method: "HEAD" | "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** How long all of it may take. */
  waitMs: number;
  /** How much of the answer is read, in bytes. A larger one is an error. Without it, none is read. */
  mostBytes?: number;
  /** Which network addresses may be called; for tests, and for hosts that the operator trusts. */
  allowed?: ((address: string) => boolean) | undefined;
};

/**
 * Sends a request, and returns the answer's status, where it redirects to, and its text if it was asked for.
 * @throws Error "inside" if the address isn't on the web, "too large", and whatever the network throws
 */
export function callOutside(
  url: URL,
  { method, headers, body, waitMs, mostBytes = 0, allowed = isOutside }: OutsideCall,
): Promise<{ status: number; to: string | null; text: string }> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname } = url;
    const literal = hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) && !allowed(literal)) return reject(new Error("inside"));
    const request = (protocol === "https:" ? https : http).request(
      url,
      {
        method,
        timeout: waitMs,
        signal: AbortSignal.timeout(waitMs),
        // A connection that's kept would skip the look-up, and a receiver could hold it open.
        agent: false,
        headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }) },
        lookup: (name, options, done) =>
          lookup(name, { ...options, all: true }, (error, found) => {
            const addresses = found as LookupAddress[] | undefined;
            const good = addresses?.filter((it) => allowed(it.address)) ?? [];
            if (error || good.length === 0) return done(error ?? new Error("inside"), "", 4);
            if (options.all) (done as unknown as (e: null, a: LookupAddress[]) => void)(null, good);
            else done(null, good[0]!.address, good[0]!.family);
          }),
      },
      (response) => {
        const answer = { status: response.statusCode ?? 0, to: response.headers.location ?? null };
        if (mostBytes === 0) {
          response.destroy();
          return resolve({ ...answer, text: "" });
        }
        const parts: Buffer[] = [];
        let size = 0;
        response.on("data", (part: Buffer) => {
          size += part.length;
          if (size > mostBytes) response.destroy(new Error("too large"));
          else parts.push(part);
        });
        response.on("end", () => resolve({ ...answer, text: Buffer.concat(parts).toString("utf8") }));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error("timeout")));
    request.end(body);
  });
}
