import { useMemo } from "react";
import { useRevalidator } from "react-router";
import { fieldError } from "#app/ui/notice.tsx";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { missingChoices } from "../../rules/draft/choice-patch.ts";
import { barredServices, missingUnderPolicy, policyKey } from "../../rules/draft/policy-choice.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import type { DraftOnPage, DraftPage } from "../../server/drafts/read-draft-page.ts";
import type { PolicyOption } from "../../server/policy/order-policy.ts";
import { useDraft } from "../../ui/draft/use-draft.ts";
import { useOffers } from "../../ui/draft/use-offers.ts";
import { useServerQuote } from "../../ui/draft/use-server-quote.ts";

/** The problem without the fields that have been completed since, or null if none are left. */
function stillOpen(
  problem: ProblemData | undefined,
  missing: ReturnType<typeof missingChoices>,
  consented: boolean,
): ProblemData | undefined {
  if (problem?.code !== "incomplete") return problem;
  const left = Object.entries(problem.fields).filter(([field]) =>
    field === "consentOverflow" ? !consented : missing.some((m) => m.field === field),
  );
  return left.length === 0 ? undefined : { ...problem, message: left[0]![1], fields: Object.fromEntries(left) };
}

/** Problems that mean an editor's time was sold to somebody else. */
const DATE_GONE = ["not_offered", "no_editor_free"];

/** What the steps of the order form share: the choices and how to change them, prices, and what is missing or wrong. */
export function useOrderForm(
  draft: DraftOnPage,
  page: DraftPage & { countries: readonly (readonly [string, string])[]; policies: readonly PolicyOption[] },
  answer: { error?: ProblemData; typed?: Record<string, string> } | undefined,
) {
  const saved = useDraft(draft);
  const { choices } = saved;
  // After a refused payment, the page's own data still has the date that somebody else has just bought.
  const gone = answer?.error && DATE_GONE.includes(answer.error.code) ? answer.error : undefined;
  const quote = useServerQuote(draft.id, choices, page, gone);
  // While the server looks up another policy, nothing is known about it.
  const policy = page.policyKey === policyKey(choices) ? page.policy : undefined;
  const barred = useMemo(
    () => barredServices({ documentType: choices.documentType }, policy),
    [choices.documentType, policy],
  );
  const offers = useOffers(draft.files, choices, quote.capacity, quote.coupon, page.standing, page.buyer.rule, barred);
  const { revalidate } = useRevalidator();
  const missing = [
    ...missingChoices(choices, draft.files),
    ...(policy === undefined ? [] : missingUnderPolicy(choices, policy)),
  ];
  const problem = stillOpen(answer?.error, missing, choices.consentOverflow ?? false);
  return {
    draft,
    buyer: page.buyer,
    countries: page.countries,
    choices,
    change: saved.change,
    saved,
    policy,
    policies: page.policies,
    quote,
    ...offers,
    sources: draft.files.filter(isManuscript),
    letter: draft.files.find((f) => f.role === "reply_letter"),
    references: draft.files.filter((f) => f.purpose === "reference"),
    onArrived: () => void revalidate(),
    missing,
    problem,
    answer,
    error: (name: string) => fieldError(problem, name),
  };
}

export type OrderFormState = ReturnType<typeof useOrderForm>;
