import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { tablesSaying } from "#boot/testing/search-storage.ts";
import { personOf } from "#db/seed/cast.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { callOutside, isOutside } from "#app/platform/server/requests/call-outside.ts";
import { EVENT_TYPES } from "../../rules/events.ts";
import { RETRY_AFTER_MS, readWebhookUrl } from "../../rules/webhook.ts";
import { changeEndpoint, createEndpoint, pauseEndpoint, removeEndpoint, rotateSecret } from "./change-endpoints.ts";
import { deliverEvent, useWebhookNetwork } from "./deliver-event.ts";
import { listDeliveries, listEndpoints } from "./find-endpoint.ts";
import { forgetEvents, publishEvent } from "./publish-event.ts";
import { replayDelivery, resumeEndpoint, testEndpoint } from "./send-again.ts";
import { signedHeaders } from "./sign-event.ts";
import { getFact } from "#app/platform/server/core/facts.ts";

type Got = { headers: Record<string, string>; body: string };
let world: TestWorld;
let receiver: http.Server;
let url: string;
let got: Got[] = [];
/** What the receiver does with a request. */
let answer: (response: http.ServerResponse) => void;

beforeAll(async () => {
  world = await openWorld();
  receiver = http.createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      got.push({ headers: request.headers as Record<string, string>, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
}, 60_000);
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  useWebhookNetwork({ allowed: () => true, open: true });
  got = [];
  answer = (response) => response.writeHead(204).end();
  await world.db.deleteFrom("webhook_endpoints").execute();
  await world.db.deleteFrom("webhook_events").execute();
});

const amara = personOf("amara");
const mei = personOf("mei");
const owner = { ownerKind: "person" as const, ownerId: amara.uid };
const add = (events = EVENT_TYPES as readonly (typeof EVENT_TYPES)[number][]) =>
  createEndpoint(amara, { ...owner, url, description: "", events: [...events] });
const status =
  (code: number, headers = {}) =>
  (response: http.ServerResponse) =>
    response.writeHead(code, headers).end();
const deliveries = async (id: string) => listDeliveries(id, 50);
const only = async (id: string) => (await deliveries(id))[0]!;
/** Tries a delivery again at the time for it. */
async function retry(id: string): Promise<void> {
  const it = await only(id);
  if (it.nextAt) setClock(new Date(it.nextAt));
  await deliverEvent(it.id, it.attempts.length);
}

