import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { storeFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { endpoints } from "#app/endpoints.ts";
import { schedule } from "#app/schedule.ts";
import { type Actor, NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { recordFact, recordReading } from "#app/platform/server/core/facts.ts";
import { downloadFile } from "#app/features/orders/server/work/download-file.ts";
import { AUDIT_LIST } from "../../rules/audit/audit-list.ts";
import { ACCESS_LOG_KEPT_MS } from "#app/features/accounts/rules/impersonation.ts";
import { findClientFile } from "../people/find-client-file.ts";
import { findEditorFile } from "../people/find-editor-file.ts";
import { findFact } from "./find-fact.ts";
import { findAccount } from "../people/list-accounts.ts";
import { listAudit } from "./list-audit.ts";

let world: TestWorld;
const [ada, sam, amara, mei, jonas] = [
  personOf("ada"),
  personOf("sam"),
  personOf("amara"),
  personOf("mei"),
  personOf("jonas"),
];
let order: { id: string; number: string };
const payout = newId("payout");
const ticket = newId("ticket");

const record = <K extends FactKind>(
  actor: Actor,
  kind: K,
  about: { orderId?: string; subjectId?: string; data: FactData[K] },
  at = NOON,
) => world.db.transaction().execute((tx) => recordFact(tx, actor, at, kind, about));
const find = async (search: string, actor: Actor = ada) =>
  (await listAudit(actor, readListQuery(new URLSearchParams(search), AUDIT_LIST))).rows;
const kinds = async (search: string) => (await find(search)).map((r) => r.kind);
const readings = async (kind: FactKind) =>
  (await world.db.selectFrom("facts").select(["actorId", "subjectId", "orderId"]).where("kind", "=", kind).execute())
    .length;
const csv = (path: string, actor: Actor) => {
  const endpoint = endpoints.find((it) => it.path === path.split("?")[0])!;
  return endpoint.handle(new Request(`http://localhost:3000${path}`), { actor, params: {} });
};

beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  const made = await orderIn("paid");
  order = await world.db
    .selectFrom("orders")
    .select(["id", "number"])
    .where("id", "=", made.id)
    .executeTakeFirstOrThrow();
  await record(
    mei,
    "order.paid",
    { orderId: order.id, data: { amountMinor: 4_250, currency: "USD", dueAt: "2026-11-27T12:00:00Z" } },
    after(NOON, -3 * DAY),
  );
  await record(
    SYSTEM,
    "payout.paid",
    { subjectId: jonas.uid, data: { payoutId: payout, editorId: jonas.uid, amountMinor: 100, currency: "USD" } },
    after(NOON, -2 * DAY),
  );
  await record(
    sam,
    "ticket.rated",
    { subjectId: ticket, data: { uid: mei.uid, ownerRole: "client", number: "T-77", rating: 4 } },
    after(NOON, -DAY),
  );
  await record(ada, "account.disabled", { subjectId: mei.uid, data: { uid: mei.uid, reason: "Chargebacks." } });
});
afterAll(() => world.close());

describe("the audit trail", () => {
  test("is for admins alone", async () => {
    for (const actor of [sam, jonas, amara, NOBODY]) {
      await expect(find("", actor)).rejects.toMatchObject({ kind: "refused" });
      await expect(findFact(actor, newId("fact"))).rejects.toMatchObject({ kind: "refused" });
      await expect(csv("/api/csv/audit", actor)).rejects.toMatchObject({ kind: "refused" });
    }
  });
  test("shows what happened in words, latest first, with who and what", async () => {
    const [last] = await find("");
    expect(last).toMatchObject({
      title: "Account blocked",
      detail: "Chargebacks.",
      actor: { uid: ada.uid, name: ada.displayName },
      about: { uid: mei.uid },
    });
    expect((await find("sort=at&from=2026-11-18&to=2026-11-18")).map((r) => r.order?.number)).toEqual([order.number]);
  });
  test("is searched by person: what they did, what concerns them, or both", async () => {
    expect(await kinds(`person=${mei.uid}`)).toEqual(["account.disabled", "order.paid"]);
    expect(await kinds(`person=${mei.uid}&side=did`)).toEqual(["order.paid"]);
    expect(await kinds(`person=${mei.uid}&side=about`)).toEqual(["account.disabled"]);
    expect(await kinds("q=mei-ling")).toEqual(["account.disabled", "order.paid"]);
    expect(await kinds(`q=${mei.email}&kind=order.paid`)).toEqual(["order.paid"]);
    expect(await kinds("q=nobody-of-that-name")).toEqual([]);
  });
  test("is searched by object: its number, its id, or an id that was recorded", async () => {
    expect(await kinds(`q=${order.number}`)).toContain("order.paid");
    expect(await kinds(`object=${order.id}`)).toContain("order.paid");
    expect(await kinds(`q=${payout}`)).toEqual(["payout.paid"]);
    expect(await kinds(`object=${ticket}`)).toEqual(["ticket.rated"]);
    expect(await kinds(`object=${ticket}&person=${sam.uid}`)).toEqual(["ticket.rated"]);
    expect(await kinds(`object=${ticket}&person=${ada.uid}`)).toEqual([]);
  });
  test("is searched by kind, area and time, in any combination", async () => {
    expect(await kinds("area=payouts")).toEqual(["payout.paid"]);
    expect(await kinds("kind=ticket.rated")).toEqual(["ticket.rated"]);
    expect(await kinds("area=payouts&kind=ticket.rated")).toEqual(["payout.paid"]);
    expect(await kinds(`person=${mei.uid}&area=orders`)).toEqual(["order.paid"]);
    expect(await kinds("from=2026-11-20&to=2026-11-20")).toEqual(["ticket.rated"]);
    expect(await kinds("from=not-a-day&kind=ticket.rated")).toEqual(["ticket.rated"]);
  });
  test("an entry has a page with what it recorded", async () => {
    const [paid] = await find("kind=payout.paid");
    const { row, values, people } = await findFact(ada, paid!.id);
    expect(row).toMatchObject({ title: paid!.title, about: { uid: jonas.uid, isEditor: true }, actorRole: "system" });
    expect(values).toContainEqual({ label: "Payout", kind: "object", value: payout, noun: "Payout", to: null });
    expect(people[jonas.uid]?.name).toBe(jonas.displayName);
    for (const id of [newId("fact"), "x", order.id])
      await expect(findFact(ada, id)).rejects.toMatchObject({ kind: "not-found" });
    expect(await kinds(`q=${paid!.id}`)).toEqual(["payout.paid"]);
  });
  test("downloads as it's filtered, and the download is an entry of its own", async () => {
    const text = await (await csv(`/api/csv/audit?person=${mei.uid}`, ada)).text();
    expect(text.split("\r\n").filter(Boolean)).toHaveLength(3);
    expect(text).toContain("Account blocked,Chargebacks.,account.disabled,");
    expect((await find("kind=access.list_exported"))[0]).toMatchObject({
      detail: "audit, filtered by person",
      actor: { uid: ada.uid },
    });
  });
});

