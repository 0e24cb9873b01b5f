/**
 * `npm start` and `npm run dev`: builds if needed, starts the embedded database and the card sandbox if nothing else is
 * configured, runs the web and worker processes, and stops everything in order.
 */
import "./require-node.ts";
import path from "node:path";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { appOriginOf } from "#app/platform/rules/requests/origins.ts";
import { build, compress, isStale, isUncompressed } from "./build-if-stale.ts";
import { parseTrustedProxies } from "./caller-address.ts";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  ensureDatabase,
  startEmbeddedPostgres,
  urlOf,
} from "./embedded-postgres.ts";
import {
  DEMO_PASSWORD,
  type Environment,
  drainMs,
  keptSecret,
  metricsPort,
  portNumber,
  processCount,
  sandboxKeys,
  withoutEmpty,
} from "./environment.ts";
import { makePrivate, writePrivately } from "./private-files.ts";
import { sayStep, step } from "./step.ts";
import { FILES_COMPRESSED, STOP_LIMIT_MS, type Supervised, supervise } from "./supervise.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SERVE = path.join(ROOT, "boot/serve.ts");
const SANDBOX = path.join(ROOT, "boot/stripe-sandbox/main.ts");
/** Held in the embedded database by a data directory's only supervisor. */
const SUPERVISOR_LOCK = 7_300;
const DATABASE = "stet";

const dev = process.argv.includes("--dev");
const children: { web: Supervised[]; workers: Supervised[]; sandbox?: Supervised } = { web: [], workers: [] };
const databaseOptions: EmbeddedPostgresOptions = {};
let postgres: EmbeddedPostgres | undefined;
/** Resolved when the database runs. */
let database: Promise<void> = Promise.resolve();
let sandboxPort: number | undefined;
let supervisorSession: pg.Client | undefined;
let stopping: Promise<void> | undefined;
let stopLimitMs = STOP_LIMIT_MS;
/** Aborts a running build or compression. */
const building = new AbortController();

for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, () => void stop(0));

