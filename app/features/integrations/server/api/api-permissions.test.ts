import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiWorld, openApiWorld } from "#boot/testing/api-world.ts";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { fullDraft, quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { requestQuote } from "#app/features/quotes/server/request-quote.ts";
import { sendOffer } from "#app/features/quotes/server/send-offer.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { createPartner } from "#app/features/partners/server/change-partners.ts";
import { scopesOf } from "../../rules/scopes.ts";
import { createEndpoint } from "../webhooks/change-endpoints.ts";
import { testEndpoint } from "../webhooks/send-again.ts";
import type { ApiRoute } from "./api-route.ts";
import { API_ROUTES } from "./api-routes.ts";
import { exampleOf } from "./reference.ts";

let world: TestWorld;
let cards: CardWorld;
let api: ApiWorld;
let paidId: string;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  api = await openApiWorld();
  paidId = (await quotedOrder(amara)).id;
  await payCheckout((await startPayment(amara, { orderId: paidId })).url);
  await cards.deliver();
}, 120_000);
afterAll(async () => {
  api.close();
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const ada = personOf("ada");

const fileOf = async (orderId: string) =>
  (await world.db.selectFrom("files").select("id").where("orderId", "=", orderId).executeTakeFirstOrThrow()).id;
let webhooks = 0;
const webhook = async () =>
  (
    await createEndpoint(amara, {
      ownerKind: "person",
      ownerId: amara.uid,
      url: `https://hooks.uni-bonn.de/${++webhooks}`,
      description: "",
      events: ["order.paid"],
    })
  ).id;

/** Something of Amara's that each endpoint can be tried on. */
const THINGS: Readonly<Record<string, () => Promise<string>>> = {
  getOrder: async () => (await orderIn("in_progress")).id,
  updateOrder: async () => (await fullDraft(amara)).id,
  discardOrder: async () => (await fullDraft(amara)).id,
  getOrderPrice: async () => (await fullDraft(amara)).id,
  quoteOrder: async () => (await fullDraft(amara)).id,
  getOrderTerms: async () => (await quotedOrder(amara)).id,
  payOrder: async () => (await quotedOrder(amara)).id,
  acceptOrder: async () => (await orderIn("delivered")).id,
  requestRevision: async () => (await deliveredOrder()).orderId,
  getCancellation: async () => paidId,
  cancelOrder: async () => paidId,
  choosePayer: async () => (await quotedOrder(amara)).id,
  chargeOrder: () => forOrganization(null),
  askForApproval: () => forOrganization(1),
  requestCustomQuote: async () => (await fullDraft(amara)).id,
  getCustomQuote: async () => (await askedQuote()).orderId,
  acceptOffer: offered,
  withdrawCustomQuote: async () => (await askedQuote()).orderId,
  listOrderFiles: async () => (await fullDraft(amara)).id,
  getFile: async () => fileOf((await fullDraft(amara)).id),
  removeFile: async () => fileOf((await fullDraft(amara)).id),
  listDeliveries: async () => (await deliveredOrder()).orderId,
  listMessages: async () => (await orderIn("in_progress")).id,
  postMessage: async () => (await orderIn("in_progress")).id,
  listOrganizationOrders: organization,
  getInvoice: invoice,
  getInvoicePdf: invoice,
  updateWebhook: webhook,
  removeWebhook: webhook,
  rotateWebhookSecret: webhook,
  testWebhook: webhook,
  listWebhookDeliveries: webhook,
  replayWebhookDelivery: async () => (await testEndpoint(amara, { endpointId: await webhook() })).deliveryId,
};
/** Orders that an organization of Amara's pays for, and the terms it can be placed on. */
let creditId = "";
async function forOrganization(orderMinor: number | null): Promise<string> {
  const organizationId = await organization(orderMinor);
  creditId = newId("creditLine");
  await world.db
    .insertInto("credit_lines")
    .values({
      id: creditId,
      organizationId,
      kind: "terms",
      state: "active",
      limitMinor: 500_000,
      currency: "USD",
      netDays: 30,
      firstDay: "2026-11-01",
      askedAt: NOON,
    })
    .execute();
  const { id } = await quotedOrder(amara);
  await choosePayer(amara, { orderId: id, organizationId, titleHidden: false });
  return id;
}
async function organization(orderMinor: number | null = null): Promise<string> {
  const organizationId = newId("organization");
  await world.db
    .insertInto("organizations")
    .values({
      id: organizationId,
      name: "Volta Basin Lab",
      billing: json({ ...billingOf(null), organization: "Volta Basin Lab", country: "GH" }),
      invoiceEmail: "lab@uni-bonn.de",
      clientKey: organizationId,
      createdAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("organization_members")
    .values({ organizationId, uid: amara.uid, role: "owner", orderMinor, joinedAt: NOON })
    .execute();
  return organizationId;
}
async function askedQuote() {
  const { id: orderId } = await fullDraft(amara);
  return { orderId, ...(await requestQuote(amara, { orderId, quoteRequirements: "A book chapter, with its index." })) };
}
let offerId = "";
async function offered(): Promise<string> {
  const { orderId, quoteId } = await askedQuote();
  const offer = await sendOffer(personOf("sam"), {
    quoteId,
    current: "",
    service: "copyediting",
    addOns: {},
    total: "29",
    dueAt: after(NOON, 7 * DAY)
      .toISOString()
      .slice(0, 16),
    note: "We'll begin with the index.",
  });
  offerId = offer.id;
  return orderId;
}
async function invoice(): Promise<string> {
  const { id } = await world.db
    .selectFrom("invoices")
    .select("id")
    .where("orderId", "=", paidId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends an endpoint's own example, as the reference shows it. */
async function send(route: ApiRoute, key: string | null, id: string) {
  await world.db.deleteFrom("auth_rate_limit").execute();
  const example = exampleOf(route);
  let body = example.body === null ? undefined : (JSON.parse(example.body) as Record<string, unknown>);
  // The example's amount is one of many.
  if (route.id === "cancelOrder") {
    const { total_minor } = (await api.call<{ total_minor: number }>(await api.keyOf(amara), "GET", `/orders/${id}`))
      .body;
    body = { ...body, expected_refund_minor: total_minor };
  }
  if (route.id === "chargeOrder") body = { ...body, credit: creditId };
  if (route.id === "acceptOffer") body = { offer: offerId };
  return api.call<{ error?: { code: string }; data?: unknown[] }>(
    key,
    example.method,
    example.path.replace("{id}", id),
    body,
  );
}

test("who may call what: the owner with the scope, and nobody else; every example of the reference works", async () => {
  expect(Object.keys(THINGS).toSorted()).toEqual(
    API_ROUTES.filter((route) => route.path.includes(":"))
      .map((route) => route.id)
      .toSorted(),
  );
  const rows: string[] = [];
  const all = await api.keyOf(amara);
  const others = await api.keyOf(mei);
  // Amara owns the organization, so nothing but the key keeps its program from what's hers.
  const program = await api.keyOf(amara, undefined, { kind: "organization", id: await organization() });
  const { partnerId } = await createPartner(ada, {
    name: "Journal of Soil Science",
    kind: "journal",
    contactName: "",
    contactEmail: "",
    organizationId: "",
    endsAt: null,
    startsAt: null,
    code: "soil",
    clientKey: crypto.randomUUID(),
  });
  const partners = await api.keyOf(ada, undefined, { kind: "partner", id: partnerId });
  const kept = (await world.db.selectFrom("api_keys").select("id").execute()).map((key) => key.id);
  // Canceling comes last, because what else is tried needs the order.
  for (const route of [...API_ROUTES].toSorted(
    (a, b) => Number(a.id === "cancelOrder") - Number(b.id === "cancelOrder"),
  )) {
    const id = (await THINGS[route.id]?.()) ?? "";
    const cells = [(await send(route, null, id)).status];
    const without = await api.keyOf(
      amara,
      scopesOf("person").filter((scope) => scope !== route.scope),
    );
    const missing = await send(route, without, id);
    cells.push(missing.status);
    if (route.scope !== null) expect([route.id, missing.body.error?.code]).toEqual([route.id, "missing_scope"]);
    const foreign = await send(route, others, id);
    cells.push(foreign.status);
    if (id) expect([route.id, foreign.status]).toEqual([route.id, 404]);
    const byProgram = await send(route, program, id);
    cells.push(byProgram.status);
    if (id) expect([route.id, byProgram.status]).toEqual([route.id, 404]);
    const byPartner = await send(route, partners, id);
    cells.push(byPartner.status);
    const isPartners = route.scope === "partner:read";
    if (id) expect([route.id, byPartner.status >= 403]).toEqual([route.id, true]);
    const own = await send(route, isPartners ? partners : all, id);
    expect([route.id, own.status, own.body.error]).toEqual([route.id, route.status, undefined]);
    cells.push(own.status);
    rows.push(
      `| ${route.method} ${route.path.replace(/:(\w+)/g, "{$1}")} | ${route.scope ?? "any"} | ${cells.join(" | ")} |`,
    );
    await world.db.deleteFrom("api_keys").where("id", "not in", kept).execute();
  }
  await expect(
    [
      "# Who may call what",
      "",
      "Written by `api-permissions.test.ts` from the API's answers to the examples of its reference, so every change here is a change of permissions and needs a review. 404: told nothing, not even whether it exists.",
      "",
      "| endpoint | scope | no key | own, without the scope | another owner's key | her organization's key | a partner's key | own, with the scope |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n"),
  ).toMatchFileSnapshot("../../../../../docs/api-permissions.md");
}, 120_000);
