import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { actorOfAccount } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { findEditor } from "#app/features/editors/server/find-editor.ts";
import { allPastOrders, newestPastOrders, ownPastOrders } from "#app/features/orders/server/past/list-past-orders.ts";
import { ownPastOrdersCsv, pastOrdersCsv } from "#app/features/orders/server/past/past-orders-csv.ts";
import { forgetPastOrders } from "#app/features/orders/server/past/import-past-orders.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { guessMapping, readLines } from "../../rules/import/import-kind.ts";
import { type ImportName, importOf } from "../../rules/import/imports.ts";
import { findEverything } from "../find-everything.ts";
import { findClientFile } from "../people/find-client-file.ts";
import { codeOf, kindOf } from "../../testing/lab.ts";
import { importFile, tryImport } from "./import-file.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const [ada, sam, amara, mei, jonas] = (["ada", "sam", "amara", "mei", "jonas"] as const).map(personOf) as [
  Person,
  Person,
  Person,
  Person,
  Person,
];
const run = (kind: ImportName, csv: string, invites: "yes" | "" = "", who = ada) =>
  importFile(who, { kind, csv, mapping: null, invites });
const look = (kind: ImportName, csv: string, who = ada) => tryImport(who, { kind, csv, mapping: null });
const mails = (kind: string) => world.db.selectFrom("mail").select(["to", "text"]).where("kind", "=", kind).execute();
const uidAt = async (email: string) =>
  (await world.db.selectFrom("users").select("uid").where("email", "=", email).executeTakeFirstOrThrow()).uid;

describe("importing editors", () => {
  const csv = [
    "Editor ID,Email,Name,Fields,English,Services,Level,Weekly words",
    'e1,new.editor@editors.test,Nia New,"Oncology; Public health",US;UK,copyediting,senior,"10,000"',
    "e2,plain@editors.test,Pat Plain,,,,,",
    `e3,${mei.email},Mei-Ling Tan,surgery,US,proofreading,,`,
    `e4,${jonas.email},Jonas Weber,surgery,US,proofreading,lead,`,
  ].join("\n");

  test("makes editors who still have everything to do, and emails nobody", async () => {
    const before = await findEditor(jonas.uid);
    expect(await look("editors", csv)).toMatchObject({ create: 2, found: 2, before: 0, faulty: 0 });
    // Two at once: one of them finds everything done.
    await Promise.all([run("editors", csv), run("editors", csv)]);
    const uid = await uidAt("new.editor@editors.test");
    expect(await actorOfAccount(uid)).toMatchObject({ isEditor: true, isAdmin: false, role: "editor" });
    expect(await findEditor(uid)).toMatchObject({
      level: "senior",
      fields: ["oncology", "public-health"],
      variants: ["US", "UK"],
      services: ["copyediting"],
      weeklyWords: 10_000,
      matchReady: false,
      kycStatus: "not_started",
      identityApprovedAt: null,
      agreementSignedAt: null,
      confidentialitySignedAt: null,
      publicAt: null,
    });
    expect(await findEditor(await uidAt("plain@editors.test"))).toMatchObject({
      level: "trial",
      levelFixedAt: null,
      fields: [],
    });
    // A client becomes an editor too, and an editor stays as they are.
    expect(await actorOfAccount(mei.uid)).toMatchObject({ isEditor: true });
    expect(await findEditor(jonas.uid)).toEqual(before);
    await drainJobs();
    expect(await mails("account.imported_editor")).toEqual([]);
    expect(await look("editors", csv)).toMatchObject({ create: 0, found: 0, before: 4 });
  });

  test("tells each what to do, once, if that's chosen", async () => {
    const two = `id,email,name\nf1,f1@editors.test,Fay One\nf2,${amara.email},Amara`;
    await run("editors", two, "yes");
    await run("editors", two, "yes");
    await drainJobs();
    const sent = await mails("account.imported_editor");
    expect(sent.map((it) => it.to).toSorted((a, b) => a.localeCompare(b))).toEqual([amara.email, "f1@editors.test"]);
    expect(sent.find((it) => it.to === "f1@editors.test")!.text).toContain("Choose a password");
    expect(sent.find((it) => it.to === amara.email)!.text).toContain("/editor");
  });

  test("leaves out accounts that can't work, and says so", async () => {
    await world.db.updateTable("auth_user").set({ disabledAt: NOON }).where("id", "=", sam.uid).execute();
    await world.db
      .insertInto("auth_user")
      .values({
        id: "usr_unproved",
        name: "Una Proved",
        email: "unproved@editors.test",
        emailVerified: false,
        image: null,
        claims: json({}),
        createdAt: NOON,
        updatedAt: NOON,
      })
      .execute();
    const one = `id,email,name\ng1,${sam.email},Sam\ng2,unproved@editors.test,Una`;
    expect((await look("editors", one)).faults).toEqual([
      { line: 2, fault: "The account with this address is blocked." },
      { line: 3, fault: "Somebody signed up with this address and hasn't confirmed it yet." },
    ]);
    expect(await codeOf(run("editors", one))).toBe("nothing");
    expect(await findEditor(sam.uid)).toBeNull();
    await world.db.updateTable("auth_user").set({ disabledAt: null }).where("id", "=", sam.uid).execute();
  });

  test("the same id of a client and of an editor are two people", async () => {
    await run("clients", "id,email,name\n77,client77@client.test,Client");
    await run("editors", "id,email,name\n77,editor77@editors.test,Editor");
    expect(await uidAt("client77@client.test")).not.toBe(await uidAt("editor77@editors.test"));
  });

  test("each line that can't be imported says why", () => {
    const header = ["id", "email", "name", "fields", "variants", "services", "level", "weekly words"];
    const { faults, rows } = readLines(
      importOf("editors"),
      [
        ["1", "a@e.test", "A", "Alchemy", "", "", "", ""],
        ["2", "b@e.test", "B", "", "Scots", "", "", ""],
        ["3", "c@e.test", "C", "", "", "ghostwriting", "", ""],
        ["4", "d@e.test", "D", "", "", "", "guru", ""],
        ["5", "e@e.test", "E", "", "", "", "", "12"],
        ["6", "f@e.test", "F", "Medicine", "", "", "Standard", ""],
      ],
      guessMapping(importOf("editors"), header),
      "2026-11-29",
    );
    expect(faults.map((it) => it.fault)).toEqual([
      "“Alchemy” isn't one of our fields or subfields.",
      "“Scots” isn't a variant of English: US, UK, CA, AU.",
      expect.stringContaining("“ghostwriting” isn't one of our services"),
      "“guru” isn't one of our levels: trial, standard, senior, lead.",
      "Weekly words are 1,000 to 200,000.",
    ]);
    expect(rows[0]!.row.fields!.split(" ")).toContain("oncology");
    expect(rows[0]!.row.level).toBe("standard");
  });
});

