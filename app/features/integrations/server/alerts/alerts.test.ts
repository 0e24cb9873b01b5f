import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { json } from "#app/platform/server/core/database.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { ALERT_TYPES, quietMs } from "../../rules/alerts.ts";
import { changeEndpoint, pauseEndpoint, rotateSecret } from "../webhooks/change-endpoints.ts";
import { useWebhookNetwork } from "../webhooks/deliver-event.ts";
import { listDeliveries, listEndpoints } from "../webhooks/find-endpoint.ts";
import { resumeEndpoint, testEndpoint } from "../webhooks/send-again.ts";
import { addAlertChannel, changeAlertChannel } from "./alert-channels.ts";
import { raiseAlert, raiseFactAlert } from "./raise-alert.ts";

/** What the double got, after it checked it as Slack and Teams do. */
type Got = { path: string; body: Record<string, unknown>; headers: http.IncomingHttpHeaders };
let world: TestWorld;
let double: http.Server;
let base: string;
let got: Got[] = [];

/** Slack answers "ok" or says what's wrong with a message; Teams's workflows accept it with 202. */
function judge(path: string, body: Record<string, unknown>): number {
  if (path.startsWith("/slack")) {
    const blocks = (body["blocks"] ?? []) as { type: string; text?: { type: string; text: string } }[];
    const known = blocks.every((it) => ["header", "section", "actions"].includes(it.type));
    return typeof body["text"] === "string" &&
      known &&
      Object.keys(body).every((key) => key === "text" || key === "blocks")
      ? 200
      : 400;
  }
  const [card] = (body["attachments"] ?? []) as { contentType: string; content: { type: string; body: unknown[] } }[];
  return body["type"] === "message" &&
    card?.contentType === "application/vnd.microsoft.card.adaptive" &&
    card.content.type === "AdaptiveCard" &&
    card.content.body.length > 0
    ? 202
    : 400;
}

beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  double = http.createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      got.push({ path: request.url ?? "", body, headers: request.headers });
      response.writeHead(judge(request.url ?? "", body)).end("ok");
    });
  });
  await new Promise<void>((resolve) => double.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  useWebhookNetwork(undefined);
  double.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  useWebhookNetwork({ allowed: () => true, open: true });
  got = [];
  await world.db.deleteFrom("webhook_endpoints").execute();
  await world.db.deleteFrom("webhook_events").execute();
  await world.db.deleteFrom("mail").execute();
});

const [amara, ada, ben, sam] = (["amara", "ada", "ben", "sam"] as const).map(personOf);
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );
type Asked = Partial<Parameters<typeof addAlertChannel>[1]>;
const add = (who: typeof ada, more: Asked = {}) =>
  addAlertChannel(who!, {
    format: "slack",
    url: `${base}/slack`,
    alerts: [...ALERT_TYPES],
    quietFrom: null,
    quietTo: null,
    ...more,
  });
const DISPUTE = { title: "The payment of S-1 is disputed", text: "Send evidence.", path: "/admin/disputes/dsp_1" };
const raise = (key = "one", at = NOON) => raiseAlert("alert.dispute", key, DISPUTE, at);

describe("a channel", () => {
  test("is an admin's own, and nobody else's; programs' webhooks don't mix with it", async () => {
    for (const who of [amara, sam]) expect(await kindOf(add(who))).toBe("refused");
    const { endpointId } = await add(ada);
    expect(await kindOf(add(ada))).toBe("conflict");
    expect(await kindOf(add(ada, { url: "nowhere" }))).toBe("invalid");
    expect(await kindOf(add(ada, { format: "email", quietFrom: 3 }))).toBe("invalid");
    expect(await kindOf(add(ada, { format: "email", alerts: [] }))).toBe("invalid");
    const change = { endpointId, alerts: ["alert.dispute" as const], quietFrom: 22, quietTo: 7 };
    for (const who of [ben, amara]) expect(await kindOf(changeAlertChannel(who!, change))).toBe("not-found");
    await changeAlertChannel(ada!, change);
    const owner = { ownerKind: "person" as const, ownerId: ada!.uid };
    expect(await listEndpoints(owner)).toEqual([]);
    expect(await listEndpoints(owner, undefined, "alerts")).toMatchObject([
      { events: ["alert.dispute"], quietFrom: 22, quietTo: 7, format: "slack" },
    ]);
    // What's for programs can't turn it into something else.
    expect(await kindOf(changeEndpoint(ada!, { endpointId, url: `${base}/other` }))).toBe("not-found");
    expect(await kindOf(rotateSecret(ada!, { endpointId }))).toBe("not-found");
    // A key acts without roles.
    expect(await kindOf(pauseEndpoint({ ...ada!, isAdmin: false, claims: {} }, { endpointId }))).toBe("not-found");
    const facts = await world.db.selectFrom("facts").select("data").where("kind", "=", "webhook.changed").execute();
    expect(JSON.stringify(facts)).not.toContain("/slack");
  });

  test("two at once are one", async () => {
    const answers = await Promise.all([1, 2].map(() => kindOf(add(ada))));
    expect(answers.toSorted()).toEqual(["conflict", "done"]);
  });

  test("inner addresses can't be reached", async () => {
    useWebhookNetwork(undefined);
    expect(await kindOf(add(ada))).toBe("invalid");
    expect(await kindOf(add(ada, { url: "https://localhost/slack" }))).toBe("invalid");
  });
});

