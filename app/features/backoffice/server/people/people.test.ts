import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { seedKyc } from "#db/seed/demo-kyc.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { findEditorFile } from "./find-editor-file.ts";
import { listClients, clientList } from "./list-clients.ts";
import { accountsCsv, applicationsCsv, clientsCsv, editorsCsv } from "./people-csv.ts";
import { listEditors, editorList } from "./list-editors.ts";
import { CLIENT_LIST } from "#app/features/backoffice/rules/lists/client-list.ts";
import { EDITOR_LIST } from "#app/features/backoffice/rules/lists/editor-list.ts";

const [ada, sam, jonas, amara] = [personOf("ada"), personOf("sam"), personOf("jonas"), personOf("amara")];
const others = [sam, jonas, amara, NOBODY, { ...ada, emailVerified: false }];
let world: TestWorld;

async function order(more: Record<string, unknown> = {}): Promise<string> {
  const id = newId("order");
  await world.db
    .insertInto("orders")
    .values({
      id,
      number: `S-${id.slice(-8)}`,
      status: "in_progress",
      userId: amara.uid,
      assignedTo: jonas.uid,
      title: "Soil moisture",
      choices: json({}),
      flags: json({}),
      billableWords: 5_000,
      totalMinor: 15_000,
      paidMinor: 15_000,
      paidAt: after(NOON, -3 * DAY),
      assignedAt: after(NOON, -2 * DAY),
      dueAt: after(NOON, 3 * DAY),
      editorDueAt: after(NOON, 2 * DAY),
      createdAt: NOON,
      updatedAt: NOON,
      ...more,
    } as never)
    .execute();
  return id;
}

beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await world.db.transaction().execute((tx) => seedKyc(tx, NOON));
  const done = await order({
    status: "delivered",
    assignedAt: after(NOON, -20 * DAY),
    editorDueAt: after(NOON, -12 * DAY),
    submittedAt: after(NOON, -13 * DAY),
    deliveredAt: after(NOON, -13 * DAY),
    refundedMinor: 3_000,
  });
  await order({
    status: "delivered",
    assignedAt: after(NOON, -20 * DAY),
    editorDueAt: after(NOON, -15 * DAY),
    submittedAt: after(NOON, -13 * DAY),
    deliveredAt: after(NOON, -13 * DAY),
  });
  await order();
  await order({ status: "draft", userId: "usr_mei", assignedTo: null, paidMinor: 0, paidAt: null, assignedAt: null });
  await world.db
    .insertInto("ratings")
    .values({ orderId: done, userId: amara.uid, editorId: jonas.uid, overall: 4, createdAt: NOON, updatedAt: NOON })
    .execute();
  await world.db
    .insertInto("submissions")
    .values({ id: "sub_1", orderId: done, editorId: jonas.uid, round: 1, createdAt: NOON })
    .execute();
  await world.db
    .insertInto("qa_reviews")
    .values({
      id: "qar_1",
      orderId: done,
      submissionId: "sub_1",
      reason: "sample",
      status: "passed",
      total: 90,
      dueAt: NOON,
      createdAt: NOON,
      decidedAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("earnings")
    .values({
      id: "ern_1",
      orderId: done,
      editorId: jonas.uid,
      level: "standard",
      basisMinor: 15_000,
      shareBp: 5_500,
      amountMinor: 8_250,
      currency: "USD",
      status: "available",
      createdAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("invites")
    .values({
      id: "inv_1",
      orderId: done,
      editorId: jonas.uid,
      wave: 1,
      status: "accepted",
      payMinor: 8_250,
      score: json({}),
      sentAt: after(NOON, -20 * DAY),
      expiresAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("facts")
    .values({
      id: "fct_1",
      kind: "invite.accepted",
      at: after(NOON, -20 * DAY),
      actorId: jonas.uid,
      actorRole: "editor",
      orderId: done,
      subjectId: jonas.uid,
      data: json({ inviteId: "inv_1", editorId: jonas.uid }),
    })
    .execute();
  await world.db
    .insertInto("facts")
    .values({
      id: "fct_2",
      kind: "order.assigned",
      at: after(NOON, -20 * DAY),
      actorId: ada.uid,
      actorRole: "admin",
      orderId: done,
      subjectId: null,
      data: json({ editorId: jonas.uid, how: "admin" }),
    })
    .execute();
});
afterAll(() => world.close());

const editors = (search = "") => readListQuery(new URLSearchParams(search), EDITOR_LIST);
const clients = (search = "") => readListQuery(new URLSearchParams(search), CLIENT_LIST);
const editorNames = async (search: string) =>
  (await listEditors(ada, editors(search), NOON)).rows.map((r) => r.displayName);
const clientNames = async (search: string) =>
  (await listClients(ada, clients(search), NOON)).rows.map((r) => r.displayName);

describe("all editors", () => {
  test("lists editors with services, performance and amounts owed", async () => {
    const { rows, total } = await listEditors(ada, editors(), NOON);
    expect(total).toBe(3);
    expect(rows[0]).toMatchObject({
      uid: jonas.uid,
      level: "standard",
      matchReady: true,
      kyc: "approved",
      openOrders: 1,
      weekWords: 5_000,
      weeklyWords: 60_000,
      rating: 4,
      ratings: 1,
      onTime: 0.5,
      deliveries: 2,
      qa: 90,
      reviews: 1,
      owedMinor: 8_250,
      currency: "USD",
    });
    expect(rows[1]).toMatchObject({
      displayName: "Noor Haddad",
      matchReady: false,
      kyc: "submitted",
      rating: null,
      onTime: null,
      qa: null,
      owedMinor: 0,
      weeklyWords: null,
    });
  });
  test("can be searched, filtered by level, readiness, KYC and field, and sorted by each figure", async () => {
    expect(await editorNames("q=freiburg")).toEqual(["Jonas Weber"]);
    expect(await editorNames("q=%25")).toEqual([]);
    expect(await editorNames("level=trial")).toEqual(["Noor Haddad", "Priya Raman"]);
    expect(await editorNames("ready=no")).toEqual(["Noor Haddad"]);
    expect(await editorNames("kyc=approved&level=trial")).toEqual(["Priya Raman"]);
    expect(await editorNames("field=social-sciences")).toEqual(["Noor Haddad"]);
    for (const key of ["open", "week", "rating", "onTime", "qa", "owed", "level"])
      expect((await editorNames(`sort=-${key}`))[0]).toBe("Jonas Weber");
    expect(await editorNames("sort=-name")).toEqual(["Priya Raman", "Noor Haddad", "Jonas Weber"]);
    expect((await listEditors(ada, editors("page=7"), NOON)).page).toBe(1);
  });
  test("are visible to admins only, also as CSV", async () => {
    for (const actor of others) {
      await expect(listEditors(actor, editors(), NOON)).rejects.toMatchObject({ kind: "refused" });
      expect(() => editorList(actor, editors(), NOON)).toThrow(expect.objectContaining({ kind: "refused" }));
    }
    expect(await editorList(ada, editors("level=trial"), NOON).read(100, 0)).toHaveLength(2);
  });
});

describe("an editor's profile", () => {
  test("shows orders, invites, record, money and history", async () => {
    const file = await findEditorFile(ada, jonas.uid, NOON);
    expect(file.current).toMatchObject([{ status: "in_progress", late: false }]);
    expect(file.past.map((o) => o.late).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(file).toMatchObject({
      pastTotal: 2,
      inviteOutcomes: [{ status: "accepted", n: 1 }],
      balances: [{ availableMinor: 8_250 }],
      ratings: [{ overall: 4 }],
      reviews: [{ total: 90 }],
    });
    expect(file.trail.map((f) => f.title)).toEqual(["Order accepted", "Invite accepted"]);
    expect(file.kyc.overview.state).toBe("approved");
  });
  test("is visible to admins only, and only for editors", async () => {
    for (const actor of others)
      await expect(findEditorFile(actor, jonas.uid, NOON)).rejects.toMatchObject({ kind: "refused" });
    for (const uid of [amara.uid, "usr_nobody", ""])
      await expect(findEditorFile(ada, uid, NOON)).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("all clients", () => {
  test("lists clients with orders and payments, without staff and editors", async () => {
    const { rows } = await listClients(ada, clients(), NOON);
    expect(rows.map((r) => r.displayName).toSorted()).toEqual(["Dr. Amara Osei", "Mei-Ling Tan", "Uma Novak"]);
    expect(rows[0]).toMatchObject({
      uid: amara.uid,
      orders: 3,
      openOrders: 3,
      spentMinor: 42_000,
      refundedMinor: 3_000,
      verified: true,
      country: "GH",
      timeZone: "Africa/Accra",
    });
    expect(rows.find((r) => r.displayName === "Uma Novak")).toMatchObject({
      verified: false,
      orders: 0,
      lastOrderAt: null,
    });
  });
  test("can be searched, filtered and sorted", async () => {
    expect(await clientNames("q=client2")).toEqual(["Mei-Ling Tan"]);
    expect(await clientNames("q=GH")).toEqual(["Dr. Amara Osei"]);
    expect(await clientNames("orders=open")).toEqual(["Dr. Amara Osei"]);
    expect(await clientNames("orders=none&sort=name")).toEqual(["Mei-Ling Tan", "Uma Novak"]);
    expect(await clientNames("verified=no")).toEqual(["Uma Novak"]);
    expect(await clientNames("last=30")).toEqual(["Dr. Amara Osei"]);
    expect(await clientNames("last=quiet")).toEqual([]);
    for (const key of ["orders", "open", "spent", "refunds", "last"])
      expect((await clientNames(`sort=-${key}`))[0]).toBe("Dr. Amara Osei");
  });
  test("are visible to admins only, also as CSV", async () => {
    for (const actor of others) {
      await expect(listClients(actor, clients(), NOON)).rejects.toMatchObject({ kind: "refused" });
      expect(() => clientList(actor, clients(), NOON)).toThrow(expect.objectContaining({ kind: "refused" }));
    }
    expect(await clientList(ada, clients("orders=none"), NOON).read(100, 0)).toHaveLength(2);
  });
});

test("CSV files match the filtered lists, for admins only", async () => {
  const ask = (search = "") => new Request(`http://localhost:3000/api/csv/x${search}`);
  for (const file of [editorsCsv, applicationsCsv, clientsCsv, accountsCsv]) {
    for (const actor of others) await expect(file(ask(), { actor })).rejects.toMatchObject({ kind: "refused" });
    expect((await file(ask(), { actor: ada })).headers.get("content-type")).toContain("text/csv");
  }
  const lines = (await (await editorsCsv(ask("?level=trial&sort=-name"), { actor: ada })).text()).split("\r\n");
  expect(lines.slice(1, 3).map((l) => l.split(",")[0])).toEqual(["Priya Raman", "Noor Haddad"]);
});
