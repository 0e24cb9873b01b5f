import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { QA_POLICY, type QaRates } from "../rules/qa.ts";

const rates = partOfPolicy((figures): QaRates => withFigures(QA_POLICY, "qa", figures));

/** How much work is reviewed, by the policy that the order was sold with. */
export const qaOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<QaRates> =>
  rates(await policyOfVersion(order.policyVersion, db));

/** How much work is reviewed, for public pages, available even while the database is down. */
export const shownQa = async (): Promise<QaRates> => rates(await shownPolicy());
