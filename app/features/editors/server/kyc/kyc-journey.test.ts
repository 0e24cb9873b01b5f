import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedKyc } from "#db/seed/demo-kyc.ts";
import { specimenPdf } from "#db/seed/specimen.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import type { DocumentKind } from "../../rules/kyc/kyc.ts";
import type { KycDetails } from "../../rules/kyc/kyc-details.ts";
import { confirmKycDetails } from "./confirm-kyc-details.ts";
import { decideKycDocument } from "./decide-kyc-document.ts";
import { dropKycFiles } from "./drop-kyc-files.ts";
import { readDetails } from "./kyc-details.ts";
import { openKycDetails, openKycFile, openKycFileEndpoint } from "./open-kyc.ts";
import { saveKycDetails } from "./save-kyc-details.ts";
import { signAgreement } from "../application/sign-agreement.ts";
import { startKycReview } from "./start-kyc-review.ts";
import { sendKycDocument } from "./submit-kyc-document.ts";
import { watchKyc } from "./watch-kyc.ts";

const [ada, ben, sam, noor, jonas] = [
  personOf("ada"),
  personOf("ben"),
  personOf("sam"),
  personOf("noor"),
  personOf("jonas"),
];
const uid = noor.uid;
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
let since = 0;
beforeEach(async () => {
  const last = await world.db.selectFrom("facts").select("seq").orderBy("seq", "desc").limit(1).executeTakeFirst();
  since = Number(last?.seq ?? 0);
  setClock(NOON);
  useConfig(world.config);
  for (const table of ["kyc_files", "kyc_documents", "kyc_details", "legal_acceptances", "notifications"] as const)
    await world.db.deleteFrom(table).execute();
  await world.db
    .updateTable("editors")
    .set({
      kycStatus: "not_started",
      identityApprovedAt: null,
      agreementSignedAt: null,
      doctorateVerifiedAt: null,
      kycApprovedAt: null,
      kycExpiredAt: null,
      kycRemindedAt: null,
    })
    .where("uid", "=", uid)
    .execute();
});

const details: KycDetails = {
  legalName: "Noor Haddad",
  dateOfBirth: "1990-03-08",
  addressLine: "Prinsengracht 214",
  town: "Amsterdam",
  postCode: "1016 HD",
  country: "NL",
  taxCountry: "NL",
  tin: "123456782",
  vatId: "",
  vatStatus: "none",
};
const day = (n: number) =>
  after(NOON, n * DAY)
    .toISOString()
    .slice(0, 10);
const save = (more: Partial<KycDetails> = {}, seen = 0) =>
  saveKycDetails(noor, { uid, details: { ...details, ...more }, seen });
const DATES: Partial<Record<DocumentKind, { issuedOn?: string; expiresOn?: string; form?: string }>> = {
  id_document: { expiresOn: day(400) },
  proof_of_address: { issuedOn: day(-10) },
  tax_form: { form: "dac7" },
};
const send = async (
  kind: DocumentKind,
  more: Record<string, string> = {},
  bytes = specimenPdf([kind, String(Math.random())]),
) =>
  (
    await sendKycDocument(noor, { uid, kind, form: "", issuedOn: "", expiresOn: "", ...DATES[kind], ...more }, [
      { bytes },
    ])
  ).documentId;
const sign = (name = "Noor Haddad") =>
  currentVersion("editor-agreement").then((version) => signAgreement(noor, { uid, name, version, agreed: "yes" }));
