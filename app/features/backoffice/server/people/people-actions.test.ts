import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { disableAccount, enableAccount } from "#app/features/accounts/server/people/disable-account.ts";
import { listPersonNotes } from "#app/features/accounts/server/people/list-person-notes.ts";
import { removePersonNote, writePersonNote } from "#app/features/accounts/server/people/write-person-note.ts";
import { loadOwnKyc } from "#app/features/editors/server/kyc/kyc-page.ts";
import { requestKycDocuments, withdrawKycRequest } from "#app/features/editors/server/kyc/request-kyc-documents.ts";
import { submitKycDocument } from "#app/features/editors/server/kyc/submit-kyc-document.ts";
import { watchKyc } from "#app/features/editors/server/kyc/watch-kyc.ts";
import { advanceMatching } from "#app/features/matching/server/advance-matching.ts";
import { STAFF_LIST } from "#app/features/orders/rules/staff-list.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { listOrdersForStaff } from "#app/features/orders/server/views/list-staff-orders.ts";
import { answerTicket } from "#app/features/support/server/tickets/answer-ticket.ts";
import { replyToTicket } from "#app/features/support/server/tickets/reply-to-ticket.ts";
import { writeToPerson } from "#app/features/support/server/tickets/write-to-person.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { findClientFile } from "./find-client-file.ts";
import { findEditorFile } from "./find-editor-file.ts";
import { readOverview } from "../overview.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await world.db
    .updateTable("editors")
    .set({ quietHours: null, parallelOrders: 40, weeklyWords: 900_000 })
    .where("uid", "in", [jonas.uid, priya.uid])
    .execute();
});
afterAll(() => world.close());

const ada = personOf("ada");
const amara = personOf("amara");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");

const refusal = (doing: Promise<unknown>): Promise<Problem> =>
  doing.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const factsOf = (kind: string, subjectId: string) =>
  world.db.selectFrom("facts").select("data").where("kind", "=", kind).where("subjectId", "=", subjectId).execute();
const emails = async (to: string, subject: string) =>
  (
    await world.db
      .selectFrom("mail")
      .select("id")
      .where("to", "=", to)
      .where("subject", "like", `${subject}%`)
      .execute()
  ).length;

describe("internal notes about a person", () => {
  const write = (by = sam, clientKey = "note-1") =>
    writePersonNote(by, { uid: amara.uid, body: "Prefers email.", clientKey });

  test("are saved once, readable by staff only, and their text isn't in the facts", async () => {
    await Promise.all([write(), write()]);
    const notes = await listPersonNotes(ada, amara.uid);
    expect(notes).toMatchObject([{ body: "Prefers email.", mayRemove: true }]);
    expect((await findClientFile(sam, amara.uid, NOON)).notes).toHaveLength(1);
    for (const by of [amara, jonas]) {
      expect(await refusal(write(by, "note-2"))).toMatchObject({ kind: "refused" });
      expect(await refusal(listPersonNotes(by, amara.uid))).toMatchObject({ kind: "refused" });
    }
    expect(JSON.stringify(await factsOf("account.noted", amara.uid))).not.toContain("Prefers");
    expect(await factsOf("account.noted", amara.uid)).toHaveLength(1);
  });

  test("are removed by their writer or an admin, once", async () => {
    await write(ada, "note-3");
    const [theirs] = await listPersonNotes(sam, amara.uid);
    expect(theirs!.mayRemove).toBe(false);
    expect(await refusal(removePersonNote(sam, { noteId: theirs!.id }))).toMatchObject({ kind: "refused" });
    await Promise.all([removePersonNote(ada, { noteId: theirs!.id }), removePersonNote(ada, { noteId: theirs!.id })]);
    expect(await listPersonNotes(sam, amara.uid)).toHaveLength(1);
    expect(await factsOf("account.note_removed", amara.uid)).toHaveLength(1);
  });
});

