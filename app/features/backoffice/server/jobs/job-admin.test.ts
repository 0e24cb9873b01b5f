import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { REACTION_JOB } from "#app/platform/server/core/facts.ts";
import { drainJobs, enqueue } from "#app/platform/server/core/jobs.ts";
import { MAIL_JOB } from "#app/platform/server/mail/mail.ts";
import { findAccount, listAccounts, accountList } from "../people/list-accounts.ts";
import { discardJob } from "./discard-job.ts";
import { checkLedger, describeSettings, readJobs, readMail } from "./job-admin.ts";
import { retryJob } from "./retry-job.ts";
import { retryJobs } from "./retry-jobs.ts";
import { ACCOUNT_LIST } from "#app/features/backoffice/rules/lists/account-list.ts";

const [ada, ben, sam, jonas, amara] = [
  personOf("ada"),
  personOf("ben"),
  personOf("sam"),
  personOf("jonas"),
  personOf("amara"),
];
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
    expect((await listAccounts(ada, asked("page=9"))).total).toBe(Object.keys(CAST).length);
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

/** Sets jobs aside as the queue does with those that have no retries left. */
async function fail(name: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await enqueue(world.db, name, { mailId: `eml_${n}` });
  await sql`update pgboss.job set name = 'dead-jobs', source_name = ${name}, source_retry_count = 8,
    source_output = '{"message":"No answer"}' where name = ${name}`.execute(world.db);
}
const jobFacts = async () =>
  (
    await world.db
      .selectFrom("facts")
      .select(["kind", "actorId", "data"])
      .where("kind", "in", ["job.retried", "job.discarded"])
      .orderBy("seq", "desc")
      .execute()
  ).map(({ kind, actorId, data }) => [kind, actorId, data]);
const outcomes = async (asked: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(asked)).map((it) =>
    it.status === "fulfilled" ? "done" : (it.reason as { kind: string }).kind,
  );

