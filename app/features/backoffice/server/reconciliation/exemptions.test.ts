import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { correctInvoice } from "#app/features/payments/server/invoices/correct-invoice.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { waitingOrganizations } from "#app/features/payments/server/credit/aging.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { getExemption, listExemptions } from "#app/features/tax/server/find-exemptions.ts";
import { decideExemption, endExemption, sendExemption, watchExemptions } from "#app/features/tax/server/exemptions.ts";
import { DETAILS, codeOf, expectSound, kindOf, lab, orderFor, topUp } from "../../testing/lab.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  await world.db
    .insertInto("tax_registrations")
    .values({
      id: newId("taxRegistration"),
      scheme: "domestic",
      place: "US-NM",
      number: "NM-1",
      validFrom: "2026-01-01",
      status: "approved",
      proposedBy: ada!.uid,
      proposedAt: NOON,
    })
    .execute();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const [amara, mei, ada, fay, sam, noor] = (["amara", "mei", "ada", "farah", "sam", "noor"] as const).map(personOf);
const PDF = (text: string) => new TextEncoder().encode(`%PDF-1.7\n${text}`);
const LAST_DAY = "2027-06-30";

/** A lab in New Mexico, where sales are taxed. */
async function american(): Promise<string> {
  const organizationId = await lab();
  await world.db
    .updateTable("organizations")
    .set({ billing: json({ ...DETAILS, organization: "Lab of the Mesa", country: "US", state: "NM" }) })
    .where("id", "=", organizationId)
    .execute();
  return organizationId;
}
const send = (organizationId: string, of: Partial<Parameters<typeof sendExemption>[1]> = {}, by = amara!) =>
  sendExemption(by, {
    organizationId,
    place: "US-NM",
    certificate: "NTTC-9",
    lastDay: LAST_DAY,
    bytes: PDF(organizationId),
    ...of,
  });
const idOf = async (organizationId: string) => (await listExemptions(organizationId, "2026-11-23"))[0]!.id;
const noticesAbout = async (organizationId: string) =>
  (
    await world.db
      .selectFrom("notifications")
      .select(["userId", "title"])
      .where("link", "=", `/organizations/${organizationId}/settings`)
      .orderBy("createdAt")
      .execute()
  ).map(({ userId, title }) => `${userId}: ${title}`);