describe("reading personal data", () => {
  test("is recorded once an hour for the same reader and object, however often and at once", async () => {
    const read = () =>
      recordReading(sam, "access.person_viewed", { subjectId: amara.uid, data: { uid: amara.uid, page: "client" } });
    await Promise.all([read(), read(), read()]);
    setClock(after(NOON, 59 * MINUTE));
    await read();
    expect(await readings("access.person_viewed")).toBe(1);
    setClock(after(NOON, HOUR + MINUTE));
    await read();
    await recordReading(NOBODY, "access.person_viewed", {
      subjectId: amara.uid,
      data: { uid: amara.uid, page: "client" },
    });
    expect(await readings("access.person_viewed")).toBe(2);
    setClock(NOON);
  });
  test("every page of a person that staff open is recorded, and a refused one isn't", async () => {
    const before = await readings("access.person_viewed");
    await findClientFile(ada, mei.uid, NOON);
    await findEditorFile(ada, jonas.uid, NOON);
    await findAccount(ada, mei.uid);
    expect(await readings("access.person_viewed")).toBe(before + 3);
    await findClientFile(ada, ada.uid, NOON);
    await expect(findClientFile(amara, mei.uid, NOON)).rejects.toMatchObject({ kind: "refused" });
    expect(await readings("access.person_viewed")).toBe(before + 3);
  });
  test("a manuscript that staff open is recorded with its order, one that its author opens isn't", async () => {
    const open = async (actor: Actor, fileId: string) =>
      (await downloadFile(new Request("http://localhost/"), { actor, params: { id: fileId } })).text();
    const made = await orderIn("in_progress");
    const file = await storeFile(made.id, {
      purpose: "source",
      name: "soil.docx",
      bytes: Buffer.from("text"),
      by: amara.uid,
    });
    await open(amara, file);
    await open(jonas, file);
    expect(await readings("files.opened_by_staff")).toBe(0);
    await open(ada, file);
    await open(ada, file);
    expect(await readings("files.opened_by_staff")).toBe(1);
    expect((await find(`object=${file}`))[0]).toMatchObject({ actor: { uid: ada.uid }, order: { id: made.id } });
  });
  test("every list of people that staff download is recorded, and what was searched for isn't", async () => {
    const before = await readings("access.list_exported");
    await (await csv("/api/csv/clients?q=mei%40example.org&sort=name", ada)).text();
    await (await csv("/api/csv/threads", sam)).text();
    expect(await readings("access.list_exported")).toBe(before + 2);
    await expect(csv("/api/csv/clients", sam)).rejects.toMatchObject({ kind: "refused" });
    expect(await readings("access.list_exported")).toBe(before + 2);
    const { rows } = await sql<{ data: object }>`
      select data from facts where kind = 'access.list_exported' and data->>'list' = 'clients'`.execute(world.db);
    expect(rows).toEqual([{ data: { list: "clients", filters: ["search"] } }]);
  });
});

describe("retention", () => {
  test("deletes the log of access past its time, keeps every other fact, and repeats safely", async () => {
    const old = after(NOON, -ACCESS_LOG_KEPT_MS - DAY);
    const data = { uid: mei.uid, page: "client" } as const;
    await record(sam, "access.person_viewed", { subjectId: mei.uid, data }, old);
    await record(sam, "account.enabled", { subjectId: mei.uid, data: { uid: mei.uid, reason: "Settled." } }, old);
    const recent = await readings("access.person_viewed");
    await Promise.all([schedule.dropOldFacts!(NOON), schedule.dropOldFacts!(NOON)]);
    await schedule.dropOldFacts!(NOON);
    expect(await readings("access.person_viewed")).toBe(recent - 1);
    expect(await readings("account.enabled")).toBe(1);
  });
  test("nothing else deletes or changes a fact", async () => {
    await expect(world.db.deleteFrom("facts").where("kind", "=", "account.disabled").execute()).rejects.toThrow(
      "never changed",
    );
    await expect(
      world.db.updateTable("facts").set({ actorId: null }).where("kind", "=", "account.disabled").execute(),
    ).rejects.toThrow("never changed");
  });
});
