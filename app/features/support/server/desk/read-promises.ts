import type { Reader } from "#app/platform/server/core/database.ts";
import type { ServiceHours } from "#app/features/company/rules/service-hours.ts";
import { hoursOf } from "#app/features/policy/server/read-hours.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { type PolicyVersion, partOfPolicy, policiesAt, policyAt } from "#app/features/policy/server/read-policy.ts";
import { SUPPORT_PROMISES, type SupportPromises } from "../../rules/promises.ts";

const promises = partOfPolicy((figures): SupportPromises => withFigures(SUPPORT_PROMISES, "support", figures));

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
