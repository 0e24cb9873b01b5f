import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { SUPPORT_PART } from "./promise-figures.ts";

/** What support promises by priority. */
export type SupportPromises = PolicyOf<typeof SUPPORT_PART>;