describe("an alert", () => {
  test("arrives in the words of Slack and Teams, and by email, once", async () => {
    await add(ada);
    await add(ada, { format: "teams", url: `${base}/teams` });
    await add(ben, { format: "email" });
    await Promise.all([raise(), raise()]);
    await raise();
    await drainJobs();
    const text = JSON.stringify(got.find((one) => one.path === "/slack")!.body);
    expect(got.map((one) => one.path).toSorted()).toEqual(["/slack", "/teams"]);
    expect(text).toContain("The payment of S-1 is disputed");
    expect(text).toContain("http://localhost:3000/admin/disputes/dsp_1");
    expect(got[0]!.headers["webhook-signature"]).toBeUndefined();
    const mails = await world.db.selectFrom("mail").select(["to", "subject"]).where("kind", "=", "alert").execute();
    expect(mails).toEqual([{ to: ben!.email, subject: "The payment of S-1 is disputed" }]);
    for (const one of await listEndpoints({ ownerKind: "person", ownerId: ada!.uid }, undefined, "alerts"))
      expect(await listDeliveries(one.id, 5)).toMatchObject([{ status: "delivered", attempts: [{ problem: null }] }]);
  });

  test("waits for the end of quiet hours in the reader's time zone", async () => {
    // NOON is 12:00 UTC.
    expect(quietMs({ quietFrom: 22, quietTo: 7 }, new Date("2026-11-21T23:30:00Z"), "UTC")).toBe(7.5 * HOUR);
    expect(quietMs({ quietFrom: 22, quietTo: 7 }, new Date("2026-11-21T06:45:00Z"), "UTC")).toBe(0.25 * HOUR);
    expect(quietMs({ quietFrom: 22, quietTo: 7 }, new Date("2026-11-21T07:00:00Z"), "UTC")).toBe(0);
    expect(quietMs({ quietFrom: 9, quietTo: 17 }, new Date("2026-11-21T12:00:00Z"), "America/New_York")).toBe(0);
    expect(quietMs({ quietFrom: 5, quietTo: 5 }, NOON, "UTC")).toBe(0);
    const { endpointId } = await add(ada, { quietFrom: 0, quietTo: 23 });
    await raise();
    expect(got).toEqual([]);
    const [waiting] = await listDeliveries(endpointId, 5);
    expect(waiting).toMatchObject({ status: "pending", attempts: [] });
    expect(new Date(waiting!.nextAt!).getTime()).toBeGreaterThan(NOON.getTime());
  });

  test("isn't sent to somebody who doesn't run the shop anymore, or who didn't choose it", async () => {
    await add(ada, { alerts: ["alert.difference"] });
    await add(ben);
    await world.db
      .updateTable("auth_user")
      .set({ claims: json({}) })
      .where("id", "=", ben!.uid)
      .execute();
    await world.db.updateTable("users").set({ role: "client", isAdmin: false }).where("uid", "=", ben!.uid).execute();
    await raise();
    await drainJobs();
    expect(got).toEqual([]);
  });

  test("is held while its channel is paused, and can be tried", async () => {
    const { endpointId } = await add(ada);
    await testEndpoint(ada!, { endpointId });
    await drainJobs();
    expect(JSON.stringify(got[0]!.body)).toContain("Test alert");
    await pauseEndpoint(ada!, { endpointId });
    await raise();
    await drainJobs();
    expect(got.length).toBe(1);
    expect(await resumeEndpoint(ada!, { endpointId })).toEqual({ sent: 1 });
    await drainJobs();
    expect(got.length).toBe(2);
  });

  test("follows facts: the first paid order alone, an order without an editor, a dispute", async () => {
    await add(ada);
    await world.db.updateTable("orders").set({ paidAt: null }).execute();
    const first = await orderIn("paid", { set: { paidAt: NOON } });
    const later = await orderIn("paid", { set: { paidAt: after(NOON, DAY) } });
    const fact = (kind: string, orderId: string, data: object = {}) =>
      ({ id: `fct_${kind}_${orderId}`, kind, at: NOON, orderId, data }) as unknown as Fact;
    const number = async (id: string) => (await getOrder(id)).number;
    await raiseFactAlert(fact("order.paid", later.id));
    await raiseFactAlert(fact("order.paid", first.id));
    await raiseFactAlert(fact("order.paid", first.id));
    await raiseFactAlert(fact("matching.support_told", later.id, { invited: 3 }));
    await raiseFactAlert(fact("dispute.opened", first.id, { disputeId: "dsp_1" }));
    await drainJobs();
    expect(got.map((one) => (one.body["text"] as string).split(":")[0] ?? "").toSorted()).toEqual([
      `No editor yet for ${await number(later.id)}`,
      `The payment of ${await number(first.id)} is disputed`,
      "Your first paid order",
    ]);
  });
});