describe("importing past orders", () => {
  const csv = (amount = "1.234,50") =>
    [
      "Order ID;Client ID;Date;Title;Service;Words;Amount;Currency;Editor;Editor ID;Delivered",
      `A-1;${amara.email.toUpperCase()};03.02.2024;Größe und Zeit;Proofreading;5.000;${amount};EUR;Jonas W.;${jonas.email};10.02.2024`,
      "A-2;c-9;28.02.2024;;Editing;;;;Somebody Else;;",
      "A-3;nobody;28.02.2024;;Editing;;;;;;",
    ].join("\n");
  const own = async (who: Person, q = "") =>
    ownPastOrders(who, { q, sort: "orderedOn", desc: true, page: 1, filters: {} }).read(50, 0);
  const ordersNow = () =>
    world.db
      .selectFrom("orders")
      .select((e) => e.fn.countAll().as("n"))
      .executeTakeFirstOrThrow();

  test("stores records of clients, and corrects them when the file does", async () => {
    await run("clients", "id,email,name\nc-9,nine@client.test,Nine");
    const before = await ordersNow();
    expect(await look("orders", csv())).toMatchObject({
      create: 2,
      found: 0,
      before: 0,
      faulty: 1,
      faults: [{ line: 4, fault: "No client has the id or address “nobody”. Import the clients first." }],
    });
    await Promise.all([run("orders", csv()), run("orders", csv())]);
    expect(await own(amara)).toMatchObject([
      {
        externalId: "A-1",
        title: "Größe und Zeit",
        service: "Proofreading",
        words: 5_000,
        amountMinor: 123_450,
        currency: "EUR",
        editorName: "Jonas W.",
        orderedOn: "2024-02-03",
        deliveredOn: "2024-02-10",
      },
    ]);
    expect(await look("orders", csv())).toMatchObject({ create: 0, found: 0, before: 2 });
    expect(await look("orders", csv("99,00"))).toMatchObject({ create: 0, found: 1, before: 1 });
    await run("orders", csv("99,00"));
    expect(await own(amara)).toMatchObject([{ amountMinor: 9_900 }]);
    // They're no orders: neither the list of orders nor the person's sums know them.
    expect(await ordersNow()).toEqual(before);
    const file = await findClientFile(ada, amara.uid, NOON);
    expect(file.past).toMatchObject({ total: 1, rows: [{ externalId: "A-1" }] });
    expect(file.orders).toEqual([]);
    expect(file.sums).toEqual([]);
  });

  test("are their client's, and all of them only for admins", async () => {
    expect(await own(mei)).toEqual([]);
    expect(await own(amara, "größe")).toHaveLength(1);
    expect(await own(amara, "nothing like it")).toEqual([]);
    const found = async (who: Person, q: string) =>
      (await findEverything(who, q)).groups
        .filter((it) => it.kind === "past")
        .flatMap((it) => it.rows.map((r) => r.to));
    expect(await found(amara, "Größe")).toEqual(["/my-orders/earlier?q=A-1"]);
    expect(await found(ada, "Größe")).toEqual([`/admin/clients/${amara.uid}`]);
    expect(await found(mei, "Größe")).toEqual([]);
    expect(await found(sam, "Größe")).toEqual([]);
    expect(
      await kindOf((async () => allPastOrders(sam, { q: "", sort: "orderedOn", desc: true, page: 1, filters: {} }))()),
    ).toBe("refused");
    const text = async (file: typeof pastOrdersCsv, actor: Person) =>
      (await file(new Request("http://x/"), { actor })).text();
    expect(await text(ownPastOrdersCsv, amara)).toContain(
      "A-1,Größe und Zeit,Proofreading,5000,Jonas W.,99.00,EUR,2024-02-03",
    );
    expect(await text(ownPastOrdersCsv, amara)).not.toContain("A-2");
    expect(await text(pastOrdersCsv, ada)).toContain("nine@client.test");
    await expect(text(pastOrdersCsv, sam)).rejects.toMatchObject({ kind: "refused" });
    expect(await kindOf(look("orders", csv(), sam))).toBe("refused");
    expect(await kindOf(run("orders", csv(), "", amara))).toBe("refused");
  });

  test("an erasure takes a client's, and an editor's name", async () => {
    await world.db.transaction().execute((tx) => forgetPastOrders(tx, jonas.uid));
    expect(await own(amara)).toMatchObject([{ externalId: "A-1", editorName: "" }]);
    await world.db.transaction().execute((tx) => forgetPastOrders(tx, amara.uid));
    expect(await own(amara)).toEqual([]);
    expect((await newestPastOrders(await uidAt("nine@client.test"), 5)).total).toBe(1);
  });

  test("each line that can't be imported says why", async () => {
    const header = ["id", "client", "date", "words", "amount", "currency", "delivered"];
    const { faults, rows } = readLines(
      importOf("orders"),
      [
        ["1", "", "2024-01-01"],
        ["2", "c", "soon"],
        ["3", "c", "2027-01-01"],
        ["4", "c", "2024-01-02", "", "", "", "2024-01-01"],
        ["5", "c", "2024-01-01", "many"],
        ["6", "c", "2024-01-01", "", "lots"],
        ["7", "c", "2024-01-01", "", "12.00"],
        ["8", "c", "2024-01-01", "", "12.50", "JPY"],
        ["9", "c", "2024-01-01", "", "-1.00", "USD"],
        ["10", "c", "2024-01-01", "", "12.00", "Thaler"],
        ["11", "c", "2024-01-01T10:00:00Z", "1 000", "USD 12.00", "", ""],
        ["11", "c", "2024-01-01"],
      ],
      guessMapping(importOf("orders"), header),
      "2026-11-29",
    );
    expect(faults.map((it) => it.fault)).toEqual([
      "The client is missing or longer than 200 characters.",
      "“soon” isn't a date.",
      "The date is in the future.",
      "It was delivered before it was ordered.",
      "“many” isn't a number of words.",
      "“lots” isn't an amount.",
      "The amount has no currency, such as USD.",
      "“12.50” has more decimals than JPY has.",
      "The amount is below zero.",
      "“THALER” isn't a currency's code, such as USD.",
      "The id is on line 12 already.",
    ]);
    expect(rows.map((it) => it.row)).toMatchObject([
      { externalId: "11", orderedOn: "2024-01-01", words: "1000", amount: "1200", currency: "USD" },
    ]);
    expect(await codeOf(run("orders", "id,client,date\n1,,x"))).toBe("nothing");
  });
});
