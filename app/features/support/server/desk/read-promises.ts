import type { Reader } from "#app/platform/server/core/database.ts";
import type { ServiceHours } from "#app/features/company/rules/service-hours.ts";
import { hoursOf } from "#app/features/policy/server/read-hours.ts";
import { type PolicyVersion, partOfPolicy, policiesAt, policyAt } from "#app/features/policy/server/read-policy.ts";
import type { SupportPromises } from "../../rules/promises.ts";
import { SUPPORT_PART } from "../../rules/promise-figures.ts";

const promises = partOfPolicy(SUPPORT_PART.of);

type Terms = { promises: SupportPromises; hours: ServiceHours };
const termsOf = (policy: PolicyVersion): Terms => ({ promises: promises(policy), hours: hoursOf(policy) });

/**
 * What support promised somebody who wrote at this moment, and the hours in which it's counted. Later policy changes
 * don't affect either.
 */
export async function termsAt(at: Date, db?: Reader): Promise<Terms> {
  return termsOf(await policyAt(at, db));
}

/** The same for several moments, in their order. */
export const termsAtEach = async (moments: readonly Date[]): Promise<Terms[]> =>
  (await policiesAt(moments)).map((policy) => termsOf(policy));
