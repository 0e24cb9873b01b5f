import { data } from "react-router";
import { Problem } from "#app/platform/rules/core/errors.ts";

export type ProblemData = ReturnType<Problem["toJSON"]>;

/**
 * For loaders: turns a Problem into a Response, which shows the page for its status (404, 403). Anything else is
 * rethrown.
 */
export function problemResponse(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw data(error.toJSON(), { status: error.status, statusText: error.message });
}
