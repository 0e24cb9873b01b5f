import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { MAIL_JOB } from "#app/platform/server/mail/mail.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { storage, useStorage } from "#app/platform/server/files/storage.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { type TestDatabase, TEST_SERVER_URL, testDatabase } from "../testing/database.ts";
import { COPIES, storeFile } from "../testing/order-copies.ts";
import { orderIn } from "../testing/make-order.ts";
import { quotedOrder } from "../testing/quoted-order.ts";
import { startS3Double } from "../testing/s3-double.ts";
import { type TestWorld, openWorld } from "../testing/world.ts";
import { backupsIn, chooseBackup, nameAt } from "./format.ts";
import { pruneBackups } from "./prune-backups.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./verify-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** Text of the test manuscript that a stolen backup must not reveal. */
const SECRET = "Soil moisture governs";

let world: TestWorld;
let sourceKey: string;
let folder: string;
let target: TestDatabase;

beforeAll(async () => {
  world = await openWorld();
  const { id, sourceId } = await orderIn("in_progress");
  await storeFile(id, { purpose: "tracked", name: "back.docx", bytes: COPIES.tracked(), by: CAST.jonas.uid });
  sourceKey = `orders/${id}/${sourceId}`;
  await quotedOrder(personOf("amara"));
  await enqueue(world.db, MAIL_JOB, { emailId: "eml_waiting" });
});
afterAll(() => world.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "stet-backup-"));
  target = await testDatabase();
});
afterEach(async () => {
  useConfig(world.config);
  useStorage(undefined);
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Switches to another, empty file store. */
function moveTo(env: Record<string, string> = {}): void {
  useConfig(
    parseConfig({
      NODE_ENV: "test",
      STET_EMBEDDED: "1",
      DATABASE_URL: target.url,
      DATA_DIR: path.join(folder, "elsewhere"),
      APP_SECRET: "a-secret-for-tests-only-of-32-characters",
      STRIPE_SECRET_KEY: "sk_test_world",
      STRIPE_WEBHOOK_SECRET: "whsec_world",
      PUBLIC_URL: "http://localhost:3000",
      ...env,
    }),
  );
  useStorage(undefined);
}

/** A hash per table of all rows, and of the sequences' positions. */
async function fingerprint(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1",
    );
    const tables = rows.map(
      ({ name }) =>
        `select ${pg.escapeLiteral(name)} as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as sum from ${pg.escapeIdentifier(name)} t`,
    );
    const found = await client.query<{ name: string; sum: string }>(`
      ${tables.join(" union all ")}
      union all select 'sequence ' || sequencename as name, coalesce(last_value, 0)::text as sum from pg_sequences where schemaname = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) || convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal
      union all select 'waiting jobs', count(*) || ' ' || coalesce(md5(string_agg(name || data::text, ',' order by id)), '') from pgboss.job where state < 'completed'`);
    return Object.fromEntries(found.rows.map(({ name, sum }) => [name, sum]));
  } finally {
    await client.end();
  }
}