try {
  await start();
} catch (error) {
  if (stopping === undefined) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

async function start(): Promise<void> {
  const env = withoutEmpty({ ...process.env, NODE_ENV: dev ? "development" : "production" });
  const port = portNumber(env);
  metricsPort(env, 0);
  stopLimitMs += drainMs(env);
  parseTrustedProxies(env["TRUSTED_PROXIES"]);
  const webCount = dev ? 1 : processCount(env, "WEB_PROCESSES", 1, 1);
  const workerCount = dev ? 0 : processCount(env, "WORKER_PROCESSES", 1, 0);
  env["DATA_DIR"] = path.resolve(ROOT, env["DATA_DIR"] ?? "./data");
  env["PORT"] = String(port);
  // Reuses Node's compilation cache from the last start. `npm start` (package.json) sets it for this process, too.
  env["NODE_COMPILE_CACHE"] ??= path.join(ROOT, "node_modules/.cache/compiled");

  delete env["STET_EMBEDDED"];

  const built =
    dev || !isStale(ROOT)
      ? undefined
      : step("App built", () => build(ROOT, building.signal), "Building the app. This takes a few seconds.");
  // Only after the build has started, because its files needn't be private.
  writePrivately();
  makePrivate(env["DATA_DIR"]);
  if (env["DATABASE_URL"] === undefined) {
    await useEmbeddedDatabase(env, port);
    // Each process's pool, jobs and listener, the sandbox, and a few spare ones for inspection.
    databaseOptions.maxConnections = Math.max(100, 20 * (webCount + workerCount + 1));
    database = step("Database started", () => startDatabase(env["DATA_DIR"]!));
    // Whatever fails first is reported.
    database.catch(() => {});
  }
  await Promise.allSettled([built]);
  await proceed();
  await built;

  // The processes start in parallel, and load their code while the database starts. The first one migrates the database
  // while the others wait. Creating the demo's orders needs the card sandbox.
  const sandbox = database.then(() => startCardSandbox(env, port));
  const role = workerCount === 0 ? "all" : "web";
  // Without a worker, the first web process creates the demo's orders.
  const needed = role === "all" ? sandbox : database;
  const web = (index: number) =>
    keep(
      children.web,
      supervise({
        name: webCount > 1 ? `Web process ${index + 1}` : "The web process",
        module: SERVE,
        args: dev ? ["--dev"] : [],
        after: index === 0 ? needed : database,
        env: {
          ...env,
          STET_ROLE: index === 0 ? role : "web",
          PORT: String(port + index),
          METRICS_PORT: metricsPort(env, index),
        },
      }),
    );
  const worker = (index: number) =>
    keep(
      children.workers,
      supervise({
        name: workerCount > 1 ? `Worker process ${index + 1}` : "The worker process",
        module: SERVE,
        env: { ...env, STET_ROLE: "worker", METRICS_PORT: metricsPort(env, webCount + index) },
      }),
    );
  const pages = step("Web server started", () =>
    // The others must find the orders that the first one creates.
    role === "all"
      ? web(0).then(async (first) => [first, ...(await all(webCount - 1, (index) => web(index + 1)))])
      : all(webCount, web),
  );
  const work = sandbox.then(() => all(workerCount, worker));
  // If the pages can't start, this must not become an unhandled rejection.
  work.catch(() => {});
  const [[first]] = await Promise.all([pages, needed]);
  await proceed();
  const address = `Stet is at ${env["PUBLIC_ORIGIN"] ?? env["PUBLIC_URL"] ?? env["APP_ORIGIN"] ?? `http://localhost:${port}`}`;
  const hint = first!.ready["hint"];
  console.log(typeof hint === "string" ? `${address}\n${hint}` : address);
  if (env["DRILL"] === "1") console.log("DRILL=1: this copy runs no jobs, sends nothing, and charges nothing.");
  for (const { ready } of await work)
    if (typeof ready["ordersMs"] === "number") sayStep("Demo orders made", ready["ordersMs"]);
  await proceed();
  console.log(`Ready after ${(performance.now() / 1000).toFixed(1)} s.`);
  if (!dev && isUncompressed(ROOT)) await compressFiles();
}

function all<T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

/** Runs after a build, when nobody is waiting anymore. Until then, files are served uncompressed. */
async function compressFiles(): Promise<void> {
  try {
    await compress(ROOT, building.signal);
    for (const child of children.web) child.send(FILES_COMPRESSED);
  } catch (error) {
    // Files stay uncompressed, and the next start tries again.
    if (stopping === undefined) console.error(error instanceof Error ? error.message : error);
  }
}

/** The settings of our own PostgreSQL in DATA_DIR, with its secret and, in the demo, of the card sandbox. */
async function useEmbeddedDatabase(env: Environment, port: number): Promise<void> {
  const dataDir = env["DATA_DIR"]!;
  env["APP_SECRET"] ??= keptSecret(dataDir);
  env["DATABASE_URL"] = urlOf(path.join(dataDir, "pg"), DATABASE);
  env["STET_EMBEDDED"] = "1";
  env["DEMO"] ??= "1";
  if (env["DEMO"] === "1") {
    env["DEMO_PASSWORD"] ??= DEMO_PASSWORD;
    // The demo's passwords are public, so other machines can only reach it if HOST says so.
    env["HOST"] ??= "127.0.0.1";
  }
  env["PUBLIC_URL"] ??= `http://localhost:${port}`;
  if (env["DEMO"] === "1" && env["STRIPE_API_BASE"] === undefined && env["STRIPE_SECRET_KEY"] === undefined)
    await useCardSandbox(env);
}

async function startDatabase(dataDir: string): Promise<void> {
  postgres = await startEmbeddedPostgres(path.join(dataDir, "pg"), databaseOptions);
  supervisorSession = await becomeSupervisor(postgres, dataDir);
  await ensureDatabase(postgres.url(), DATABASE);
}

/** The settings of a card sandbox that's about to start. */
async function useCardSandbox(env: Environment): Promise<void> {
  const keys = sandboxKeys(env["APP_SECRET"]!);
  // The same port while this supervisor runs, so a restarted sandbox keeps its address.
  sandboxPort = await freePort();
  env["STRIPE_SECRET_KEY"] = keys.secretKey;
  env["STRIPE_WEBHOOK_SECRET"] = keys.webhookSecret;
  env["STRIPE_API_BASE"] = `http://127.0.0.1:${sandboxPort}`;
  // The demo calls no service outside this machine.
  env["VIES_URL"] ??= `http://127.0.0.1:${sandboxPort}/vies/rest-api`;
}

/** Starts the card sandbox if there is one. */
async function startCardSandbox(env: Environment, port: number): Promise<void> {
  if (sandboxPort === undefined) return;
  children.sandbox = await supervise({
    name: "The card sandbox",
    module: SANDBOX,
    env: {
      ...env,
      PUBLIC_URL: env["APP_ORIGIN"] ?? appOriginOf(env["PUBLIC_ORIGIN"] ?? env["PUBLIC_URL"]!) ?? env["PUBLIC_URL"],
      STRIPE_SANDBOX_PORT: String(sandboxPort),
      STRIPE_WEBHOOK_URL: env["STRIPE_WEBHOOK_URL"] ?? `http://127.0.0.1:${port}/api/webhooks/stripe`,
    },
  });
}

/**
 * Only one supervisor may run a data directory: a second would stop the first one's database. The lock ends with the
 * connection, so a killed supervisor leaves nothing behind.
 */
async function becomeSupervisor(server: EmbeddedPostgres, dataDir: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: server.url(), application_name: "stet supervisor" });
  let lost = false;
  session.on("error", (error) => {
    // A server that ends says so, and then the connection breaks.
    if (lost || stopping !== undefined) return;
    lost = true;
    console.error(
      `The embedded PostgreSQL ended by accident (${error.message}). Its log is ${path.join(dataDir, "pg.log")}.`,
    );
    void reviveDatabase(dataDir);
  });
  await session.connect();
  // A killed supervisor's connection takes a moment to end.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const lock = await session.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [SUPERVISOR_LOCK]);
    if (lock.rows[0]?.taken) return session;
    await sleep(100);
  }
  await session.end();
  postgres = undefined;
  throw new Error(`Stet is already running on ${dataDir}. Stop it first, or set DATA_DIR to another directory.`);
}

