/**
 * A crowd of listeners on one process: what each costs in memory, and how long until all of them have an announcement.
 * For comparison, a bare `node:http` server keeps its responses open and pushes the same bytes. The crowd is a separate
 * process with plain sockets.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type RequestListener, type ServerResponse, createServer } from "node:http";
import { type Socket, connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runnerImport } from "vite";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { database, useDatabase } from "#app/platform/server/core/database.ts";
import { migrate } from "#db/migrate.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { Measure } from "./row.ts";

const SIZES = [1_000, 5_000, 10_000];
const READERS = 1_000;
/** Files that a process has open besides its connections. */
const OTHER_FILES = 300;

/** Settings of the processes that the rows measure. */
export function useBench(url: string): void {
  useConfig(
    parseConfig({
      NODE_ENV: "test",
      STET_EMBEDDED: "1",
      DATABASE_URL: url,
      APP_SECRET: "a-secret-for-measuring-only-32-chars",
      LOG: "error",
      STRIPE_SECRET_KEY: "sk_test_bench",
      STRIPE_WEBHOOK_SECRET: "whsec_bench",
    }),
  );
  useDatabase(url, 4);
}

/** The product's emails are written in JSX, which Node can't load on its own. */
export async function importProduct(): Promise<typeof import("./live-product.ts")> {
  const { module } = await runnerImport<typeof import("./live-product.ts")>(
    path.resolve(import.meta.dirname, "live-product.ts"),
    { root: path.resolve(import.meta.dirname, ".."), logLevel: "error" },
  );
  return module;
}

/** Keeps streams in a set and pushes every posted message to all of them. */
function serveBare(): RequestListener {
  const streams = new Set<ServerResponse>();
  return (request, response) => {
    if (request.method === "POST") {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        for (const stream of streams) stream.write(`data: ${body}\n\n`);
        response.writeHead(204).end();
      });
    } else {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
      response.write("retry: 2000\n\n");
      streams.add(response);
      response.once("close", () => streams.delete(response));
    }
  };
}

/** A server process that answers "how large" with its memory after garbage collection. */
async function serve(kind: "product" | "bare"): Promise<void> {
  if (kind === "product") useBench(process.env.DATABASE_URL!);
  const server = createServer(kind === "product" ? await (await importProduct()).serveProduct(false) : serveBare());
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", 8_192, resolve);
  });
  process.on("message", () => {
    void (async () => {
      for (let i = 0; i < 3; i++) {
        (globalThis as { gc?: () => void }).gc?.();
        await sleep(100);
      }
      process.send!({ rss: process.memoryUsage().rss });
    })();
  });
  process.send!({ port: (server.address() as { port: number }).port });
}

/** An event with an announcement in it, as the product sends it. */
export const eventOf = (title: string): string =>
  JSON.stringify({
    kind: "announcement",
    orderId: null,
    shared: {
      shown: {
        id: newId("notification"),
        seq: 1,
        userId: null,
        type: "announcement",
        category: "global",
        forRole: null,
        kind: "announcement.published",
        subject: newId("announcement"),
        title,
        body: "It concerns everybody.",
        link: "",
        orderId: null,
        orderTitle: null,
        severity: 1,
        unread: true,
        createdAt: new Date().toISOString(),
        snippet: "It concerns everybody.",
        read: false,
        readAt: null,
        own: false,
      },
    },
  });

type Order = { open: { port: number; from: number; to: number } } | { listen: { title: string } } | { close: true };

/** The crowd: opens streams, and records when each receives the announcement. */
function crowd(): void {
  const sockets: Socket[] = [];
  let title: string | undefined;
  let done: number[] = [];
  const openOne = (port: number, n: number) =>
    new Promise<void>((resolve, reject) => {
      const uid = `usr_${n}`;
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(`GET /?uid=${uid} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`),
      );
      socket.once("error", reject);
      socket.on("data", (chunk: Buffer) => {
        resolve();
        if (title === undefined || !chunk.includes(title)) return;
        done.push(performance.timeOrigin + performance.now());
        if (done.length === READERS) process.send!({ done });
      });
      sockets.push(socket);
    });
  process.on("message", (order: Order) => {
    void (async () => {
      if ("open" in order) {
        const { port, from, to } = order.open;
        for (let n = from; n < to; n += 100)
          await Promise.all(Array.from({ length: Math.min(100, to - n) }, (_, i) => openOne(port, n + i)));
        process.send!({ opened: sockets.length });
      } else if ("listen" in order) {
        done = [];
        title = order.listen.title;
        process.send!({ ready: true });
      } else {
        for (const socket of sockets.splice(0)) socket.destroy();
        title = undefined;
        process.send!({ closed: true });
      }
    })();
  });
}

