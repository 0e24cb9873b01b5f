import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyAt } from "#app/features/policy/server/read-policy.ts";
import { SUPPORT_PROMISES, type SupportPromises } from "../rules/promises.ts";

const promises = partOfPolicy((figures): SupportPromises => withFigures(SUPPORT_PROMISES, "support", figures));

/** What support promised somebody who wrote at this moment. Later policy changes don't affect it. */
export const promisesAt = async (at: Date, db?: Reader): Promise<SupportPromises> => promises(await policyAt(at, db));
