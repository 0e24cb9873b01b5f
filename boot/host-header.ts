import type { IncomingMessage } from "node:http";

/**
 * Whether a request has more than one Host header. Node would answer the first one, while a proxy in front may have
 * chosen the other.
 */
export const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length > 1;
