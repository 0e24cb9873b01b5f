import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { actorOfAccount } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import { guessMapping, readLines } from "../../rules/import/import-kind.ts";
import { importOf } from "../../rules/import/imports.ts";
import { codeOf, kindOf } from "../../testing/lab.ts";
import { fileImport, importFile, tryImport } from "./import-file.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const [ada, sam, amara] = (["ada", "sam", "amara"] as const).map(personOf);
let files = 0;
/** A file of new clients. */
const fileOf = (n: number) => {
  files += 1;
  return [
    "Client ID;Mail;Full name;Institution;Country",
    ...Array.from(
      { length: n },
      (_, i) => `c-${files}-${i};c${files}.${i}@client.test;Client ${i};University of Oslo;no`,
    ),
  ].join("\n");
};
const run = (csv: string, more: { invites?: "yes" } = {}, who = ada!) =>
  importFile(who, { kind: "clients", csv, mapping: null, ...more });
const accounts = async () =>
  Number(
    (
      await world.db
        .selectFrom("users")
        .select((e) => e.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );
const rowsLeft = () => world.db.selectFrom("import_rows").selectAll().execute();

describe("importing clients", () => {
  test("opens an account for each line, with nothing to sign in with, and emails nobody", async () => {
    const before = await accounts();
    const csv = fileOf(3);
    expect(await tryImport(ada!, { kind: "clients", csv, mapping: null })).toMatchObject({
      create: 3,
      found: 0,
      before: 0,
      faulty: 0,
    });
    expect(await accounts()).toBe(before);
    await run(csv);
    expect(await accounts()).toBe(before + 3);
    const row = await world.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", `c${files}.0@client.test`)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      displayName: "Client 0",
      billing: { organization: "University of Oslo", country: "NO" },
    });
    expect(await actorOfAccount(row.uid)).toMatchObject({ role: "client", isAdmin: false, isEditor: false });
    expect(await world.db.selectFrom("auth_account").select("id").where("userId", "=", row.uid).execute()).toEqual([]);
    await drainJobs();
    expect(await world.db.selectFrom("mail").select("id").where("to", "like", "%@client.test").execute()).toEqual([]);
  });

  test("the same file twice, also at once, changes nothing, and new lines are added", async () => {
    const csv = fileOf(3);
    const before = await accounts();
    await Promise.all([run(csv), run(csv)]);
    await run(`${csv}\nc-more-${files};more${files}@client.test;One more;;`);
    expect(await accounts()).toBe(before + 4);
    expect(await tryImport(ada!, { kind: "clients", csv, mapping: null })).toMatchObject({ create: 0, before: 3 });
    expect(await rowsLeft()).toEqual([]);
  });

  test("leaves an account that's there as it is", async () => {
    const csv = `id,email,name\nosei,${amara!.email.toUpperCase()},Somebody Else`;
    expect(await tryImport(ada!, { kind: "clients", csv, mapping: null })).toMatchObject({ create: 0, found: 1 });
    await run(csv, { invites: "yes" });
    const { displayName } = await world.db
      .selectFrom("users")
      .select("displayName")
      .where("uid", "=", amara!.uid)
      .executeTakeFirstOrThrow();
    expect(displayName).toBe(amara!.displayName);
    expect(await world.db.selectFrom("mail").select("id").where("kind", "=", "account.imported").execute()).toEqual([]);
  });

  test("many lines are a task with progress, and invitations are sent once if that's chosen", async () => {
    const before = await accounts();
    const csv = fileOf(250);
    const { taskId } = await run(csv, { invites: "yes" });
    expect(taskId).not.toBeNull();
    expect(await listTasks([fileImport], "clients")).toMatchObject([{ state: "running", total: 250 }]);
    expect(await codeOf(run(fileOf(250)))).toBe("task_running");
    await drainJobs();
    expect(await accounts()).toBe(before + 250);
    expect(await rowsLeft()).toEqual([]);
    await run(csv, { invites: "yes" });
    await drainJobs();
    const mails = await world.db.selectFrom("mail").select("to").where("kind", "=", "account.imported").execute();
    expect(mails).toHaveLength(250);
  });

  test("is for admins alone, and says what's wrong with a file", async () => {
    expect(await kindOf(run(fileOf(1), {}, sam!))).toBe("refused");
    expect(await kindOf(tryImport(sam!, { kind: "clients", csv: fileOf(1), mapping: null }))).toBe("refused");
    expect(await codeOf(run(""))).toBe("file");
    expect(await codeOf(run("a,b\n1,2"))).toBe("columns");
    expect(await codeOf(run("id,email,name\n1,nobody,N"))).toBe("nothing");
    expect(await codeOf(run('id,email,name\n1,"x'))).toBe("csv");
    expect(await codeOf(run("x".repeat(2_000_001)))).toBe("file_large");
  });
});

test("columns are guessed by usual names, and can be chosen", async () => {
  expect(guessMapping(importOf("clients"), ["Customer_ID", "Email_address", "Full Name", "Notes"])).toEqual({
    externalId: 0,
    email: 1,
    name: 2,
    organization: null,
    country: null,
    timeZone: null,
  });
  const csv = "who,where,what\nA. Person,a.person@client.test,77";
  expect(await tryImport(ada!, { kind: "clients", csv, mapping: null })).toMatchObject({
    missing: ["Id in the other system", "Email address", "Name"],
  });
  expect(
    await tryImport(ada!, { kind: "clients", csv, mapping: { externalId: "2", email: "1", name: "0", country: "99" } }),
  ).toMatchObject({
    missing: [],
    create: 1,
  });
});

test("each line that can't be imported says why", () => {
  const mapping = guessMapping(importOf("clients"), ["id", "email", "name", "country", "time zone"]);
  const { rows, faults } = readLines(
    importOf("clients"),
    [
      ["1", "a@client.test", "A", "de", "Europe/Berlin"],
      ["", "b@client.test", "B"],
      ["3", "b at client", "B"],
      ["4", "d@client.test", ""],
      ["5", "e@client.test", "E", "Germany"],
      ["6", "f@client.test", "F", "DE", "Berlin time"],
      ["1", "g@client.test", "G"],
      ["8", "A@client.test", "H"],
    ],
    mapping,
    "2026-11-29",
  );
  expect(rows.map(({ line, row }) => [line, row.country])).toEqual([[2, "DE"]]);
  expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
    [3, "The id is missing."],
    [4, "“b at client” isn't an email address."],
    [5, "The name is missing or longer than 80 characters."],
    [6, "“GERMANY” isn't a country's code, such as DE."],
    [7, "“Berlin time” isn't a time zone, such as Europe/Berlin."],
    [8, "The id or the address is on line 2 already."],
    [9, "The id or the address is on line 2 already."],
  ]);
});
