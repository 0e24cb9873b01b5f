/**
 * One process of the application. STET_ROLE says which: `web` answers HTTP, `worker` runs jobs and the clock, `all`
 * does both.
 */
import "./require-node.ts";
import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import path from "node:path";
import { parseTrustedProxies, stampCaller } from "./caller-address.ts";
import { drainMs } from "./environment.ts";
import { hasTwoHosts } from "./host-header.ts";
import { stampRequest } from "./request-id.ts";
import type { ProcessTracing } from "./tracing.ts";
import { type BodyLimit, type Refuse, limitBody } from "./limit-body.ts";
import { writePrivately } from "./private-files.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { FILES_COMPRESSED, PROCEED, sendHeartbeat } from "./supervise.ts";

/** What the server build exports (`boot/server.ts`). */
type ServerBuild = {
  app: { fetch(request: Request, env?: unknown): Response | Promise<Response> };
  /** Sends a page from the memory cache; false if it isn't cached. */
  sendCached: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The response to a failure before there is a request to give to `app`. */
  answerFailure: (error: unknown) => Response;
  /** Headers of every response, including files. */
  headersOfFiles: (pathname: string) => Record<string, string>;
  /** The body limit for this URL. */
  bodyLimitOf(url: string): BodyLimit;
  /** The response to a request beyond it. */
  bodyRefusal: Refuse;
  /** Counts a request that has been answered. */
  observeRequest(method: string, url: string, status: number, seconds: number): void;
  /** The pattern of an address. */
  routeOf(url: string): string;
  /** This process's metrics for Prometheus. */
  readMetrics(): Promise<{ type: string; text: string }>;
  boot(role: Role): Promise<void>;
  shutdown(): Promise<void>;
  /** Tells the person who started the demo how to sign in. */
  demoHint?: string;
  /** How long creating the demo's orders took, if this process did it. */
  demoOrdersMs?: number;
};
type Role = "web" | "worker" | "all";

const ROOT = path.resolve(import.meta.dirname, "..");
const SHUTDOWN_LIMIT_MS = 3_000;
/** The maximum time for a request to arrive, including an upload's part. Most URLs allow less (app/body-limits.ts). */
const REQUEST_LIMIT_MS = 15 * 60_000;
const HEADERS_LIMIT_MS = 20_000;
/** A connection that's idle in both directions for this long is closed. Event streams send heartbeats. */
const SILENCE_MS = 2 * 60_000;
/** After a restart the previous process may still be closing its port. */
const PORT_WAIT_MS = 5_000;

const dev = process.argv.includes("--dev");
const role = parseRole(process.env["STET_ROLE"]);
const port = Number(process.env["PORT"] ?? 3000);
/** The address to listen on; all by default. */
const host = process.env["HOST"] || undefined;
/** The port for Prometheus; none unless configured. */
const metricsPort = process.env["METRICS_PORT"] ? Number(process.env["METRICS_PORT"]) : undefined;

/** The tracing libraries are only loaded if traces are configured. */
const wantsTraces =
  process.env["OTEL_SDK_DISABLED"] !== "true" &&
  Boolean(process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] || process.env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]);
const drain = drainMs({ DRAIN_SECONDS: process.env["DRAIN_SECONDS"] || undefined });

writePrivately();
/** A supervised process may be started before what it needs. */
const mayProceed =
  process.send === undefined
    ? Promise.resolve()
    : new Promise<void>((resolve) => process.on("message", (message) => message === PROCEED && resolve()));
let stopping = false;
let server: Server | undefined;
let build: ServerBuild | undefined;
let tracing: ProcessTracing | undefined;
/** Event streams don't end on their own, so they're closed when the process stops. */
const streams = new Set<ServerResponse>();

process.once("SIGTERM", () => void stop());
// Ctrl-C reaches every process at once. Under a supervisor, the supervisor decides the order.
process.on("SIGINT", () => {
  if (process.send === undefined) void stop();
});
// The supervisor is gone, and nobody else would stop this process.
process.once("disconnect", () => void stop());