/** A reviewer opens a document's files and the legal details, as far as they may. */
const lookAt = async (documentId: string, by = ada) => {
  const files = await world.db.selectFrom("kyc_files").select("id").where("documentId", "=", documentId).execute();
  for (const { id } of files) await openKycFile(by, { fileId: id }).catch(() => {});
  await openKycDetails(by, { uid }).catch(() => {});
};
const approve = async (documentId: string, by = ada, more = {}) => {
  await lookAt(documentId, by);
  return decideKycDocument(by, { documentId, decision: "approved", ...more });
};
const editor = () => world.db.selectFrom("editors").selectAll().where("uid", "=", uid).executeTakeFirstOrThrow();
const statusOf = async (id: string) =>
  (await world.db.selectFrom("kyc_documents").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
const facts = async (kind: string) =>
  (
    await world.db
      .selectFrom("facts")
      .select("data")
      .where("kind", "=", kind)
      .where("subjectId", "=", uid)
      .where("seq", ">", since as never)
      .execute()
  ).map((f) => f.data);
const open = (fileId: string, by = ada) =>
  openKycFileEndpoint(new Request(`http://localhost/api/kyc/files/${fileId}`, { method: "POST" }), {
    actor: by,
    params: { id: fileId },
  });
const fileOf = async (documentId: string) =>
  world.db.selectFrom("kyc_files").selectAll().where("documentId", "=", documentId).executeTakeFirstOrThrow();

describe("from nothing to paid work", () => {
  test("an ID and the signed agreement enable invites, and all six documents enable payouts", async () => {
    await save();
    await sign();
    const id = await send("id_document");
    expect(await editor()).toMatchObject({ kycStatus: "submitted", identityApprovedAt: null, agreementSignedAt: NOON });
    await startKycReview(sam, { documentId: id });
    expect((await editor()).kycStatus).toBe("in_review");
    await approve(id, sam);
    expect(await editor()).toMatchObject({
      kycStatus: "needs_info",
      identityApprovedAt: NOON,
      agreementSignedAt: NOON,
      kycApprovedAt: null,
    });
    expect(await facts("kyc.cleared")).toEqual([{ uid, work: true, pay: false }]);
    for (const kind of ["proof_of_address", "degree_certificate", "tax_form", "bank_proof"] as const)
      await approve(await send(kind), ada, { doctorate: kind === "degree_certificate" });
    expect(await editor()).toMatchObject({ kycStatus: "approved", kycApprovedAt: NOON, doctorateVerifiedAt: NOON });
    expect((await facts("kyc.cleared")).at(-1)).toEqual({ uid, work: false, pay: true });
    await drainJobs();
    const told = await world.db.selectFrom("notifications").select("title").where("userId", "=", uid).execute();
    expect(told.map((t) => t.title)).toEqual(
      expect.arrayContaining(["You can receive invites now", "You can be paid now", "Identity document approved"]),
    );
  });

  test("a degree below a doctorate doesn't enable expert editing", async () => {
    await save();
    await approve(await send("degree_certificate"));
    expect((await editor()).doctorateVerifiedAt).toBeNull();
  });
});

describe("what an editor sends", () => {
  test("can't be read without the key, neither in the row nor in the storage", async () => {
    await save();
    const secret = specimenPdf(["Passport X1234567"]);
    const id = await send("id_document", {}, secret);
    const file = await fileOf(id);
    const disk = path.join(world.config.dataDir, "files");
    const kept = await readFile(path.join(disk, file.storageKey));
    expect(kept.includes("X1234567")).toBe(false);
    expect(kept.includes("%PDF")).toBe(false);
    const rows = JSON.stringify(await world.db.selectFrom("kyc_details").selectAll().execute());
    const raw = (await world.db.selectFrom("kyc_details").select("sealed").executeTakeFirstOrThrow()).sealed;
    for (const text of [rows, raw.toString("latin1")])
      for (const word of ["Haddad", "Prinsengracht", "123456782"]) expect(text).not.toContain(word);
    expect(Buffer.from(await (await open(file.id)).arrayBuffer()).equals(secret)).toBe(true);
    useConfig({ ...world.config, sealingKeys: new Map([[1, randomBytes(32)]]) });
    await expect(open(file.id)).rejects.toThrow("This file is damaged in our storage");
    await expect(readDetails(uid)).rejects.toThrow("sealed for something else");
  });

  test.each([
    ["an empty file", Buffer.alloc(0), "This file is empty."],
    ["a web page", Buffer.from("<html><script>alert(1)</script>"), "This isn't an image or PDF."],
    ["a program named photo.png", Buffer.from("MZ\x90\x00"), "This isn't an image or PDF."],
    [
      "a PDF with a password",
      Buffer.from("%PDF-1.7\n trailer << /Encrypt 5 0 R >>"),
      "This PDF is password-protected.",
    ],
    ["a file of 11 MB", Buffer.alloc(11 * 1024 * 1024, "%PDF-1"), "This file is larger than 10 MB."],
  ])("is refused when it is %s, and nothing stays stored", async (_what, bytes, message) => {
    const before = await stored();
    await expect(send("id_document", {}, bytes)).rejects.toMatchObject({ message, fields: { files: message } });
    expect(await stored()).toEqual(before);
  });

  test("must meet the specification: expiry, age, form, and a separate document for the address", async () => {
    const before = await stored();
    await expect(send("id_document", { expiresOn: "" })).rejects.toMatchObject({
      fields: { expiresOn: "Enter its expiration date." },
    });
    await expect(send("id_document", { expiresOn: day(-1) })).rejects.toMatchObject({
      fields: { expiresOn: expect.stringContaining("expired") },
    });
    await send("proof_of_address", { issuedOn: day(-90) });
    await expect(send("proof_of_address", { issuedOn: day(-91) })).rejects.toMatchObject({
      fields: { issuedOn: expect.stringContaining("90 days") },
    });
    await expect(send("tax_form", { form: "" })).rejects.toMatchObject({ fields: { form: expect.any(String) } });
    const passport = specimenPdf(["Passport"]);
    await send("id_document", {}, passport);
    await expect(send("proof_of_address", {}, passport)).rejects.toMatchObject({
      fields: { files: "You already sent this file as your identity document." },
    });
    expect((await stored()).length - before.length, "only what was accepted is stored").toBe(2);
  });

  test("replaces an undecided document, and the reviewer of the old one is told", async () => {
    await save();
    const first = await send("id_document");
    await startKycReview(sam, { documentId: first });
    const second = await send("id_document");
    await expect(approve(first, sam)).rejects.toMatchObject({ code: "kyc_replaced" });
    await approve(second, sam);
    expect(await statusOf(second)).toBe("approved");
  });

  test("can be sent only by the editor, and details are checked", async () => {
    for (const other of [jonas, ada, sam])
      await expect(saveKycDetails(other, { uid, details, seen: 0 })).rejects.toMatchObject({ kind: "refused" });
    await expect(save({ dateOfBirth: day(-365 * 10) })).rejects.toMatchObject({
      fields: { "details.dateOfBirth": "Editors must be 18 or older." },
    });
    await expect(save({ taxCountry: "US", tin: "12-345" })).rejects.toMatchObject({
      fields: { "details.tin": expect.stringContaining("nine digits") },
    });
    await save();
    await save();
    await expect(save({ town: "Utrecht" }, 0)).rejects.toMatchObject({ code: "details_changed" });
    await save({ town: "Utrecht" }, 1);
    expect(await readDetails(uid)).toMatchObject({ version: 2, details: { town: "Utrecht" } });
  });
});

describe("signing the agreement", () => {
  test("stores the typed name encrypted with version, time and hash, once", async () => {
    await expect(sign()).rejects.toMatchObject({ code: "details_first" });
    await save();
    await expect(sign("Somebody Else")).rejects.toMatchObject({ fields: { name: expect.any(String) } });
    await expect(
      signAgreement(noor, { uid, name: "Noor Haddad", version: "2020-01-01", agreed: "yes" }),
    ).rejects.toMatchObject({ code: "agreement_changed" });
    await Promise.all([sign(" noor  HADDAD "), sign()]);
    const rows = await world.db.selectFrom("kyc_documents").selectAll().where("uid", "=", uid).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      kind: "signed_agreement",
      status: "approved",
      agreementVersion: await currentVersion("editor-agreement"),
      agreementSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(rows[0]!.signature!.includes("Haddad")).toBe(false);
    expect((await editor()).agreementSignedAt).toEqual(NOON);
  });
});

describe("reviewing", () => {
  test("needs a reason to ask for more or reject, and the editor can send another document", async () => {
    await save();
    const id = await send("id_document");
    await expect(decideKycDocument(sam, { documentId: id, decision: "rejected" })).rejects.toMatchObject({
      fields: { note: expect.any(String) },
    });
    await drainJobs();
    await world.db.deleteFrom("notifications").execute();
    await decideKycDocument(sam, { documentId: id, decision: "needs_info", note: "The photo is blurred." });
    expect((await editor()).kycStatus).toBe("needs_info");
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select("body")
        .where("userId", "=", uid)
        .where("kind", "=", "kyc.decided")
        .execute(),
    ).toEqual([{ body: "The photo is blurred." }]);
    await approve(await send("id_document"), sam);
    expect((await editor()).identityApprovedAt).toEqual(NOON);
  });

  test("approves nothing that the reviewer hasn't opened: each file, and the details that an identity document confirms", async () => {
    // Earlier tests opened details at noon.
    setClock(after(NOON, 500));
    await save();
    const id = await send("id_document");
    const decide = () => decideKycDocument(ada, { documentId: id, decision: "approved" });
    await expect(decide()).rejects.toMatchObject({
      code: "kyc_unopened",
      message: expect.stringContaining("this document"),
    });
    // Somebody else's look doesn't count.
    await lookAt(id, ben);
    await expect(decide()).rejects.toMatchObject({ code: "kyc_unopened" });
    await openKycFile(ada, { fileId: (await fileOf(id)).id });
    await expect(decide()).rejects.toMatchObject({
      code: "kyc_unopened",
      message: expect.stringContaining("legal details"),
    });
    await openKycDetails(ada, { uid });
    setClock(after(NOON, 1_000));
    await save({ town: "Utrecht" }, 1);
    // The details that were opened aren't those that would be confirmed.
    await expect(decide()).rejects.toMatchObject({
      code: "kyc_unopened",
      message: expect.stringContaining("as they are now"),
    });
    await openKycDetails(ada, { uid });
    await decide();
    expect((await editor()).identityApprovedAt).not.toBeNull();
  });

  test("two reviewers at once: one decides, the other is told who did", async () => {
    await save();
    const id = await send("id_document");
    const outcomes = await Promise.allSettled([
      approve(id, ada),
      decideKycDocument(ben, { documentId: id, decision: "rejected", note: "Not readable." }),
    ]);
    expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
    const lost = outcomes.find((o) => o.status === "rejected")!;
    expect(lost.reason).toMatchObject({ code: "kyc_decided", message: expect.stringMatching(/already decided/) });
    expect(await facts("kyc.decided").then((all) => all.filter((f) => f.documentId === id))).toHaveLength(1);
  });

  test("a document that somebody is reviewing is taken over only deliberately", async () => {
    const id = await send("id_document");
    await startKycReview(sam, { documentId: id });
    await startKycReview(sam, { documentId: id });
    await expect(startKycReview(ada, { documentId: id })).rejects.toMatchObject({
      code: "kyc_in_review",
      message: expect.stringContaining("Sam Okafor"),
    });
    await startKycReview(ada, { documentId: id, takeOver: true });
    await expect(startKycReview(sam, { documentId: id })).rejects.toMatchObject({ code: "kyc_in_review" });
  });

  test("a document that expires while it is reviewed can't be approved", async () => {
    await save();
    const id = await send("id_document", { expiresOn: day(1) });
    setClock(after(NOON, 2 * DAY));
    await expect(approve(id)).rejects.toMatchObject({ fields: { expiresOn: "It has expired. Ask for a new one." } });
    expect((await editor()).identityApprovedAt).toBeNull();
    await approve(id, ada, { expiresOn: day(900) });
    expect((await editor()).identityApprovedAt).not.toBeNull();
  });

  test("needs details to compare an ID with; an admin confirms changed ones", async () => {
    const id = await send("id_document");
    await expect(approve(id)).rejects.toMatchObject({ code: "details_missing" });
    await save();
    await approve(id);
    await save({ town: "Utrecht" }, 1);
    expect((await readDetails(uid))!.checkedAt).toBeNull();
    expect((await editor()).identityApprovedAt, "work goes on").not.toBeNull();
    await expect(confirmKycDetails(ada, { uid, version: 1 })).rejects.toMatchObject({ code: "details_changed" });
    await confirmKycDetails(ada, { uid, version: 2 });
    expect((await readDetails(uid))!.checkedAt).toEqual(NOON);
  });

  test("only admins review tax and bank documents and revoke approvals, and nobody reviews their own", async () => {
    await save();
    const bank = await send("bank_proof");
    for (const verb of [() => startKycReview(sam, { documentId: bank }), () => approve(bank, sam)])
      await expect(verb()).rejects.toMatchObject({ kind: "refused", message: expect.stringContaining("admin") });
    const id = await send("id_document");
    await expect(approve(id, { ...noor, isAdmin: true })).rejects.toMatchObject({ kind: "refused" });
    await approve(id, sam);
    const back = (by: typeof ada) => decideKycDocument(by, { documentId: id, decision: "revoked", note: "A forgery." });
    await expect(back(sam)).rejects.toMatchObject({ kind: "refused" });
    await back(ada);
    expect(await editor()).toMatchObject({ identityApprovedAt: null, kycStatus: "rejected", kycApprovedAt: null });
  });
});

