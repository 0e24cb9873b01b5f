import { type Problem, conflict, invalid } from "#app/platform/rules/core/errors.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { isWithinRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { listSubmissionFiles } from "../work/find-work.ts";
import { policyOf } from "./order-policy.ts";

/** Whether a checked copy is within its order's policy. An annotated PDF only suggests changes. */
export const isWithinPolicy = (gate: GateResult | null): boolean =>
  gate !== null && (gate.format === "pdf" || (gate.rule !== undefined && isWithinRule(gate.rule)));

/** A copy that can't be compared can't be shown to be within a policy. */
export const uncomparable = (name: string, field: string): Problem =>
  invalid(
    "policy_uncompared",
    `We can't check “${name}” against this order's policy.`,
    "Ask the author for a Word, OpenDocument, or LaTeX file of the manuscript.",
    { [field]: "We can't check this format against the order's policy." },
  );

/**
 * Why a submission can't be delivered under its order's policy, or null. Submitting already refuses such a copy: this
 * holds whatever happened since.
 */
export async function whyNotWithinPolicy(orderId: string, submissionId: string, db: Reader): Promise<Problem | null> {
  if (!(await policyOf(orderId, db))) return null;
  const parts = await listSubmissionFiles([submissionId], db);
  return parts.length > 0 && parts.every((part) => isWithinPolicy(part.gate))
    ? null
    : conflict(
        "outside_policy",
        "This submission has changes that the order's policy doesn't allow.",
        "Send it back to the editor, who can turn them into comments.",
      );
}
