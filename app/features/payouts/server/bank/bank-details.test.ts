import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { json } from "#app/platform/server/core/database.ts";
import { approveRun } from "../runs/approve-run.ts";
import { askBankChange, cancelBankChange } from "./ask-bank-change.ts";
import { findPendingBank, listBankHistory, lockBank, lockBanks } from "./bank-changes.ts";
import { confirmBankChange } from "./confirm-bank-change.ts";
import { EXAMPLES } from "../../testing/bank-accounts.ts";
import { findBank, planFor } from "../earnings/list-earnings.ts";

const [ada, ben, jonas, noor] = [personOf("ada"), personOf("ben"), personOf("jonas"), personOf("noor")];
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  for (const table of ["bank_changes", "mail", "payouts", "payout_runs"] as const)
    await world.db.deleteFrom(table).execute();
  await world.db.deleteFrom("bank_details").where("uid", "=", noor.uid).execute();
});

const IBAN = {
  scheme: "iban" as const,
  holder: "Noor Haddad",
  iban: "NL91 ABNA 0417 1643 00",
  bic: "ABNANL2A",
  town: "Amsterdam",
  country: "NL",
};
const US = {
  scheme: "us" as const,
  holder: "Noor Haddad",
  code: "021000021",
  accountNumber: "000123456789",
  accountType: "checking",
  holderType: "company",
  town: "Boston",
  country: "US",
};
const ask = (more: Record<string, string> = {}, as = noor) =>
  askBankChange(as, { ...IBAN, ...more, uid: noor.uid } as Parameters<typeof askBankChange>[1]);
/** The token in the newest email. */
async function token(): Promise<string> {
  const mail = await world.db
    .selectFrom("mail")
    .selectAll()
    .where("kind", "=", "bank.confirm")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(mail.text).not.toContain("0417164300");
  return /confirm=([\w-]+)/.exec(mail.text)![1]!;
}
const confirm = async (as = noor) => confirmBankChange(as, { uid: noor.uid, token: await token() });