describe("a certificate", () => {
  test("is sent once by those who manage the organization, as a PDF that isn't stored in the clear", async () => {
    const organizationId = await american();
    expect(await kindOf(send(organizationId, {}, mei!))).toBe("refused");
    expect(await kindOf(send(organizationId, {}, noor!))).toBe("refused");
    for (const wrong of [
      { place: "US-XX" },
      { place: "DE" },
      { certificate: " " },
      { lastDay: "2026-11-20" },
      { lastDay: "soon" },
      { bytes: new Uint8Array() },
      { bytes: new TextEncoder().encode("<html>") },
    ])
      expect(await kindOf(send(organizationId, wrong)), JSON.stringify(Object.keys(wrong))).toBe("invalid");
    await Promise.all([send(organizationId), send(organizationId)]);
    expect(await listExemptions(organizationId, "2026-11-23")).toMatchObject([
      { place: "New Mexico (sales tax)", certificate: "NTTC-9", lastDay: LAST_DAY, phase: "asked" },
    ]);
    expect((await waitingOrganizations()).filter((it) => it.organizationId === organizationId)).toMatchObject([
      { asks: "Tax certificate: New Mexico (sales tax)", page: "settings" },
    ]);
    const open = (actor: typeof ada) =>
      idOf(organizationId).then(async (id) =>
        (await getExemption(new Request("http://x/"), { actor: actor!, params: { id } })).text(),
      );
    for (const actor of [amara, ada, fay]) expect(await open(actor)).toContain(organizationId);
    for (const actor of [mei, sam, noor]) expect(await kindOf(open(actor))).toBe("not-found");
  });

  test("counts once staff have approved it: held prices, new ones, the invoice; and not for others", async () => {
    const organizationId = await american();
    await topUp(organizationId, "500");
    const held = await orderFor(organizationId);
    expect(held.taxMinor).toBeGreaterThan(0);
    await send(organizationId);
    const exemptionId = await idOf(organizationId);
    for (const actor of [amara, mei, sam, noor])
      expect(await kindOf(decideExemption(actor!, { exemptionId, approve: true }))).toMatch(/refused|not-found/);
    expect(await kindOf(decideExemption(ada!, { exemptionId, approve: false }))).toBe("invalid");
    const both = [ada, fay].map((by) => codeOf(decideExemption(by!, { exemptionId, approve: true })));
    expect((await Promise.all(both)).toSorted()).toEqual(["decided", "done"]);
    await drainJobs();
    expect(await noticesAbout(organizationId)).toContain(
      `${amara!.uid}: Lab of the Mesa is exempt from tax: New Mexico (sales tax)`.replace(
        "Lab of the Mesa",
        await nameOf(organizationId),
      ),
    );
    const free = await getOrder(held.id);
    expect(free).toMatchObject({ taxMinor: 0, totalMinor: held.totalMinor - held.taxMinor });
    expect(free.price!.tax).toMatchObject({ kind: "exempt", code: "US-NM" });
    await payFromBalance(mei!, { orderId: held.id });
    const invoice = await world.db
      .selectFrom("invoices")
      .select(["id", "document"])
      .where("orderId", "=", held.id)
      .executeTakeFirstOrThrow();
    const note = "Exempt from sales tax in New Mexico: exemption certificate NTTC-9.";
    expect(invoice.document).toMatchObject({
      taxes: [{ treatment: "exempt", code: "US-NM", amountMinor: 0, baseMinor: free.totalMinor }],
      notes: expect.arrayContaining([note]) as string[],
    });
    const other = await orderFor(await american());
    expect(other.taxMinor).toBeGreaterThan(0);

    // Its street can be corrected. Another buyer's name would change the tax.
    const details = { ...DETAILS, country: "US", state: "NM", vatId: "" };
    const correct = (organization: string) =>
      correctInvoice(mei!, { invoiceId: invoice.id, ...details, organization, address: "2 Mesa Road" });
    expect(await codeOf(correct("Somebody else"))).toBe("tax_changes");
    expect(await codeOf(correct("Lab of the Mesa"))).toBe("done");
    await expectSound();
  });

  test("ends with its last day, is warned of once before, and ends when staff say so", async () => {
    const organizationId = await american();
    await send(organizationId);
    const exemptionId = await idOf(organizationId);
    await decideExemption(ada!, { exemptionId, approve: true });
    await drainJobs();
    const until = new Date(`${LAST_DAY}T12:00:00Z`);
    const warnings = async (at: Date) => {
      setClock(at);
      await watchExemptions(at);
      await watchExemptions(at);
      await drainJobs();
      return (await noticesAbout(organizationId)).filter((one) => one.endsWith("expires soon")).length;
    };
    expect(await warnings(after(until, -31 * DAY))).toBe(0);
    expect(await warnings(after(until, -30 * DAY))).toBe(1);
    expect(await warnings(until)).toBe(1);
    expect((await orderFor(organizationId)).taxMinor).toBe(0);
    setClock(after(until, DAY));
    expect((await orderFor(organizationId)).taxMinor).toBeGreaterThan(0);
    expect(await listExemptions(organizationId, "2027-07-01")).toMatchObject([{ phase: "expired" }]);

    setClock(NOON);
    expect(await kindOf(endExemption(amara!, { exemptionId }))).toBe("refused");
    await Promise.all([1, 2].map(() => endExemption(ada!, { exemptionId })));
    expect((await orderFor(organizationId)).taxMinor).toBeGreaterThan(0);
    // The organization can take back one that isn't decided.
    await send(organizationId, { certificate: "NTTC-10", bytes: PDF("another") });
    await endExemption(amara!, { exemptionId: await idOf(organizationId) });
    expect(await listExemptions(organizationId, "2026-11-23")).toMatchObject([{ phase: "ended" }, { phase: "ended" }]);
  });

  test("isn't decided by a member of its organization", async () => {
    const organizationId = await american();
    await send(organizationId);
    await world.db
      .insertInto("organization_members")
      .values({ organizationId, uid: ada!.uid, role: "member", joinedAt: NOON })
      .execute();
    expect(await codeOf(decideExemption(ada!, { exemptionId: await idOf(organizationId), approve: true }))).not.toBe(
      "done",
    );
  });
});

const nameOf = async (organizationId: string) =>
  (await world.db.selectFrom("organizations").select("name").where("id", "=", organizationId).executeTakeFirstOrThrow())
    .name;
