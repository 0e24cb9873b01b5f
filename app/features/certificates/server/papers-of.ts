import { config } from "#app/platform/server/core/config.ts";
import { ruleOf } from "#app/features/orders/server/policy/order-policy.ts";
import { policyTitle } from "#app/features/policy-profiles/rules/profile.ts";
import type { OrderPage } from "#app/features/orders/server/views/read-order-page.ts";
import { isService } from "#app/features/pricing/rules/policy.ts";
import { type ReadySentence, readySentences } from "../rules/ready-sentences.ts";

/** What a client can do with a delivery on paper: the policy to declare, and sentences to paste. */
export type Papers = {
  /** Null without one. */
  policy: string | null;
  /** Their verified ORCID iD, which a certificate can show. */
  orcid: string | null;
  sentences: ReadySentence[];
};

/** Of an order's latest delivery; null before. Only for its client. */
export function papersOf({ order, viewer, submissions, readings, policies, people }: OrderPage): Papers | null {
  const delivery = submissions.findLast((one) => one.status === "delivered");
  if (!delivery || viewer !== "client") return null;
  const noAi =
    delivery.noAiAt !== null &&
    readings.every((one) => one.submissionId !== delivery.id || one.status !== "done" || one.noAiAt !== null);
  const policy = ruleOf(policies[0]);
  return {
    policy: policy ? policyTitle(policy) : null,
    orcid: people.find((it) => it.uid === order.userId)?.orcid ?? null,
    sentences: readySentences(isService(order.service) ? order.service : "proofreading", config().siteName, noAi),
  };
}
