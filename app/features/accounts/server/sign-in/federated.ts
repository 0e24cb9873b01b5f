import { randomBytes } from "node:crypto";
import { redirect } from "react-router";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type CookieName, cookieLine } from "#app/platform/server/requests/our-cookies.ts";
import {
  type FederatedAnswer,
  type FederatedEnd,
  PROVIDER,
  START_PATH,
  WINDOW_NAME,
  endOf,
  flowOf,
} from "../../rules/federated.ts";
import { cameFrom, carrying } from "../../rules/came-from.ts";
import { cookieOf } from "./cookies.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { actorOfCookies, onwardOf } from "./onward.ts";
import { hasSignedIn, needsSecondFactor } from "../second-factor/second-factor-challenge.ts";
import { FROM_HEADER, signInService } from "./sign-in-service.ts";

/** What to do when the browser returns from the provider: the window's name, and the page the person wanted. */
const COOKIE: CookieName = "stet_federated";
const AWAY_S = 15 * 60;
const cookieFor = (value: string, maxAge: number): string => cookieLine(COOKIE, value, maxAge, "/api/auth");

/** The label of the provider's button, or null if none is configured. */
export const federatedLabel = (): string | null => config().federated?.label ?? null;

function backToSignIn(from: string | null, end: FederatedEnd, headers: Headers): Response {
  const to = carrying("/signin", from);
  headers.set("location", `${to}${to.includes("?") ? "&" : "?"}problem=${end}`);
  return new Response(null, { status: 303, headers });
}

/** `GET /api/auth/federated`: sends the browser to the provider, in a pop-up (named by `flow`) or the page itself. */
export async function startFederated(request: Request): Promise<Response> {
  if (!config().federated) throw notFound("address");
  const url = new URL(request.url);
  const from = cameFrom(url.searchParams.get("from"));
  const flow = flowOf(url.searchParams.get("flow"));
  // Another site's page may send people to our sign-in page, but no further.
  const site = request.headers.get("sec-fetch-site");
  if (site === "cross-site") return redirect(carrying("/signin", from), 303);
  const { app } = config().origins;
  const headers = new Headers();
  let location: string | null = null;
  let end: FederatedEnd = "failed";
  try {
    await countAttempt("/sign-in/social", null, networkOf(request.headers));
    const asked = new Headers({ "content-type": "application/json", origin: app });
    const cookie = request.headers.get("cookie");
    if (cookie !== null) asked.set("cookie", cookie);
    const back = `${app}${START_PATH}`;
    const answer = await signInService().handler(
      new Request(`${app}/api/auth/sign-in/social`, {
        method: "POST",
        headers: asked,
        body: JSON.stringify({ provider: PROVIDER, callbackURL: back, errorCallbackURL: back, disableRedirect: true }),
      }),
    );
    const said = (await answer.json()) as { url?: string; code?: string };
    if (answer.ok && said.url) location = said.url;
    else end = endOf(said.code ?? "");
    for (const it of answer.headers.getSetCookie()) headers.append("set-cookie", it);
  } catch {
    end = "failed";
  }
  if (location === null) return finish(flow, from, { end }, headers);
  headers.append("set-cookie", cookieFor(`${flow ?? "page"}.${encodeURIComponent(from ?? "")}`, AWAY_S));
  headers.set("location", location);
  if (flow !== null) headers.set("cross-origin-opener-policy", "unsafe-none");
  return new Response(null, { status: 303, headers });
}

/** `GET /api/auth/callback/oidc`: the browser returns from the provider. */
export async function finishFederated(request: Request): Promise<Response> {
  if (!config().federated) throw notFound("address");
  const [window = "", wanted = ""] = cookieOf(request, COOKIE)?.split(/\.(.*)/s) ?? [];
  const flow = flowOf(window);
  const from = cameFrom(decodeSafely(wanted));
  const passed = new Headers(request.headers);
  passed.delete(FROM_HEADER);
  const answer = await signInService().handler(
    new Request(`${config().origins.app}${new URL(request.url).pathname}${new URL(request.url).search}`, {
      headers: passed,
    }),
  );
  const headers = new Headers();
  for (const it of answer.headers.getSetCookie()) headers.append("set-cookie", it);
  headers.append("set-cookie", cookieFor("", 0));
  if (needsSecondFactor(headers)) return finish(flow, from, { to: carrying("/signin/second-factor", from) }, headers);
  if (hasSignedIn(headers))
    return finish(flow, from, { to: await onwardOf(await actorOfCookies(request, headers), from) }, headers);
  const location = answer.headers.get("location");
  const error = location
    ? new URL(location, config().origins.app).searchParams.get("error")
    : ((await answer.json().catch(() => ({}))) as { code?: string }).code;
  return finish(flow, from, { end: endOf(error ?? "") }, headers);
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** Continues in the page, or tells the page that opened the window. */
function finish(
  flow: string | null,
  from: string | null,
  outcome: { to: string } | { end: FederatedEnd },
  headers: Headers,
): Response {
  headers.set("cache-control", "no-store");
  if (flow !== null) return windowPage({ flow, ...outcome }, from, headers);
  if ("end" in outcome) return backToSignIn(from, outcome.end, headers);
  headers.set("location", outcome.to);
  return new Response(null, { status: 303, headers });
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The last page in the window: it reports the result to its own origin only, and closes itself. */
function windowPage(answer: FederatedAnswer, from: string | null, headers: Headers): Response {
  const nonce = randomBytes(16).toString("base64");
  // Escape "<" so that nothing in the message can end the script.
  const message = JSON.stringify(answer).replace(/</g, "\\u003c");
  const on = "to" in answer ? answer.to : carrying("/signin", from);
  const words = "to" in answer ? "You are signed in." : "Sign-in didn't finish.";
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set(
    "content-security-policy",
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  headers.set("referrer-policy", "no-referrer");
  // It stays in reach of the page that opened it, which has been away to another site with it.
  headers.set("cross-origin-opener-policy", "unsafe-none");
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${words}</title>
<style nonce="${nonce}">body{font:1rem/1.5 system-ui,sans-serif;color:#1b1f2a;background:#fbfaf7;margin:0;padding:2rem}a{color:#1f3a5f}@media(prefers-color-scheme:dark){body{color:#ece6da;background:#1d1a16}a{color:#a9c3e6}}</style></head>
<body><main><h1>${words}</h1><p>You can close this window, or <a href="${escaped(on)}">continue here</a>.</p></main>
<script nonce="${nonce}">(function(){var m=${message};
try{var c=new BroadcastChannel(${JSON.stringify(WINDOW_NAME)});c.postMessage(m);c.close()}catch(e){}
try{if(window.opener)window.opener.postMessage(m,window.location.origin)}catch(e){}
window.setTimeout(function(){window.close()},50)})()</script></body></html>`,
    { headers },
  );
}
