import { Problem, unreadable } from "#app/platform/rules/core/errors.ts";
import { isReadableAddress } from "#app/platform/rules/text/readable-address.ts";
import { log } from "#app/platform/server/core/log.ts";
import { requestId } from "#app/platform/server/requests/request-id.ts";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import { answerProblem } from "#app/platform/server/public-pages/answer-problem.ts";
import { genericErrorPage, plainPage } from "#app/platform/server/public-pages/plain-page.ts";
import { secured } from "#app/platform/server/requests/csrf.ts";

/** A failed endpoint in JSON: what happened and what to do, never a stack. */
export function problemResponse(error: unknown, request: Request): Response {
  // People follow links to files that were deleted since, so they get a page.
  if (error instanceof Problem && error.kind === "gone" && request.headers.get("sec-fetch-mode") === "navigate")
    return plainPage(error.status, error.message, `<p>${escapeHtml(error.advice)}</p><p><a href="/">Go Home</a></p>`);
  if (error instanceof Problem) return Response.json({ error: error.toJSON() }, { status: error.status });
  if (error instanceof Response) return error;
  log.error("endpoint failed", error);
  return Response.json(
    {
      error: {
        kind: "busy",
        code: "internal",
        message: "Something went wrong on our side.",
        advice: "Nothing was lost. Try again in a moment.",
        requestId: requestId(),
      },
    },
    { status: 500 },
  );
}

/** For failures before there is a request to answer: an invalid Host header or URL. */
export function answerFailure(error: unknown): Response {
  if (error instanceof Error && error.name === "RequestError")
    return secured(
      plainPage(
        400,
        "This address is broken.",
        `<p>Check it, or start from the home page.</p><p><a href="/">Go Home</a></p>`,
      ),
    );
  log.error("request failed", error);
  return secured(genericErrorPage(500));
}

/** The response to a URL that can't be looked up; null for any other. */
export function refuseUnreadable(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  if (isReadableAddress(pathname, search)) return null;
  const problem = unreadable(
    "broken_address",
    "This address is broken.",
    "Check it for missing or extra characters, or start from the home page.",
  );
  const page = `<p>${escapeHtml(problem.advice)}</p><p><a href="/">Go Home</a></p>`;
  return answerProblem(problem, { path: pathname }, page);
}
