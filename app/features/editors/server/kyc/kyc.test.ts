import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedKyc } from "#db/seed/demo-kyc.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { findKyc } from "./find-kyc.ts";
import { listKyc, kycList, listKycQueue, kycQueueList } from "./list-kyc.ts";
import { KYC_LIST, KYC_QUEUE } from "#app/features/editors/rules/lists/kyc-list.ts";

const [ada, sam, jonas, noor, amara] = [
  personOf("ada"),
  personOf("sam"),
  personOf("jonas"),
  personOf("noor"),
  personOf("amara"),
];
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await world.db.transaction().execute((tx) => seedKyc(tx, NOON));
  await world.db.transaction().execute((tx) => seedKyc(tx, NOON));
});
afterAll(() => world.close());

const asked = (search: string) => readListQuery(new URLSearchParams(search), KYC_LIST);
const queued = (search: string) => readListQuery(new URLSearchParams(search), KYC_QUEUE);
const names = async (search: string) => (await listKyc(ada, asked(search), NOON)).rows.map((r) => r.displayName);

describe("all editors' documents", () => {
  test("are listed by name with their status and next expiry", async () => {
    const { rows, total } = await listKyc(ada, asked(""), NOON);
    expect(total).toBe(3);
    expect(rows.map((r) => [r.displayName, r.state, r.overview.state])).toEqual([
      ["Jonas Weber", "approved", "approved"],
      ["Noor Haddad", "submitted", "submitted"],
      ["Priya Raman", "approved", "approved"],
    ]);
    expect(rows[2]).toMatchObject({
      nextExpiry: after(NOON, 34 * DAY)
        .toISOString()
        .slice(0, 10),
    });
  });
  test("can be searched, filtered by status, expiry within 60 days and pending review, and sorted", async () => {
    expect(await names("q=weber")).toEqual(["Jonas Weber"]);
    expect(await names("q=%25")).toEqual([]);
    expect(await names("state=submitted")).toEqual(["Noor Haddad"]);
    expect(await names("show=expiring")).toEqual(["Priya Raman"]);
    expect(await names("show=waiting")).toEqual(["Noor Haddad"]);
    expect(await names("sort=expiry")).toEqual(["Priya Raman", "Jonas Weber", "Noor Haddad"]);
    expect(await names("sort=-waiting")).toEqual(["Noor Haddad", "Jonas Weber", "Priya Raman"]);
    expect(await names("page=9")).toHaveLength(3);
  });
  test("show expired from the day after, in list and overview, until a newer one is approved", async () => {
    const later = after(NOON, 36 * DAY);
    const at = async (search: string) =>
      (await listKyc(ada, asked(search), later)).rows.map((r) => [r.displayName, r.state, r.overview.state]);
    expect(await at("state=expired")).toEqual([["Priya Raman", "expired", "expired"]]);
    expect((await at("show=expiring"))[0]).toEqual(["Priya Raman", "expired", "expired"]);
    await world.db
      .insertInto("kyc_documents")
      .values({
        id: newId("kycDocument"),
        uid: "usr_priya",
        kind: "proof_of_address",
        status: "approved",
        submittedAt: after(NOON, 35 * DAY),
      })
      .execute();
    expect(await at("state=expired")).toEqual([]);
    await world.db.deleteFrom("kyc_documents").where("submittedAt", ">", NOON).execute();
  });
  test("are visible to admins only, also as CSV", async () => {
    for (const actor of [sam, jonas, amara, NOBODY]) {
      await expect(listKyc(actor, asked(""), NOON)).rejects.toMatchObject({ kind: "refused" });
      expect(() => kycList(actor, asked(""), NOON)).toThrow(expect.objectContaining({ kind: "refused" }));
    }
    expect(await kycList(ada, asked("state=approved"), NOON).read(100, 0)).toHaveLength(2);
  });
});

describe("the queue", () => {
  test("lists documents to review, oldest first, for staff only", async () => {
    await world.db
      .insertInto("kyc_documents")
      .values({
        id: newId("kycDocument"),
        uid: "usr_jonas",
        kind: "tax_form",
        status: "in_review",
        submittedAt: after(NOON, -5 * DAY),
      })
      .execute();
    for (const actor of [ada, sam])
      expect((await listKycQueue(actor, queued(""))).rows.map((r) => [r.displayName, r.kind])).toEqual([
        ["Jonas Weber", "tax_form"],
        ["Noor Haddad", "id_document"],
      ]);
    expect((await listKycQueue(sam, queued("kind=id_document"))).total).toBe(1);
    expect((await listKycQueue(sam, queued("status=in_review&sort=-waiting"))).rows.map((r) => r.uid)).toEqual([
      "usr_jonas",
    ]);
    expect((await listKycQueue(sam, queued("q=nobody"))).rows).toEqual([]);
    for (const actor of [jonas, amara, NOBODY]) {
      await expect(listKycQueue(actor, queued(""))).rejects.toMatchObject({ kind: "refused" });
      expect(() => kycQueueList(actor, queued(""))).toThrow(expect.objectContaining({ kind: "refused" }));
    }
  });
});

describe("one person's KYC", () => {
  test("is visible to the editor and staff only", async () => {
    expect((await findKyc(noor, noor.uid, NOON)).overview.nextForEditor).toContain("agreement");
    expect((await findKyc(ada, noor.uid, NOON)).overview.nextForStaff).toBe(
      "Review the identity document, waiting for 2 days.",
    );
    for (const actor of [jonas, amara, NOBODY, { ...noor, emailVerified: false }])
      await expect(findKyc(actor, noor.uid, NOON)).rejects.toMatchObject({ kind: "refused" });
    await expect(findKyc(ada, amara.uid, NOON)).rejects.toMatchObject({ kind: "not-found" });
  });
  test("hides tax and bank details from support", async () => {
    const by = async (actor: typeof ada) =>
      (await findKyc(actor, jonas.uid, NOON)).documents.find((d) => d.kind === "bank_proof")!;
    expect((await by(ada)).issuedOn).not.toBeNull();
    expect(await by(sam)).toMatchObject({ status: "approved", issuedOn: null, expiresOn: null, note: "" });
  });
});