describe("a message from staff", () => {
  const message = (by = ada, clientKey = "message-1") =>
    writeToPerson(by, { uid: jonas.uid, subject: "Your last order", category: "order", body: "Well done.", clientKey });

  test("is a ticket of the editor's, who is told and can answer it", async () => {
    const [one, two] = await Promise.all([message(), message()]);
    expect(one).toEqual(two);
    const ticket = await world.db.selectFrom("tickets").selectAll().where("id", "=", one.id).executeTakeFirstOrThrow();
    expect(ticket).toMatchObject({
      ownerUid: jonas.uid,
      ownerRole: "editor",
      status: "waiting",
      unreadByEditor: true,
      unreadByAdmin: false,
      // Nobody is waiting for us, so no clock runs.
      dueAt: null,
      warnAt: null,
    });
    await drainJobs();
    expect(await emails(jonas.email, `You have a message from our team (${one.number})`)).toBe(1);
    await replyToTicket(jonas, { ticketId: one.id, body: "Thank you.", clientKey: "reply" });
    await answerTicket(sam, { ticketId: one.id, body: "You're welcome.", after: "resolved" });
    const after = await world.db.selectFrom("tickets").select("status").where("id", "=", one.id).executeTakeFirst();
    expect(after).toEqual({ status: "resolved" });
    expect((await findEditorFile(ada, jonas.uid, NOON)).tickets[0]).toMatchObject({ number: one.number });
  });

  test("is refused to people, to oneself, and to a blocked account", async () => {
    for (const by of [jonas, amara]) expect(await refusal(message(by))).toMatchObject({ kind: "refused" });
    const to = (uid: string) =>
      refusal(
        writeToPerson(ada, { uid, subject: "Hello", category: "other", body: "Hello", clientKey: newId("fact") }),
      );
    expect(await to(ada.uid)).toMatchObject({ kind: "refused", message: "You can't write to yourself." });
    expect(await to("usr_nobody")).toMatchObject({ kind: "not-found" });
    await disableAccount(ada, { uid: personOf("noor").uid, reason: "A test." });
    expect(await to(personOf("noor").uid)).toMatchObject({ kind: "refused" });
    await enableAccount(ada, { uid: personOf("noor").uid, reason: "A test." });
  });
});

describe("a request for documents", () => {
  const ask = (kinds: string[], note = "You've moved, so we need your new address.", by = ada) =>
    requestKycDocuments(by, { uid: jonas.uid, kinds: kinds as ["tax_form"], note });
  const asked = async () => (await loadOwnKyc(jonas.uid))!.overview.lines.filter((l) => l.asked).map((l) => l.kind);

  test("is shown to the editor with exactly what is needed, announced once, and ends when the document arrives", async () => {
    await Promise.all([ask(["proof_of_address"]), ask(["proof_of_address"])]);
    expect(await asked()).toEqual(["proof_of_address"]);
    expect((await loadOwnKyc(jonas.uid))!.overview.nextForEditor).toBe(
      "We asked you for your proof of address: You've moved, so we need your new address.",
    );
    await drainJobs();
    expect(await emails(jonas.email, "We need your proof of address")).toBe(1);
    await watchKyc(after(NOON, 4 * DAY));
    await watchKyc(after(NOON, 4 * DAY));
    await drainJobs();
    expect(await emails(jonas.email, "Reminder: we need your proof of address")).toBe(1);
    await submitKycDocument(jonas, {
      uid: jonas.uid,
      kind: "proof_of_address",
      issuedOn: "2026-11-01",
      expiresOn: "",
      files: [
        {
          id: newId("kycFile"),
          contentType: "application/pdf",
          bytes: 10,
          sha256: "a".repeat(64),
          storageKey: "kyc/new-address",
          keyVersion: 1,
        },
      ],
    });
    expect(await asked()).toEqual([]);
  });

  test("can be withdrawn, and is refused without words, for an unknown kind, or to anyone but another admin", async () => {
    await ask(["tax_form", "bank_proof"], "The account holder's name differs.");
    expect(await asked()).toEqual(["tax_form", "bank_proof"]);
    for (const kind of ["tax_form", "bank_proof", "bank_proof"] as const)
      await withdrawKycRequest(ada, { uid: jonas.uid, kind });
    expect(await asked()).toEqual([]);
    expect(await factsOf("kyc.request_withdrawn", jonas.uid)).toHaveLength(2);
    expect(await refusal(ask([]))).toMatchObject({ fields: { kinds: "Choose what you need." } });
    expect(await refusal(ask(["signed_agreement"]))).toMatchObject({ kind: "invalid" });
    expect(await refusal(ask(["tax_form"], ""))).toMatchObject({ kind: "invalid" });
    for (const by of [sam, jonas, amara])
      expect(await refusal(ask(["tax_form"], undefined, by))).toMatchObject({ kind: "refused" });
  });
});

