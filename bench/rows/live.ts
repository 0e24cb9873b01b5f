/**
 * The time from a commit to its live event, with 1,000 listeners on one process: through PostgreSQL's NOTIFY and the
 * product's own stream, compared with the same fan-out of a bare `node:http` server triggered by one HTTP request. Four
 * processes: the publisher (this one), the two servers, and the listeners. Then what a crowd costs (live-crowd.ts).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type ServerResponse, createServer, get, request } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase, database } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { crowdMeasures, importProduct, useBench } from "../live-crowd.ts";
import type { Measure, Row } from "../row.ts";

const LISTENERS = 1_000;
const EVENTS = 120;
const WARM_UP = 20;
const GAP_MS = 60;

type Role = "product" | "bare" | "listeners";
/** Milliseconds with fractions, by a clock shared by all processes on this machine. */
const clock = (): number => performance.timeOrigin + performance.now();

async function product(): Promise<number> {
  useBench(process.env.DATABASE_URL!);
  return listen(await (await importProduct()).serveProduct(true));
}

async function bare(): Promise<number> {
  const streams = new Map<string, ServerResponse>();
  return listen((req, res) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    if (req.method === "POST") {
      const to = url.searchParams.get("to");
      const text = `data: ${JSON.stringify({ kind: "announcement", orderId: url.searchParams.get("event") })}\n\n`;
      for (const [uid, stream] of streams) if (to === null || to === uid) stream.write(text);
      res.writeHead(204).end();
      return;
    }
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    res.write("retry: 2000\n\n");
    streams.set(url.searchParams.get("uid") ?? "", res);
  });
}

function listen(handle: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(handle!);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", 4_096, () => resolve((server.address() as { port: number }).port));
  });
}

/** Opens all streams of one server and records when each receives each event. */
async function listeners(): Promise<void> {
  const arrivals = new Map<string, number[]>();
  process.on("message", (message: { open?: number; take?: true }) => {
    if (message.open) void openAll(message.open).then(() => process.send!({ opened: LISTENERS }));
    if (message.take) {
      process.send!({ arrivals: [...arrivals] });
      arrivals.clear();
    }
  });
  const openAll = async (port: number) => {
    const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
    for (let from = 0; from < LISTENERS; from += 50) {
      await Promise.all(
        Array.from(
          { length: 50 },
          (_, i) =>
            new Promise<void>((resolve, reject) => {
              get(
                {
                  host: "127.0.0.1",
                  port,
                  path: `/?uid=usr_${from + i}`,
                  agent,
                  headers: { accept: "text/event-stream" },
                },
                (response) => {
                  response.setEncoding("utf8");
                  response.on("data", (chunk: string) => {
                    const at = clock();
                    for (const [, event] of chunk.matchAll(/"orderId":"([^"]+)"/g)) {
                      const seen = arrivals.get(event!);
                      if (seen) seen.push(at);
                      else arrivals.set(event!, [at]);
                    }
                  });
                  response.once("data", () => resolve());
                },
              ).once("error", reject);
            }),
        ),
      );
    }
  };
}

type Publisher = (event: string, uid: string | null) => Promise<number>;

/** In a transaction, like every fact. The clock is read right before the commit. */
const byCommit: Publisher = async (event, uid) => {
  let at = 0;
  await database()
    .transaction()
    .execute(async (tx) => {
      await publish(tx, [uid ? `user:${uid}` : "everyone"], { kind: "announcement", orderId: event });
      at = clock();
    });
  return at;
};

const keepAlive = new Agent({ keepAlive: true });
const byRequest =
  (port: number): Publisher =>
  async (event, uid) => {
    const at = clock();
    const [response] = (await once(
      request({
        host: "127.0.0.1",
        port,
        method: "POST",
        path: `/?event=${event}${uid ? `&to=${uid}` : ""}`,
        agent: keepAlive,
      }).end(),
      "response",
    )) as [NodeJS.ReadableStream];
    response.resume();
    return at;
  };

