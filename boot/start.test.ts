/** The supervisor, run for real on a copy of `boot/` with a small application in place of the product. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { removeDataFolder } from "./testing/data-folder.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const APPLICATION = `
import pg from "pg";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
pool.on("error", () => {});
export const demoHint = "Sign in as somebody.";
export async function boot(role) {
  // Two processes that create it at once would fail.
  await pool.query("do $$ begin perform pg_advisory_xact_lock(1); create table if not exists boots (role text, pid int); end $$");
  await pool.query("insert into boots values ($1, $2)", [role, process.pid]);
}
export async function shutdown() { await pool.end(); }
export const sendCached = () => false;
export const bodyLimitOf = () => ({ bytes: 1_000, ms: 30_000 });
export const bodyRefusal = async (status) => ({ headers: {}, body: "refused: " + status });
export const headersOfFiles = (pathname) => ({ "cache-control": pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate", "x-content-type-options": "nosniff" });
export const app = { async fetch(request) {
  const { pathname } = new URL(request.url);
  if (pathname === "/env") return Response.json(process.env);
  if (pathname === "/boots") return Response.json((await pool.query("select * from boots")).rows);
  if (pathname === "/die") process.exit(7);
  if (pathname === "/stuck") for (;;);
  if (pathname === "/busy") { const { Worker } = await import("node:worker_threads"); for (let i = 0; i < 3; i++) new Worker("const until = Date.now() + 15000; while (Date.now() < until);", { eval: true }); return new Response("busy"); }
  if (pathname === "/write") { const fs = await import("node:fs"); const to = process.env.DATA_DIR + "/files/new"; fs.mkdirSync(to, { mode: 0o777 }); fs.writeFileSync(to + "/file", "x"); return new Response("written"); }
  if (pathname === "/slow") { await new Promise((r) => setTimeout(r, 800)); return new Response("slow but whole"); }
  if (pathname === "/events") return new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode("data: 1\\n\\n")); } }), { headers: { "content-type": "text/event-stream" } });
  return new Response("page " + process.pid);
} };`;
const BUILD = `
import { mkdirSync, writeFileSync, readFileSync } from "node:fs";
mkdirSync("build/server", { recursive: true }); mkdirSync("build/client/assets", { recursive: true });
writeFileSync("build/client/assets/app-abc.js", "export const n = 1;");
writeFileSync("build/server/index.js", readFileSync("app/application.js", "utf8"));
writeFileSync("built.log", "x", { flag: "a" });`;

/** Takes a moment, like the real one. */
const COMPRESSION = `
import { gzipSync } from "node:zlib";
import { readFileSync, writeFileSync } from "node:fs";
await new Promise((r) => setTimeout(r, 1000));
const file = "build/client/assets/app-abc.js";
writeFileSync(file + ".gz", gzipSync(readFileSync(file)));
writeFileSync("build/client/.compressed", "");`;

let root: string;
let port: number;
/** An empty database server, created once: all tests but the first start on a copy. */
let prepared: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  prepared = mkdtempSync(path.join(os.tmpdir(), "stet-start-pg-"));
  await (await startEmbeddedPostgres(path.join(prepared, "pg"))).stop();
});
afterAll(() => removeDataFolder(prepared));

beforeEach(async ({ task }) => {
  root = mkdtempSync(path.join(os.tmpdir(), "stet-start-"));
  for (const file of [
    "vies-double.ts",
    "require-node.ts",
    "caller-address.ts",
    "request-id.ts",
    "limit-body.ts",
    "host-header.ts",
    "private-files.ts",
    "build-if-stale.ts",
    "embedded-postgres.ts",
    "environment.ts",
    "supervise.ts",
    "start.ts",
    "step.ts",
    "serve.ts",
  ]) {
    mkdirSync(path.join(root, "boot"), { recursive: true });
    cpSync(path.join(ROOT, "boot", file), path.join(root, "boot", file));
  }
  for (const folder of ["boot/embedded-postgres", "boot/stripe-sandbox"])
    cpSync(path.join(ROOT, folder), path.join(root, folder), { recursive: true });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  // What the supervisor itself imports from the application.
  for (const file of ["origins.ts", "path.ts"])
    cpSync(path.join(ROOT, "app/platform/rules/requests", file), path.join(root, "app/platform/rules/requests", file));
  writeFileSync(path.join(root, "app/application.js"), APPLICATION);
  mkdirSync(path.join(root, "tools"));
  writeFileSync(path.join(root, "tools/build.ts"), BUILD);
  writeFileSync(
    path.join(root, "package.json"),
    JSON.stringify({ name: "copy", type: "module", imports: { "#app/*": "./app/*" } }),
  );
  if (!task.name.includes("brings its own database")) {
    mkdirSync(path.join(root, "data"));
    spawnSync("cp", ["-a", path.join(prepared, "pg"), path.join(root, "data/pg")]);
  }
  port = await freePort();
});