describe("a blocked editor", () => {
  test("loses open invites, gets no new ones, and their orders reach the admins' to-do list until unblocked", async () => {
    const open = (await orderIn("in_progress")).id;
    const offered = (await orderIn("paid")).id;
    await advanceMatching(offered);
    const invitesOf = (orderId: string) =>
      world.db.selectFrom("invites").select(["editorId", "status"]).where("orderId", "=", orderId).execute();
    expect(await invitesOf(offered)).toContainEqual({ editorId: jonas.uid, status: "sent" });
    const stranded = async () =>
      (await readOverview(ada, NOON)).waits.find((wait) => wait.key === "stranded")?.count ?? 0;
    const before = await stranded();
    await disableAccount(ada, { uid: jonas.uid, reason: "Shared a manuscript." });
    await drainJobs();
    expect(await invitesOf(offered)).toContainEqual({ editorId: jonas.uid, status: "withdrawn" });
    const next = (await orderIn("paid")).id;
    await advanceMatching(next);
    expect((await invitesOf(next)).map((i) => i.editorId)).not.toContain(jonas.uid);
    expect(await stranded()).toBe(before + 1);
    const listed = await listOrdersForStaff(
      ada,
      readListQuery(new URLSearchParams({ show: "stranded" }), STAFF_LIST),
      NOON,
    );
    expect(listed.rows.map((o) => o.id)).toEqual([open]);
    expect(await factsOf("editor.orders_stranded", jonas.uid)).toHaveLength(1);
    const file = await findEditorFile(ada, jonas.uid, NOON);
    expect(file.account.blocked).toMatchObject({ reason: "Shared a manuscript." });
    await enableAccount(ada, { uid: jonas.uid, reason: "It was a mistake." });
    await drainJobs();
    expect(await stranded()).toBe(before);
  });
});

describe("a person's file", () => {
  test("shows support orders, payments, and tickets, without cards or the reason for a block, and is open to no one else", async () => {
    const { id: orderId } = await orderIn("delivered");
    await world.db
      .insertInto("payments")
      .values({
        id: newId("payment"),
        orderId,
        attempt: 1,
        status: "succeeded",
        amountMinor: 15_000,
        currency: "USD",
        cardLabel: "Visa 4242",
        createdAt: NOON,
      })
      .execute();
    await disableAccount(ada, { uid: amara.uid, reason: "Chargeback fraud." });
    const [admins, supports] = [await findClientFile(ada, amara.uid, NOON), await findClientFile(sam, amara.uid, NOON)];
    expect(admins.payments[0]!.cardLabel).toBe("Visa 4242");
    expect(admins.account.blocked!.reason).toBe("Chargeback fraud.");
    expect(supports.orders.map((o) => o.id)).toContain(orderId);
    expect(supports.payments).toMatchObject([{ amountMinor: 15_000, cardLabel: null }]);
    expect(JSON.stringify(supports)).not.toMatch(/Visa|fraud/);
    await enableAccount(ada, { uid: amara.uid, reason: "A test." });
    for (const by of [amara, jonas])
      expect(await refusal(findClientFile(by, amara.uid, NOON))).toMatchObject({ kind: "refused" });
    expect(await refusal(findClientFile(sam, "usr_nobody", NOON))).toMatchObject({ kind: "not-found" });
    expect((await findClientFile(sam, jonas.uid, NOON)).editor).toMatchObject({ level: "standard" });
  });
});
