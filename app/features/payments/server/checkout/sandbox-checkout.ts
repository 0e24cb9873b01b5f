import { config } from "#app/platform/server/core/config.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";

const REQUEST_HEADERS = ["accept", "accept-language", "content-type", "user-agent"];
const ANSWER_HEADERS = [
  "content-type",
  "content-security-policy",
  "location",
  "cache-control",
  "referrer-policy",
  "x-content-type-options",
];
const LARGEST = 100_000;

/** The card sandbox's checkout page on our own origin, in the demo only. Our cookies aren't passed on. */
export async function sandboxCheckout(request: Request): Promise<Response> {
  const base = config().stripe.apiBase;
  if (!base) throw notFound("page");
  const { pathname, search } = new URL(request.url);
  const headers = new Headers();
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const body =
    request.method === "GET" || request.method === "HEAD" ? undefined : (await request.text()).slice(0, LARGEST);
  const answer = await fetch(`${base}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(15_000),
    ...(body === undefined ? {} : { body }),
  });
  const shown = new Headers();
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers.get(name);
    if (value) shown.set(name, value);
  }
  return new Response(request.method === "HEAD" ? null : await answer.arrayBuffer(), {
    status: answer.status,
    headers: shown,
  });
}