afterEach(async () => {
  await Promise.all([...running].map((child) => end(child, "SIGTERM")));
  if (existsSync(path.join(root, "data/pg/postmaster.pid")))
    await (await startEmbeddedPostgres(path.join(root, "data/pg"))).stop();
  removeDataFolder(path.join(root, "data"));
  rmSync(root, { recursive: true, force: true });
});

/** Starts the supervisor and waits until it's ready. Provider keys keep the card sandbox from starting. */
async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; output: () => string }> {
  const { DATABASE_URL: _database, DEMO: _demo, APP_SECRET: _secret, ...inherited } = process.env;
  const child = spawn(process.execPath, ["boot/start.ts"], {
    cwd: root,
    env: { ...inherited, PORT: String(port), STRIPE_SECRET_KEY: "sk_test_own", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, as in a terminal.
    detached: true,
  });
  running.add(child);
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
  });
  child.stderr.on("data", (data) => {
    output += String(data);
  });
  await new Promise<void>((resolve) => {
    child.stdout.on("data", () => {
      if (output.includes("Ready after")) resolve();
    });
    child.once("exit", () => resolve());
  });
  return { child, output: () => output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const get = (pathname: string, at = port) =>
  fetch(`http://localhost:${at}${pathname}`, { headers: { connection: "close" } });
const text = async (pathname: string, at = port) => (await get(pathname, at)).text();

// Starts whole processes, possibly on a busy machine.
describe("npm start", { timeout: 180_000 }, () => {
  test("builds, brings its own database and secret, and runs web and worker processes", async () => {
    const { child, output } = await start({ WEB_PROCESSES: "2", WORKER_PROCESSES: "2", STRIPE_WEBHOOK_SECRET: "" });
    expect(output()).toContain(`Stet is at http://localhost:${port}\nSign in as somebody.`);
    const boots = (await (await get("/boots")).json()) as { role: string }[];
    expect(boots.map((row) => row.role).sort()).toEqual(["web", "web", "worker", "worker"]);
    expect(await text("/", port)).not.toBe(await text("/", port + 1));

    const env = (await (await get("/env", port + 1)).json()) as Record<string, string>;
    expect(env).toMatchObject({
      STET_EMBEDDED: "1",
      DEMO: "1",
      PUBLIC_URL: `http://localhost:${port}`,
      PORT: String(port + 1),
      NODE_ENV: "production",
      DATA_DIR: path.join(root, "data"),
    });
    expect(env["STRIPE_WEBHOOK_SECRET"]).toBeUndefined();
    expect(env["APP_SECRET"]).toBe(readFileSync(path.join(root, "data/secret"), "utf8"));
    expect(env["APP_SECRET"]!.length).toBeGreaterThanOrEqual(32);
    expect(statSync(path.join(root, "data/secret")).mode & 0o777).toBe(0o600);

    const asset = await get("/assets/app-abc.js");
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get("/assets/missing.js")).headers.get("cache-control")).toBeNull();

    await end(child, "SIGTERM");
    expect(child.exitCode).toBe(0);
    await expect(get("/")).rejects.toThrow(Error);
  });

  test("rebuilds only when a source has changed, and keeps its secret", async () => {
    const builds = () => readFileSync(path.join(root, "built.log"), "utf8").length;
    await end((await start()).child, "SIGTERM");
    const secret = readFileSync(path.join(root, "data/secret"), "utf8");
    await end((await start()).child, "SIGTERM");
    expect(builds()).toBe(1);
    writeFileSync(path.join(root, "app/application.js"), APPLICATION.replace("page", "other page"));
    await start();
    expect(builds()).toBe(2);
    expect(await text("/")).toMatch(/^other page/);
    expect(readFileSync(path.join(root, "data/secret"), "utf8")).toBe(secret);
  });

  test("prints each step and its time", async () => {
    const { output } = await start();
    expect(output()).toMatch(/^  App built +\d+\.\d s$/m);
    expect(output()).toMatch(/^  Database started +\d+\.\d s$/m);
    expect(output()).toMatch(/^  Web server started +\d+\.\d s$/m);
    expect(output()).toMatch(/^Ready after \d+\.\d s\.$/m);
  });

  test("serves uncompressed files after a build, and compressed ones once they exist", async () => {
    writeFileSync(path.join(root, "tools/precompress.ts"), COMPRESSION);
    await start();
    const encoding = async () => {
      const answer = await fetch(`http://localhost:${port}/assets/app-abc.js`, {
        headers: { "accept-encoding": "gzip", connection: "close" },
      });
      expect(await answer.text()).toBe("export const n = 1;");
      return answer.headers.get("content-encoding");
    };
    expect(await encoding()).toBeNull();
    await expect.poll(encoding, { timeout: 30_000 }).toBe("gzip");
  });

  test("restarts a process that crashes", async () => {
    const { output } = await start();
    const before = await text("/");
    await get("/die").catch(() => {});
    await expect.poll(() => text("/").catch(() => before), { timeout: 60_000 }).not.toBe(before);
    expect(output()).toContain("The web process ended by accident (exit code 7)");
  });

  test("replaces a process whose event loop is blocked", async () => {
    const { output } = await start();
    const before = await text("/");
    void get("/stuck").catch(() => {});
    await expect.poll(() => text("/").catch(() => before), { timeout: 120_000 }).not.toBe(before);
    expect(output()).toContain("The web process stopped responding, so it's replaced.");
    expect(output()).toContain("The web process ended by accident (SIGKILL)");
  });

  test("keeps a process that's slow because its machine is overloaded or suspended", async () => {
    const { output } = await start();
    const before = await text("/");
    const pid = Number(before.split(" ")[1]);
    // Its other threads use more processor time than a blocked loop may, and it gets none for a while.
    await get("/busy");
    process.kill(pid, "SIGSTOP");
    await sleep(12_000);
    process.kill(pid, "SIGCONT");
    expect(await text("/")).toBe(before);
    await sleep(5_000);
    expect(await text("/")).toBe(before);
    expect(output()).not.toContain("stopped responding");
  });

  test("finishes running requests and ends event streams when it stops", async () => {
    const { child } = await start();
    const stream = await fetch(`http://localhost:${port}/events`, { headers: { accept: "text/event-stream" } });
    const reader = stream.body!.getReader();
    await reader.read();
    const slow = text("/slow");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = Date.now();
    const ended = end(child, "SIGTERM");
    await expect(
      reader.read().then(
        (chunk) => (chunk.done ? "ended" : "more"),
        () => "ended",
      ),
    ).resolves.toBe("ended");
    expect(await slow).toBe("slow but whole");
    await ended;
    expect(Date.now() - begun).toBeLessThan(15_000);
  });

  test("Ctrl-C, which reaches every process at once, isn't treated as a crash", async () => {
    const { child, output } = await start({ STRIPE_SECRET_KEY: "" });
    const slow = text("/slow");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid!, "SIGINT");
    expect(await slow).toBe("slow but whole");
    await gone;
    expect(child.exitCode).toBe(0);
    expect(output()).not.toContain("accident");
  });

  test("after a kill, it restarts with its data, and orphaned processes exit", async () => {
    const first = await start();
    await end(first.child, "SIGKILL");
    await start();
    const boots = (await (await get("/boots")).json()) as { pid: number }[];
    expect(boots).toHaveLength(4);
    const alive = () =>
      boots.filter(({ pid }) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      }).length;
    await expect.poll(alive, { timeout: 60_000 }).toBe(2);
  });

  test("restarts a killed database, and the application continues", async () => {
    const { output } = await start();
    process.kill(Number(readFileSync(path.join(root, "data/pg/postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
    await expect.poll(output, { timeout: 60_000 }).toContain("The embedded PostgreSQL runs again.");
    await expect.poll(async () => (await get("/boots")).status, { timeout: 60_000 }).toBe(200);
  });

  test("starts a card sandbox whose sessions survive a restart, with this installation's keys", async () => {
    const { output } = await start({ STRIPE_SECRET_KEY: "" });
    const env = (await (await get("/env")).json()) as Record<string, string>;
    const sandbox = new URL(env["STRIPE_API_BASE"]!);
    expect(env["STRIPE_SECRET_KEY"]).toMatch(/^sk_test_\w{48}$/);
    expect(env["STRIPE_WEBHOOK_SECRET"]).toMatch(/^whsec_\w{48}$/);
    const stripe = new Stripe(env["STRIPE_SECRET_KEY"]!, {
      host: sandbox.hostname,
      port: sandbox.port,
      protocol: "http",
      maxNetworkRetries: 5,
      telemetry: false,
    });
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      success_url: `http://localhost:${port}/payment-success`,
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 9_500, product_data: { name: "Editing" } } },
      ],
    });
    expect(session.url).toBe(`http://localhost:${port}/checkout/sandbox/${session.id}`);
    expect((await fetch(`${sandbox.origin}/_control/webhooks`)).status).toBe(404);

    const found = spawnSync("pgrep", ["-f", path.join(root, "boot/stripe-sandbox/main.ts")], { encoding: "utf8" });
    process.kill(Number(found.stdout.trim()), "SIGKILL");
    await expect.poll(output, { timeout: 60_000 }).toContain("The card sandbox ended by accident");
    await expect
      .poll(
        () =>
          stripe.checkout.sessions.retrieve(session.id).then(
            (again) => again.status,
            () => "away",
          ),
        { timeout: 60_000 },
      )
      .toBe("open");
  });

  test("refuses a second start on the same data and leaves the first one running", async () => {
    await start();
    const taken = port;
    port = await freePort();
    const second = await start();
    expect(second.output()).toContain("Stet is already running on");
    expect(second.child.exitCode).toBe(1);
    expect((await get("/boots", taken)).status).toBe(200);
  });

  test("the demo listens only on this machine unless HOST says otherwise", async () => {
    const others = Object.values(os.networkInterfaces())
      .flat()
      .find((it) => it?.family === "IPv4" && !it.internal)?.address;
    const { child } = await start();
    expect((await get("/boots")).status).toBe(200);
    if (others) await expect(fetch(`http://${others}:${port}/boots`)).rejects.toThrow(Error);
    await end(child, "SIGTERM");
    await start({ HOST: others ?? "127.0.0.1" });
    expect((await fetch(`http://${others ?? "127.0.0.1"}:${port}/boots`)).status).toBe(200);
  });

  test("restricts its data to its own account, even if it was readable before", async () => {
    const data = path.join(root, "data");
    const open = () => {
      const loose = [
        data,
        ...readdirSync(data, { recursive: true, encoding: "utf8" }).map((at) => path.join(data, at)),
      ];
      return loose.filter((at) => (lstatSync(at).mode & (lstatSync(at).isDirectory() ? 0o077 : 0o177)) !== 0);
    };
    mkdirSync(path.join(data, "files/attachments"), { recursive: true });
    writeFileSync(path.join(data, "files/attachments/a"), "text");
    writeFileSync(path.join(data, "files/file_1"), "text");
    writeFileSync(path.join(data, "pg.log"), "");
    for (const at of ["", "files", "files/attachments"]) chmodSync(path.join(data, at), 0o755);
    for (const at of ["files/attachments/a", "files/file_1", "pg.log"]) chmodSync(path.join(data, at), 0o644);
    await start();
    expect((await get("/write")).status).toBe(200);
    expect(existsSync(path.join(data, "files/new/file"))).toBe(true);
    expect(existsSync(path.join(data, "pg/PG_VERSION"))).toBe(true);
    expect(open()).toEqual([]);
  });

  test("limits bodies before the application sees them", async () => {
    await start();
    const answer = await fetch(`http://localhost:${port}/`, { method: "POST", body: "x".repeat(2_000) });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toBe("refused: 413");
  });

  test("reports a wrong setting, and leaves nothing running", async () => {
    const { child, output } = await start({ WEB_PROCESSES: "many" });
    expect(child.exitCode).toBe(1);
    expect(output()).toBe('WEB_PROCESSES must be a whole number from 1 to 64, and is "many".\n');
  });

  test("says which port is taken", async () => {
    const other = createServer().listen(port);
    const { child, output } = await start();
    other.close();
    expect(child.exitCode).toBe(1);
    expect(output()).toContain(`Port ${port} is taken by another program.`);
  });

  test("doesn't take an external database for the embedded one", async () => {
    const own = await startEmbeddedPostgres(path.join(root, "own"));
    try {
      await start({ DATABASE_URL: own.url(), STET_EMBEDDED: "1" });
      const env = (await (await get("/env")).json()) as Record<string, string>;
      expect(env["STET_EMBEDDED"]).toBeUndefined();
      expect(env["DEMO"]).toBeUndefined();
      expect(env["APP_SECRET"]).toBeUndefined();
    } finally {
      for (const child of running) await end(child, "SIGTERM");
      await own.stop();
    }
  });
});
