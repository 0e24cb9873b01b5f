import type { IncomingMessage } from "node:http";

/**
 * The address of whoever sent a request. What the sender wrote into X-Forwarded-For counts for nothing:
 * only the entries that one's own proxies appended are believed.
 * @param trustedProxies how many proxies of one's own stand in front; 0 means that the connection is the caller
 */
export function callerAddress(request: Pick<IncomingMessage, "headers" | "socket">, trustedProxies: number): string {
  const header = request.headers["x-forwarded-for"];
  const written = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const path = [...written, request.socket.remoteAddress ?? ""];
  return path[Math.max(0, path.length - 1 - trustedProxies)] ?? "";
}
