import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_CHOICES, editPaper, openReceiver, uploadPaper } from "#boot/testing/api-journey.ts";
import { type ApiWorld, openApiWorld } from "#boot/testing/api-world.ts";
import { giveEditorsRoom } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { useWebhookNetwork } from "#app/features/integrations/server/webhooks/deliver-event.ts";
import { removeMember } from "#app/features/organizations/server/members.ts";
import { waitingRequests } from "#app/features/payments/server/balance/spending-requests.ts";
import { balanceOf } from "#app/features/payments/server/balance/balance.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { expectSound, lab, topUp } from "../../testing/lab.ts";

let world: TestWorld;
let api: ApiWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await giveEditorsRoom(world);
  api = await openApiWorld();
  useWebhookNetwork({ allowed: () => true, open: true });
}, 120_000);
afterAll(async () => {
  useWebhookNetwork(undefined);
  api.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("auth_rate_limit").execute();
});

const [amara, mei, jonas] = (["amara", "mei", "jonas"] as const).map(personOf);
type Answer = Record<string, unknown> & { id: string };
type Document = {
  servers: { url: string }[];
  paths: Record<
    string,
    Record<string, { operationId?: string; parameters?: { name: string; in: string; required: boolean }[] }>
  >;
};

/** A program that knows the address of the OpenAPI document and a key, and nothing else of ours. */
async function programOf(origin: string, key: string) {
  const document = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as Document;
  // The document names the public address; the test's server is at another port.
  const base = origin + new URL(document.servers[0]!.url).pathname;
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, it]) => [it.operationId ?? "", { method: method.toUpperCase(), path, it }] as const,
      ),
    ),
  );
  return {
    base,
    async call<T = Answer>(
      id: string,
      { at = {}, body }: { at?: Record<string, string>; body?: unknown } = {},
    ): Promise<T> {
      const found = operations.get(id);
      if (!found) throw new Error(`The document has no operation ${id}`);
      const needsKey = found.it.parameters?.some((one) => one.in === "header" && one.name === "Idempotency-Key");
      const response = await fetch(base + found.path.replace(/\{(\w+)\}/g, (_, name: string) => at[name] ?? ""), {
        method: found.method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(needsKey ? { "idempotency-key": crypto.randomUUID() } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T;
      expect([id, response.ok, response.ok ? null : answer]).toEqual([id, true, null]);
      return answer;
    },
  };
}

test("a partner's program prices a file, orders on its organization's balance, follows signed events, and downloads the clean copy", async () => {
  const organizationId = await lab();
  await topUp(organizationId, "500");
  const key = await api.keyOf(amara!, undefined, { kind: "organization", id: organizationId });
  const program = await programOf(api.url, key);
  const receiver = await openReceiver();
  const { secret } = await program.call<{ secret: string }>("createWebhook", {
    body: { url: receiver.url, events: ["order.quoted", "order.paid", "order.assigned", "order.delivered"] },
  });
  receiver.use(secret);
  expect(await program.call("listPayers")).toMatchObject({
    data: [{ organization: organizationId, balance_minor: 50_000 }],
  });

  const { id, organization } = await program.call("createOrder", { body: API_CHOICES });
  expect(organization).toBe(organizationId);
  expect((await uploadPaper(program.base, key, id)).status).toBeLessThan(300);
  const price = await program.call("getOrderPrice", { at: { id } });
  expect(price).toMatchObject({ available: true });
  const quoted = await program.call("quoteOrder", {
    at: { id },
    body: { expected_total_minor: price["total_minor"], expected_window_ms: price["window_ms"] },
  });
  expect(quoted).toMatchObject({ status: "quoted", organization: organizationId, total_minor: price["total_minor"] });
  await drainJobs();
  const paid = await program.call("chargeOrder", { at: { id }, body: {} });
  expect(paid).toMatchObject({ status: "paid", paid_minor: price["total_minor"] });
  // Once, also if it's charged again.
  await program.call("chargeOrder", { at: { id }, body: {} });
  expect(await balanceOf(organizationId)).toBe(50_000 - Number(price["total_minor"]));
  await expectSound();

  await drainJobs();
  // Its editor works on the pages, as always.
  await editPaper(id, drainJobs);
  await drainJobs();
  expect(receiver.got.map((event) => event.type)).toEqual([
    "order.quoted",
    "order.paid",
    "order.assigned",
    "order.delivered",
  ]);
  expect(new Set(receiver.got.map((event) => event.data.order.id))).toEqual(new Set([id]));
  const { data: deliveries } = await program.call<{
    data: { files: { kind: string; sha256: string; url: string }[] }[];
  }>("listDeliveries", { at: { id } });
  const clean = deliveries[0]!.files.find((file) => file.kind === "clean")!;
  const copy = Buffer.from(await (await fetch(clean.url.replace(/^https?:\/\/[^/]+/, api.url))).arrayBuffer());
  expect(createHash("sha256").update(copy).digest("hex")).toBe(clean.sha256);
  expect(await program.call("listOrganizationOrders", { at: { id: organizationId } })).toMatchObject({
    data: [{ id, status: "delivered", cost_minor: price["total_minor"], invoice: expect.stringMatching(/\d/) }],
  });
  expect(await program.call("listInvoices")).toMatchObject({ data: [{ kind: "invoice", order: id }] });
  receiver.close();
}, 60_000);

describe("paying from an organization's account", () => {
  type Refusal = { error: { code: string } };
  /** A quoted order of Mei-Ling's that the organization pays for, made over HTTP. */
  async function quoted(key: string, organizationId: string) {
    const { body: order } = await api.call<Answer>(key, "POST", "/orders", API_CHOICES);
    expect((await uploadPaper(`${api.url}/api/v1`, key, order.id)).status).toBeLessThan(300);
    const chosen = await api.call(key, "POST", `/orders/${order.id}/payer`, { organization: organizationId });
    expect(chosen.status).toBe(200);
    return (await api.call<Answer & { total_minor: number }>(key, "POST", `/orders/${order.id}/quote`, {})).body;
  }

  test("takes the money once, also if it's asked for twice at once", async () => {
    const organizationId = await lab();
    await topUp(organizationId, "500");
    const key = await api.keyOf(mei!);
    const order = await quoted(key, organizationId);
    const answers = await Promise.all([1, 2].map(() => api.call(key, "POST", `/orders/${order.id}/charge`, {})));
    expect(answers.map((one) => one.status)).toEqual([200, 200]);
    expect(await balanceOf(organizationId)).toBe(50_000 - order.total_minor);
    await expectSound();
  });

  test("keeps to the member's limits, asks for approval above them, and ends with the membership", async () => {
    const organizationId = await lab({ order: "1" });
    await topUp(organizationId, "500");
    const key = await api.keyOf(mei!);
    const order = await quoted(key, organizationId);
    const charge = () => api.call<Refusal>(key, "POST", `/orders/${order.id}/charge`, {});
    expect(await charge()).toMatchObject({ status: 409, body: { error: { code: "over_limit" } } });
    expect((await api.call(key, "POST", `/orders/${order.id}/approval`, { note: "Please." })).status).toBe(200);
    expect((await waitingRequests(organizationId)).map((one) => one.orderId)).toEqual([order.id]);
    expect(await balanceOf(organizationId)).toBe(50_000);
    await removeMember(amara!, { organizationId, uid: mei!.uid });
    expect((await charge()).status).toBe(403);
  });

  test("isn't possible for an organization of others, which isn't even named", async () => {
    const organizationId = await lab();
    const key = await api.keyOf(jonas!);
    const { body: order } = await api.call<Answer>(key, "POST", "/orders", API_CHOICES);
    for (const organization of [organizationId, "org_nobody"]) {
      const answer = await api.call<Refusal>(key, "POST", `/orders/${order.id}/payer`, { organization });
      expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
    }
    expect((await api.call<{ data: unknown[] }>(key, "GET", "/payers")).body.data).toEqual([]);
  });

  test("says what's missing if the balance is short", async () => {
    const organizationId = await lab();
    const key = await api.keyOf(mei!);
    const order = await quoted(key, organizationId);
    const answer = await api.call<Refusal>(key, "POST", `/orders/${order.id}/charge`, {});
    expect([answer.status, answer.body.error.code]).toEqual([409, "balance_short"]);
  });
});
