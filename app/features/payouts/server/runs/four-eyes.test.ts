import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import { json } from "#app/platform/server/core/database.ts";
import { findAccount } from "#app/features/backoffice/server/people/list-accounts.ts";
import { rememberDevice } from "#app/features/accounts/server/sign-in/known-device.ts";
import { approveRun } from "./approve-run.ts";
import { findLookAlikes, listLookAlikePairs } from "../bank/find-look-alikes.ts";
import { listPayoutPlans } from "../earnings/list-payout-plans.ts";
import { prepareRun } from "./prepare-run.ts";

let world: TestWorld;
beforeAll(async () => {
  // Not in a demo, where everyone shares one browser.
  world = await openWorld({ DEMO: "0", PUBLIC_URL: "https://app.stet.example" });
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());
beforeEach(async () => {
  useConfig(world.config);
  await world.db.deleteFrom("payouts").execute();
  await world.db.deleteFrom("payout_runs").execute();
  await world.db.deleteFrom("auth_device").execute();
  await world.db.deleteFrom("bank_details").where("uid", "in", ["usr_ada", "usr_ben"]).execute();
  for (const name of ["ada", "ben", "jonas"] as const)
    await world.db
      .updateTable("users")
      .set({ displayName: CAST[name].displayName })
      .where("uid", "=", CAST[name].uid)
      .execute();
});

const [ada, ben, jonas] = [personOf("ada"), personOf("ben"), personOf("jonas")];
/** A run that Ada prepared, paying these people. */
async function run(...payees: CastName[]): Promise<string> {
  const id = newId("run");
  await world.db
    .insertInto("payout_runs")
    .values({
      id,
      number: `RUN-${id}`,
      cutoffAt: NOON,
      currency: "USD",
      totalMinor: 100,
      makerId: ada.uid,
      createdAt: NOON,
    })
    .execute();
  for (const payee of payees)
    await world.db
      .insertInto("payouts")
      .values({
        id: newId("payout"),
        runId: id,
        editorId: CAST[payee].uid,
        grossMinor: 100,
        debtMinor: 0,
        amountMinor: 100,
        currency: "USD",
        endToEndId: id.slice(0, 30) + payee,
        bank: json({}),
        createdAt: NOON,
      })
      .execute();
  return id;
}
const bank = (uid: string, set: { iban: string; holder?: string; confirmed?: boolean }) =>
  world.db
    .insertInto("bank_details")
    .values({
      id: newId("mail"),
      uid,
      holder: set.holder ?? "A holder of their own",
      iban: set.iban,
      country: "DE",
      currency: "EUR",
      createdAt: NOON,
      confirmedAt: set.confirmed === false ? null : NOON,
    })
    .execute();
const ibanOf = async (uid: string) =>
  (
    await world.db
      .selectFrom("bank_details")
      .select("iban")
      .where("uid", "=", uid)
      .where("replacedAt", "is", null)
      .executeTakeFirstOrThrow()
  ).iban!;
const rename = (uid: string, displayName: string) =>
  world.db.updateTable("users").set({ displayName }).where("uid", "=", uid).execute();
const refusal = (actor: Person, runId: string): Promise<string> =>
  approveRun(actor, { runId }).then(
    () => "approved",
    (error: { kind: string; message: string }) => (error.kind === "refused" ? error.message : `past: ${error.message}`),
  );

describe("approval of a payout run is refused", () => {
  test("to an admin it pays", async () => {
    const runId = await run("jonas");
    expect(await refusal({ ...jonas, isAdmin: true }, runId)).toBe(
      "This run pays you, so someone else must approve it.",
    );
  });

  test("to an admin who shares a confirmed bank account with a payee, in any format", async () => {
    const iban = await ibanOf(jonas.uid);
    await bank(ben.uid, { iban: iban.toLowerCase().replace(/(.{4})/g, "$1 "), confirmed: false });
    expect(await refusal(ben, await run("jonas"))).not.toContain("look like the same person");
    await world.db.updateTable("bank_details").set({ confirmedAt: NOON }).where("uid", "=", ben.uid).execute();
    expect(await refusal(ben, await run("jonas"))).toBe(
      "This run pays Jonas Weber, and your two accounts look like the same person (same bank account), so someone else must approve it.",
    );
    // A run that doesn't pay him isn't affected.
    expect(await refusal(ben, await run("priya"))).not.toContain("look like the same person");
  });

  test("to an admin who has signed in from the preparer's browser", async () => {
    const key = await rememberDevice(ada.uid, null);
    await rememberDevice(ben.uid, key);
    const runId = await run("jonas");
    expect(await refusal(ben, runId)).toBe(
      "Ada Lindqvist prepared this run, and your two accounts look like the same person (same device), so someone else must approve it.",
    );
    // In the demo everyone signs in from one browser, so it is shown but doesn't block approval on its own.
    useConfig({ ...world.config, demo: true });
    expect(await refusal(ben, runId)).not.toContain("look like the same person");
    expect(await listLookAlikePairs([ada.uid, ben.uid, jonas.uid])).toMatchObject([
      { displayName: "Ada Lindqvist", other: { displayName: "Ben Castillo", signs: ["device"] } },
    ]);
  });

  test.each(["Dr. Jonas WEBER", "Weber, Jonas", "Jónas  Wéber"])(
    "to an admin named %s when it pays Jonas Weber",
    async (name) => {
      await rename(ben.uid, name);
      expect(await refusal(ben, await run("jonas"))).toContain("look like the same person (same name)");
    },
  );

  test("to an admin whose bank account is in the preparer's name", async () => {
    await bank(ben.uid, { iban: "DE89370400440532013000", holder: "Ada Lindqvist" });
    expect(await refusal(ben, await run("jonas"))).toContain("Ada Lindqvist prepared this run");
  });
});

test("shows a person's other accounts only to admins, strongest sign first", async () => {
  await bank(ben.uid, { iban: await ibanOf(jonas.uid) });
  await rename(ben.uid, "Jonas Weber");
  const key = await rememberDevice(jonas.uid, null);
  await rememberDevice(CAST.amara.uid, key);
  const { alike } = await findAccount(ada, jonas.uid);
  expect(alike.map((other) => [other.uid, other.signs])).toEqual([
    ["usr_ben", ["bank", "name"]],
    ["usr_amara", ["device"]],
  ]);
  expect((await findLookAlikes("usr_ben")).map((other) => other.uid)).toEqual(["usr_jonas"]);
  expect(await findLookAlikes("usr_priya")).toEqual([]);
  await expect(findAccount(personOf("sam"), jonas.uid)).rejects.toMatchObject({ kind: "refused" });
});

test("a run leaves out the preparer's other account, and the page says why", async () => {
  await rename(ada.uid, "Jonas Weber");
  await world.db
    .insertInto("earnings")
    .values({
      id: newId("earning"),
      editorId: jonas.uid,
      orderId: await anOrder(),
      status: "available",
      amountMinor: 9_000,
      currency: "USD",
      level: "standard",
      basisMinor: 9_000,
      shareBp: 10_000,
      availableAt: new Date("2026-10-01T00:00:00Z"),
      createdAt: NOON,
    })
    .execute();
  const plan = async (actor: Person) => (await listPayoutPlans(actor, NOON)).editors.find((e) => e.uid === jonas.uid)!;
  expect((await plan(ada)).reasons[0]).toBe(
    "This account and yours look like the same person (same name), so someone else must prepare its payout.",
  );
  expect((await plan(ada)).payable).toBe(false);
  expect((await plan(ben)).reasons.join(" ")).not.toContain("look like the same person");
  await expect(prepareRun(ada, {})).rejects.toMatchObject({ code: "nothing_to_pay" });
});

async function anOrder(): Promise<string> {
  const id = newId("order");
  await world.db
    .insertInto("orders")
    .values({
      id,
      number: `S-${id.slice(-8)}`,
      status: "delivered",
      userId: CAST.amara.uid,
      assignedTo: jonas.uid,
      title: "Soil moisture",
      choices: json({}),
      flags: json({}),
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
  return id;
}
