import { holdsKey } from "#app/features/accounts/rules/area-pages.ts";
import { followPolicy } from "#app/features/policy/server/read-policy.ts";
import { recordFirstPolicy } from "#app/features/backoffice/server/policy/watch-policy.ts";
import { recordFirstPolicyProfiles } from "#app/features/backoffice/server/policy-profiles/watch-profiles.ts";
import { forAccounts } from "#app/features/organizations/server/single-sign-on/for-accounts.ts";
import { useOrganizationsOfSignIn } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { legalFigures } from "#app/legal-figures.ts";
import { useLegalFigures } from "#app/features/accounts/server/legal/legal-documents.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Context, Hono, type Next } from "hono";
import { type Endpoint, endpoints } from "#app/endpoints.ts";
import { runAdminConsole } from "#app/features/accounts/server/people/admin-console.ts";
import { refuseImpersonator } from "#app/features/accounts/server/impersonation/refuse-impersonator.ts";
import { readLedgerCheck } from "#app/features/payments/server/ledger/check-ledger.ts";
import { resolveActor } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { mayHaveSession } from "#app/features/accounts/server/sign-in/sign-in-service.ts";
import { FILES_DELETED, forgetExplored } from "#app/features/orders/server/work/explore-file.ts";
import { bodyLimitOf, pathOf } from "#app/body-limits.ts";
import { factWords } from "#app/fact-words.ts";
import { JOBS } from "#app/jobs.ts";
import { reactions } from "#app/reactions.ts";
import { OLD_PAGE_MS } from "#app/platform/rules/requests/load-limits.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { type BodyRefusal, refuseBody } from "#app/platform/server/requests/refuse-body.ts";
import { answersEverywhere, appUrl, isOnApp } from "#app/platform/rules/requests/origins.ts";
import { readDemoClock } from "#app/platform/server/core/clock.ts";
import { ConfigError, config } from "#app/platform/server/core/config.ts";
import { closeDatabase, databaseUrl } from "#app/platform/server/core/database.ts";
import { useFacts } from "#app/platform/server/core/facts.ts";
import { PAGES_TOPIC, htmlCache, isForEverybody } from "#app/platform/server/public-pages/html-cache.ts";
import { startJobs, stopJobs } from "#app/platform/server/core/jobs.ts";
import { newNonce } from "#app/platform/server/public-pages/cached-page.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { log } from "#app/platform/server/core/log.ts";
import { measureLedger, measureQueues } from "#app/platform/server/core/metrics.ts";
import { REQUEST_ID, withRequestId } from "#app/platform/server/requests/request-id.ts";
import { genericErrorPage } from "#app/platform/server/public-pages/plain-page.ts";
import { foreignRefusal, isCrossSite, secured, withoutSession } from "#app/platform/server/requests/csrf.ts";
import { noteVisit, withVisitor } from "#app/platform/server/requests/visits.ts";
import { checkService } from "#app/platform/server/service-checks.ts";
import { startBatches, stopBatches } from "#app/platform/server/lists/batches.ts";
import { storePriceViews } from "#app/features/orders/server/drafts/price-views.ts";
import { storeVisits } from "#app/features/backoffice/server/numbers/store-visits.ts";
import { migrate } from "#db/migrate.ts";
import { checkDatabase } from "./check-database.ts";
import { checkKeys } from "./check-keys.ts";
import { demoWorldComplete, openDemoWorld } from "./demo-world.ts";
import { type Sockets, answerInTurn } from "./answer-in-turn.ts";
import { problemResponse, refuseUnreadable } from "./failure-responses.ts";
import { renderPage } from "./render-page.ts";

export * from "virtual:react-router/server-build";
export { headersOfFiles } from "#app/platform/server/requests/csrf.ts";
export { bodyLimitOf } from "#app/body-limits.ts";
export { answerFailure } from "./failure-responses.ts";
export { observeRequest, readMetrics, routeOf } from "./request-metrics.ts";

/** The response for a body that's too large (413), too slow (408), or one too many (503). */
export const bodyRefusal = (status: 413 | 408 | 503, url: string): Promise<BodyRefusal> =>
  refuseBody(status, pathOf(url), bodyLimitOf(url).bytes);

/**
 * Starts one process: schema, demo world if there is one, live listener, job queue.
 * @param role "web" answers HTTP, "worker" runs jobs and the clock, "all" does both
 * @throws ConfigError or the database's error: the caller logs it and the process ends
 */
