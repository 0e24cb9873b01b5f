import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { answerProblem } from "#app/platform/server/public-pages/answer-problem.ts";

/**
 * What's answered when we're overloaded. People get a page that opens the page they wanted automatically, even without
 * JavaScript. Nothing of the request was done.
 * @param retryAfter in seconds
 */
export function busyResponse(request: Request, retryAfter: number): Response {
  const { pathname, search } = new URL(request.url);
  const reads = request.method === "GET" || request.method === "HEAD";
  const problem = new Problem(
    "busy",
    "overloaded",
    "We're very busy right now.",
    `${reads ? "" : "Nothing was saved. "}Try again in ${retryAfter} seconds.`,
  );
  const response = answerProblem(
    problem,
    { path: pathname, accept: request.headers.get("accept") },
    reads
      ? `<p>This page will open automatically in a few seconds. You don't have to do anything.</p><p><a href="${escapeHtml(pathname + search)}">Try now</a></p>`
      : `<p>We haven't received what you sent, and nothing was saved. Go back in your browser, where your text still is, and send it again in ${retryAfter} seconds.</p>`,
  );
  response.headers.set("retry-after", String(retryAfter));
  if (reads && response.headers.get("content-type")?.startsWith("text/html"))
    response.headers.set("refresh", String(retryAfter));
  return response;
}