const answerOf = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("A process of the measurement ended early.");
    }),
  ])) as [T & { failed?: string }];
  if (message.failed) throw new Error(message.failed);
  return message;
};
const ask = <T>(child: ChildProcess, message: object): Promise<T> => {
  const answer = answerOf<T>(child);
  child.send(message);
  return answer;
};
const start = (role: string, url: string): ChildProcess =>
  fork(import.meta.filename, [role], { env: { ...process.env, DATABASE_URL: url }, execArgv: ["--expose-gc"] });

/** How many connections one process may have open here. */
function mostConnections(): number {
  try {
    const [, hard] = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Number(hard ?? Infinity) - OTHER_FILES;
  } catch {
    return 1_000;
  }
}

type Crowded = { perListener: Map<number, number>; allReadMs: { p50: number; p99: number; last: number } };

async function measureServer(
  kind: "product" | "bare",
  url: string,
  announce: (port: number, title: string) => Promise<number>,
): Promise<Crowded> {
  const server = start(kind, url);
  const ears = start("crowd", url);
  try {
    const { port } = await answerOf<{ port: number }>(server);
    const rss = async () => (await ask<{ rss: number }>(server, {})).rss;
    // Memory allocated by the first requests doesn't belong to a listener.
    await ask(ears, { open: { port, from: 0, to: 200 } });
    await ask(ears, { close: true });
    await sleep(1_000);
    const empty = await rss();
    const perListener = new Map<number, number>();
    let open = 0;
    let allReadMs = { p50: 0, p99: 0, last: 0 };
    for (const size of SIZES.filter((n) => n <= mostConnections())) {
      await ask(ears, { open: { port, from: open, to: size } });
      open = size;
      perListener.set(size, ((await rss()) - empty) / size / 1_024);
      if (size !== READERS) continue;
      const title = `To everybody ${kind}`;
      await ask(ears, { listen: { title } });
      const answer = answerOf<{ done: number[] }>(ears);
      const at = await announce(port, title);
      const took = (await answer).done.map((t) => t - at).toSorted((a, b) => a - b);
      allReadMs = { p50: took[READERS / 2]!, p99: took[Math.floor(READERS * 0.99)]!, last: took.at(-1)! };
    }
    return { perListener, allReadMs };
  } finally {
    ears.kill();
    server.kill();
  }
}

/**
 * The tables, the listeners' accounts, and an admin's. @param url a database for this alone, which this process uses
 * too
 */
export async function openReaders(url: string): Promise<void> {
  await migrate(url);
  const long = new Date("2026-01-01T00:00:00Z");
  await database()
    .insertInto("users")
    .values(
      [...Array.from({ length: READERS }, (_, n) => `usr_${n}`), "usr_admin"].map((uid) => ({
        uid,
        email: `${uid}@demo.test`,
        displayName: uid,
        createdAt: long,
      })),
    )
    .execute();
}

/**
 * Memory per listener by their number, and the time until 1,000 have read an announcement. @param url a database for
 * this alone, which this process uses too
 */
export async function crowdMeasures(url: string): Promise<Measure[]> {
  await openReaders(url);
  const { announce } = await importProduct();
  const clock = () => performance.timeOrigin + performance.now();

  const ours = await measureServer("product", url, async (_port, title) => announce("usr_admin", title, clock));
  const bare = await measureServer("bare", url, async (port, title) => {
    const at = clock();
    await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: eventOf(title) });
    return at;
  });

  const memory = [...ours.perListener].map(([size, kb]): Measure => {
    const plain = bare.perListener.get(size)!;
    return {
      name: `memory per listener of ${size.toLocaleString("en-US")}`,
      value: kb,
      unit: "KB",
      against: `node:http streams without anything (${plain.toFixed(1)} KB)`,
      ratio: kb / plain,
    };
  });
  const read = (["p50", "p99", "last"] as const).map((q): Measure => ({
    name: `published to shown by 1,000, ${q}`,
    value: Math.round(ours.allReadMs[q]),
    unit: "ms",
    ratio: ours.allReadMs[q] / bare.allReadMs[q],
    against: `node:http, a push of the same bytes (${Math.round(bare.allReadMs[q])} ms)`,
  }));
  return [...memory, ...read];
}

if (import.meta.main) {
  // The parent process is gone, so nothing else would stop this one.
  process.once("disconnect", () => process.exit(0));
  const role = process.argv[2];
  if (role === "crowd") crowd();
  else await serve(role as "product" | "bare");
}
