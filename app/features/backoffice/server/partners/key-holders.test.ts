import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_CHOICES, uploadPaper } from "#boot/testing/api-journey.ts";
import { type ApiWorld, openApiWorld } from "#boot/testing/api-world.ts";
import { giveEditorsRoom } from "#boot/testing/card-world.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { createKey } from "#app/features/integrations/server/keys/create-key.ts";
import { listKeys } from "#app/features/integrations/server/keys/list-keys.ts";
import { revokeKey } from "#app/features/integrations/server/keys/revoke-key.ts";
import { saveOrganization } from "#app/features/organizations/server/change-organization.ts";
import { changeMember, removeMember } from "#app/features/organizations/server/members.ts";
import { createPartner, endPartner } from "#app/features/partners/server/change-partners.ts";
import { decidePartnerDiscount, proposePartnerDiscount } from "#app/features/pricing/server/agree-partner-discounts.ts";
import { discountsOfPartner } from "#app/features/pricing/server/partner-discount.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { DETAILS, codeOf, kindOf, lab, topUp } from "../../testing/lab.ts";

let world: TestWorld;
let api: ApiWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await giveEditorsRoom(world);
  api = await openApiWorld();
}, 120_000);
afterAll(async () => {
  api.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("auth_rate_limit").execute();
});

const people = ["amara", "mei", "jonas", "sam", "farah", "cleo", "ada", "ben", "uma"] as const;
const [amara, mei, jonas, sam, , , ada, ben] = people.map(personOf);
type Answer = Record<string, unknown> & { id: string; error?: { code: string } };

const programOf = async (table: "organizations" | "partners", id: string) =>
  (await world.db.selectFrom(table).select("programUid").where("id", "=", id).executeTakeFirstOrThrow()).programUid;

describe("an organization's keys", () => {
  const make = (who: typeof amara, id: string, name = "Submissions") =>
    createKey(who!, { holder: { kind: "organization", id }, name, scopes: ["orders:read"], days: "30" });

  test("are made and revoked by its owners and managers, and by nobody else", async () => {
    const id = await lab();
    const { id: keyId } = await make(amara, id);
    const said: Record<string, string[]> = {};
    for (const name of people)
      said[name] = [
        await kindOf(make(personOf(name), id, `By ${name}`)),
        await kindOf(revokeKey(personOf(name), { keyId })),
      ];
    expect(said).toEqual({
      amara: ["done", "done"],
      mei: ["refused", "not-found"],
      jonas: ["not-found", "not-found"],
      sam: ["not-found", "not-found"],
      farah: ["refused", "not-found"],
      cleo: ["not-found", "not-found"],
      ada: ["refused", "not-found"],
      ben: ["refused", "not-found"],
      uma: ["not-found", "not-found"],
    });
  });

  test("are one account, also if two owners make the first keys at once", async () => {
    const id = await lab();
    await changeMember(amara!, { organizationId: id, uid: mei!.uid, role: "owner" });
    const made = await Promise.all([make(amara, id, "One"), make(mei, id, "Two")]);
    expect(new Set(made.map((one) => one.id)).size).toBe(2);
    expect(await listKeys(await programOf("organizations", id))).toHaveLength(2);
    expect(
      await world.db
        .selectFrom("organization_members")
        .select("uid")
        .where("organizationId", "=", id)
        .where("role", "=", "program")
        .execute(),
    ).toHaveLength(1);
  });

  test("keep working when who made them leaves, and keep to the program's limits", async () => {
    const id = await lab();
    await topUp(id, "500");
    await changeMember(amara!, { organizationId: id, uid: mei!.uid, role: "manager" });
    const key = await api.keyOf(mei!, undefined, { kind: "organization", id });
    await removeMember(amara!, { organizationId: id, uid: mei!.uid });
    const programUid = (await programOf("organizations", id))!;
    expect(await codeOf(removeMember(amara!, { organizationId: id, uid: programUid }))).toBe("program");
    expect(await codeOf(changeMember(amara!, { organizationId: id, uid: programUid, role: "owner" }))).toBe("program");
    const { body: order } = await api.call<Answer>(key, "POST", "/orders", API_CHOICES);
    expect(order["organization"]).toBe(id);
    await uploadPaper(`${api.url}/api/v1`, key, order.id);
    expect((await api.call(key, "POST", `/orders/${order.id}/payer`, { organization: null })).status).toBe(403);
    expect((await api.call(key, "POST", `/orders/${order.id}/quote`, {})).status).toBe(200);
    await changeMember(amara!, { organizationId: id, uid: programUid, role: "program", order: "1" });
    const charge = () => api.call<Answer>(key, "POST", `/orders/${order.id}/charge`, {});
    expect((await charge()).body.error?.code).toBe("over_limit");
    await changeMember(amara!, { organizationId: id, uid: programUid, role: "program" });
    expect(await charge()).toMatchObject({ status: 200, body: { status: "paid" } });
  });

  test("show every member's costs, and no member's manuscript, messages, or invoices", async () => {
    const id = await lab();
    const key = await api.keyOf(amara!, undefined, { kind: "organization", id });
    const { id: orderId } = await orderIn("in_progress", { set: { organizationId: id } });
    for (const path of ["", "/files", "/messages", "/deliveries", "/price"])
      expect([path, (await api.call(key, "GET", `/orders/${orderId}${path}`)).status]).toEqual([path, 404]);
    expect((await api.call(key, "GET", `/organizations/${id}/orders`)).status).toBe(200);
    const member = await api.keyOf(mei!);
    expect((await api.call(member, "GET", `/organizations/${id}/orders`)).status).toBe(403);
    expect((await api.call(await api.keyOf(jonas!), "GET", `/organizations/${id}/orders`)).status).toBe(404);
    const other = await lab();
    expect((await api.call(key, "GET", `/organizations/${other}/orders`)).status).toBe(404);
    expect((await api.call<Answer>(key, "GET", "/key")).body).toMatchObject({ organization: id, partner: null });
  });

  test("email its address about its orders, with a link that opens there", async () => {
    const id = await lab();
    const key = await api.keyOf(amara!, undefined, { kind: "organization", id });
    const { body: order } = await api.call<Answer>(key, "POST", "/orders", API_CHOICES);
    await world.db
      .updateTable("orders")
      .set({ status: "in_progress", assignedTo: jonas!.uid })
      .where("id", "=", order.id)
      .execute();
    const it = await world.db.selectFrom("organizations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await saveOrganization(amara!, {
      ...DETAILS,
      organizationId: id,
      invoiceEmail: "office@lab.test",
      revision: it.revision,
    });
    await askQuery(jonas!, { orderId: order.id, body: "Is table 2 final?", blocking: false });
    await drainJobs();
    const mails = await world.db
      .selectFrom("mail")
      .select(["to", "html"])
      .where("to", "=", "office@lab.test")
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.html).toContain(`/organizations/${id}`);
    expect(mails[0]!.html).not.toContain(`/order/${order.id}`);
    expect(await world.db.selectFrom("mail").select("to").where("to", "like", "%.invalid").execute()).toEqual([]);
  });

  test("tell its owners and managers of a new key", async () => {
    const id = await lab();
    await make(amara, id);
    await drainJobs();
    const told = await world.db
      .selectFrom("notifications")
      .select(["userId", "link"])
      .where("kind", "=", "api_key.created")
      .where("link", "=", `/organizations/${id}/api-keys`)
      .execute();
    expect(told.map((one) => one.userId)).toEqual([amara!.uid]);
  });
});

