import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { MAIL_JOB } from "#app/platform/server/mail/mail.ts";
import { ACCOUNT_LIST, findAccount, listAccounts, accountList } from "./list-accounts.ts";
import { checkLedger, describeSettings, readJobs, readMail, retryJob } from "./operate.ts";

const [ada, sam, jonas, amara] = [personOf("ada"), personOf("sam"), personOf("jonas"), personOf("amara")];
const others = [sam, jonas, amara, NOBODY, { ...ada, emailVerified: false }];
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());

const asked = (search: string) => readListQuery(new URLSearchParams(search), ACCOUNT_LIST);
const found = async (search: string) => (await listAccounts(ada, asked(search))).rows.map((r) => r.name);

describe("all accounts", () => {
  test("can be searched, filtered by role and status, and sorted", async () => {
    expect(await found("q=editor2")).toEqual(["Priya Raman"]);
    expect(await found("role=admin&sort=name")).toEqual(["Ada Lindqvist", "Ben Castillo"]);
    expect(await found("role=support")).toEqual(["Sam Okafor"]);
    expect(await found("role=editor&sort=-name")).toEqual(["Priya Raman", "Noor Haddad", "Jonas Weber"]);
    expect(await found("role=client&sort=name")).toEqual(["Dr. Amara Osei", "Mei-Ling Tan", "Uma Novak"]);
    expect(await found("state=unverified")).toEqual(["Uma Novak"]);
    expect(await found("state=disabled")).toEqual([]);
    expect((await listAccounts(ada, asked("page=9"))).total).toBe(9);
  });
  test("show claims and profile roles", async () => {
    expect(await findAccount(ada, jonas.uid)).toMatchObject({
      claims: { editor: true, admin: false },
      roles: { editor: true },
      profileRole: "editor",
      verified: true,
      sessions: 0,
      hasEditorProfile: true,
    });
    await expect(findAccount(ada, "usr_none")).rejects.toMatchObject({ kind: "not-found" });
  });
  test("are visible to admins only", async () => {
    for (const actor of others) {
      await expect(listAccounts(actor, asked(""))).rejects.toMatchObject({ kind: "refused" });
      expect(() => accountList(actor, asked(""))).toThrow(expect.objectContaining({ kind: "refused" }));
      await expect(findAccount(actor, jonas.uid)).rejects.toMatchObject({ kind: "refused" });
    }
  });
});

describe("operations", () => {
  test("are for admins only", async () => {
    for (const actor of others) {
      for (const read of [readJobs, readMail, checkLedger])
        await expect(read(actor)).rejects.toMatchObject({ kind: "refused" });
      await expect(retryJob(actor, randomUUID())).rejects.toMatchObject({ kind: "refused" });
      expect(() => describeSettings(actor)).toThrow("Only an admin");
    }
  });
  test("lists a failed job with its error and requeues it once", async () => {
    await enqueue(world.db, MAIL_JOB, { mailId: "eml_gone" });
    // The same way the queue sets a failed job aside.
    await sql`update pgboss.job set name = 'dead-jobs', source_name = 'mail', source_retry_count = 12, source_output = '{"message":"The mail server refused it"}' where name = 'mail'`.execute(
      world.db,
    );
    const { dead } = await readJobs(ada);
    expect(dead).toMatchObject({
      total: 1,
      jobs: [{ name: "mail", about: "eml_gone", tries: 13, reason: "The mail server refused it" }],
    });
    await retryJob(ada, dead.jobs[0]!.id);
    const after = await readJobs(ada);
    expect(after.dead.total).toBe(0);
    expect(after.queues.find((q) => q.name === "mail")).toMatchObject({ waiting: 1 });
    await expect(retryJob(ada, dead.jobs[0]!.id)).rejects.toMatchObject({ kind: "conflict" });
    await expect(retryJob(ada, "no-id")).rejects.toMatchObject({ kind: "conflict" });
  });
  test("shows unsent emails", async () => {
    await world.db
      .insertInto("mail")
      .values({
        id: "eml_1",
        key: "k1",
        to: "a@demo.test",
        subject: "Hello",
        html: "",
        text: "",
        kind: "x",
        status: "failed",
        attempts: 3,
        failure: "refused",
        createdAt: NOON,
      })
      .execute();
    await world.db
      .insertInto("mail")
      .values({
        id: "eml_2",
        key: "k2",
        to: "b@demo.test",
        subject: "Hello",
        html: "",
        text: "",
        kind: "x",
        status: "sent",
        createdAt: NOON,
      })
      .execute();
    expect(await readMail(ada)).toMatchObject({ sent: 1, failed: 1, letters: [{ id: "eml_1", failure: "refused" }] });
  });
  test("an empty ledger reconciles; settings contain no secrets", async () => {
    expect(await checkLedger(ada)).toMatchObject({ differences: [], ledgerSumMinor: 0, entries: 0 });
    const said = JSON.stringify(describeSettings(ada));
    for (const secret of [
      world.config.secret,
      world.config.stripe.secretKey,
      world.config.stripe.webhookSecret,
      world.config.debtor.iban,
      world.config.databaseUrl,
    ])
      expect(said).not.toContain(secret);
  });
});