describe("opening", () => {
  test("a file is logged each time, and refused to everyone else", async () => {
    await save();
    const [id, bank] = [await fileOf(await send("id_document")), await fileOf(await send("bank_proof"))];
    for (const by of [noor, jonas, personOf("amara")])
      await expect(open(id.id, by)).rejects.toMatchObject({ kind: "refused" });
    await expect(open(bank.id, sam)).rejects.toMatchObject({ kind: "refused" });
    expect(await facts("kyc.opened")).toHaveLength(0);
    const answer = await open(id.id, sam);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-security-policy": expect.stringContaining("sandbox"),
      "cache-control": "private, no-store",
    });
    await open(id.id, ada);
    expect((await facts("kyc.opened")).map((f) => f.fileId)).toEqual([id.id, id.id]);
  });

  test("details are logged too, without tax data for support", async () => {
    await save();
    await expect(openKycDetails(noor, { uid })).rejects.toMatchObject({ kind: "refused" });
    expect((await openKycDetails(sam, { uid })).details).toEqual(
      expect.not.objectContaining({ tin: expect.anything() }),
    );
    expect((await openKycDetails(ada, { uid })).details.tin).toBe("123456782");
    expect((await facts("kyc.opened")).map((f) => f.what)).toContain("details");
  });
});

