import { data } from "react-router";
import { Problem } from "#app/platform/rules/core/errors.ts";

export type ProblemData = ReturnType<Problem["toJSON"]>;

/**
 * For actions: a Problem becomes data that the form shows beside what was typed; anything else is thrown on.
 * @param typed what the person typed, handed back so that nothing is lost
 */
export function problemData<T = undefined>(error: unknown, typed?: T) {
  if (!(error instanceof Problem)) throw error;
  return data({ error: error.toJSON() as ProblemData, typed }, { status: error.status });
}

/** For loaders: a Problem becomes a Response, so that the page of its status shows (404, 403); anything else is thrown on. */
export function problemResponse(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw data(error.toJSON(), { status: error.status, statusText: error.message });
}
