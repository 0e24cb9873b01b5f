import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { API_CHOICES, editPaper, openReceiver, uploadPaper } from "#boot/testing/api-journey.ts";
import { type ApiWorld, openApiWorld } from "#boot/testing/api-world.ts";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { listKeys } from "../keys/list-keys.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { useWebhookNetwork } from "../webhooks/deliver-event.ts";
import { API_ROUTES } from "./api-routes.ts";

let world: TestWorld;
let cards: CardWorld;
let api: ApiWorld;
beforeAll(async () => {
  // Links to files lead to the API's own address.
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  api = await openApiWorld();
  useWebhookNetwork({ allowed: () => true, open: true });
}, 120_000);
afterAll(async () => {
  useWebhookNetwork(undefined);
  api.close();
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const amara = personOf("amara");

test("a program prices a file, orders, pays, follows signed events until delivery, and downloads the clean copy", async () => {
  const receiver = await openReceiver();
  const key = await api.keyOf(amara);
  type Body = Record<"id" | "url" | "secret", string> & Record<string, unknown>;
  const ask = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await api.call<Body>(key, method, path, body);
    expect([method, path, answer.status < 300, answer.body["error"]]).toEqual([method, path, true, undefined]);
    return answer.body;
  };
  const { secret } = await ask("POST", "/webhooks", {
    url: receiver.url,
    events: ["order.quoted", "order.paid", "order.assigned", "order.delivered", "order.accepted"],
  });
  receiver.use(secret);

  const { id } = await ask("POST", "/orders", API_CHOICES);
  const base = `${api.url}/api/v1`;
  expect((await uploadPaper(base, await api.keyOf(personOf("mei")), id)).status).toBe(404);
  const uploaded = await uploadPaper(base, key, id);
  expect(uploaded.headers.get("location")).toMatch(/\/api\/(?:v1\/uploads|files)\/fil_/);
  expect(uploaded.status).toBeLessThan(300);

  const price = await ask("GET", `/orders/${id}/price`);
  expect(price).toMatchObject({ available: true });
  const quoted = await ask("POST", `/orders/${id}/quote`, {
    expected_total_minor: price["total_minor"],
    expected_window_ms: price["window_ms"],
  });
  expect(quoted).toMatchObject({ status: "quoted", total_minor: price["total_minor"] });
  const { url } = await ask("POST", `/orders/${id}/checkout`, {});
  await payCheckout(url);
  await cards.deliver();

  // Its editor works on the pages, as always.
  expect(await ask("GET", `/orders/${id}/deliveries`)).toMatchObject({ data: [] });
  expect(await editPaper(id)).toMatchObject({ outcome: "submitted" });
  await cards.deliver();
  expect(await ask("GET", `/orders/${id}`)).toMatchObject({ status: "delivered" });

  const { data: deliveries } = (await ask("GET", `/orders/${id}/deliveries`)) as unknown as {
    data: { letter: string; files: { kind: string; name: string; sha256: string; url: string }[] }[];
  };
  expect(deliveries).toMatchObject([
    { letter: "Dear author, all is done.", files: [{ kind: "tracked" }, { kind: "clean" }] },
  ]);
  const clean = deliveries[0]!.files[1]!;
  const open = (link: string) => fetch(link.replace(/^https?:\/\/[^/]+/, api.url));
  const copy = Buffer.from(await (await open(clean.url)).arrayBuffer());
  expect(createHash("sha256").update(copy).digest("hex")).toBe(clean.sha256);
  expect((await open(clean.url.replace(/proof=./, "proof=_"))).status).toBe(403);

  await ask("POST", `/orders/${id}/accept`);
  await drainJobs();
  expect(receiver.got.map((event) => event.type)).toEqual([
    "order.quoted",
    "order.paid",
    "order.assigned",
    "order.delivered",
    "order.accepted",
  ]);
  expect(new Set(receiver.got.map((event) => event.data.order.id))).toEqual(new Set([id]));
  expect(await ask("GET", `/invoices?order=${id}`)).toMatchObject({ data: [{ kind: "invoice", order: id }] });

  // Links end after an hour, and with their key.
  setClock(after(NOON, HOUR + 1_000));
  expect((await open(clean.url)).status).toBe(403);
  setClock(NOON);
  for (const one of await listKeys(amara.uid)) await revokeKey(amara, { keyId: one.id });
  expect((await open(clean.url)).status).toBe(403);
  receiver.close();
}, 60_000);

test("nothing that's sent makes the API fail", async () => {
  const key = await api.keyOf(personOf("mei"));
  const anyBody = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .dictionary(
        fc.constantFrom("service", "title", "events", "url", "body", "note", "add_ons", "excluded", "status", "\u0000"),
        fc.jsonValue(),
      )
      .map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...API_ROUTES),
      fc.oneof(fc.string(), fc.constantFrom("ord_0", `ord_${"0".repeat(26)}`, "..", "%00")),
      anyBody,
      fc.string(),
      async (route, id, body, query) => {
        await world.db.deleteFrom("auth_rate_limit").execute();
        const path = route.path.replace(":id", encodeURIComponent(id) || "x");
        const sent = route.method === "GET" ? undefined : body;
        const { status } = await api.call(
          key,
          route.method,
          `${path}?${encodeURIComponent(query)}=${encodeURIComponent(query)}`,
          sent,
          {
            "content-type": "application/json",
          },
        );
        expect([route.id, status < 500]).toEqual([route.id, true]);
      },
    ),
    tries(600),
  );
}, 120_000);
