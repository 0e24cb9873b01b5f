import type { Reader } from "#app/platform/server/core/database.ts";
import type { ServiceHours } from "#app/features/company/rules/service-hours.ts";
import { hoursOf } from "#app/features/policy/server/read-hours.ts";
import { partOfPolicy, policyAt, policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { ANSWER_PART, type AnswerPolicy } from "../rules/draft/answer-figures.ts";

const answers = partOfPolicy(ANSWER_PART.of);

/**
 * How soon an answer was promised to somebody who asked at this moment, and support's hours then. Later policy changes
 * don't affect either.
 */
export async function answersAt(at: Date, db?: Reader): Promise<AnswerPolicy & { hours: ServiceHours }> {
  const policy = await policyAt(at, db);
  return { ...answers(policy), hours: hoursOf(policy) };
}

/** How soon a complaint about an order is decided, by the policy that the order was sold with. */
export const complaintOfOrder = async (
  order: { policyVersion: number | null },
  db?: Reader,
): Promise<AnswerPolicy["complaint"]> => answers(await policyOfVersion(order.policyVersion, db)).complaint;

/** How long an order's quote is valid once its author shares it, by the policy that it was priced with. */
export const sharedQuoteMsOf = async (
  order: { policyVersion: number | null },
  db?: Reader,
): Promise<AnswerPolicy["quote"]["sharedMs"]> => answers(await policyOfVersion(order.policyVersion, db)).quote.sharedMs;