describe("operations", () => {
  test("are for admins only", async () => {
    for (const actor of others) {
      for (const read of [readJobs, readMail, checkLedger])
        await expect(read(actor)).rejects.toMatchObject({ kind: "refused" });
      await expect(retryJob(actor, { job: randomUUID() })).rejects.toMatchObject({ kind: "refused" });
      await expect(retryJobs(actor, { kind: "mail" })).rejects.toMatchObject({ kind: "refused" });
      await expect(discardJob(actor, { job: randomUUID(), reason: "Done by hand" })).rejects.toMatchObject({
        kind: "refused",
      });
      await expect(describeSettings(actor)).rejects.toThrow("Only an admin");
    }
  });
  test("lists a failed job with its error and requeues it once", async () => {
    await enqueue(world.db, MAIL_JOB, { mailId: "eml_gone" });
    // The same way the queue sets a failed job aside.
    await sql`update pgboss.job set name = 'dead-jobs', source_name = 'mail', source_retry_count = 12,
      source_output = '{"message":"The mail server refused it"}' where name = 'mail'`.execute(world.db);
    const { dead } = await readJobs(ada);
    expect(dead).toMatchObject({
      total: 1,
      jobs: [{ name: "mail", about: "eml_gone", tries: 13, reason: "The mail server refused it" }],
    });
    await retryJob(ada, { job: dead.jobs[0]!.id });
    const after = await readJobs(ada);
    expect(after.dead.total).toBe(0);
    expect(after.queues.find((q) => q.name === "mail")).toMatchObject({ waiting: 1 });
    await expect(retryJob(ada, { job: dead.jobs[0]!.id })).rejects.toMatchObject({ kind: "conflict" });
    await expect(retryJob(ada, { job: "no-id" })).rejects.toMatchObject({ kind: "conflict" });
  });
  test("retries all failed jobs of a kind, and leaves the others", async () => {
    await sql`delete from pgboss.job`.execute(world.db);
    await fail("push", 3);
    await fail("mail", 2);
    expect((await readJobs(ada)).dead).toMatchObject({
      total: 5,
      kinds: [
        { name: "mail", count: 2 },
        { name: "push", count: 3 },
      ],
    });
    expect(await retryJobs(ada, { kind: "push" })).toEqual({ count: 3 });
    const { dead, queues } = await readJobs(ada);
    expect(dead).toMatchObject({ total: 2, kinds: [{ name: "mail", count: 2 }] });
    const waiting = queues.find((q) => q.name === "push")!;
    expect(waiting).toMatchObject({ waiting: 3 });
    expect(Date.now() - waiting.oldestDueAt!.getTime(), "the age of the oldest").toBeLessThan(60_000);
    expect(await jobFacts()).toContainEqual(["job.retried", ada.uid, { job: "push", count: 3 }]);
    await expect(retryJobs(ada, { kind: "push" })).rejects.toMatchObject({ kind: "conflict" });
    for (const kind of ["no-such-kind", "", "-", "%_", "tkt_1 or 1=1", "dead-jobs"])
      await expect(retryJobs(ada, { kind }), kind).rejects.toMatchObject({
        kind: "conflict",
        message: "This version doesn't run jobs of this kind.",
      });
    expect((await outcomes([retryJobs(ada, { kind: "mail" }), retryJobs(ben, { kind: "mail" })])).toSorted()).toEqual([
      "conflict",
      "done",
    ]);
    expect((await readJobs(ada)).queues.find((q) => q.name === "mail")).toMatchObject({ waiting: 2 });
  });
  test("discards a failed job with a reason, once, also when others retry or discard it at the same time", async () => {
    await sql`delete from pgboss.job`.execute(world.db);
    await fail("push", 4);
    const ids = (await readJobs(ada)).dead.jobs.map((job) => job.id);
    await expect(discardJob(ada, { job: ids[0]!, reason: "  " })).rejects.toMatchObject({ kind: "invalid" });
    await discardJob(ada, { job: ids[0]!, reason: "The phone is gone" });
    expect((await jobFacts())[0]).toEqual([
      "job.discarded",
      ada.uid,
      { job: "push", about: expect.stringMatching(/^eml_\d$/), reason: "The phone is gone" },
    ]);
    await expect(discardJob(ben, { job: ids[0]!, reason: "Again" })).rejects.toMatchObject({ kind: "conflict" });
    await expect(discardJob(ben, { job: "no-id", reason: "Again" })).rejects.toMatchObject({ kind: "conflict" });
    for (const job of ids.slice(1)) {
      const asked = [
        discardJob(ada, { job, reason: "Not needed" }),
        retryJob(ben, { job }),
        discardJob(ben, { job, reason: "Not needed" }),
      ];
      expect((await outcomes(asked)).toSorted()).toEqual(["conflict", "conflict", "done"]);
    }
    const after = await readJobs(ada);
    expect(after.dead.total).toBe(0);
    // Ben may have retried others in the test before this one.
    const retried = (await jobFacts()).filter(
      ([kind, who, data]) => kind === "job.retried" && who === ben.uid && (data as { job: string }).job === "push",
    ).length;
    expect(after.queues.find((q) => q.name === "push")!.waiting, "each is retried or gone, never both").toBe(retried);
  });
  test("leaves failed jobs of a kind that an older version ran, and says that they can be discarded", async () => {
    await sql`delete from pgboss.job`.execute(world.db);
    await sql`insert into pgboss.job (name, data, source_name) values ('dead-jobs', '{}', 'of-an-older-version'),
      ('dead-jobs', '{}', null)`.execute(world.db);
    await fail("push", 1);
    const { dead } = await readJobs(ada);
    expect(Object.fromEntries(dead.kinds.map(({ name, runs }) => [name, runs]))).toEqual({
      "": false,
      "of-an-older-version": false,
      push: true,
    });
    const jobs = dead.jobs.filter((job) => !job.runs);
    expect(jobs.map((job) => job.name).toSorted()).toEqual(["", "of-an-older-version"]);
    for (const job of jobs) {
      await expect(retryJob(ada, { job: job.id })).rejects.toMatchObject({
        kind: "conflict",
        advice: "Discard them if they're no longer needed.",
      });
      await discardJob(ada, { job: job.id, reason: "Sent by hand" });
    }
    expect((await readJobs(ada)).dead.jobs.map((job) => job.name)).toEqual(["push"]);
  });
  test("lists no more than a hundred failed jobs, and counts them all", async () => {
    await sql`delete from pgboss.job`.execute(world.db);
    await enqueue(world.db, "push", {});
    await sql`insert into pgboss.job (name, data, source_name) select 'dead-jobs', '{}', 'push'
      from generate_series(1, 1200)`.execute(world.db);
    const { dead } = await readJobs(ada);
    expect([dead.total, dead.jobs.length]).toEqual([1_200, 100]);
    expect(await retryJobs(ada, { kind: "push" }), "the oldest thousand").toEqual({ count: 1_000 });
    expect((await readJobs(ada)).dead.total).toBe(200);
    await sql`delete from pgboss.job`.execute(world.db);
  });
  test("a worker without a reaction puts its job back for one that has it", async () => {
    const factId = await transact(ada, (ctx) => ctx.fact("setup.confirmed", { data: { step: "prices", item: "" } }));
    await enqueue(world.db, REACTION_JOB, { factId, reaction: "ofTheNextVersion" });
    await expect(drainJobs()).rejects.toThrow("doesn't have the reaction ofTheNextVersion");
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = ${REACTION_JOB}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ state: "retry" }]);
    await sql`delete from pgboss.job`.execute(world.db);
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
    const said = JSON.stringify(await describeSettings(ada));
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