type Latency = { p50: number; p99: number };

/** Publishes this many events and collects how long each took to each listener. @throws if one didn't reach all */
async function events(ears: ChildProcess, event: Publisher, name: string, uid: string | null): Promise<Latency> {
  const sent = new Map<string, number>();
  for (let i = 0; i < WARM_UP + EVENTS; i++) {
    const id = `${name}-${i}`;
    const at = await event(id, uid);
    if (i >= WARM_UP) sent.set(id, at);
    await sleep(GAP_MS);
  }
  await sleep(500);
  ears.send({ take: true });
  const { arrivals } = await answerOf<{ arrivals: [string, number[]][] }>(ears);
  const heard = new Map(arrivals);
  const took: number[] = [];
  for (const [id, at] of sent) {
    const times = heard.get(id) ?? [];
    if (times.length !== (uid ? 1 : LISTENERS))
      throw new Error(`LiveEvent ${id} was heard by ${times.length} of ${uid ? 1 : LISTENERS}.`);
    for (const t of times) took.push(t - at);
  }
  took.sort((a, b) => a - b);
  const quantile = (q: number) => took[Math.min(took.length - 1, Math.floor(took.length * q))]!;
  return { p50: quantile(0.5), p99: quantile(0.99) };
}

const answerOf = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("A process of the measurement ended early.");
    }),
  ])) as [T];
  return message;
};

/** All listeners on one server, both kinds of event, then they disconnect. */
async function measure(port: number, event: Publisher): Promise<{ all: Latency; one: Latency }> {
  const ears = start("listeners");
  try {
    ears.send({ open: port });
    await answerOf(ears);
    return { all: await events(ears, event, "all", null), one: await events(ears, event, "one", "usr_500") };
  } finally {
    ears.kill();
  }
}

const start = (role: Role, env: NodeJS.ProcessEnv = {}): ChildProcess =>
  fork(import.meta.filename, [role], { env: { ...process.env, ...env } });

async function run(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stet-bench-live-"));
  const postgres = await startEmbeddedPostgres(path.join(folder, "pg"));
  const children: ChildProcess[] = [];
  try {
    await ensureDatabase(postgres.url(), "bench");
    const url = postgres.url("bench");
    useBench(url);
    const serve = async (role: Role) => {
      const child = start(role, { DATABASE_URL: url });
      children.push(child);
      return (await answerOf<{ port: number }>(child)).port;
    };
    const ours = await measure(await serve("product"), byCommit);
    const barePort = await serve("bare");
    const plain = await measure(barePort, byRequest(barePort));
    for (const child of children.splice(0)) child.kill();
    await ensureDatabase(postgres.url(), "crowd");
    await closeDatabase();
    useBench(postgres.url("crowd"));
    const row = (name: string, value: number, against: number): Measure => ({
      name,
      value: Math.round(value * 100) / 100,
      unit: "ms",
      against: `node:http streams without a database (${against.toFixed(2)} ms)`,
      ratio: value / against,
    });
    return [
      row("announcement to 1,000, p50", ours.all.p50, plain.all.p50),
      row("announcement to 1,000, p99", ours.all.p99, plain.all.p99),
      row("commit to one bell of 1,000, p50", ours.one.p50, plain.one.p50),
      row("commit to one bell of 1,000, p99", ours.one.p99, plain.one.p99),
      ...(await crowdMeasures(postgres.url("crowd"))),
    ];
  } finally {
    for (const child of children) child.kill();
    keepAlive.destroy();
    await closeDatabase();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const role = process.argv[2] as Role;
  // The parent process is gone, so nothing else would stop this one.
  process.once("disconnect", () => process.exit(0));
  if (role === "listeners") await listeners();
  else process.send!({ port: role === "product" ? await product() : await bare() });
}

export default { name: "live", run } satisfies Row;
