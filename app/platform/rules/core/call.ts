import { SECOND } from "./time.ts";

/** What both ends of a call by name (`POST /api/call/{name}`) agree on. */

/** Both ends give up on a call after this. */
export const CALL_LIMIT_MS = 70 * SECOND;
export const TOO_LATE = {
  code: "deadline-exceeded",
  message: "The server took too long to respond.",
  advice: "Check whether it worked before you try again.",
} as const;
/** The header in which a call carries the token of the app-integrity check. */
export const INTEGRITY_HEADER = "x-app-integrity";