describe("entering bank details", () => {
  test.each([
    [{ iban: "NL91 ABNA 0417 1643 01" }, "iban", "check digits"],
    [{ iban: "" }, "iban", "Enter the IBAN"],
    [{ iban: "de89 3704 0044 0532 0130 00", bic: "COBADEFFXXX" }, "iban", "our own account"],
    [{ bic: "" }, "bic", "Enter the BIC"],
    [{ bic: "DEUTDEFF" }, "bic", "another country"],
    [{ holder: "" }, "holder", "Enter"],
    [{ town: "" }, "town", "Enter"],
    [{ country: "XX" }, "country", "Choose"],
    [{ ...US, code: "021000022" }, "code", "check digit"],
    [{ ...US, code: "12345" }, "code", "nine digits"],
    [{ ...US, accountNumber: "12" }, "accountNumber", "4 to 17"],
    [{ ...US, accountType: "" }, "accountType", "checking or savings"],
    [{ ...US, holderType: "firm" }, "holderType", "a person's or a company's"],
  ])("refuses %j at its field", async (more, field, words) => {
    await expect(ask(more as Record<string, string>)).rejects.toMatchObject({
      kind: "invalid",
      fields: { [field]: expect.stringContaining(words) },
    });
    expect(await findPendingBank(noor.uid, NOON)).toBeNull();
  });

  test("changes nothing until the link in the email is used by the editor, then freezes payouts for three days", async () => {
    expect(await ask()).toBe(noor.email);
    expect(await findBank(noor.uid)).toBeNull();
    expect(await findPendingBank(noor.uid, NOON)).toMatchObject({ account: "NL91 •••• 4300", expired: false });
    const raw = await world.db.selectFrom("bank_changes").selectAll().executeTakeFirstOrThrow();
    expect(raw.sealed.includes("0417164300")).toBe(false);
    expect((await planFor(noor.uid, NOON, NOON)).reasons).toContain(
      "The new bank details haven't been confirmed by email.",
    );
    for (const other of [ada, jonas]) await expect(confirm(other)).rejects.toMatchObject({ kind: "refused" });
    await expect(confirmBankChange(noor, { uid: noor.uid, token: "made-up" })).rejects.toMatchObject({ kind: "gone" });
    await confirm();
    expect(await findBank(noor.uid)).toMatchObject({ iban: "NL91ABNA0417164300", bic: "ABNANL2A", createdAt: NOON });
    const frozen = "The bank details changed in the last 3 days.";
    expect((await planFor(noor.uid, NOON, after(NOON, 2 * DAY))).reasons).toContain(frozen);
    expect((await planFor(noor.uid, NOON, after(NOON, 3 * DAY + 1))).reasons).not.toContain(frozen);
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select("title")
        .where("userId", "=", noor.uid)
        .where("kind", "=", "bank.confirmed")
        .execute(),
    ).toEqual([{ title: "Your bank details were changed" }]);
  });

  test("takes a US account by routing number, without an IBAN", async () => {
    await ask(US);
    await confirm();
    expect(await findBank(noor.uid)).toMatchObject({
      iban: null,
      routingNumber: "021000021",
      accountNumber: "000123456789",
      accountType: "checking",
      holderType: "company",
    });
    expect((await listBankHistory(noor.uid))[0]).toMatchObject({ account: "•••• 6789", replacedAt: null });
  });

  test("takes an account in India by IFSC", async () => {
    await ask({ ...EXAMPLES.in, bic: "", scheme: "in", holder: "Asha Rao", town: "Pune", country: "IN" });
    await confirm();
    const row = await world.db
      .selectFrom("bank_details")
      .selectAll()
      .where("uid", "=", noor.uid)
      .where("replacedAt", "is", null)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      iban: null,
      routingNumber: null,
      clearingSystem: "INFSC",
      clearingCode: "HDFC0000123",
      accountNumber: "50100123456789",
      bic: null,
    });
    expect((await listBankHistory(noor.uid))[0]).toMatchObject({ account: "•••• 6789", bank: "HDFC0000123" });
  });

  test("uses only the newest link, once, within a day", async () => {
    await ask();
    const first = await token();
    await ask(US);
    await expect(confirmBankChange(noor, { uid: noor.uid, token: first })).rejects.toMatchObject({ code: "bank_link" });
    const second = await token();
    setClock(after(NOON, 24 * HOUR));
    await expect(confirmBankChange(noor, { uid: noor.uid, token: second })).rejects.toMatchObject({
      code: "bank_link_expired",
    });
    setClock(after(NOON, 23 * HOUR));
    const both = await Promise.allSettled([1, 2].map(() => confirmBankChange(noor, { uid: noor.uid, token: second })));
    expect(both.map((b) => b.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listBankHistory(noor.uid)).toHaveLength(1);
  });

  test("keeps the history, masked, and a discarded change leaves no trace of the number", async () => {
    await ask();
    await confirm();
    setClock(after(NOON, DAY));
    await ask(US);
    await cancelBankChange(noor, { uid: noor.uid });
    await expect(cancelBankChange(noor, { uid: noor.uid })).rejects.toMatchObject({ kind: "not-found" });
    expect(await findBank(noor.uid)).toMatchObject({ iban: "NL91ABNA0417164300" });
    await expect(ask()).rejects.toMatchObject({ code: "bank_same" });
    await ask(US);
    await confirm();
    const history = await listBankHistory(noor.uid);
    expect(history.map((h) => [h.account, h.replacedAt !== null])).toEqual([
      ["•••• 6789", false],
      ["NL91 •••• 4300", true],
    ]);
    expect(JSON.stringify(history)).not.toMatch(/000123456789|0417164300/);
  });

  test("is for the editor alone", async () => {
    for (const other of [ada, jonas, personOf("sam"), personOf("amara")]) {
      await expect(ask({}, other)).rejects.toMatchObject({ kind: "refused" });
      await expect(cancelBankChange(other, { uid: noor.uid })).rejects.toMatchObject({ kind: "refused" });
    }
  });
});

test("a run prepared with an account that was replaced since isn't approved", async () => {
  await ask();
  await confirm();
  const runId = newId("run");
  await world.db
    .insertInto("payout_runs")
    .values({
      id: runId,
      number: "RUN-TEST-1",
      cutoffAt: NOON,
      currency: "USD",
      totalMinor: 5_000,
      makerId: ada.uid,
      createdAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("payouts")
    .values({
      id: newId("payout"),
      runId,
      editorId: noor.uid,
      grossMinor: 5_000,
      amountMinor: 5_000,
      currency: "USD",
      endToEndId: "PYO-TEST-1",
      bank: json(await findBank(noor.uid)),
      createdAt: NOON,
    })
    .execute();
  setClock(after(NOON, HOUR));
  await ask(US);
  await confirm();
  await expect(approveRun(ben, { runId })).rejects.toMatchObject({
    code: "bank_changed",
    message: "Noor Haddad changed their bank details after this run was prepared.",
  });
});

/** The number of transactions in this file's database that can't have a lock yet. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(world.db);
  return rows[0]!.n;
}

describe("a payout run and a change of bank details at the same time", () => {
  test("the change waits until the run has read the details", async () => {
    const asked = await world.db.transaction().execute(async (tx) => {
      await lockBanks(tx);
      const change = ask();
      await expect.poll(waiting).toBe(1);
      expect(await findPendingBank(noor.uid, NOON)).toBeNull();
      return { change };
    });
    await asked.change;
    expect(await findPendingBank(noor.uid, NOON)).not.toBeNull();
  });

  test("the run waits until a change that has begun is complete, and editors don't wait for each other", async () => {
    const began = await world.db.transaction().execute(async (tx) => {
      await lockBank(tx, noor.uid);
      await world.db.transaction().execute((other) => lockBank(other, jonas.uid));
      const run = world.db.transaction().execute((other) => lockBanks(other));
      await expect.poll(waiting).toBe(1);
      return { run };
    });
    await began.run;
  });
});
