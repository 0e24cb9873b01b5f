/** What every program can rely on. The reference says the same. */
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";

/** The versions of the API, by date. A change that breaks programs is a new one. */
export const API_VERSIONS = ["2026-11-27"] as const;
export const API_VERSION = API_VERSIONS.at(-1)!;

/** How many requests an owner's keys may send together. */
export const RATE = { requests: 300, windowMs: MINUTE } as const;
/** Rows of a list, unless asked for fewer or more. */
export const LIST_LIMIT = { usual: 20, most: 100 } as const;
/** How long a link to a file works. */
export const LINK_MS = HOUR;
