/** What a university's policy asks of an order. The order form runs it too, with what the server said about the policy. */
import { isAssessed } from "#app/features/policy-profiles/rules/assessed.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import type { RuledOut } from "#app/features/policy-profiles/rules/ordering.ts";
import type { OrderChoices } from "./choices.ts";
import type { Missing } from "./choice-patch.ts";

/** Chosen instead of a listed profile: the client describes their university's policy. */
export const OWN_POLICY = "own";

/** The most characters of a supervisor's name. */
export const MAX_SUPERVISOR = 120;

/** Whether a policy on editing matters to these choices. */
export const isUnderPolicy = (choices: Pick<OrderChoices, "documentType" | "policy">): boolean =>
  choices.policy !== undefined && isAssessed(choices.documentType);

/**
 * What's missing or impossible under the policy that was chosen.
 * @param policy what it rules out and asks for; null if it isn't offered anymore, or not described yet
 */
export function missingUnderPolicy(
  choices: OrderChoices,
  policy: { ruledOut: RuledOut; asksConsent: boolean } | null,
): Missing[] {
  const { documentType, service, ownPolicy } = choices;
  if (!isUnderPolicy(choices) || !isAssessed(documentType)) return [];
  const missing: Missing[] = [];
  const ask = (field: Missing["field"], message: string) => missing.push({ field, message });
  if (choices.policy === OWN_POLICY) {
    if (!ownPolicy?.institution) ask("ownPolicy", "Enter your university's name.");
    else if (!ownPolicy.url) ask("ownPolicy", "Paste the address of your university's policy.");
    else if (ownPolicy.may.length === 0 && ownPolicy.others === "forbidden")
      ask("ownPolicy", "Tick what your university allows, or allow comments.");
  } else if (!policy) ask("policy", "This policy isn't offered anymore. Choose another one.");
  if (!policy) return missing;
  const { ruledOut } = policy;
  const impossible = ruledOut.types[documentType] ?? ruledOut.tooShort;
  if (impossible) ask("policy", impossible);
  const noService = service && ruledOut.services[service];
  if (noService) ask("service", `${noService} Choose another service.`);
  if (policy.asksConsent) {
    if (!choices.supervisorName) ask("supervisorName", "Enter your supervisor's name.");
    if (!choices.supervisorConsent) ask("supervisorConsent", "Confirm that your supervisor agreed.");
  }
  return missing;
}

/** What the policy of a draft depends on: while the server's answer is about something else, it's being looked up. */
export const policyKey = (choices: OrderChoices): string =>
  JSON.stringify(isUnderPolicy(choices) ? [choices.policy, choices.ownPolicy ?? null] : null);

/** The services that can't be bought for the chosen document under its policy, each with why. */
export function barredServices(
  { documentType }: OrderChoices,
  policy: { ruledOut: RuledOut } | null | undefined,
): RuledOut["services"] {
  if (!policy || !isAssessed(documentType)) return {};
  const { services, types, tooShort } = policy.ruledOut;
  const all = types[documentType] ?? tooShort;
  return all ? Object.fromEntries(SERVICES.map((service) => [service, all])) : services;
}
