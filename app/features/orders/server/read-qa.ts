import type { Reader } from "#app/platform/server/core/database.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import type { QaPolicy } from "../rules/review/qa.ts";
import { QA_PART } from "../rules/review/qa-figures.ts";

const qa = partOfPolicy(QA_PART.of);

/** How work is reviewed, by the policy that the order was sold with: also what a score of it means. */
export const qaOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<QaPolicy> =>
  qa(await policyOfVersion(order.policyVersion, db));

/** How work is reviewed, for public pages, available even while the database is down. */
export const shownQa = async (): Promise<QaPolicy> => qa(await shownPolicy());
