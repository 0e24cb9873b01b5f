import { type Problem } from "../core/errors.ts";
import { isOneOrBeneath } from "./path.ts";

/** Where other programs call us. */
export const API_BASE = "/api/v1";
/** The page that explains every answer. */
export const API_DOCS = "/docs/api";

/** An error as programs read it: the same shape whatever went wrong. */
export type ApiError = {
  error: { type: string; code: string; message: string; param: string | null; doc_url: string };
};

const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  410: "not_found_error",
  413: "invalid_request_error",
  422: "invalid_request_error",
  429: "rate_limit_error",
};

/** A name as the API writes it: "styleGuide" is "style_guide". */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const isApiPath = (path: string): boolean => isOneOrBeneath(path, [API_BASE]);

/**
 * A problem as the API answers it.
 * @param docs the public origin, for the link to the explanation @param status if it isn't the problem's own
 */
export function apiErrorOf(problem: Problem, docs: string, status: number = problem.status): ApiError {
  // A command's fields are named after its input, in which the API's body may be one part.
  const [field] = Object.keys(problem.fields);
  const code = problem.code.replaceAll("-", "_");
  return {
    error: {
      type: TYPES[status] ?? "api_error",
      code,
      message: [problem.message, problem.advice].filter(Boolean).join(" "),
      param: field === undefined || field === "form" ? null : snake(field.replace(/^(?:patch|choices)\./, "")),
      doc_url: `${docs}${API_DOCS}#errors`,
    },
  };
}
