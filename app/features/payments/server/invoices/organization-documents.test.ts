import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { codeOf, kindOf, lab, orderFor, topUp } from "#app/features/backoffice/testing/lab.ts";
import { openZip, readPart } from "#app/features/documents/rules/docx/zip.ts";
import { saveCostCenters } from "#app/features/organizations/server/change-organization.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { config } from "#app/platform/server/core/config.ts";
import { payFromBalance } from "../balance/pay-from-balance.ts";
import { readOrganization } from "../balance/read-organization.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { SAMPLES } from "../../rules/invoices/sample-documents.ts";
import { getOrderConfirmation } from "./order-confirmation.ts";
import { getOrganizationDocuments } from "./organization-documents.ts";
import { getSamplePdf } from "./sample-documents.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const [amara, mei, jonas, farah, sam] = (["amara", "mei", "jonas", "farah", "sam"] as const).map(personOf) as Actor[];
const textOf = async (response: Response): Promise<string> => {
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
  return text;
};
const confirmation = (actor: Actor, id: string) =>
  getOrderConfirmation(new Request("http://x/"), { actor, params: { id } });
const documents = (actor: Actor, id: string, from = dayOf(NOON), to = dayOf(NOON)) =>
  getOrganizationDocuments(new Request(`http://x/?from=${from}&to=${to}`), { actor: actor, params: { id } });

/** An order that Mei-Ling's organization has paid for, booked on a grant. */
async function placed() {
  const organizationId = await lab();
  await saveCostCenters(amara!, { organizationId, rule: "required", label: "Grant", centers: "G-100" });
  await topUp(organizationId, "500");
  const order = await orderFor(organizationId);
  await payFromBalance(mei!, { orderId: order.id, creditLineId: null, costCenter: "G-100" });
  return { organizationId, order };
}

describe("an order confirmation", () => {
  test("has the price, the delivery, and the buyer's references, for those whom it concerns", async () => {
    const { order } = await placed();
    for (const reader of [mei!, amara!, farah!]) {
      const text = await textOf(await confirmation(reader, order.id));
      expect(text).toContain("Order confirmation");
      expect(text).toContain(order.number);
      expect(text).toContain("G-100");
      expect(text).toMatch(/Delivery\s+By /);
      expect(text).toMatch(/It isn't an invoice: that is INV-\d{4}-\d{6}\./);
      expect(text).not.toMatch(/Paid in full|Date of supply/);
    }
    for (const other of [jonas!, sam!, NOBODY]) expect(await kindOf(confirmation(other, order.id))).toBe("not-found");
    expect(await kindOf(confirmation(mei!, "ord_none"))).toBe("not-found");
  });

  test("isn't there before the order is placed, and says if it was canceled", async () => {
    const organizationId = await lab();
    const quoted = await orderFor(organizationId);
    expect(await kindOf(confirmation(mei!, quoted.id))).toBe("not-found");
    const { order } = await placed();
    const { totalMinor } = order.price!;
    await cancelOrder(mei!, { orderId: order.id, expectedRefundMinor: totalMinor });
    expect(await textOf(await confirmation(mei!, order.id))).toContain("The order was canceled later.");
  });
});

describe("the documents of a period", () => {
  test("are PDFs in a zip, for owners, managers, and the finance team", async () => {
    const { organizationId, order } = await placed();
    await cancelOrder(mei!, { orderId: order.id, expectedRefundMinor: order.price!.totalMinor });
    await drainJobs();
    for (const reader of [amara!, farah!]) {
      const response = await documents(reader, organizationId);
      expect(response.headers.get("content-type")).toBe("application/zip");
      const zip = openZip(new Uint8Array(await response.arrayBuffer()));
      const names = [...zip.entries.keys()].toSorted();
      expect(names).toEqual([expect.stringMatching(/^CN-.*\.pdf$/), expect.stringMatching(/^INV-.*\.pdf$/)]);
      for (const name of names) expect(new TextDecoder().decode(readPart(zip, name)!.subarray(0, 5))).toBe("%PDF-");
    }
    for (const other of [mei!, jonas!, sam!, NOBODY])
      expect(await kindOf(documents(other, organizationId))).toBe("not-found");
  });

  test("need a period with documents, and aren't those of another organization", async () => {
    const { organizationId } = await placed();
    const other = await lab();
    expect(await codeOf(documents(amara!, other))).toBe("no_documents");
    expect(await codeOf(documents(amara!, organizationId, "2020-01-01", "2020-01-31"))).toBe("no_documents");
    for (const [from, to] of [
      ["", ""],
      ["2026-02-30", "2026-03-01"],
      ["2026-03-02", "2026-03-01"],
    ] as const)
      expect(await codeOf(documents(amara!, organizationId, from, to))).toBe("period");
  });

  test("are downloaded so many times an hour", async () => {
    const { organizationId } = await placed();
    const codes = [];
    for (let i = 0; i <= 20; i++) {
      codes.push(await codeOf(documents(amara!, organizationId).then((response) => response.body?.cancel())));
    }
    expect(codes.slice(0, 20).every((code) => code === "done")).toBe(true);
    expect(codes.at(-1)).toBe("many_files");
  });
});

test("the months of a year show what was spent, to those who see costs", async () => {
  const { organizationId, order } = await placed();
  const { spent } = await readOrganization(amara!, organizationId);
  expect(spent).toHaveLength(12);
  expect(spent.at(-1)).toEqual({
    month: new Date(Date.UTC(NOON.getUTCFullYear(), NOON.getUTCMonth(), 1)).toISOString(),
    spentMinor: order.price!.totalMinor,
  });
  expect(spent.slice(0, -1).every(({ spentMinor }) => spentMinor === 0)).toBe(true);
  expect((await readOrganization(mei!, organizationId)).spent).toEqual([]);
});

test("samples are marked, have no bank details to pay to, and are made once a day", async () => {
  const sample = (kind: string) => getSamplePdf(new Request("http://x/"), { params: { kind } });
  for (const kind of SAMPLES) {
    const text = await textOf(await sample(kind));
    expect(text).toMatch(/^Sample /m);
    expect(text).toContain("This is a sample.");
    expect(text.replaceAll(/\s/g, "")).not.toContain(config().debtor.iban);
  }
  const [first, second] = await Promise.all([sample("invoice"), sample("invoice")]);
  expect(await first.arrayBuffer()).toEqual(await second.arrayBuffer());
  expect(await kindOf(sample("../invoice"))).toBe("not-found");
});