describe("signatures", () => {
  test("are those of the convention's own example", () => {
    expect(
      signedHeaders(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        '{"test": 2432232314}',
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        new Date(1_614_265_330_000),
      ),
    ).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test("are accepted by the convention's own library, also with the secret before while it's replaced", async () => {
    const { id, secret } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    const verify = (by: string, { body, headers } = got.at(-1)!) => new Webhook(by).verify(body, headers);
    expect(verify(secret)).toMatchObject({ type: "webhook.test", api_version: "2026-11-27", data: {} });
    const next = await rotateSecret(amara, { endpointId: id });
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    verify(secret);
    verify(next.secret);
    setClock(after(NOON, DAY + MINUTE));
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    verify(next.secret);
    expect(() => verify(secret)).toThrow("No matching signature found");
    expect(await tablesSaying(world.db, [secret, next.secret])).toEqual([]);
  });
});

describe("events", () => {
  test("tell their owner's programs what happened, once, and nothing that somebody wrote", async () => {
    const { id } = await add();
    await createEndpoint(mei, {
      ownerKind: "person",
      ownerId: mei.uid,
      url,
      description: "",
      events: [...EVENT_TYPES],
    });
    const order = await orderIn("delivered");
    await postMessage(amara, { orderId: order.id, body: "Please look at the salt marshes again." });
    await acceptOrder(amara, { orderId: order.id });
    await drainJobs();
    expect(got.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted()).toEqual([
      "message.created",
      "order.accepted",
    ]);
    expect(JSON.stringify(got)).not.toMatch(/salt marshes|Soil moisture/);
    const accepted = got
      .map(({ body }) => JSON.parse(body) as { type: string; data: object })
      .find((e) => e.type === "order.accepted");
    expect(accepted).toMatchObject({ data: { order: { id: order.id, status: "accepted", currency: "USD" } } });
    // The reaction may run twice.
    const fact = await world.db
      .selectFrom("facts")
      .select("id")
      .where("orderId", "=", order.id)
      .where("kind", "=", "order.accepted")
      .executeTakeFirstOrThrow();
    await publishEvent(await getFact(fact.id));
    await drainJobs();
    expect(got).toHaveLength(2);
    expect(await deliveries(id)).toHaveLength(2);
  });

  test("are only those that were chosen, and none after the webhook is removed", async () => {
    const { id } = await add(["order.accepted"]);
    const order = await orderIn("delivered");
    await postMessage(amara, { orderId: order.id, body: "Thank you." });
    await drainJobs();
    expect(got).toEqual([]);
    await changeEndpoint(amara, { endpointId: id, events: ["message.created"] });
    await postMessage(amara, { orderId: order.id, body: "Thank you again." });
    await drainJobs();
    expect(got).toHaveLength(1);
    await removeEndpoint(amara, { endpointId: id });
    await postMessage(amara, { orderId: order.id, body: "Bye." });
    await drainJobs();
    expect(got).toHaveLength(1);
    expect(await listEndpoints(owner)).toEqual([]);
  });

  test("are forgotten after 30 days", async () => {
    const { id } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    await forgetEvents(after(NOON, 31 * DAY));
    expect(await deliveries(id)).toEqual([]);
  });
});

describe("a failed attempt", () => {
  test("is repeated after longer and longer pauses, recorded, and given up after the last", async () => {
    answer = status(500);
    const { id } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    for (let n = 1; n <= RETRY_AFTER_MS.length; n++) {
      const it = await only(id);
      expect(it).toMatchObject({ status: "pending" });
      expect(it.attempts).toHaveLength(n);
      expect(new Date(it.nextAt!).getTime() - now().getTime()).toBe(RETRY_AFTER_MS[n - 1]);
      // The endpoint's own rest is never longer than the event's pause.
      await world.db.updateTable("webhook_endpoints").set({ waitUntilAt: null, status: "active" }).execute();
      await retry(id);
    }
    const last = await only(id);
    expect(last).toMatchObject({ status: "failed", nextAt: null });
    expect(last.attempts.every((one) => one.status === 500 && one.problem === "refused")).toBe(true);
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    // The same job again does nothing.
    await deliverEvent(last.id, 0);
    expect(got).toHaveLength(RETRY_AFTER_MS.length + 1);
  });

  test("succeeds later, and can be sent again by its owner alone", async () => {
    answer = status(503);
    const { id } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    answer = status(200);
    await retry(id);
    const it = await only(id);
    expect([it.status, it.attempts.map((one) => one.status)]).toEqual(["delivered", [503, 200]]);
    await expect(replayDelivery(mei, { deliveryId: it.id })).rejects.toMatchObject({ kind: "not-found" });
    await Promise.all([replayDelivery(amara, { deliveryId: it.id }), replayDelivery(amara, { deliveryId: it.id })]);
    await drainJobs();
    expect(got).toHaveLength(3);
  });

  test("in a row make us rest, then pause the webhook and tell its owner; resuming sends what was held", async () => {
    answer = status(500);
    const { id } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    for (const hours of [1, 2, 3, 50]) {
      setClock(after(NOON, hours * HOUR));
      const it = await only(id);
      await deliverEvent(it.id, it.attempts.length);
    }
    const [endpoint] = await listEndpoints(owner);
    expect(endpoint).toMatchObject({ status: "paused", failures: 5 });
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select("kind")
        .where("userId", "=", amara.uid)
        .where("kind", "=", "webhook.failing")
        .execute(),
    ).toHaveLength(1);
    await expect(testEndpoint(amara, { endpointId: id })).rejects.toMatchObject({ code: "webhook_paused" });
    const order = await orderIn("delivered");
    const before = got.length;
    await acceptOrder(amara, { orderId: order.id });
    await drainJobs();
    expect(got).toHaveLength(before);
    expect(await only(id)).toMatchObject({ type: "order.accepted", status: "held" });
    answer = status(200);
    await resumeEndpoint(amara, { endpointId: id });
    await resumeEndpoint(amara, { endpointId: id });
    await drainJobs();
    expect(await only(id)).toMatchObject({ type: "order.accepted", status: "delivered" });
  });

  test("with 410 pauses it at once", async () => {
    answer = status(410);
    const { id } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    expect(await listEndpoints(owner)).toMatchObject([{ status: "paused" }]);
    await pauseEndpoint(amara, { endpointId: id });
  });
});

describe("an address", () => {
  test.each([
    ["http://example.com/hooks", false],
    ["https://user:word@example.com", false],
    ["https://localhost/hooks", false],
    ["https://db.internal/", false],
    ["ftp://example.com", false],
    ["example.com", false],
    ["https://hooks.example/stet?token=1", false],
    ["https://hooks.uni-bonn.de/stet?token=1", true],
  ])("%s is accepted: %s", (typed, accepted) => {
    expect("url" in readWebhookUrl(typed)).toBe(accepted);
  });

  test.each([
    "127.0.0.1",
    "169.254.169.254",
    "::1",
    "::ffff:7f00:1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "fd00::1",
    "192.0.2.1",
  ])("inside (%s) is never called", async (address) => {
    expect(isOutside(address)).toBe(false);
    const host = address.includes(":") ? `[${address}]` : address;
    await expect(
      callOutside(new URL(`http://${host}/`), { method: "POST", headers: {}, body: "{}", waitMs: 1_000 }),
    ).rejects.toThrow("inside");
  });

  test("whose name leads inside is never called, however it was written", async () => {
    useWebhookNetwork({ open: true });
    const port = new URL(url).port;
    for (const host of [`localhost:${port}`, `0x7f.1:${port}`, `2130706433:${port}`, `127.0.0.1.:${port}`]) {
      const { id } = await createEndpoint(amara, {
        ...owner,
        url: `http://${host}/`,
        description: "",
        events: ["order.paid"],
      }).catch(() => ({ id: "" }));
      if (!id) continue;
      await testEndpoint(amara, { endpointId: id });
      await drainJobs();
      expect((await only(id)).attempts[0]).toMatchObject({ status: null });
    }
    expect(got).toEqual([]);
  });

  test("that redirects, hangs, or floods harms nobody", async () => {
    answer = status(302, { location: "http://169.254.169.254/" });
    const { id } = await add();
    await testEndpoint(amara, { endpointId: id });
    await drainJobs();
    expect((await only(id)).attempts[0]).toMatchObject({ status: 302, problem: "redirected" });
    expect(got).toHaveLength(1);
    answer = () => undefined;
    await expect(
      callOutside(new URL(url), { method: "POST", headers: {}, body: "{}", waitMs: 200, allowed: () => true }),
    ).rejects.toMatchObject({ name: "AbortError" });
    let sent = 0;
    answer = (response) => {
      response.writeHead(200);
      const flood = setInterval(() => {
        sent += 1;
        response.write("x".repeat(64 * 1024));
      }, 1);
      response.on("close", () => clearInterval(flood));
    };
    expect(
      await callOutside(new URL(url), { method: "POST", headers: {}, body: "{}", waitMs: 2_000, allowed: () => true }),
    ).toMatchObject({ status: 200 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toBeLessThan(40);
  });

  test("is one webhook, also if it's added twice at once", async () => {
    const made = await Promise.allSettled([add(), add()]);
    expect(made.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