export async function boot(role: "web" | "worker" | "all"): Promise<void> {
  config();
  try {
    await openDatabase();
    await readDemoClock();
    await hub().start();
    followPolicy();
    await recordFirstPolicy();
    await recordFirstPolicyProfiles();
    hub().on("clock", () => void readDemoClock().then(pages.forget));
    hub().on(PAGES_TOPIC, pages.forget);
    hub().reconnected.add(pages.forget);
    hub().on(FILES_DELETED, forgetExplored);
    hub().reconnected.add(forgetExplored);
    if (config().demo) ({ hint: demoHint, ordersMs: demoOrdersMs } = await openDemoWorld(role, pages.forget));
    // A drill runs none: what its jobs and clock rules would do has been done on the real site.
    await startJobs(JOBS, role !== "web" && !config().drill);
    if (role !== "web") {
      measureQueues();
      measureLedger(readLedgerCheck);
    }
    // What doesn't work is logged now, and the product starts anyway: a service that is down may come back.
    void checkService("storage");
    void checkService("mail");
    if (role !== "worker") startBatches([storeVisits, storePriceViews]);
  } catch (error) {
    if (!(error instanceof ConfigError)) log.error("initialization failed", error);
    throw error;
  }
}

/**
 * The operator's commands for admins (`npm run -s admin`): the same settings and database, without serving anything.
 */
export async function administer(args: readonly string[]): Promise<{ text: string; ok: boolean }> {
  config();
  await openDatabase();
  await startJobs(JOBS, false);
  try {
    return await runAdminConsole(args);
  } finally {
    await shutdown();
  }
}

/** @throws ConfigError if the database isn't one that this configuration fits */
async function openDatabase(): Promise<void> {
  await checkDatabase(databaseUrl());
  await migrate(databaseUrl());
  await checkKeys(config().sealingKeys);
  useFacts({ reactions, words: factWords });
  useLegalFigures(legalFigures);
  useOrganizationsOfSignIn(forAccounts);
}

/** Shown to the person who started the demo; undefined without one. */
export let demoHint: string | undefined;
/** How long creating the demo's orders took, if this process did it. */
export let demoOrdersMs: number | undefined;

export async function shutdown(): Promise<void> {
  await stopBatches();
  await stopJobs();
  await hub().stop();
  await closeDatabase();
}

const routes = new Hono();

/** Lets pages of our own origins read an answer (CORS). Errors too: otherwise, they'd seem like a lost connection. */
function readableElsewhere(response: Response, request: Request, session: Endpoint["readableElsewhere"]): Response {
  if (!session) return response;
  const { app: ofApp, public: ofPublic } = config().origins;
  const from = request.headers.get("origin");
  response.headers.append("vary", "Origin");
  if (from !== ofApp && from !== ofPublic) return response;
  response.headers.set("access-control-allow-origin", from);
  if (session === "with session") response.headers.set("access-control-allow-credentials", "true");
  return response;
}

const answer = async (endpoint: Endpoint, c: Context): Promise<Response> =>
  readableElsewhere(await answerOrRefuse(endpoint, c), c.req.raw, endpoint.readableElsewhere);

async function answerOrRefuse(endpoint: Endpoint, c: Context): Promise<Response> {
  const request = c.req.raw;
  try {
    await demoWorldComplete();
    if (!endpoint.fromOutside) {
      if (isCrossSite(request, mayHaveSession(request))) throw foreignRefusal();
      const elsewhere = belongsOnApp(request);
      if (elsewhere) return elsewhere;
    }
    const actor = endpoint.forEverybody ? NOBODY : await resolveActor(request);
    refuseImpersonator(actor, request.method, new URL(request.url).pathname);
    return await endpoint.handle(request, { actor, params: c.req.param() as Record<string, string> });
  } catch (error) {
    return problemResponse(error, request);
  }
}

/**
 * What an endpoint of the application answers on another origin: pages redirect, the rest is refused. Null if it may
 * answer.
 */
function belongsOnApp(request: Request): Response | null {
  const { origins } = config();
  const { pathname, search } = new URL(request.url);
  const host = request.headers.get("host");
  if (isOnApp(origins, host) || answersEverywhere(pathname)) return null;
  const isApi = pathname.startsWith("/api/");
  // API clients bring their own token, so sessions are ignored there too.
  if (isApi && host === new URL(origins.api).host) return null;
  if (!isApi && (request.method === "GET" || request.method === "HEAD"))
    return new Response(null, { status: 302, headers: { location: appUrl(origins, pathname + search) } });
  throw new Problem(
    "refused",
    "wrong_origin",
    `This is answered at ${origins.app}.`,
    "Open the page there and try again.",
  );
}

