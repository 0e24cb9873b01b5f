import { escapeHtml } from "#app/platform/rules/core/escape-html.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { plainPage } from "#app/platform/server/public-pages/plain-page.ts";

/**
 * What's answered when we're overloaded: JSON for calls, text for a page's data, and a page for people, which opens the
 * page they wanted automatically, even without JavaScript. Nothing of the request was done.
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
  const headers = { "retry-after": String(retryAfter) };
  if (pathname.startsWith("/api/") || !/text\/html|\*\/\*/.test(request.headers.get("accept") ?? "*/*"))
    return Response.json({ error: problem.toJSON() }, { status: 503, headers });
  if (pathname.endsWith(".data"))
    return new Response(`${problem.message} ${problem.advice}`, {
      status: 503,
      headers: { ...headers, "content-type": "text/plain" },
    });
  const page = plainPage(
    503,
    problem.message,
    reads
      ? `<p>This page will open automatically in a few seconds. You don't have to do anything.</p><p><a href="${escapeHtml(pathname + search)}">Try now</a></p>`
      : `<p>We haven't received what you sent, and nothing was saved. Go back in your browser, where your text still is, and send it again in ${retryAfter} seconds.</p>`,
  );
  page.headers.set("retry-after", headers["retry-after"]);
  if (reads) page.headers.set("refresh", headers["retry-after"]);
  return page;
}
