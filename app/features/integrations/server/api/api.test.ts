import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiWorld, openApiWorld } from "#boot/testing/api-world.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { fullDraft } from "#boot/testing/quoted-order.ts";
import { tablesSaying } from "#boot/testing/search-storage.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { RATE } from "../../rules/api-terms.ts";
import { listKeys } from "../keys/list-keys.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { createKey } from "../keys/create-key.ts";
import { forgetAnswers } from "./remember-answer.ts";

let world: TestWorld;
let api: ApiWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  api = await openApiWorld();
}, 60_000);
afterAll(async () => {
  api.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("auth_rate_limit").execute();
  await world.db.deleteFrom("api_keys").execute();
});

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const ada = personOf("ada");
type Failed = { error: { type: string; code: string; message: string; param: string | null; doc_url: string } };
const holder = (uid: string) => ({ holder: { kind: "person" as const, id: uid } });

describe("keys", () => {
  test("are shown once: nothing stored says what they are", async () => {
    const key = await api.keyOf(amara);
    expect(key).toMatch(/^stet_[0-9A-Za-z]{40}$/);
    expect(await tablesSaying(world.db, [key])).toEqual([]);
    const [shown] = await listKeys(amara.uid);
    expect(shown).toMatchObject({ shown: `${key.slice(0, 9)}…${key.slice(-4)}`, state: "active", lastUsedAt: null });
  });

  test("one name makes one key, also if the form is sent twice at once", async () => {
    const make = () => createKey(amara, { ...holder(amara.uid), name: "Journal", scopes: ["prices:read"], days: "90" });
    const made = await Promise.allSettled([make(), make()]);
    expect(made.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(make()).rejects.toMatchObject({ code: "key_name" });
  });

  test("are refused when they're missing, unknown, expired, or revoked, and when the account is disabled", async () => {
    const status = async (key: string | null) => (await api.call<Failed>(key, "GET", "/key")).body.error?.code;
    expect(await status(null)).toBe("no_key");
    expect(await status("stet_nothing")).toBe("invalid_key");
    expect(await status(`stet_${"a".repeat(40)}`)).toBe("invalid_key");
    const key = await api.keyOf(amara);
    expect(await status(key)).toBeUndefined();
    const { id, lastUsedAt } = (await listKeys(amara.uid))[0]!;
    expect(lastUsedAt).not.toBeNull();
    await database().updateTable("auth_user").set({ disabledAt: NOON }).where("id", "=", amara.uid).execute();
    expect(await status(key)).toBe("invalid_key");
    await database().updateTable("auth_user").set({ disabledAt: null }).where("id", "=", amara.uid).execute();
    setClock(after(NOON, 31 * DAY));
    expect(await status(key)).toBe("invalid_key");
    setClock(NOON);
    await expect(revokeKey(mei, { keyId: id })).rejects.toMatchObject({ kind: "not-found" });
    await revokeKey(amara, { keyId: id });
    await revokeKey(amara, { keyId: id });
    expect(await status(key)).toBe("invalid_key");
  });

  test("act for their owner as a client, whatever else they are here", async () => {
    const { id } = await orderIn("in_progress");
    for (const person of [mei, jonas, ada]) {
      const key = await api.keyOf(person);
      for (const path of [`/orders/${id}`, `/orders/${id}/messages`, `/orders/${id}/deliveries`, `/orders/${id}/files`])
        expect([path, (await api.call(key, "GET", path)).status]).toEqual([path, 404]);
      const { body } = await api.call<{ data: unknown[] }>(key, "GET", "/orders");
      expect(JSON.stringify(body)).not.toContain(id);
    }
  });
});

describe("every answer", () => {
  test("says the version and the limits, and an error has one shape", async () => {
    const key = await api.keyOf(amara);
    const { headers } = await api.call(key, "GET", "/key");
    expect(headers.get("api-version")).toBe("2026-11-27");
    expect(headers.get("ratelimit-limit")).toBe(String(RATE.requests));
    expect(headers.get("ratelimit-remaining")).toBe(String(RATE.requests - 1));
    const missing = await api.call<Failed>(key, "GET", "/nothing");
    expect([missing.status, missing.body]).toEqual([
      404,
      {
        error: {
          type: "not_found_error",
          code: "not_found",
          message: expect.any(String) as string,
          param: null,
          doc_url: "http://localhost:3000/docs/api#errors",
        },
      },
    ]);
    expect(
      (await api.call<Failed>(key, "GET", "/key", undefined, { "api-version": "2020-01-01" })).body.error.code,
    ).toBe("unknown_version");
    const wrong = await api.call<Failed>(key, "POST", "/orders", { service: "magic" });
    expect([wrong.status, wrong.body.error.code, wrong.body.error.param]).toEqual([
      422,
      "invalid_parameter",
      "service",
    ]);
    const unknown = await api.call<Failed>(key, "POST", "/orders", { shade: "blue" });
    expect([unknown.body.error.code, unknown.body.error.param]).toEqual(["unknown_parameter", "shade"]);
    const broken = await api.call<Failed>(key, "POST", "/orders", "{", { "content-type": "application/json" });
    expect([broken.status, broken.body.error.code]).toEqual([400, "unreadable_body"]);
  });

  test("is refused above the limit, for all keys of an owner together, with the time to wait", async () => {
    const keys = [await api.keyOf(amara), await api.keyOf(amara)];
    await world.db.deleteFrom("auth_rate_limit").execute();
    await api.call(keys[0]!, "GET", "/key");
    await world.db.updateTable("auth_rate_limit").set({ count: RATE.requests }).execute();
    const { status, headers, body } = await api.call<Failed>(keys[1]!, "GET", "/key");
    expect([status, body.error.type, headers.get("ratelimit-remaining")]).toEqual([429, "rate_limit_error", "0"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await api.call(await api.keyOf(mei), "GET", "/key")).status).toBe(200);
  });
});

describe("a write", () => {
  const orders = async () =>
    Number(
      (
        await world.db
          .selectFrom("orders")
          .select((e) => e.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );

  test("needs a key that it's repeated with", async () => {
    const { status, body } = await api.call<Failed>(
      await api.keyOf(amara),
      "POST",
      "/orders",
      {},
      { "idempotency-key": "" },
    );
    expect([status, body.error.code]).toEqual([400, "idempotency_key"]);
  });

  test("is done once for the same key and body, and two at once are one", async () => {
    const key = await api.keyOf(amara);
    const before = await orders();
    const header = { "idempotency-key": "first" };
    const post = (body: object) => api.call<{ id: string } & Failed>(key, "POST", "/orders", body, header);
    const two = await Promise.all([post({ title: "Rivers" }), post({ title: "Rivers" })]);
    const again = await post({ title: "Rivers" });
    expect(two.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set([...two, again].map(({ body }) => body.id)).size).toBe(1);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await orders()).toBe(before + 1);
    const other = await post({ title: "Lakes" });
    expect([other.status, other.body.error.code]).toEqual([409, "idempotency_key_reused"]);
    // Another owner's key is another one.
    expect((await api.call(await api.keyOf(mei), "POST", "/orders", { title: "Rivers" }, header)).status).toBe(201);
  });

  test("that was refused is refused again, and its answer is kept encrypted for a day", async () => {
    const key = await api.keyOf(amara);
    const { id } = await fullDraft(amara);
    const header = { "idempotency-key": "quote" };
    const quote = () =>
      api.call<Failed>(key, "POST", `/orders/${id}/quote`, { expected_total_minor: 1, expected_window_ms: 1 }, header);
    const refused = await quote();
    expect([refused.status, refused.body.error.code]).toEqual([409, "price_changed"]);
    expect((await quote()).body).toEqual(refused.body);
    expect((await tablesSaying(world.db, ["price_changed"])).filter((table) => table.startsWith("api_"))).toEqual([]);
    await world.db
      .updateTable("api_requests")
      .set({ startedAt: new Date(Date.now() - DAY - 1_000) })
      .execute();
    await forgetAnswers();
    expect(await world.db.selectFrom("api_requests").selectAll().execute()).toEqual([]);
  });

  test("whose process died is done by the next one", async () => {
    const key = await api.keyOf(amara);
    await api.call(key, "POST", "/orders", { title: "Left" }, { "idempotency-key": "left" });
    await world.db
      .updateTable("api_requests")
      .set({ status: null, answer: null, startedAt: new Date(Date.now() - DAY / 2) })
      .where("key", "=", "left")
      .execute();
    expect((await api.call(key, "POST", "/orders", { title: "Left" }, { "idempotency-key": "left" })).status).toBe(201);
  });
});

test("lists go by cursors, newest first", async () => {
  const key = await api.keyOf(mei);
  for (const title of ["One", "Two", "Three"]) await api.call(key, "POST", "/orders", { title });
  type List = { data: { id: string; title: string }[]; has_more: boolean };
  const first = (await api.call<List>(key, "GET", "/orders?limit=2&status=draft")).body;
  expect([first.data.map(({ title }) => title), first.has_more]).toEqual([["Three", "Two"], true]);
  const next = (await api.call<List>(key, "GET", `/orders?status=draft&limit=2&starting_after=${first.data[1]!.id}`))
    .body;
  expect(next.data[0]).toMatchObject({ title: "One" });
  expect((await api.call(key, "GET", `/orders?starting_after=${(await orderIn("paid")).id}`)).status).toBe(404);
});

test("prices are the price list's", async () => {
  const key = await api.keyOf(amara, ["prices:read"]);
  const { body } = await api.call<{ data: { service: string; total_minor: number | null }[] }>(
    key,
    "GET",
    "/prices?words=3000&service=copyediting",
  );
  expect(body.data.length).toBeGreaterThan(3);
  const { id } = await fullDraft(amara, 3_000);
  const priced = await api.call<{ total_minor: number; available: boolean; window_ms: number }>(
    key,
    "GET",
    `/orders/${id}/price`,
  );
  const week = body.data.find((one) => (one as { turnaround?: string }).turnaround === "7d")!;
  expect(priced.body).toMatchObject({ available: true, total_minor: week.total_minor });
  const refused = await api.call<Failed>(key, "POST", `/orders/${id}/quote`, {});
  expect([refused.status, refused.body.error.code]).toEqual([403, "missing_scope"]);
  const { total_minor, window_ms } = priced.body;
  const quoted = await api.call<{ status: string; total_minor: number; choices: object }>(
    await api.keyOf(amara, ["orders:write"]),
    "POST",
    `/orders/${id}/quote`,
    { expected_total_minor: total_minor, expected_window_ms: window_ms },
  );
  expect(quoted.body).toMatchObject({ status: "quoted", total_minor, choices: { style_guide: "apa" } });
});
