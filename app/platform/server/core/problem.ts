import { data } from "react-router";
import { Problem } from "#app/platform/rules/core/errors.ts";

export type ProblemData = ReturnType<Problem["toJSON"]>;

/** For loaders: a Problem becomes a Response, so that the page of its status shows (404, 403); anything else is thrown on. */
export function problemResponse(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw data(error.toJSON(), { status: error.status, statusText: error.message });
}
