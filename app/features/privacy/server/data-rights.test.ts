import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES } from "#boot/testing/order-copies.ts";
import { deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { filesUnder, tablesSaying } from "#boot/testing/search-storage.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { openZip, readPart } from "#app/features/documents/rules/docx/zip.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { resolveTicket } from "#app/features/support/server/tickets/resolve-ticket.ts";
import { writePersonNote } from "#app/features/accounts/server/people/write-person-note.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { SealError } from "#app/platform/server/files/sealing.ts";
import { sealStream, unsealStream } from "#app/platform/server/files/sealed-stream.ts";
import { filesFolder } from "#app/platform/server/files/storage.ts";
import { zipStream } from "#app/platform/server/files/zip-stream.ts";
import { KEEP_POLICY } from "#app/features/policy/rules/keep-figures.ts";
import { closeAccount } from "./close-account.ts";
import { approveErasure, declineErasure } from "./decide-erasure.ts";
import { deleteOrderFiles } from "./delete-order-files.ts";
import { downloadExport } from "./download-export.ts";
import { erasePerson } from "./erase-person.ts";
import { listDataRequests } from "./list-data-requests.ts";
import { makeExport } from "./make-export.ts";
import { NOT_PERSONAL, PERSONAL_TABLES } from "./personal-tables.ts";
import { requestErasure, withdrawErasure } from "./request-erasure.ts";
import { requestExport } from "./request-export.ts";
import { dropExports, watchDataRequests } from "./watch-data-requests.ts";
import { findClosureBlockers } from "./closure-blockers.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const noor = personOf("noor");
const sam = personOf("sam");
const ada = personOf("ada");
const download = (actor: Actor, id: string) => downloadExport(new Request("http://x/"), { actor, params: { id } });
const requestOf = (id: string) =>
  world.db.selectFrom("data_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const erasureOf = async (actor: Actor & { kind: "person" }) => {
  await requestErasure(actor, { reason: "I no longer need it." });
  return (
    await world.db
      .selectFrom("data_requests")
      .selectAll()
      .where("uid", "=", actor.uid)
      .where("kind", "=", "erasure")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow()
  ).id;
};

/** What an erasure takes from an editor's rows, with a value that it takes. */
const ERASED: Readonly<Record<string, unknown>> = {
  "editors.headline": "Dr. Xan",
  "editors.degree": "Dr. Xan",
  "editors.bio": "Dr. Xan",
  "editors.publications": "Dr. Xan",
  "editors.languages": ["de"],
  "editors.fields": ["hydrology"],
  "editors.variants": ["british"],
  "editors.services": ["proofreading"],
  "editors.timeZone": "Asia/Kolkata",
  "editors.calendar": { workdays: [1], away: ["2026-02-01"] },
  "editors.quietHours": { from: "22:00", to: "07:00" },
  "editors.levelFixedReason": "Dr. Xan",
  "editors.pauseReason": "Dr. Xan",
  "editor_pages.record": { works: ["Dr. Xan"] },
  "editor_pages.photo": Buffer.from("Dr. Xan"),
  "editor_pages.photoHash": "Dr. Xan",
  "editor_pages.photoType": "image/webp",
  "editor_pages.sampleBefore": "Dr. Xan",
  "editor_pages.sampleAfter": "Dr. Xan",
  "editor_applications.answers": { motivation: "Dr. Xan" },
  "editor_applications.note": "Dr. Xan",
  "kyc_requests.kind": "bank_proof",
  "kyc_requests.note": "Dr. Xan",
  "kyc_requests.askedBy": "usr_ada",
};
const BY_LAW = "proof of who was paid, deleted by the clock once the law allows it";
/** What it leaves, by table or column, and why. */
const KEPT: Readonly<Record<string, string>> = {
  "editors.invoiceCode": "is part of the numbers of their invoices",
  "editors.kycStatus": "says only that documents were checked",
  "editors.level": "what their past orders were paid by",
  "editors.stats": "averages of their past orders, without texts",
  editor_records: "averages of their past orders, without texts",
  editor_subfields: "follows editors.fields, by triggers",
  "editor_applications.status": "that they were hired, and by which agreement and sample",
  "editor_applications.agreementVersion": "that they were hired, and by which agreement and sample",
  "editor_applications.sampleId": "that they were hired, and by which agreement and sample",
  "editor_applications.rubric": "scores of the sample, without texts",
  "editor_applications.decidedBy": "names a member of staff",
  application_files: "what kind of file there was; the file itself is removed",
  kyc_details: BY_LAW,
  kyc_documents: BY_LAW,
  bank_details: BY_LAW,
  bank_changes: "not confirmed yet, gone within a day",
};

/** Columns that name a person, found by foreign key or by name. */
const NAMES_A_PERSON =
  "^(uid|to|party|identifier|mailTo)$|(userId|ownerId|ownerUid|editorId|authorId|actorId|subjectId|viewerId|reviewerId|assigneeId|makerId|checkerId|email|By|Email)$";

describe("the copy of a person's data", () => {
  test("has every table that names a person, or the reason why not", async () => {
    const { rows } = await sql<{ table: string; person: boolean }>`
      select t.table_name as table, coalesce(bool_or(c.column_name ~ ${NAMES_A_PERSON} or exists (
          select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
          where k.contype = 'f' and k.conrelid = format('public.%I', t.table_name)::regclass
            and a.attname = c.column_name
            and k.confrelid in ('users'::regclass, 'auth_user'::regclass))), false) as person
      from information_schema.tables t join information_schema.columns c on c.table_name = t.table_name
        and c.table_schema = 'public'
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1`.execute(world.db);
    expect(rows.filter((r) => r.person).length).toBeGreaterThan(40);
    const exported = new Set(PERSONAL_TABLES.map((t) => t.table));
    const known = (name: string) => exported.has(name) || Object.hasOwn(NOT_PERSONAL, name);
    expect(rows.filter((r) => r.person && !known(r.table)).map((r) => r.table)).toEqual([]);
    // And no table is listed that doesn't exist, or twice.
    const tables = new Set(rows.map((r) => r.table));
    expect([...exported, ...Object.keys(NOT_PERSONAL)].filter((name) => !tables.has(name))).toEqual([]);
    expect([...exported].filter((name) => Object.hasOwn(NOT_PERSONAL, name))).toEqual([]);
  });

  test("leaves out every secret", async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'
        and (column_name ~* '(password|secret|token|backupcodes|storagekey|keyhash|devicehash|networkhash|fingerprint|sealed)' or data_type = 'bytea')
        and column_name !~ 'At$'`.execute(world.db);
    const left = rows.filter(({ table, column }) => {
      const it = PERSONAL_TABLES.find((t) => t.table === table);
      return it && !it.omit?.includes(column);
    });
    expect(left).toEqual([]);
  });

  test("is made by a job, is complete, and can be downloaded only by its owner until it expires", async () => {
    const { orderId, cleanId } = await deliveredOrder({ status: "accepted" });
    const { id: fileId } = await storeAttachment({ uid: amara.uid }, { name: "plan.docx", bytes: COPIES.another() });
    await postMessage(amara, { orderId, body: "A word of mine.", attachmentIds: [fileId] });
    await postMessage(mei, { orderId: (await othersOrder()).id, body: "A word of somebody else." });
    const [one, two] = await Promise.all([requestExport(amara, {}), requestExport(amara, {})]);
    expect(one).toEqual(two);
    await expect(download(amara, one.id)).rejects.toMatchObject({ kind: "not-found" });
    await drainJobs();
    const request = await requestOf(one.id);
    expect(request).toMatchObject({ status: "ready", expiresAt: after(NOON, KEEP_POLICY.exportMs) });
    await makeExport(one.id);
    expect((await requestOf(one.id)).doneAt).toEqual(NOON);
    const mail = await world.db.selectFrom("mail").select("subject").where("to", "=", CAST.amara.email).execute();
    expect(mail.map((m) => m.subject)).toContain("The copy of your data is ready");

    // Encrypted in storage, because it contains data that is encrypted at rest elsewhere.
    const stored = (await filesUnder(filesFolder())).get(request.storageKey!)!;
    expect(stored.includes("README.txt")).toBe(false);

    for (const actor of [NOBODY, mei, jonas, sam, ada, { ...amara, emailVerified: false }])
      await expect(download(actor, one.id)).rejects.toMatchObject({ kind: "not-found" });
    const zip = openZip(new Uint8Array(await (await download(amara, one.id)).arrayBuffer()));
    const read = (name: string): Record<string, unknown>[] => JSON.parse(readPart(zip, name)!.toString());
    expect(PERSONAL_TABLES.every(({ table }) => zip.entries.has(`data/${table}.json`))).toBe(true);
    expect(read("data/users.json")).toMatchObject([{ uid: amara.uid, email: CAST.amara.email }]);
    expect(read("data/orders.json").map((o) => o["id"])).toContain(orderId);
    expect(read("data/messages.json").map((m) => m["body"])).toEqual(["A word of mine."]);
    const all = [...zip.entries.keys()]
      .map((name) => (name.endsWith(".json") ? readPart(zip, name)!.toString() : ""))
      .join("");
    expect(all).not.toContain(CAST.mei.email);
    expect(all).not.toContain("somebody else");
    const clean = [...zip.entries.keys()].find((name) => name.includes(cleanId))!;
    expect(readPart(zip, clean)!.equals(Buffer.from(COPIES.source()))).toBe(true);
    expect(
      [...zip.entries.keys()].some((name) => name.startsWith("files/attachments/") && name.endsWith("plan.docx")),
    ).toBe(true);

    const over = after(NOON, KEEP_POLICY.exportMs);
    setClock(over);
    await expect(download(amara, one.id)).rejects.toMatchObject({ kind: "gone" });
    await Promise.all([dropExports(over), dropExports(over)]);
    expect((await filesUnder(filesFolder())).has(request.storageKey!)).toBe(false);
    expect(await requestOf(one.id)).toMatchObject({ status: "expired", storageKey: null });
    expect((await requestExport(amara, {})).id).not.toBe(one.id);
    await drainJobs();
  });

  test("is written in pieces that can't be cut off, moved, or read by others", async () => {
    const bytes = Buffer.alloc(700_000, "manuscript ");
    const collect = async (it: AsyncIterable<Uint8Array>) => {
      const parts: Uint8Array[] = [];
      for await (const part of it) parts.push(part);
      return Buffer.concat(parts);
    };
    const zip = await collect(
      zipStream(
        (async function* () {
          yield { name: "a/ü.txt", at: NOON, bytes: [bytes] };
          yield { name: "empty.txt", at: NOON, bytes: [] };
        })(),
      ),
    );
    const opened = openZip(zip);
    expect(readPart(opened, "a/ü.txt")!.equals(bytes)).toBe(true);
    expect(readPart(opened, "empty.txt")!.length).toBe(0);
    const source = async function* () {
      yield bytes;
    };
    const sealed = await collect(sealStream(source(), "dtr_1"));
    const open = (it: Buffer, about = "dtr_1") =>
      collect(
        unsealStream(
          (async function* () {
            for (let at = 0; at < it.length; at += 10_000) yield it.subarray(at, at + 10_000);
          })(),
          about,
        ),
      );
    expect((await open(sealed)).equals(bytes)).toBe(true);
    const first = 4 + sealed.readUInt32BE(0);
    for (const wrong of [sealed.subarray(0, first), sealed.subarray(0, -1), sealed.subarray(first), Buffer.alloc(0)])
      await expect(open(wrong)).rejects.toBeInstanceOf(SealError);
    await expect(open(sealed, "dtr_2")).rejects.toBeInstanceOf(SealError);
  });
});

const othersOrder = () => orderIn("in_progress", { set: { userId: mei.uid } });

describe("closing an account", () => {
  test("is refused with everything that must be settled first", async () => {
    const { id } = await orderIn("in_progress", { set: { userId: mei.uid, assignedTo: priya.uid, number: "S-90001" } });
    expect(await findClosureBlockers(world.db, mei.uid)).toEqual(
      expect.arrayContaining([expect.stringContaining("S-90001")]),
    );
    await expect(closeAccount(mei, {})).rejects.toMatchObject({
      kind: "conflict",
      code: "open",
      advice: expect.stringContaining("S-90001"),
    });
    await expect(closeAccount(priya, {})).rejects.toMatchObject({ advice: expect.stringContaining("being edited") });
    for (const actor of [sam, ada])
      await expect(closeAccount(actor, {})).rejects.toMatchObject({ advice: expect.stringContaining("staff account") });
    await expect(closeAccount(NOBODY, {})).rejects.toMatchObject({ kind: "not-found" });
    await world.db.deleteFrom("files").where("orderId", "=", id).execute();
    await sql`update orders set status = 'cancelled', "keepFromAt" = ${NOON} where "userId" = ${mei.uid}`.execute(
      world.db,
    );
    await sql`insert into earnings (id, "orderId", "editorId", level, "basisMinor", "shareBp", "amountMinor", currency,
      status, part, "createdAt")
      values ('ern_k', ${id}, ${priya.uid}, 'trial', 100, 5000, 5000, 'USD', 'available', 'delivery', ${NOON})`.execute(
      world.db,
    );
    expect(await findClosureBlockers(world.db, priya.uid)).toEqual([expect.stringContaining("Earnings")]);
    expect(await findClosureBlockers(world.db, mei.uid)).toEqual([]);
  });

  test("removes the sign-in, the name, and the address at once, ends every session, and sends an email", async () => {
    const draft = await orderIn("draft", { set: { userId: mei.uid } });
    const both = await Promise.allSettled([closeAccount(mei, {}), closeAccount(mei, {})]);
    expect(both.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await drainJobs();
    for (const table of ["auth_session", "auth_account"] as const)
      expect(await world.db.selectFrom(table).select("id").where("userId", "=", mei.uid).execute()).toEqual([]);
    expect(await world.db.selectFrom("users").selectAll().where("uid", "=", mei.uid).executeTakeFirst()).toMatchObject({
      displayName: "Former client",
      email: `${mei.uid}@closed.invalid`,
      billing: null,
    });
    expect(await world.db.selectFrom("orders").select("status").where("id", "=", draft.id).executeTakeFirst()).toEqual({
      status: "cancelled",
    });
    const mail = () =>
      world.db
        .selectFrom("mail")
        .select("subject")
        .where("to", "=", CAST.mei.email)
        .where("kind", "=", "privacy.farewell")
        .execute();
    expect(await mail()).toHaveLength(1);
    await dropExports(after(NOON, 2 * DAY));
    expect(await mail()).toEqual([]);
    expect((await listDataRequests(ada)).answered).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "closure", uid: mei.uid, status: "done" })]),
    );
  });
});

describe("an erasure", () => {
  test("needs an admin's decision, with a deadline of 30 days, and can be withdrawn or declined", async () => {
    const id = await erasureOf(jonas);
    await Promise.all([requestErasure(jonas, {}), requestErasure(jonas, {})]);
    expect((await listDataRequests(ada)).waiting.filter((r) => r.kind === "erasure")).toMatchObject([
      { id, dueAt: after(NOON, 30 * DAY) },
    ]);
    for (const actor of [jonas, sam, amara, NOBODY]) {
      await expect(approveErasure(actor, { requestId: id })).rejects.toMatchObject({ kind: "refused" });
      await expect(declineErasure(actor, { requestId: id, note: "We need it still." })).rejects.toMatchObject({
        kind: "refused",
      });
    }
    await expect(listDataRequests(sam)).rejects.toMatchObject({ kind: "refused" });
    await expect(closeAccount(jonas, {})).rejects.toMatchObject({ kind: "conflict" });
    const soon = after(NOON, 23 * DAY);
    await watchDataRequests(after(soon, -HOUR));
    expect((await requestOf(id)).remindedAt).toBeNull();
    await Promise.all([watchDataRequests(soon), watchDataRequests(soon)]);
    expect(
      await world.db.selectFrom("facts").select("id").where("kind", "=", "privacy.due_soon").execute(),
    ).toHaveLength(1);
    await withdrawErasure(jonas, {});
    await expect(approveErasure(ada, { requestId: id })).rejects.toMatchObject({ kind: "conflict" });
    const again = await erasureOf(jonas);
    await declineErasure(ada, { requestId: again, note: "A claim is pending until May." });
    await drainJobs();
    expect(await requestOf(again)).toMatchObject({ status: "declined", decidedBy: ada.uid });
    const told = await world.db
      .selectFrom("notifications")
      .select("body")
      .where("userId", "=", jonas.uid)
      .where("kind", "=", "privacy.erasure_declined")
      .execute();
    expect(told).toEqual([{ body: "A claim is pending until May." }]);
  });

  test("erases or keeps for a reason every column about an editor; a new one has to be decided on", async () => {
    const { rows: columns } = await sql<{ table: string; key: string; column: string; type: string }>`
      select c.table_name as table, k.column_name as key, c.column_name as column, c.data_type as type
      from information_schema.columns c
      join information_schema.columns k on k.table_schema = 'public' and k.table_name = c.table_name
        and k.column_name in ('uid', 'editorId')
      where c.table_schema = 'public' and c.table_name ~ '^(editor|kyc|application|bank_details|bank_changes)'
        and c.data_type in ('text', 'jsonb', 'bytea') and c.column_name <> k.column_name
      order by 1, 3`.execute(world.db);
    const decided = (it: { table: string; column: string }) =>
      [`${it.table}.${it.column}`, it.table].some((name) => Object.hasOwn(ERASED, name) || Object.hasOwn(KEPT, name));
    expect(columns.filter((it) => !decided(it)).map((it) => `${it.table}.${it.column}`)).toEqual([]);
    const names = new Set(columns.flatMap((it) => [it.table, `${it.table}.${it.column}`]));
    expect(Object.keys({ ...ERASED, ...KEPT }).filter((name) => !names.has(name))).toEqual([]);

    const { uid } = noor;
    await world.db
      .insertInto("editor_pages")
      .values({ editorId: uid, updatedAt: NOON })
      .onConflict((c) => c.doNothing())
      .execute();
    await sql`insert into editor_applications (uid, answers, "createdAt", "updatedAt")
      values (${uid}, '{}', now(), now()) on conflict do nothing`.execute(world.db);
    await sql`insert into kyc_requests (uid, kind, note, "askedBy", "askedAt")
      values (${uid}, 'tax_form', '', 'usr_ada', now())`.execute(world.db);
    const written = (name: string) => {
      const [table, column] = name.split(".") as [string, string];
      const { key, type } = columns.find((it) => it.table === table && it.column === column)!;
      return { row: sql`${sql.table(table)} where ${sql.ref(key)} = ${uid}`, table, key, column, type };
    };
    for (const [name, value] of Object.entries(ERASED)) {
      const { table, key, column, type } = written(name);
      const bound = type === "jsonb" ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${bound} where ${sql.ref(key)} = ${uid}`.execute(
        world.db,
      );
    }
    const id = await erasureOf(noor);
    await approveErasure(ada, { requestId: id });
    await drainJobs();
    expect(await requestOf(id)).toMatchObject({ status: "done" });
    for (const [name, value] of Object.entries(ERASED)) {
      const { row, column } = written(name);
      const { rows } = await sql<{ value: unknown }>`select ${sql.ref(column)} as value from ${row}`.execute(world.db);
      expect([name, rows.map((it) => it.value)]).not.toEqual([name, [value]]);
    }
  });

  test("leaves no name, address, or text in any table except what must be kept, and deletes the files", async () => {
    const { orderId } = await deliveredOrder({ status: "accepted", set: { keepFromAt: NOON } });
    const file = await storeAttachment({ uid: amara.uid }, { name: "proof.docx", bytes: COPIES.another() });
    const ticket = await openTicket(amara, {
      subject: "About my thesis",
      body: "My supervisor is Dr. Zed.",
      category: "other",
      attachmentIds: [file.id],
      clientKey: "k-erase",
    });
    await resolveTicket(amara, { ticketId: ticket.id });
    await writePersonNote(ada, { uid: amara.uid, body: "Pays late, says Dr. Zed.", clientKey: "k-note" });
    await world.db
      .insertInto("past_orders")
      .values({
        externalId: "old-1",
        userId: amara.uid,
        title: "About my thesis",
        orderedOn: "2024-02-03",
        importedAt: NOON,
      })
      .execute();
    await sql`update orders set status = 'closed'
      where "userId" = ${amara.uid} and status not in ('accepted', 'closed')`.execute(world.db);
    await drainJobs();
    const id = await erasureOf(amara);
    const words = [CAST.amara.email, "Dr. Zed", "About my thesis"];
    expect(await tablesSaying(world.db, words)).toEqual(
      expect.arrayContaining([
        "auth_user",
        "mail",
        "past_orders",
        "person_notes",
        "ticket_messages",
        "tickets",
        "users",
      ]),
    );
    await approveErasure(ada, { requestId: id });
    await drainJobs();
    // Running the job again changes nothing.
    await erasePerson(id);
    expect(await requestOf(id)).toMatchObject({ status: "done", reason: "" });
    await dropExports(after(NOON, 2 * DAY));
    expect(await tablesSaying(world.db, words)).toEqual([]);
    expect(await tablesSaying(world.db, [CAST.amara.displayName])).toEqual([]);
    setClock(after(NOON, HOUR));
    await deleteOrderFiles(after(NOON, HOUR));
    expect(
      (await world.db.selectFrom("orders").select("filesDeletedAt").where("id", "=", orderId).executeTakeFirst())
        ?.filesDeletedAt,
    ).not.toBeNull();
    expect([...(await filesUnder(filesFolder())).keys()].filter((name) => name.includes(file.id))).toEqual([]);
    // The order's price and dates stay, under a meaningless name.
    expect(
      await world.db.selectFrom("users").select("displayName").where("uid", "=", amara.uid).executeTakeFirst(),
    ).toEqual({ displayName: "Former client" });
    expect(
      await world.db
        .selectFrom("facts")
        .select("id")
        .where("kind", "=", "privacy.erased")
        .where("subjectId", "=", amara.uid)
        .execute(),
    ).toHaveLength(1);
  });
});
