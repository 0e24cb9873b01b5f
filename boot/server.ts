import { type Context, Hono, type Next } from "hono";
import { RouterContextProvider, createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import { actorContext, nonceContext } from "#app/context.ts";
import { type Endpoint, endpoints } from "#app/endpoints.ts";
import { guestCookieName } from "#app/features/accounts/server/guest-key.ts";
import { resolveActor } from "#app/features/accounts/server/resolve-actor.ts";
import { SESSION_COOKIE } from "#app/features/accounts/server/sign-in-service.ts";
import { JOBS } from "#app/jobs.ts";
import { reactions } from "#app/reactions.ts";
import { Problem } from "#app/platform/rules/errors.ts";
import { readDemoClock } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";
import { closeDatabase, databaseUrl } from "#app/platform/server/database.ts";
import { useReactions } from "#app/platform/server/facts.ts";
import { htmlCache, isForEverybody, newNonce } from "#app/platform/server/html-cache.ts";
import { startJobs, stopJobs } from "#app/platform/server/jobs.ts";
import { hub } from "#app/platform/server/live.ts";
import { log } from "#app/platform/server/log.ts";
import { migrate } from "#db/migrate.ts";
import { CAST, CAST_PASSWORD } from "#db/seed/cast.ts";
import { hasDemoOrders, seedDemo, seedDemoOrders } from "#db/seed/demo.ts";

export * from "virtual:react-router/server-build";

/**
 * Brings one process up: schema, demo world where there is one, live listener, job queue.
 * @param role "web" answers HTTP, "worker" does jobs and the clock, "all" does both
 * @throws ConfigError or the database's error: logged by the caller, the process ends
 */
export async function boot(role: "web" | "worker" | "all"): Promise<void> {
  config();
  await migrate(databaseUrl());
  useReactions(reactions);
  await readDemoClock();
  await hub().start();
  hub().on("clock", () => void readDemoClock());
  if (config().demo) await makeDemoWorld();
  await startJobs(JOBS, role !== "web");
}

/** The demo's people and their orders. Before the workers start: its jobs are done here, at the moments of its story. */
async function makeDemoWorld(): Promise<void> {
  demoHint = HINT;
  await seedDemo();
  // Told once: every later start of every process goes past the queue that only the telling needs.
  if (await hasDemoOrders()) return;
  await startJobs(JOBS, false);
  await seedDemoOrders();
  await stopJobs();
}

/** For whoever has started the demo; nothing where there is none. */
export let demoHint: string | undefined;
const HINT = `Sign in as ${CAST.amara.email} (author), ${CAST.jonas.email} (editor) or ${CAST.ada.email} (admin), all with the password ${CAST_PASSWORD}. Letters are at /auth/mailbox.`;

export async function shutdown(): Promise<void> {
  await stopJobs();
  await hub().stop();
  await closeDatabase();
}

const handlePage = createRequestHandler(build, import.meta.env.MODE);

export const app = new Hono();

/** Same-origin check for everything that changes something: a foreign page cannot make a signed-in browser act. */
function isForeign(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  return origin !== null && new URL(origin).host !== request.headers.get("host");
}

/** A failed endpoint in JSON: what happened and what to do, never a stack. */
function problemResponse(error: unknown): Response {
  if (error instanceof Problem) return Response.json({ error: error.toJSON() }, { status: error.status });
  if (error instanceof Response) return error;
  log.error("endpoint failed", error);
  return Response.json({ error: { kind: "busy", code: "internal", message: "Something went wrong on our side.", advice: "Nothing was lost. Try again in a moment." } }, { status: 500 });
}

async function answer(endpoint: Endpoint, c: Context): Promise<Response> {
  const request = c.req.raw;
  try {
    if (!endpoint.fromOutside && isForeign(request)) return Response.json({ error: { kind: "refused", code: "origin", message: "This request came from another site.", advice: "Open the page here and try again." } }, { status: 403 });
    const response = await endpoint.handle(request, { actor: await resolveActor(request), params: c.req.param() as Record<string, string> });
    response.headers.set("x-content-type-options", "nosniff");
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
    return response;
  } catch (error) {
    return problemResponse(error);
  }
}

for (const endpoint of endpoints) {
  const handle = (c: Context, next: Next) => {
    if (endpoint.demoOnly && !config().demo) return c.notFound();
    // HEAD comes to where GET goes; it is for the next endpoint where that one takes every method.
    return endpoint.exceptHead && c.req.raw.method === "HEAD" ? next() : answer(endpoint, c);
  };
  if (endpoint.method === "ALL") app.all(endpoint.path, handle);
  else app.on([endpoint.method], endpoint.path, handle);
}

/** Behind a proxy that speaks HTTPS the request arrives as http, while the browser's Origin says https: pages see the address that people see. */
function asPeopleSeeIt(request: Request): Request {
  if (!config().publicUrl.startsWith("https:") || !request.url.startsWith("http:")) return request;
  const body = request.method === "GET" || request.method === "HEAD" ? null : request.body;
  return new Request(request.url.replace(/^http:/, "https:"), { method: request.method, headers: request.headers, signal: request.signal, ...(body ? { body, duplex: "half" } : {}) } as RequestInit);
}

async function renderPage(request: Request, nonce: string): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(nonceContext, nonce);
  context.set(actorContext, await resolveActor(request));
  return handlePage(asPeopleSeeIt(request), context);
}

const pages = htmlCache();
const PERSONAL_COOKIES = [SESSION_COOKIE, guestCookieName];

app.all("*", (c) => {
  const request = c.req.raw;
  // While pages are being written, each is made anew.
  if (import.meta.env.DEV || !isForEverybody(request, PERSONAL_COOKIES)) return renderPage(request, newNonce());
  return pages.answer(request, renderPage);
});