/** Restarts the database at the same address. The processes' pools reconnect automatically. */
async function reviveDatabase(dataDir: string): Promise<void> {
  try {
    postgres = await startEmbeddedPostgres(path.join(dataDir, "pg"), databaseOptions);
    supervisorSession = await becomeSupervisor(postgres, dataDir);
    console.error("The embedded PostgreSQL runs again.");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

/** Processes first, because they still write to what stops after them. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    building.abort();
    for (const child of [...children.web, ...children.workers, children.sandbox]) child?.expectEnd();
    await Promise.all(children.web.map((child) => child.stop(stopLimitMs)));
    await Promise.all(children.workers.map((child) => child.stop()));
    await children.sandbox?.stop();
    // A database that's still starting must not be left behind.
    await Promise.race([database.catch(() => {}), sleep(STOP_LIMIT_MS)]);
    await supervisorSession?.end().catch(() => {});
    await postgres?.stop();
    process.exit(exitCode);
  })();
  return stopping;
}

/** Ends the start here if a stop signal has arrived. */
async function proceed(): Promise<void> {
  if (stopping !== undefined) await new Promise(() => {});
}

async function keep(list: Supervised[], starting: Promise<Supervised>): Promise<Supervised> {
  const child = await starting;
  list.push(child);
  if (stopping !== undefined) await child.stop();
  return child;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("No free port.")),
      );
    });
  });
}