/** An empty database. */
async function bareDatabase() {
  const server = new pg.Client({ connectionString: process.env[TEST_SERVER_URL]! });
  await server.connect();
  const name = `${new URL(target.url).pathname.slice(1)}_bare`;
  await server.query(`create database ${name}`);
  const address = new URL(target.url);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    async query(text: string) {
      const client = new pg.Client({ connectionString: address.href });
      await client.connect();
      await client.query(text).finally(() => client.end());
    },
    async drop() {
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

const bytesOf = async (key: string): Promise<Buffer> =>
  storage().withLocal(key, async (file) => Buffer.from(await readFile(file)));

async function everything(at: string): Promise<string> {
  let all = "";
  for (const entry of await readdir(at, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    all += (entry.name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
  }
  return all;
}

test("a restore into a fresh place brings back rows, numbers, constraints, pending jobs and files", async () => {
  const written = await writeBackup(world.url, folder);
  expect(written).toMatchObject({ files: 2, copied: 2 });
  expect(written.rows).toBeGreaterThan(25);
  expect((await verifyBackup(folder)).damaged).toEqual([]);
  const before = await fingerprint(world.url);
  const original = await bytesOf(sourceKey);
  moveTo();
  const bare = await bareDatabase();
  try {
    expect(await restoreBackup(bare.url, folder)).toMatchObject({ rows: written.rows, files: 2, jobsLeftOut: false });
    expect(await fingerprint(bare.url)).toEqual(before);
    expect(await bytesOf(sourceKey)).toEqual(original);
    // The triggers are active again: facts can't be rewritten.
    await expect(bare.query("update facts set kind = 'other'")).rejects.toThrow(/./);
  } finally {
    await bare.drop();
  }
});

test("a backup taken during writes is consistent: rows written together are both in it or both missing", async () => {
  let writing = true;
  let pairs = 0;
  // The first and the last table to be read: without one snapshot, the last would contain more.
  const writer = (async () => {
    while (writing) {
      const id = `pair${(pairs += 1)}`;
      await world.db.transaction().execute(async (tx) => {
        await tx.insertInto("blog_authors").values({ id, slug: id, name: "A pair", createdAt: new Date() }).execute();
        await tx
          .insertInto("saved_views")
          .values({ id, uid: CAST.ada.uid, list: id, name: "A pair", search: "", createdAt: new Date() })
          .execute();
      });
    }
  })();
  await expect.poll(() => pairs).toBeGreaterThan(3);
  const soFar = pairs - 1;
  await writeBackup(world.url, folder);
  await expect.poll(() => pairs).toBeGreaterThan(soFar + 10);
  writing = false;
  await writer;
  moveTo();
  await restoreBackup(target.url, folder);
  const { rows } = await target.pool.query<{ one: number; two: number }>(
    "select (select count(*)::int from blog_authors where name = 'A pair') as one, (select count(*)::int from saved_views where name = 'A pair') as two",
  );
  expect(rows[0]!.one).toBe(rows[0]!.two);
  expect(rows[0]!.one).toBeGreaterThanOrEqual(soFar);
});

test("the next backup copies only what is new, and a file that was deleted isn't in it", async () => {
  await writeBackup(world.url, folder);
  const key = "orders/later/file";
  await storage().put(key, Buffer.from("A file that came later."));
  await nextSecond();
  expect(await writeBackup(world.url, folder)).toMatchObject({ files: 3, copied: 1 });
  await storage().remove(key);
  await nextSecond();
  expect(await writeBackup(world.url, folder)).toMatchObject({ files: 2, copied: 0 });
  const names = await backupsIn(folder);
  expect(names).toHaveLength(3);
  for (const name of names) expect((await verifyBackup(folder, name)).damaged).toEqual([]);
  // Only one backup names the file. It's removed with that backup.
  expect(await pruneBackups(folder, 1)).toBe(2);
  expect(await backupsIn(folder)).toEqual([names[2]]);
  expect(await everything(folder)).not.toContain("A file that came later.");
  expect((await verifyBackup(folder)).damaged).toEqual([]);
});

test("names a changed or missing part, and loads nothing of a damaged backup into the database", async () => {
  const { name } = await writeBackup(world.url, folder);
  const { manifest } = await chooseBackup(folder);
  const users = manifest.tables.find((it) => it.name === "users")!.part.name;
  const file = path.join(folder, name, users);
  const good = await readFile(file);
  const bad = Buffer.from(good);
  bad[bad.length >> 1]! ^= 1;
  await writeFile(file, bad);
  await rm(path.join(folder, "files", sourceKey));
  expect((await verifyBackup(folder)).damaged.sort()).toEqual([`${name}/${users}`, `files/${sourceKey}`].sort());
  moveTo();
  await expect(restoreBackup(target.url, folder)).rejects.toThrow(/ENOENT|isn't what was written/);
  await writeFile(path.join(folder, "files", sourceKey), await readFileOf(sourceKey));
  await expect(restoreBackup(target.url, folder)).rejects.toThrow(
    /isn't what was written|incorrect data check|invalid/,
  );
  expect((await target.pool.query("select 1 from users")).rowCount).toBe(0);
  // Once repaired, the same command succeeds.
  await writeFile(file, good);
  await restoreBackup(target.url, folder);
  expect((await target.pool.query("select 1 from users")).rowCount).toBeGreaterThan(5);
});

test("an encrypted backup of files in a bucket reveals nothing, is verified without its key and restored only with it", async () => {
  const s3 = await startS3Double();
  const bucket = (name: string) => ({
    S3_BUCKET: name,
    S3_REGION: "us-east-1",
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: "any",
    S3_SECRET_ACCESS_KEY: "any",
  });
  const original = await bytesOf(sourceKey);
  moveTo(bucket("first"));
  await storage().put(sourceKey, original);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await writeBackup(world.url, folder, { recipient });
  await nextSecond();
  expect(await writeBackup(world.url, folder, { recipient })).toMatchObject({ files: 1, copied: 0 });
  const all = await everything(folder);
  for (const word of [CAST.amara.email, "Soil moisture in dry regions", SECRET, "word/document.xml"])
    expect(all).not.toContain(word);
  expect((await verifyBackup(folder)).damaged).toEqual([]);
  await expect(writeBackup(world.url, folder)).rejects.toThrow(/are encrypted/);
  const before = await fingerprint(world.url);
  moveTo(bucket("second"));
  await expect(restoreBackup(target.url, folder)).rejects.toThrow(/set BACKUP_IDENTITY/);
  await expect(restoreBackup(target.url, folder, { identity: await generateX25519Identity() })).rejects.toThrow(
    /another key/,
  );
  await restoreBackup(target.url, folder, { identity });
  expect(await fingerprint(target.url)).toEqual(before);
  expect(s3.objects.get(`second/${sourceKey}`)?.body.equals(original)).toBe(true);
  await s3.stop();
});

test("refuses to restore over a database with people in it", async () => {
  await writeBackup(world.url, folder);
  await expect(restoreBackup(world.url, folder)).rejects.toThrow(/isn't empty/);
});

test("allows one backup at a time, and cleans up after a killed one", async () => {
  const draft = path.join(folder, `.${nameAt(new Date())}.part`);
  await mkdir(draft, { recursive: true });
  const owner = path.join(draft, "owner.json");
  await writeFile(owner, JSON.stringify({ host: os.hostname(), pid: process.pid }));
  await expect(writeBackup(world.url, folder)).rejects.toThrow(/being taken/);
  await writeFile(owner, JSON.stringify({ host: os.hostname(), pid: 2 ** 30 }));
  await nextSecond();
  await writeBackup(world.url, folder);
  await expect(stat(draft)).rejects.toThrow("ENOENT");
});

test("the commands say what they did, or what to do when they fail", async () => {
  const run = async (args: string[], env: Record<string, string> = {}) => {
    try {
      const done = await promisify(execFile)(process.execPath, ["boot/backup.ts", ...args], {
        env: { PATH: process.env["PATH"]!, HOME: folder, ...env },
      });
      return { code: 0, text: done.stdout };
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, text: stderr };
    }
  };
  const settings = {
    STET_EMBEDDED: "1",
    DATABASE_URL: world.url,
    DATA_DIR: world.config.dataDir,
    APP_SECRET: "a-secret-for-tests-only-of-32-characters",
    STRIPE_SECRET_KEY: "sk_test_world",
    STRIPE_WEBHOOK_SECRET: "whsec_world",
    PUBLIC_URL: "http://localhost:3000",
  };
  const [backup, misused, unset, key] = await Promise.all([
    run(["backup", folder], settings),
    run(["backup"]),
    run(["backup", folder]),
    run(["backup", "--new-key"]),
  ]);
  expect(backup.text).toMatch(/^\d{4}-.*rows and 2 files, 2 of them copied now/);
  expect(misused).toMatchObject({ code: 2, text: expect.stringMatching(/^Usage:/) });
  expect(unset).toMatchObject({ code: 1, text: expect.stringContaining("Set DATABASE_URL") });
  expect(key.text).toMatch(/BACKUP_RECIPIENT=age1\w+\nBACKUP_IDENTITY=AGE-SECRET-KEY-1\w+/);
  const { name } = await chooseBackup(folder);
  expect(await run(["verify", folder])).toMatchObject({ code: 0, text: expect.stringMatching(/is whole/) });
  await rm(path.join(folder, "files", sourceKey));
  const damaged = await run(["verify", folder, "--at", name]);
  expect(damaged).toMatchObject({ code: 1, text: expect.stringContaining(`files/${sourceKey}`) });
});

const readFileOf = (key: string): Promise<Buffer> => readFile(path.join(world.config.dataDir, "files", key));
/** Backups are named by the second. */
const nextSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)));
