import { MINUTE, SECOND } from "../../rules/core/time.ts";

/** The longest time for an answer before we report that the network is down: 30 s, or 60 s on phones. */
export function networkLimitMs(): number {
  const agent =
    typeof navigator === "undefined" ? null : (navigator as Navigator & { userAgentData?: { mobile?: boolean } });
  const mobile = agent?.userAgentData?.mobile ?? /Mobi|Android/i.test(agent?.userAgent ?? "");
  return mobile ? MINUTE : 30 * SECOND;
}

/** For a file of some MB. */
export const DOWNLOAD_MS = 2 * MINUTE;

/**
 * `fetch` with an end, until the whole answer has been read: code in the browser uses this or `ask`, so that none
 * stays open on a dead connection.
 * @param limitMs more than the network's limit for what is large @throws like fetch, and when the time is over
 */
export function fetchInTime(
  path: string,
  init: RequestInit = {},
  limitMs: number = networkLimitMs(),
): Promise<Response> {
  const limit = AbortSignal.timeout(limitMs);
  return fetch(path, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
}