try {
  const trustedProxies = parseTrustedProxies(process.env["TRUSTED_PROXIES"]);
  if (role !== "worker") {
    server = createServer({
      requestTimeout: REQUEST_LIMIT_MS,
      headersTimeout: HEADERS_LIMIT_MS,
      connectionsCheckingInterval: 5_000,
    });
    server.timeout = SILENCE_MS;
  }
  if (wantsTraces) tracing = (await import("./tracing.ts")).startTracing(process.env, role, trustedProxies !== 0);
  const handle = dev ? await developmentHandler(server) : await productionHandler();
  if (server !== undefined) {
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (hasTwoHosts(request)) {
        const headers = { "content-type": "text/plain", "cache-control": "no-store", connection: "close" };
        response.writeHead(400, headers).end("This request names more than one host. Send one Host header.");
        return;
      }
      if (request.headers.accept?.includes("text/event-stream")) {
        streams.add(response);
        response.once("close", () => streams.delete(response));
        // Streams send heartbeats, so an idle one has a reader that stopped reading.
        response.setTimeout(SILENCE_MS, () => response.destroy());
      } else if (metricsPort !== undefined) observe(request, response);
      if (stopping) {
        // The client reconnects, and the proxy sends it to another process.
        response.setHeader("connection", "close");
        if (request.url === "/readyz") {
          response.writeHead(503, { "content-type": "application/json" }).end('{"ok":false,"stopping":true}');
          return;
        }
      }
      stampCaller(request, trustedProxies);
      stampRequest(request, response, trustedProxies !== 0);
      const answer = (): void => {
        // A body that arrives slowly must not take the place of a request that could be answered.
        limitBody(request, response, build!.bodyLimitOf(request.url ?? "/"), build!.bodyRefusal, () =>
          handle(request, response),
        );
      };
      if (tracing) tracing.request(request, response, (url) => build!.routeOf(url), answer);
      else answer();
    });
    await listen(server);
  }
  if (metricsPort !== undefined) await serveMetrics(metricsPort);
  sendHeartbeat();
  process.send?.({ type: "ready", port, hint: build?.demoHint, ordersMs: build?.demoOrdersMs });
} catch (error) {
  // A worker shares the web process's settings, which reports what's wrong with them.
  if (!(role === "worker" && isWrongSetting(error))) console.error(explain(error));
  process.exit(1);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The production build: files from disk, everything else from the application. */
async function productionHandler(): Promise<Handler> {
  build = (await import(path.join(ROOT, "build/server/index.js"))) as ServerBuild;
  await mayProceed;
  await build.boot(role);
  if (role === "worker") return () => {};
  const [{ default: sirv }, { getRequestListener }] = await Promise.all([import("sirv"), import("@hono/node-server")]);
  const listFiles = () =>
    sirv(path.join(ROOT, "build/client"), {
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(response, pathname) {
        for (const [name, value] of Object.entries(headersOfFiles(pathname))) response.setHeader(name, value);
      },
    });
  let files = listFiles();
  // After a build, files are compressed while they're already being served.
  process.on("message", (message) => {
    if (message === FILES_COMPRESSED) files = listFiles();
  });
  const { app, answerFailure, sendCached, headersOfFiles } = build;
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    errorHandler: answerFailure,
  });
  return (request, response) => {
    if (sendCached(request, response)) return;
    if (request.method === "GET" || request.method === "HEAD")
      files(request, response, () => void answer(request, response));
    else void answer(request, response);
  };
}

/** Times a request from its headers to the end of its response. */
function observe(request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  const { method = "", url = "" } = request;
  response.once("close", () =>
    build?.observeRequest(method, url, response.statusCode, (performance.now() - began) / 1000),
  );
}

/** Metrics have their own port, which visitors can't reach. Workers have one too. */
async function serveMetrics(at: number): Promise<void> {
  const figures = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    build!.readMetrics().then(
      ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  figures.unref();
  await listen(figures, { port: at, host: process.env["METRICS_HOST"] || "127.0.0.1" });
}

/** Modules directly from the sources through Vite, reloaded on edits. */
async function developmentHandler(http: Server | undefined): Promise<Handler> {
  const [{ createServer: createVite }, { getRequestListener }] = await Promise.all([
    import("vite"),
    import("@hono/node-server"),
  ]);
  const vite = await createVite({
    root: ROOT,
    server: { middlewareMode: true, ...(http ? { hmr: { server: http } } : {}) },
    appType: "custom",
  });
  const load = async () => (await vite.ssrLoadModule("./boot/server.ts")) as ServerBuild;
  build = await load();
  await mayProceed;
  await build.boot(role);
  const answer = getRequestListener(
    async (request, env) => {
      try {
        build = await load();
        return await build.app.fetch(request, env);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        console.error(error);
        return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
      }
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => vite.middlewares(request, response, () => void answer(request, response));
}

async function listen(http: Server, at: { port: number; host: string | undefined } = { port, host }): Promise<void> {
  const giveUpAt = Date.now() + PORT_WAIT_MS;
  for (;;) {
    try {
      http.listen(at);
      await once(http, "listening");
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE" || Date.now() > giveUpAt) throw error;
      await sleep(200);
    }
  }
}

/**
 * First reports "not ready" while it keeps serving for the configured time. Then it accepts no new connections, ends
 * event streams, gives running requests three seconds, and shuts the application down.
 */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (server?.listening && drain > 0) await sleep(drain);
  const hardEnd = setTimeout(() => process.exit(0), SHUTDOWN_LIMIT_MS + 2_000);
  if (server?.listening) {
    const closed = new Promise<void>((resolve) => server!.close(() => resolve()));
    for (const stream of streams) stream.destroy();
    const idle = setInterval(() => server!.closeIdleConnections(), 50);
    await Promise.race([closed, sleep(SHUTDOWN_LIMIT_MS)]);
    clearInterval(idle);
    server.closeAllConnections();
  }
  await Promise.race([build?.shutdown().catch((error: unknown) => console.error(error)), sleep(SHUTDOWN_LIMIT_MS)]);
  await tracing?.stop();
  clearTimeout(hardEnd);
  process.exit(0);
}

function parseRole(text: string | undefined): Role {
  if (text === undefined) return "all";
  if (text === "web" || text === "worker" || text === "all") return text;
  console.error(`STET_ROLE must be web, worker or all, and is "${text}".`);
  process.exit(1);
}

/** A wrong setting needs only its message. Anything else needs the stack too. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ((error as { code?: string }).code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Set PORT to a free one.`;
  return isWrongSetting(error) || error.name === "OutdatedVersion" ? error.message : error;
}

function isWrongSetting(error: unknown): boolean {
  return error instanceof Error && error.name === "ConfigError";
}
