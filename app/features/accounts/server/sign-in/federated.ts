import { randomBytes } from "node:crypto";
import { redirect } from "react-router";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type CookieName, cookieLine } from "#app/platform/server/requests/our-cookies.ts";
import {
  ACCOUNTS_ANCHOR,
  type FederatedAnswer,
  type FederatedEnd,
  START_PATH,
  WINDOW_NAME,
  endOf,
  flowOf,
} from "../../rules/sign-in/federated.ts";
import { cameFrom, carrying } from "../../rules/came-from.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { refuseImpersonator } from "../impersonation/refuse-impersonator.ts";
import { findProvider, isConnected } from "./connected-accounts.ts";
import { cookieOf } from "./cookies.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { actorOfCookies, onwardOf } from "./onward.ts";
import { requireRecentSignIn } from "./recent-sign-in.ts";
import { hasSignedIn, needsSecondFactor } from "../second-factor/second-factor-challenge.ts";
import { FROM_HEADER, signInService } from "./sign-in-service.ts";

/** What to do when the browser returns from the provider: the window's name, and the page the person wanted. */
const COOKIE: CookieName = "stet_federated";
const AWAY_S = 15 * 60;
const cookieFor = (value: string, maxAge: number): string => cookieLine(COOKIE, value, maxAge, "/api/auth");

/** What goes out with the browser and comes back with it: how the page was opened, and the page the person wanted. */
type Away = {
  provider: string;
  /** The window's name, or null in the page itself. */
  flow: string | null;
  /** Whether an account is being connected in the settings, instead of signing in. */
  link: boolean;
  from: string | null;
};
const LINK = "link";
const PAGE = "page";

/** The sign-in page, or the settings page that wanted to connect an account, with a problem to show. */
function withProblem({ provider, link, from }: Away, end: FederatedEnd): string {
  const to = link && from ? from : carrying("/signin", from);
  return `${to}${to.includes("?") ? "&" : "?"}problem=${end}&provider=${provider}${link ? `#${ACCOUNTS_ANCHOR}` : ""}`;
}

/** Whether the browser's session may connect an account now. @throws Problem with the code to show */
async function mayConnect(request: Request, actor: Actor, provider: string): Promise<void> {
  refuseImpersonator(actor, "POST", START_PATH);
  if (actor.kind !== "person" || !actor.emailVerified) throw new SignInProblem("user-token-expired");
  await requireRecentSignIn(request);
  if (await isConnected(actor.uid, provider))
    throw conflict("already-connected" satisfies FederatedEnd, "This provider is already connected.");
}

/**
 * `GET /api/auth/federated?provider=...`: sends the browser to the provider, in a pop-up (named by `flow`) or the page
 * itself. With `link=1`, the account there is connected to the one of the session.
 */
export async function startFederated(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const url = new URL(request.url);
  const provider = findProvider(url.searchParams.get("provider"));
  if (!provider) throw notFound("address");
  const link = url.searchParams.has("link");
  const from = cameFrom(url.searchParams.get("from"));
  const away: Away = {
    provider: provider.id,
    link,
    from: link ? (from ?? "/profile/settings").replace(/[?#].*/s, "") : from,
    flow: link ? null : flowOf(url.searchParams.get("flow")),
  };
  // Another site's page may send people to our sign-in page, but no further.
  if (request.headers.get("sec-fetch-site") === "cross-site") return redirect(carrying("/signin", from), 303);
  const { app } = config().origins;
  const headers = new Headers();
  let location: string | null = null;
  let end: FederatedEnd = "failed";
  try {
    await countAttempt("/sign-in/social", null, networkOf(request.headers));
    if (link) await mayConnect(request, actor, provider.id);
    const asked = new Headers({ "content-type": "application/json", origin: app });
    const cookie = request.headers.get("cookie");
    if (cookie !== null) asked.set("cookie", cookie);
    const back = `${app}${START_PATH}`;
    const answer = await signInService().handler(
      new Request(`${app}/api/auth/${link ? "link-social" : "sign-in/social"}`, {
        method: "POST",
        headers: asked,
        body: JSON.stringify({
          provider: provider.id,
          callbackURL: back,
          errorCallbackURL: back,
          disableRedirect: true,
        }),
      }),
    );
    const said = (await answer.json()) as { url?: string; code?: string };
    if (answer.ok && said.url) location = said.url;
    else end = endOf(said.code ?? "");
    for (const it of answer.headers.getSetCookie()) headers.append("set-cookie", it);
  } catch (error) {
    end = endOf(error instanceof Problem ? error.code : "");
  }
  if (location === null) return finish(away, { end }, headers);
  const { flow } = away;
  const opened = link ? LINK : (flow ?? PAGE);
  headers.append("set-cookie", cookieFor(`${opened}.${encodeURIComponent(away.from ?? "")}`, AWAY_S));
  headers.set("location", location);
  if (flow !== null) headers.set("cross-origin-opener-policy", "unsafe-none");
  return new Response(null, { status: 303, headers });
}

/** `GET /api/auth/callback/:provider`: the browser returns from the provider. */
export async function finishFederated(
  request: Request,
  { params }: { params: Record<string, string> },
): Promise<Response> {
  const provider = findProvider(params.provider ?? null);
  if (!provider) throw notFound("address");
  const [window = "", wanted = ""] = cookieOf(request, COOKIE)?.split(/\.(.*)/s) ?? [];
  const link = window === LINK;
  const away: Away = {
    provider: provider.id,
    link,
    flow: link ? null : flowOf(window),
    from: cameFrom(decodeSafely(wanted)),
  };
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
  const { from } = away;
  if (needsSecondFactor(headers)) return finish(away, { to: carrying("/signin/second-factor", from) }, headers);
  if (hasSignedIn(headers))
    return finish(away, { to: await onwardOf(await actorOfCookies(request, headers), from) }, headers);
  const location = answer.headers.get("location");
  const error = location
    ? new URL(location, config().origins.app).searchParams.get("error")
    : ((await answer.json().catch(() => ({}))) as { code?: string }).code;
  if (link && from && location && error === null)
    return finish(away, { to: `${from}?connected=${provider.id}#${ACCOUNTS_ANCHOR}` }, headers);
  return finish(away, { end: endOf(error ?? "") }, headers);
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** Continues in the page, or tells the page that opened the window. */
function finish(away: Away, outcome: { to: string } | { end: FederatedEnd }, headers: Headers): Response {
  const { flow, from } = away;
  headers.set("cache-control", "no-store");
  if (flow !== null) return windowPage({ flow, ...outcome }, from, headers);
  headers.set("location", "end" in outcome ? withProblem(away, outcome.end) : outcome.to);
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