describe("a partner's keys", () => {
  async function partner() {
    const { partnerId } = await createPartner(ada!, {
      name: "Journal of Soil Science",
      kind: "journal",
      contactName: "",
      contactEmail: "",
      organizationId: "",
      endsAt: null,
      startsAt: null,
      code: `soil-${crypto.randomUUID().slice(0, 8)}`,
      clientKey: crypto.randomUUID(),
    });
    return partnerId;
  }

  test("price with its discount, read its figures, and do nothing else", async () => {
    const id = await partner();
    const key = await api.keyOf(ada!, undefined, { kind: "partner", id });
    type Prices = { data: { total_minor: number }[] };
    const price = async () =>
      (await api.call<Prices>(key, "GET", "/prices?words=6000&service=copyediting&turnaround=7d")).body.data[0]!
        .total_minor;
    const before = await price();
    await proposePartnerDiscount(ada!, { partnerId: id, percent: 10 });
    const discountId = (await discountsOfPartner(id))[0]!.id;
    expect(await price()).toBe(before);
    await decidePartnerDiscount(ben!, { discountId, approve: true });
    expect(await price()).toBe(Math.round(before * 0.9));
    expect((await api.call(key, "GET", "/partner")).body).toMatchObject({ id, discount_percent: 10 });
    await orderIn("paid", { set: { partnerId: id, paidAt: NOON, totalMinor: 10_000 } });
    expect((await api.call(key, "GET", "/partner/months")).body).toMatchObject({
      data: [{ month: "2026-11", paid_minor: 10_000, visits: 0 }],
    });
    for (const path of ["/orders", "/invoices", "/webhooks", "/payers"])
      expect([path, (await api.call(key, "GET", path)).status]).toEqual([path, 403]);
    expect((await api.call(key, "POST", "/orders", API_CHOICES)).status).toBe(403);
    await endPartner(ada!, { partnerId: id });
    expect((await api.call(key, "GET", "/partner")).status).toBe(401);
  });

  test("are made by admins alone, with its scopes alone", async () => {
    const id = await partner();
    const make = (who: typeof ada, scopes: ("orders:write" | "partner:read")[]) =>
      createKey(who!, { holder: { kind: "partner", id }, name: "Site", scopes, days: "30" });
    expect(await codeOf(make(ada, ["orders:write"]))).toBe("scopes");
    for (const who of [amara, mei, jonas, sam]) expect(await kindOf(make(who, ["partner:read"]))).toBe("refused");
    expect(await kindOf(make(ada, ["partner:read"]))).toBe("done");
    await expect(
      createKey(amara!, {
        holder: { kind: "person", id: amara!.uid },
        name: "Mine",
        scopes: ["partner:read"],
        days: "30",
      }),
    ).rejects.toMatchObject({ code: "scopes" });
  });
});
