import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { createKey, hashOfKey } from "#app/features/integrations/server/keys/create-key.ts";
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import { deliveredOrder } from "../testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "../testing/world.ts";
import { exportData } from "./export-data.ts";

let world: TestWorld;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  folder = await mkdtemp(path.join(os.tmpdir(), "export-"));
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

test("an export has every row and file, says what each column means, and opens nothing", async () => {
  const amara = personOf("amara");
  const { orderId } = await deliveredOrder();
  const { key } = await createKey(amara, {
    holder: { kind: "person", id: amara.uid },
    name: "=1+1, “quoted”",
    scopes: ["orders:read"],
    days: "30",
  });
  const into = path.join(folder, "one");
  const done = await exportData(world.config.databaseUrl, into);
  const table = async (name: string): Promise<Record<string, string>[]> => {
    const text = await readFile(path.join(into, "tables", `${name}.csv`), "utf8");
    const [header = [], ...rows] = csvRecords(text, 10_000, (message) => new Error(message), ",");
    return rows.map((row) => Object.fromEntries(header.map((column, i) => [column, row[i] ?? ""])));
  };

  const [order] = (await table("orders")).filter((row) => row["id"] === orderId);
  const stored = await world.db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  expect(order).toMatchObject({ number: stored.number, title: stored.title, totalMinor: String(stored.totalMinor) });
  expect((await table("api_keys"))[0]).toMatchObject({ name: "=1+1, “quoted”" });
  const files = await table("files");
  expect(files.length).toBeGreaterThan(0);
  expect(done.files).toBeGreaterThan(0);
  for (const file of files)
    expect((await readFile(path.join(into, "files", file["storageKey"]!))).length).toBe(Number(file["bytes"]));

  const page = await readFile(path.join(into, "README.md"), "utf8");
  expect(page).toContain("## orders");
  expect(page).toContain("| organizationId | text | The organization that pays for it, by its author's choice.");
  const all = await Promise.all(
    (await readdir(path.join(into, "tables"))).map((name) => readFile(path.join(into, "tables", name), "utf8")),
  );
  const passwords = await world.db.selectFrom("auth_account").select("password").execute();
  const secrets = [key, hashOfKey(key), ...passwords.flatMap((row) => row.password ?? [])];
  for (const secret of secrets) expect(all.some((text) => text.includes(secret))).toBe(false);
  await expect(readFile(path.join(into, "tables", "auth_session.csv"))).rejects.toThrow("ENOENT");

  // Nothing is overwritten, and nothing half is left.
  await expect(exportData(world.config.databaseUrl, into)).rejects.toThrow("isn't empty");
  expect(await readdir(folder)).toEqual(["one"]);
}, 60_000);
