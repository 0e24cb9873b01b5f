import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensureDatabase, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { removeDataFolder } from "./testing/data-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "stet-embedded-"));
});
afterEach(async () => {
  await (await startEmbeddedPostgres(path.join(folder, "pg"))).stop();
  removeDataFolder(folder);
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const STARTER = path.resolve(import.meta.dirname, "embedded-postgres.ts");

describe("the embedded PostgreSQL", { timeout: 120_000 }, () => {
  test("writes through to disk, accepts a hundred connections and keeps its rows across a restart", async () => {
    const first = await startEmbeddedPostgres(path.join(folder, "pg"));
    expect(first.attached).toBe(false);
    await ensureDatabase(first.url(), "stet");
    await ensureDatabase(first.url(), "stet");
    expect(await query(first.url("stet"), "show fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(first.url("stet"), "show max_connections")).toEqual([{ max_connections: "100" }]);
    expect(await query(first.url("stet"), "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    await query(first.url("stet"), "create table kept as select 42 as answer");
    await first.stop();
    await expect(query(first.url("stet"), "select 1")).rejects.toThrow(Error);

    const second = await startEmbeddedPostgres(path.join(folder, "pg"));
    expect(second.attached).toBe(false);
    expect(await query(second.url("stet"), "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("survives a killed supervisor, and the next one attaches to it and can stop it", async () => {
    const supervisor = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(STARTER)});
      const server = await startEmbeddedPostgres(${JSON.stringify(path.join(folder, "pg"))});
      console.log(server.pid);
      setInterval(() => {}, 1000);
    `,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const pid = Number(
      await new Promise<string>((resolve) => supervisor.stdout.once("data", (data) => resolve(String(data)))),
    );
    supervisor.kill("SIGKILL");
    await new Promise((resolve) => supervisor.once("exit", resolve));

    const server = await startEmbeddedPostgres(path.join(folder, "pg"));
    expect(server.attached).toBe(true);
    expect(server.pid).toBe(pid);
    await query(server.url(), "select 1");
    await server.stop();
    await expect(query(server.url(), "select 1")).rejects.toThrow(Error);
  });

  test("loses no acknowledged row when everything is killed", async () => {
    const first = await startEmbeddedPostgres(path.join(folder, "pg"));
    await query(first.url(), "create table kept (n int)");
    await query(first.url(), "insert into kept values (7)");
    process.kill(first.pid, "SIGKILL");
    await expect
      .poll(
        () =>
          query(first.url(), "select 1").then(
            () => "up",
            () => "down",
          ),
        { timeout: 20_000 },
      )
      .toBe("down");
    const second = await startEmbeddedPostgres(path.join(folder, "pg"));
    expect(await query(second.url(), "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("starts after its postmaster was killed, once the last of the other processes has ended", async () => {
    const first = await startEmbeddedPostgres(path.join(folder, "pg"));
    const [checkpointer] = await query(
      first.url(),
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    const pid = checkpointer!["pid"] as number;
    // A stopped process can't notice that its postmaster has ended, so it keeps the shared memory.
    process.kill(pid, "SIGSTOP");
    process.kill(first.pid, "SIGKILL");
    const second = startEmbeddedPostgres(path.join(folder, "pg"));
    const log = path.join(folder, "pg.log");
    await expect.poll(() => readFileSync(log, "utf8"), { timeout: 20_000 }).toContain("is still in use");
    process.kill(pid, "SIGCONT");
    expect(await query((await second).url(), "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("starts if the lock file names an unrelated process", async () => {
    const first = await startEmbeddedPostgres(path.join(folder, "pg"));
    await first.stop();
    writeFileSync(
      path.join(folder, "pg", "postmaster.pid"),
      `${process.pid}\n${path.join(folder, "pg")}\n0\n5432\n\n\n\n`,
    );
    const second = await startEmbeddedPostgres(path.join(folder, "pg"));
    expect(second.attached).toBe(false);
  });

  test("two supervisors started at once share one server", async () => {
    const [one, other] = await Promise.all([
      startEmbeddedPostgres(path.join(folder, "pg")),
      startEmbeddedPostgres(path.join(folder, "pg")),
    ]);
    expect(one.pid).toBe(other.pid);
  });
});