for (const endpoint of endpoints) {
  const handle = (c: Context, next: Next) => {
    if (endpoint.demoOnly && !config().demo) return c.notFound();
    // HEAD is routed like GET, but goes to the next endpoint if that one handles every method.
    return endpoint.exceptHead && c.req.raw.method === "HEAD" ? next() : answer(endpoint, c);
  };
  if (endpoint.method === "ALL") routes.all(endpoint.path, handle);
  else routes.on([endpoint.method], endpoint.path, handle);
}

const pages = htmlCache();
const onAppOf = (host: string | null | undefined): boolean => isOnApp(config().origins, host);
/** A public page's cache key: the configured origin, never the request's. */
const keptAt = (host: string | null | undefined, path: string): string =>
  (onAppOf(host) ? config().origins.app : config().origins.public) + path;

routes.all("*", async (c) => {
  const request = c.req.raw;
  if (isCrossSite(request, mayHaveSession(request)))
    return new Response("This request came from another site. Open the page here and try again.", { status: 403 });
  const { headers, method, url } = request;
  const host = headers.get("host");
  const onApp = onAppOf(host);
  // In development, every page is rendered on each request.
  if (
    import.meta.env.DEV ||
    holdsKey(new URL(url).pathname) ||
    !isForEverybody({ method, url, authorization: headers.get("authorization"), cookie: headers.get("cookie") })
  ) {
    await demoWorldComplete();
    return renderPage(request, newNonce(), onApp);
  }
  noteVisit((name) => request.headers.get(name), url);
  return pages.answer(request, keptAt(host, new URL(url).pathname), (of, nonce) => renderPage(of, nonce, onApp));
});

routes.onError((error) => {
  if (error instanceof Problem)
    return new Response(`${error.message} ${error.advice}`, { status: error.status, headers: { "retry-after": "10" } });
  log.error("page failed", error);
  return genericErrorPage(500);
});

const turns = answerInTurn({
  route: (request, sockets) => routes.fetch(request, sockets) as Promise<Response>,
  isKnownPage: ({ headers, method, url }) =>
    isForEverybody({ method, url, authorization: headers.get("authorization"), cookie: headers.get("cookie") }) &&
    pages.knows(keptAt(headers.get("host"), new URL(url).pathname)),
});

export const app = {
  async fetch(request: Request, env?: unknown): Promise<Response> {
    const refusal = refuseUnreadable(request);
    if (refusal) return secured(refusal);
    const answered = async () =>
      secured(
        await turns.answer(
          onAppOf(request.headers.get("host")) ? request : withoutSession(request),
          (env ?? {}) as Sockets,
        ),
      );
    return withRequestId(request.headers.get(REQUEST_ID), () =>
      withVisitor((name) => request.headers.get(name), answered),
    );
  },
};

const renewing = new Set<string>();
/** Renders a cached page again. If there's no time for it, the old one is sent until there is. */
function renew(address: string, url: string, onApp: boolean): void {
  if (renewing.has(address)) return;
  renewing.add(address);
  const request = new Request(new URL(url, address));
  turns
    .renderPage(() => pages.answer(request, address, (of, nonce) => renderPage(of, nonce, onApp)))
    .catch((error: unknown) => log.error("page not renewed", error))
    .finally(() => renewing.delete(address));
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
};

/**
 * The fast path, from memory directly to Node's response. When there's more to do than we can, a page that has become
 * old is sent, too, and rendered again when it's its turn.
 * @returns false if the page isn't cached or isn't the same for everybody: then the application answers
 */
export function sendCached(request: IncomingMessage, response: ServerResponse): boolean {
  const {
    method = "",
    url = "",
    headers: { authorization, cookie, host },
  } = request;
  if (!isForEverybody({ method, url, authorization, cookie })) return false;
  const address = keptAt(host, url);
  let sent = pages.send(request, response, address);
  if (!sent && turns.isBusy() && pages.send(request, response, address, OLD_PAGE_MS)) {
    sent = true;
    renew(address, url, onAppOf(host));
  }
  if (sent) noteVisit((name) => headerOf(request, name), url);
  return sent;
}