describe("as time passes", () => {
  const complete = async () => {
    await save();
    await sign();
    for (const kind of ["id_document", "proof_of_address", "degree_certificate", "tax_form", "bank_proof"] as const)
      await approve(await send(kind, kind === "id_document" ? { expiresOn: day(70) } : {}));
  };
  const at = async (days: number) => {
    const now = after(NOON, days * DAY);
    setClock(now);
    await watchKyc(now);
    await watchKyc(now);
  };

  test("the editor is warned at 60, 30 and 7 days, once each; expiry stops new invites but not pay", async () => {
    await complete();
    for (const days of [5, 12, 20, 41, 64, 69]) await at(days);
    expect((await facts("kyc.expiring")).map((f) => f.days)).toEqual([58, 29, 6]);
    expect((await editor()).kycExpiredAt).toBeNull();
    await at(71);
    expect(await facts("kyc.expired")).toHaveLength(1);
    expect(await editor()).toMatchObject({
      kycStatus: "expired",
      identityApprovedAt: null,
      kycExpiredAt: after(NOON, 71 * DAY),
      kycApprovedAt: NOON,
    });
    await approve(await send("id_document", { expiresOn: day(800) }));
    expect(await editor()).toMatchObject({ kycStatus: "approved", kycExpiredAt: null });
    expect((await facts("kyc.cleared")).at(-1)).toEqual({ uid, work: true, pay: false });
  });

  test("a warning that is added later reaches editors who had all the others", async () => {
    await complete();
    for (const days of [12, 41, 64]) await at(days);
    await watchKyc(after(NOON, 67 * DAY), [60, 30, 7, 3]);
    await watchKyc(after(NOON, 68 * DAY), [60, 30, 7, 3]);
    expect((await facts("kyc.expiring")).map((f) => f.days)).toEqual([58, 29, 6, 3]);
  });

  test("an editor who sends nothing is reminded once, and again after another reply from staff", async () => {
    await world.db.updateTable("editors").set({ createdAt: NOON }).where("uid", "=", uid).execute();
    await save();
    await at(2);
    expect(await facts("kyc.reminded")).toHaveLength(0);
    await at(4);
    await at(20);
    expect(await facts("kyc.reminded")).toHaveLength(1);
  });

  test("rejected files are deleted after 90 days, and approved ones years after the last payout of an editor who left", async () => {
    await save();
    const refused = await send("bank_proof");
    await decideKycDocument(ada, { documentId: refused, decision: "rejected", note: "Not yours." });
    const kept = await send("id_document");
    await approve(kept);
    const never = async () => new Map<string, Date>();
    await dropKycFiles(never)(after(NOON, 89 * DAY));
    expect((await fileOf(refused)).removedAt).toBeNull();
    const key = path.join(world.config.dataDir, "files", (await fileOf(refused)).storageKey);
    await dropKycFiles(never)(after(NOON, 91 * DAY));
    await dropKycFiles(never)(after(NOON, 91 * DAY));
    expect((await fileOf(refused)).removedAt).not.toBeNull();
    await expect(readFile(key)).rejects.toThrow("ENOENT");
    await expect(open((await fileOf(refused)).id)).rejects.toMatchObject({ kind: "not-found" });
    expect(await facts("kyc.file_deleted")).toHaveLength(1);
    const years = (n: number) => after(NOON, n * 365.25 * DAY + DAY);
    await dropKycFiles(never)(years(8));
    expect((await fileOf(kept)).removedAt, "still an editor").toBeNull();
    await world.db.updateTable("users").set({ isEditor: false }).where("uid", "=", uid).execute();
    await dropKycFiles(async () => new Map([[uid, years(5)]]))(years(8));
    expect((await fileOf(kept)).removedAt, "paid three years ago").toBeNull();
    await dropKycFiles(async () => new Map([[uid, years(0)]]))(years(8));
    expect((await fileOf(kept)).removedAt).not.toBeNull();
    expect(await world.db.selectFrom("kyc_details").select("uid").execute()).toEqual([]);
    await world.db.updateTable("users").set({ isEditor: true }).where("uid", "=", uid).execute();
  });
});

test("the demo's documents are encrypted like all others", async () => {
  await world.db.transaction().execute((tx) => seedKyc(tx, NOON));
  const file = await world.db.selectFrom("kyc_files").selectAll().limit(1).executeTakeFirstOrThrow();
  const bytes = Buffer.from(await (await open(file.id)).arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await readDetails(uid))!.details.legalName).toBe("Noor Haddad");
});

const stored = async (): Promise<string[]> =>
  (await readdir(path.join(world.config.dataDir, "files", "kyc")).catch((): string[] => [])).toSorted((a, b) =>
    a.localeCompare(b),
  );
