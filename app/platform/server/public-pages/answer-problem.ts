import type { Problem } from "../../rules/core/errors.ts";
import { apiErrorOf, isApiPath } from "../../rules/requests/api-error.ts";
import { config } from "../core/config.ts";
import { plainPage } from "./plain-page.ts";

/**
 * A problem in the form that's read there: JSON for calls (in the shape that programs know under /api/v1), text for a page's data, and a page for people.
 * @param asked the path, and the Accept header if it's known
 * @param page the page's text beneath the problem's message, as HTML
 */
export function answerProblem(
  problem: Problem,
  asked: { path: string; accept?: string | null },
  page: string,
  status: number = problem.status,
): Response {
  if (isApiPath(asked.path)) return Response.json(apiErrorOf(problem, config().origins.public, status), { status });
  if (asked.path.startsWith("/api/") || !/text\/html|\*\/\*/.test(asked.accept ?? "*/*"))
    return Response.json({ error: problem.toJSON() }, { status });
  if (asked.path.endsWith(".data"))
    return new Response(`${problem.message} ${problem.advice}`, { status, headers: { "content-type": "text/plain" } });
  return plainPage(status, problem.message, page);
}
