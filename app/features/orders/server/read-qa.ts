import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { QA_POLICY, type QaPolicy } from "../rules/review/qa.ts";

const qa = partOfPolicy((figures): QaPolicy => withFigures(QA_POLICY, "qa", figures));

/** How work is reviewed, by the policy that the order was sold with: also what a score of it means. */
export const qaOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<QaPolicy> =>
  qa(await policyOfVersion(order.policyVersion, db));

/** How work is reviewed, for public pages, available even while the database is down. */
export const shownQa = async (): Promise<QaPolicy> => qa(await shownPolicy());
