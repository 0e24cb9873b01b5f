import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { json } from "#app/platform/server/core/database.ts";
import { findOwnProfile, ownProfileVersion } from "./find-own-profile.ts";
import { saveProfile } from "./save-profile.ts";

let world: TestWorld;
/** Facts are never deleted, so each test counts from where it began. */
let since = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const ada = personOf("ada");
const uid = amara.uid;
const typed = {
  uid,
  displayName: "Dr. Amara Osei",
  timeZone: "Africa/Accra",
  name: "University of Ghana",
  address: "P.O. Box LG 25\r\nLegon",
  country: "GH",
  vatId: "",
};
const factsOf = (kind: "account.profile_changed" | "account.editor_listed") =>
  world.db
    .selectFrom("facts")
    .selectAll()
    .where("kind", "=", kind)
    .where("subjectId", "=", uid)
    .where("seq", ">", since)
    .orderBy("seq")
    .execute();
beforeEach(async () => {
  since =
    (
      await world.db
        .selectFrom("facts")
        .select((e) => e.fn.max("seq").as("seq"))
        .executeTakeFirst()
    )?.seq ?? 0;
  await world.db
    .updateTable("users")
    .set({
      displayName: "Dr. Amara Osei",
      timeZone: "Africa/Accra",
      billing: json({ name: "Dr. Amara Osei", country: "GH" }),
    })
    .where("uid", "=", uid)
    .execute();
});

describe("a profile", () => {
  test("is saved as typed, with the billing details for invoices", async () => {
    await saveProfile(amara, typed);
    expect(await findOwnProfile(amara)).toMatchObject({
      billing: { name: "University of Ghana", address: "P.O. Box LG 25\nLegon", country: "GH", vatId: "" },
    });
    expect((await factsOf("account.profile_changed")).map((f) => f.data.changed)).toEqual([["name", "address"]]);
  });
  test("clearing the billing details removes them", async () => {
    await saveProfile(amara, { ...typed, name: "", address: "", country: "" });
    expect(
      (await world.db.selectFrom("users").select("billing").where("uid", "=", uid).executeTakeFirstOrThrow()).billing,
    ).toBeNull();
  });
  test("can't be changed by anyone else, not even an admin", async () => {
    for (const actor of [mei, jonas, ada, NOBODY])
      await expect(saveProfile(actor, typed)).rejects.toMatchObject({ kind: "refused" });
    await expect(saveProfile(amara, { ...typed, uid: mei.uid })).rejects.toMatchObject({ kind: "refused" });
  });
  test.each([
    [{ displayName: " " }, "displayName"],
    [{ displayName: "a\nb" }, "displayName"],
    [{ timeZone: "Moon/Base" }, "timeZone"],
    [{ country: "XX" }, "country"],
    [{ country: "DE", vatId: "123" }, "vatId"],
    [{ country: "", vatId: "DE123456788" }, "country"],
    [{ address: "x".repeat(401) }, "address"],
  ])("%o is refused where it stands", async (part, field) => {
    await expect(saveProfile(amara, { ...typed, ...part })).rejects.toMatchObject({
      kind: "invalid",
      fields: { [field]: expect.any(String) },
    });
  });
  test("sent twice is changed once, and another window's change isn't overwritten unseen", async () => {
    const seen = ownProfileVersion(await findOwnProfile(amara));
    await Promise.all([saveProfile(amara, { ...typed, seen }), saveProfile(amara, { ...typed, seen })]);
    expect(await factsOf("account.profile_changed")).toHaveLength(1);
    await expect(saveProfile(amara, { ...typed, name: "Somebody else", seen })).rejects.toMatchObject({
      kind: "conflict",
      code: "profile_changed",
    });
  });
});
