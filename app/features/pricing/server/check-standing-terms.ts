import { invalid } from "#app/platform/rules/core/errors.ts";
import { standingProblem } from "../rules/standing-discount.ts";

export const wrongTerm = (field: string, message: string) =>
  invalid("discount", message, "Correct the marked field and try again.", { [field]: message });

/** @throws invalid with the field to correct */
export function checkTerms(...asked: Parameters<typeof standingProblem>): void {
  const problem = standingProblem(...asked);
  if (problem) throw wrongTerm(problem.field, problem.message);
}
