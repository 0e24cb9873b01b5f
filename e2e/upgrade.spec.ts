/** A new version starts while the old one serves, migrates the database, and takes over without anybody noticing. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { JOBS } from "#app/jobs.ts";
import { LOOK_BACK_MS } from "#app/platform/rules/core/live.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { type Db, closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { startJobs, stopJobs } from "#app/platform/server/core/jobs.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { CAST, CAST_PASSWORD } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { Client, manuscript, signedIn, until } from "./client.ts";
import { type Outside, startOutside } from "./outside.ts";
import { type Product, freePort, newFolder, startProduct } from "./product.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const MIGRATION = "9999-added-by-the-new-version";
const PARTS = 180;

let outside: Outside;
let balancer: Balancer;
let db: Db;
let newer: string;
let [oldPort, newPort] = [0, 0];
const running: Product[] = [];

/** The same product as a later release, with one more migration, which adds a column. */
function makeNewerVersion(): string {
  const folder = newFolder();
  for (const part of ["app", "boot", "db", "content", "build", "package.json", "package-lock.json"]) {
    const { status, stderr } = spawnSync("cp", ["-a", path.join(ROOT, part), folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  const bundle = path.join(folder, "build/server/index.js");
  const added = `"${MIGRATION}": { up: (db) => db.schema.alterTable("orders").addColumn("addedLater", "text").execute() },`;
  const parts = readFileSync(bundle, "utf8").split(/(?=^\s*"0148-schema-floors": )/m);
  expect(parts, "the bundle contains the list of migrations once").toHaveLength(2);
  writeFileSync(bundle, parts.join(`\n${added}\n`));
  return folder;
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  outside = await startOutside();
  newer = makeNewerVersion();
  [oldPort, newPort] = [await freePort(), await freePort()];
  balancer = await startBalancer(outside.port, [oldPort, newPort]);
  running.push(await start(oldPort));
  useConfig(
    parseConfig({
      ...outside.env,
      NODE_ENV: "test",
      STET_EMBEDDED: "1",
      DEMO_PASSWORD: CAST_PASSWORD,
      LOG: "silent",
    }),
  );
  db = useDatabase(outside.env["DATABASE_URL"]!, 4);
  await seedCast(db, new Date());
  await seedAccounts(db, new Date());
  await startJobs(JOBS, false);
});
test.afterAll(async () => {
  await stopJobs();
  await closeDatabase();
  await Promise.all(running.map((it) => it.stop()));
  await balancer?.stop();
  await outside?.stop();
  removeDataFolder(newer);
});

const start = (port: number, root?: string): Promise<Product> =>
  startProduct({
    env: { ...outside.env, DRAIN_SECONDS: "1" },
    port,
    ...(root ? { root } : {}),
  });

/**
 * Listens to somebody's live events like a page: when a stream ends, another one opens and sends what was missed.
 * @param reread what a page does when it may have missed something: a stream took long to open, or the server says so
 */
async function hear(
  client: Client,
  kinds: string[],
  streams: { opened: number },
  reread: () => void,
  signal: AbortSignal,
): Promise<void> {
  let wholeAt = Date.now();
  while (!signal.aborted) {
    const askedAt = Date.now();
    const answer = await client.send(`/api/live?ago=${Math.max(0, Date.now() - wholeAt)}`, {
      headers: { accept: "text/event-stream" },
      signal,
    });
    expect(answer.status).toBe(200);
    streams.opened += 1;
    if (Date.now() - askedAt > LOOK_BACK_MS) reread();
    let rest = "";
    try {
      for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
        wholeAt = Date.now();
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        for (const line of lines)
          if (line.startsWith("data: {")) {
            const { kind } = JSON.parse(line.slice(6)) as { kind: string };
            if (kind === "reconnected") reread();
            else kinds.push(kind);
          }
      }
    } catch (error) {
      if (!signal.aborted && (error as Error).name === "AssertionError") throw error;
    }
  }
}

test("during an upgrade under traffic, no request fails, and no upload, job, or live event is lost", async () => {
  test.setTimeout(120_000);
  const stop = new AbortController();
  const isOver = () => stop.signal.aborted;
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  /** Repeats something and records every unexpected response. */
  const again = async (what: string, everyMs: number, once: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; !isOver(); n++) {
      try {
        await once(n);
        counts[what] = (counts[what] ?? 0) + 1;
      } catch (error) {
        wrong.push(`${what}: ${String(error)}`);
      }
      await sleep(everyMs);
    }
  };
  const read = async (client: Client, address: string): Promise<void> => {
    const answer = await client.get(address);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}`);
  };

  const author = await signedIn(balancer.url, "amara");
  const visitor = new Client(balancer.url);
  const { orderId } = await author.openDraft();
  const { name, bytes } = manuscript("upgrade", "soil");
  const upload = await author.beginUpload(orderId, name, bytes.length);
  const heard: string[] = [];
  const streams = { opened: 0 };
  const reread = () => {
    for (let n = 0; n < (counts["a live event"] ?? 0); n++) heard.push(`upgrade.${n}`);
  };
  const listening = hear(author, heard, streams, reread, stop.signal);
  const traffic = [
    again("public page", 20, () => read(visitor, "/pricing")),
    again("own page", 40, () => read(author, "/my-payments")),
    again("own data", 40, () => read(author, "/api/notifications")),
    again("a write", 60, (n) => author.saveChoices(orderId, { documentType: n % 2 ? "thesis" : "research-article" })),
    again("an email", 100, (n) =>
      db.transaction().execute((tx) =>
        post(tx, {
          key: `upgrade-${n}`,
          to: `reader${n}@example.org`,
          subject: `Email ${n}`,
          html: "",
          text: "",
          kind: "test",
        }),
      ),
    ),
    again("a live event", 50, (n) => publish(db, [`user:${CAST.amara.uid}`], { kind: `upgrade.${n}`, orderId: null })),
  ];
  /** An upload in small parts over the whole time. No part may be refused. */
  let sent = 0;
  const sendPart = async (to: number): Promise<void> => {
    await author.sendBytes(upload, bytes, sent, to);
    sent = to;
  };
  const uploading = again("a part", 100, async (n) => {
    const to = Math.min(bytes.length - 1, Math.floor((bytes.length * (n + 1)) / PARTS));
    if (to > sent) await sendPart(to);
  });

  const columns = async (): Promise<number> =>
    (
      await db
        .selectFrom("information_schema.columns" as never)
        .select("column_name" as never)
        .where("column_name" as never, "=", "addedLater" as never)
        .execute()
    ).length;
  const old = running[0]!;
  try {
    await until(
      "the old version has traffic",
      () => Promise.resolve((balancer.answered.get(oldPort) ?? 0) > 60),
      20_000,
    );
    expect(await columns()).toBe(0);
    running.push(await start(newPort, newer));
    expect(await columns(), "the new version has migrated").toBe(1);
    await until("both serve", () => Promise.resolve((balancer.answered.get(newPort) ?? 0) > 30), 20_000);
    const before = balancer.answered.get(oldPort)!;
    await until("the old one does too", () => Promise.resolve(balancer.answered.get(oldPort)! > before + 30), 20_000);

    // Its process ends, and restarts on the new version's database.
    const [pid] = old.pids().web;
    process.kill(pid!, "SIGTERM");
    await until(
      "the old version's process has left the balancer",
      () => Promise.resolve(!balancer.isReady(oldPort)),
      5_000,
      20,
    );
    await until("it's ready again", () => Promise.resolve(balancer.isReady(oldPort)), 30_000);
    expect(old.pids().web).not.toContain(pid);

    await old.stop();
    running.shift();
    const after = balancer.answered.get(newPort)!;
    await until(
      "the new version alone serves",
      () => Promise.resolve(balancer.answered.get(newPort)! > after + 60),
      20_000,
    );
  } finally {
    stop.abort();
    await Promise.all([...traffic, uploading, listening]);
  }
  console.log(
    `upgrade: ${Object.entries(counts)
      .map(([what, n]) => `${what} ${n}`)
      .join(", ")}; streams ${streams.opened}`,
  );
  expect(balancer.failures).toEqual([]);
  expect(wrong).toEqual([]);
  expect(running[0]!.output(), "no internal failures").not.toMatch(/"level":"error"/);

  expect(sent, "the upload continued all the time").toBeGreaterThan(bytes.length / 10);
  const file = await author.sendBytes(upload, bytes, sent);
  const back = await author.get(`/api/files/${file!.id}/download`);
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes), "the file is intact").toBe(true);

  expect(streams.opened, "the stream ended with its process, and was reopened").toBeGreaterThan(1);
  const published = Array.from({ length: counts["a live event"]! }, (_, n) => `upgrade.${n}`);
  const missed = published.filter((kind) => !heard.includes(kind));
  expect(
    missed.filter((kind) => kind !== published.at(-1)),
    "every live event arrived",
  ).toEqual([]);

  const emails = counts["an email"]!;
  await until("every email has arrived", () => Promise.resolve(outside.smtp.mails.length >= emails), 40_000);
  const to = outside.smtp.mails.flatMap((mail) => mail.to);
  expect(to.toSorted(), "once").toEqual(Array.from({ length: emails }, (_, n) => `reader${n}@example.org`).toSorted());
});
