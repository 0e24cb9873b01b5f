import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { json } from "#app/platform/server/core/database.ts";
import { type Billing, billingOf } from "../../rules/billing.ts";
import { billingMark } from "../../rules/billing-changes.ts";
import { saveBilling } from "./save-billing.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const [amara, mei] = [personOf("amara"), personOf("mei")];
const FILLED: Billing = {
  name: "Dr. Amara Osei",
  organization: "",
  address: "14 Liberation Road\nAccra",
  country: "GH",
  state: "",
  vatId: "",
};
const saved = async (): Promise<Billing> =>
  billingOf(
    (await world.db.selectFrom("users").select("billing").where("uid", "=", amara.uid).executeTakeFirstOrThrow())
      .billing,
  );
/** Sends the form as a window would that was opened with these details. */
const save = (changes: Partial<Billing>, seen: string = billingMark(FILLED)) =>
  saveBilling(amara, { uid: amara.uid, ...FILLED, ...changes, seen });

beforeEach(async () => {
  await world.db
    .updateTable("users")
    .set({ billing: json(FILLED) })
    .where("uid", "=", amara.uid)
    .execute();
});

test("a form filled before a change elsewhere keeps that change and adds its own", async () => {
  await save({ organization: "University of Ghana", vatId: "C0002345678" });
  expect((await save({ name: "Department of Botany" })).changed).toEqual(["name"]);
  expect(await saved()).toEqual({
    ...FILLED,
    name: "Department of Botany",
    organization: "University of Ghana",
    vatId: "C0002345678",
  });
  // Sending it again or unchanged does nothing.
  expect((await save({ name: "Department of Botany" })).changed).toEqual([]);
  expect((await save({})).changed).toEqual([]);
});

test("a field changed in both places is refused by name until the person has seen it", async () => {
  await save({ organization: "University of Ghana", country: "NL" });
  await expect(save({ organization: "Ashesi University", country: "" })).rejects.toMatchObject({
    kind: "conflict",
    code: "billing_changed",
    fields: {
      organization: "Changed to “University of Ghana” in another window.",
      country: "Changed to “Netherlands” in another window.",
    },
  });
  expect(await saved()).toMatchObject({ organization: "University of Ghana", country: "NL" });
  await save({ organization: "Ashesi University", country: "NL" }, billingMark(await saved()));
  expect(await saved()).toMatchObject({ organization: "Ashesi University", country: "NL" });
  // Removed in both windows.
  await save({ organization: "" }, billingMark(await saved()));
  await expect(save({ organization: "Lund" }, billingMark({ ...FILLED, organization: "X" }))).rejects.toMatchObject({
    fields: { organization: "Removed in another window." },
  });
});

test("the same change in both isn't a conflict, and line endings don't count as a change", async () => {
  await save({ address: "P.O. Box 25\r\nLegon" });
  expect((await save({ address: "P.O. Box 25\nLegon" })).changed).toEqual([]);
});

test("two windows saving at once lose nothing", async () => {
  await Promise.all([save({ name: "Botany" }), save({ organization: "University of Ghana" })]);
  expect(await saved()).toMatchObject({ name: "Botany", organization: "University of Ghana" });
  const seen = billingMark(await saved());
  const both = await Promise.allSettled([save({ name: "One" }, seen), save({ name: "Two" }, seen)]);
  expect(both.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("an invalid mark is ignored, and other people's details can't be changed", async () => {
  for (const mark of ["", "[]", "null", "{", '"x"']) await save({ name: `From ${mark}` }, mark);
  expect((await saved()).name).toBe('From "x"');
  await expect(saveBilling(mei, { uid: amara.uid, ...FILLED })).rejects.toMatchObject({ kind: "refused" });
});
