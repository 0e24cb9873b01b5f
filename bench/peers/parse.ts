/**
 * An announcement on 1,000 screens: from before it's saved until each listener has its words, with Stet, with Parse
 * Server's LiveQuery, and with a bare `node:http` server that saves nothing and pushes the same bytes as Stet.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "#app/platform/server/core/database.ts";
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { freePort } from "../../e2e/product.ts";
import { eventOf, importProduct, openReaders, useBench } from "../live-crowd.ts";
import { install, versionOf } from "./install.ts";
import type { Order, Protocol } from "./listeners.ts";
import type { Options } from "./options.ts";
import { type Program, answersAt, startProgram } from "./program.ts";
import { type Figure, compare, quantile } from "./table.ts";

const LISTENERS = 1_000;
/** Announcements per round. */
const ANNOUNCEMENTS = 10;
const WARM_UP = 5;
const GAP_MS = 150;
const ARRIVE_LIMIT_MS = 30_000;
const SERVERS = path.join(import.meta.dirname, "../live-crowd.ts");
const HEADERS = {
  "content-type": "application/json",
  "x-parse-application-id": "peers",
  "x-parse-master-key": "a-key-for-measuring-only",
};

const clock = (): number => performance.timeOrigin + performance.now();

/** The next message of a process. @throws if it says that it failed, ends, or says nothing for too long */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const gone = new AbortController();
  try {
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(ARRIVE_LIMIT_MS)]);
    const [message] = (await Promise.race([
      once(child, "message", { signal }),
      once(child, "exit", { signal }).then(() => {
        throw new Error("A process of the measurement ended early.");
      }),
    ])) as [T & { failed?: string }];
    if (message.failed) throw new Error(message.failed);
    return message;
  } finally {
    gone.abort();
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill();
  await gone;
}

/** A server with its listeners, and the way to publish an announcement there. @returns when publishing began */
type Side = { ears: ChildProcess; publish: (title: string) => Promise<number> };

const tell = async <T>(ears: ChildProcess, order: Order): Promise<T> => {
  const answer = answerOf<T>(ears);
  ears.send(order);
  return answer;
};

/** How long the announcement took to each listener, in ms. */
async function announceAt({ ears, publish }: Side, title: string): Promise<number[]> {
  await tell(ears, { listen: { title } });
  const answer = answerOf<{ arrived: number[] }>(ears);
  // Awaited below: if publishing fails, this failure is the one to report.
  answer.catch(() => {});
  const at = await publish(title);
  return (await answer).arrived.map((time) => time - at);
}

async function startParse(installed: string, postgres: EmbeddedPostgres): Promise<Program & { port: number }> {
  await ensureDatabase(postgres.url(), "parse");
  const port = await freePort();
  const program = await startProgram(
    process.execPath,
    [path.join(import.meta.dirname, "parse-program.mjs")],
    {
      cwd: installed,
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "production",
        PEER_FOLDER: installed,
        PORT: String(port),
        PG_HOST: postgres.socketDirectory,
        PG_DATABASE: "parse",
        // Otherwise it writes log files.
        PARSE_SERVER_LOGS_FOLDER: "null",
      },
    },
    () => answersAt(`http://127.0.0.1:${port}/parse/health`),
  );
  return { ...program, port };
}

async function publishAtParse(port: number, title: string): Promise<number> {
  const at = clock();
  const answer = await fetch(`http://127.0.0.1:${port}/parse/classes/Announcement`, {
    method: "POST",
    headers: HEADERS,
    // The same fields as ours, with the same text.
    body: JSON.stringify({
      audience: "global",
      severity: 1,
      title,
      body: "It concerns everybody.",
      link: "",
      snippet: "It concerns everybody.",
    }),
  });
  if (answer.status !== 201) throw new Error(`Parse refused: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return at;
}

export async function measureParse(options: Options, say: (text: string) => void): Promise<Figure[]> {
  const installed = await install("parse", options.folder, say);
  const folder = mkdtempSync(path.join(os.tmpdir(), "peers-live-"));
  const postgres = await startEmbeddedPostgres(path.join(folder, "pg"));
  const children: ChildProcess[] = [];
  let parse: (Program & { port: number }) | undefined;
  try {
    await ensureDatabase(postgres.url(), "crowd");
    const url = postgres.url("crowd");
    useBench(url);
    await openReaders(url);
    const { announce } = await importProduct();
    parse = await startParse(installed, postgres);
    const { port } = parse;
    const serve = async (kind: "product" | "bare"): Promise<number> => {
      const child = fork(SERVERS, [kind], { env: { ...process.env, DATABASE_URL: url } });
      children.push(child);
      return (await answerOf<{ port: number }>(child)).port;
    };
    const [own, bare] = [await serve("product"), await serve("bare")];
    const side = async (at: number, protocol: Protocol, publish: Side["publish"]): Promise<Side> => {
      const ears = fork(path.join(import.meta.dirname, "listeners.ts"), []);
      children.push(ears);
      await tell(ears, { open: { port: at, protocol, count: LISTENERS } });
      return { ears, publish };
    };
    // The class must exist before anyone can subscribe to it.
    await publishAtParse(port, "First");
    const sides = {
      Stet: await side(own, "events", (title) => announce("usr_admin", title, clock)),
      Parse: await side(port, "parse", (title) => publishAtParse(port, title)),
      bare: await side(bare, "events", async (title) => {
        const at = clock();
        await fetch(`http://127.0.0.1:${bare}/`, { method: "POST", body: eventOf(title) });
        return at;
      }),
    };
    const names = ["Stet", "Parse", "bare"] as const;
    const rounds = { Stet: [] as number[][], Parse: [] as number[][], bare: [] as number[][] };
    for (let round = -1; round < options.rounds; round++) {
      const took = { Stet: [] as number[], Parse: [] as number[], bare: [] as number[] };
      for (let n = 0; n < (round < 0 ? WARM_UP : ANNOUNCEMENTS); n++)
        for (const name of names) {
          took[name].push(...(await announceAt(sides[name], `To everybody ${name} ${round} ${n}.`)));
          await sleep(GAP_MS);
        }
      if (round < 0) continue;
      for (const name of names) rounds[name].push(took[name]);
      say(
        `Round ${round + 1} of ${options.rounds}: ${names.map((name) => `${name} p50 ${quantile(took[name], 0.5).toFixed(1)}, p99 ${quantile(took[name], 0.99).toFixed(1)} ms`).join("; ")}`,
      );
    }
    const row = (q: number, peer: string, theirs: number[][], goal: number | null): Figure =>
      compare({
        what: `announcement on 1,000 screens, p${q * 100}`,
        unit: "ms",
        peer,
        ours: rounds.Stet.map((took) => quantile(took, q)),
        theirs: theirs.map((took) => quantile(took, q)),
        goal,
        better: "lower",
      });
    const pushed = "a bare `node:http` push";
    return [
      row(0.5, versionOf("parse"), rounds.Parse, null),
      row(0.99, versionOf("parse"), rounds.Parse, null),
      row(0.5, pushed, rounds.bare, null),
      row(0.99, pushed, rounds.bare, 2),
    ];
  } finally {
    // Before the database, because they would report that it's gone.
    await Promise.all(children.map(endOf));
    await parse?.stop();
    await closeDatabase();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
