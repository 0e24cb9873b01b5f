import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { checkText, keyInFragment } from "#app/features/documents/rules/certificate/certificate.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { startRevision } from "#app/features/orders/server/work/start-revision.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { passQa } from "#app/features/orders/server/review/pass-qa.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { linkInPdf } from "../rules/link-in-pdf.ts";
import { getCertificatePdf, getSeal } from "./certificate-endpoints.ts";
import { getPublicCertificate, listCertificates, pdfKey } from "./find-certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { revokeCertificate } from "./revoke-certificate.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const sam = personOf("sam");
const ada = personOf("ada");
const GOOD = { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 };

/** Submits a tracked copy, and passes it in QA if it is selected. */
async function handIn(id: string, sourceId: string): Promise<void> {
  await storeFile(id, {
    purpose: "tracked",
    name: "edited.docx",
    bytes: COPIES.tracked(),
    by: jonas.uid,
    sourceFileId: sourceId,
  });
  await submitWork(jonas, { noAi: true, orderId: id, letter: "Dear Dr. Osei, the methods read well now." });
  await drainJobs();
  if ((await getOrder(id)).status === "qa_review") await passQa(ada, { orderId: id, scores: GOOD });
  await drainJobs();
}
async function delivered(): Promise<{ id: string; sourceId: string }> {
  const order = await orderIn("in_progress");
  await handIn(order.id, order.sourceId);
  return order;
}
const args = (actor: Actor, id: string) => [new Request("http://x/"), { actor, params: { id } }] as const;
const pdfFor = async (actor: Actor, id: string) =>
  new Uint8Array(await (await getCertificatePdf(...args(actor, id))).arrayBuffer());
const sealOf = async (id: string) => new Uint8Array(await (await getSeal(...args(NOBODY, id))).arrayBuffer());
const rowsOf = (orderId: string) =>
  world.db.selectFrom("certificates").selectAll().where("orderId", "=", orderId).orderBy("issuedAt").execute();
const words = async (bytes: Uint8Array) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, " ");

describe("a certificate", () => {
  test("of an edited LaTeX source doesn't say that its changes were tracked", async () => {
    const { id } = await delivered();
    const parts = () =>
      world.db
        .selectFrom("submission_files as p")
        .innerJoin("submissions as s", "s.id", "p.submissionId")
        .where("s.orderId", "=", id);
    const [part] = await parts().select(["p.submissionId", "p.gate"]).execute();
    await world.db
      .updateTable("submission_files")
      .set({ gate: JSON.stringify({ ...part!.gate, format: "tex" }) })
      .where("submissionId", "=", part!.submissionId)
      .execute();
    const { certificateId } = await issueCertificate(amara, { orderId: id });
    expect(await getPublicCertificate(certificateId)).toMatchObject({ facts: { extent: null } });
    expect(await words(await pdfFor(amara, certificateId))).not.toContain("tracked");
  });

  test("covers the delivery, shows what its author chose, and has a link that tells the edited text from the source", async () => {
    const { id } = await delivered();
    const { certificateId } = await issueCertificate(amara, { orderId: id, showTitle: true });
    const pdf = await pdfFor(amara, certificateId);
    const link = linkInPdf(pdf)!;
    expect(link).toContain(`/integrity/verify/${certificateId}#k=`);
    const key = keyInFragment(new URL(link).hash)!;
    const seal = await sealOf(certificateId);
    const source = readDocx(COPIES.source());
    expect(await checkText(readDocx(COPIES.tracked()), certificateId, key, seal)).toMatchObject({
      kind: "compared",
      sentences: 3,
      found: 3,
      certified: 3,
      covered: 3,
    });
    expect(await checkText(source, certificateId, key, seal)).toMatchObject({
      kind: "compared",
      sentences: 3,
      found: 2,
      others: [{ section: "Methods", text: expect.stringContaining("We measured") }],
    });
    const shown = await getPublicCertificate(certificateId.toLowerCase().replace("-", " "));
    expect(shown).toMatchObject({
      id: certificateId,
      state: "valid",
      facts: {
        title: "Soil moisture in dry regions",
        author: null,
        service: "copyediting",
        sentences: 3,
        extent: { insertions: 1, deletions: 1 },
      },
    });
    const text = await words(pdf);
    for (const expected of [
      certificateId,
      "Soil moisture in dry regions",
      "Copyediting",
      "What this doesn't say",
      "Insertions",
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain("Osei");
    expect(Buffer.from(pdf).includes("/Marked true")).toBe(true);
    // The key is in no database row, and nothing public contains text from the manuscript or a name.
    const keyText = new URL(link).hash.slice(3);
    const [row] = await rowsOf(id);
    expect(JSON.stringify([row, shown])).not.toContain(keyText);
    expect(Buffer.from(row!.seal!).includes(Buffer.from(key))).toBe(false);
    const facts = await world.db.selectFrom("facts").select("data").where("orderId", "=", id).execute();
    expect(JSON.stringify(facts)).not.toContain(keyText);
    expect(JSON.stringify(shown)).not.toMatch(/moisture governs|Osei|usr_|edited\.docx/);
  });

  test("can be requested only by its author, after delivery", async () => {
    const { id } = await delivered();
    for (const actor of [NOBODY, mei, jonas, sam, ada, { ...amara, emailVerified: false }])
      await expect(issueCertificate(actor, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    for (const status of ["paid", "in_progress", "qa_review", "cancelled"] as const)
      await expect(issueCertificate(amara, { orderId: (await orderIn(status)).id }), status).rejects.toMatchObject({
        kind: "conflict",
      });
    await expect(issueCertificate(amara, { orderId: "ord_00000000000000000000000000" })).rejects.toMatchObject({
      kind: "not-found",
    });
    expect(await rowsOf(id)).toEqual([]);
  });

  test("is issued once, even for repeated or simultaneous requests", async () => {
    const { id } = await delivered();
    const made = await Promise.all([1, 2, 3].map(() => issueCertificate(amara, { orderId: id })));
    const again = await issueCertificate(amara, { orderId: id, showTitle: true });
    expect(new Set([...made, again].map((it) => it.certificateId)).size).toBe(1);
    expect(await rowsOf(id)).toHaveLength(1);
    expect(linkInPdf(await pdfFor(amara, again.certificateId))).toContain(again.certificateId);
  });

  test("is available as a PDF to its author and staff, and not found for everyone else", async () => {
    const { id } = await delivered();
    const { certificateId } = await issueCertificate(amara, { orderId: id });
    for (const actor of [amara, sam, ada]) expect((await pdfFor(actor, certificateId)).length).toBeGreaterThan(1_000);
    for (const actor of [NOBODY, mei, jonas, { ...amara, emailVerified: false }])
      await expect(pdfFor(actor, certificateId)).rejects.toMatchObject({ kind: "not-found" });
    for (const none of ["00000-00000", "../../etc", ""])
      await expect(pdfFor(ada, none)).rejects.toMatchObject({ kind: "not-found" });
    expect(await listCertificates(amara, await getOrder(id))).toMatchObject([{ id: certificateId, state: "valid" }]);
    for (const actor of [mei, jonas, NOBODY]) expect(await listCertificates(actor, await getOrder(id))).toEqual([]);
  });

  test("shows the author's ORCID iD only if they connected one and want it", async () => {
    const { id } = await delivered();
    const without = await issueCertificate(amara, { orderId: id, showOrcid: true });
    expect((await getPublicCertificate(without.certificateId)).facts).not.toHaveProperty("orcid");
    await revokeCertificate(amara, without);
    const at = new Date();
    await seedAccounts(world.db, at);
    await world.db
      .insertInto("auth_account")
      .values({
        id: "aut_orcid",
        accountId: "0000-0002-1825-0097",
        providerId: "orcid",
        userId: amara.uid,
        password: null,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    const unwanted = await issueCertificate(amara, { orderId: id });
    expect((await getPublicCertificate(unwanted.certificateId)).facts).not.toHaveProperty("orcid");
    await revokeCertificate(amara, unwanted);
    const { certificateId } = await issueCertificate(amara, { orderId: id, showOrcid: true });
    expect((await getPublicCertificate(certificateId)).facts).toMatchObject({ orcid: "0000-0002-1825-0097" });
    expect(await words(await pdfFor(amara, certificateId))).toContain("https://orcid.org/0000-0002-1825-0097");
    await world.db.deleteFrom("auth_account").where("id", "=", "aut_orcid").execute();
  });

  test("that is revoked loses its hashes, content, and PDF, and can be replaced", async () => {
    const { id } = await delivered();
    const { certificateId } = await issueCertificate(amara, { orderId: id, showTitle: true, showAuthor: true });
    for (const actor of [NOBODY, mei, jonas, sam, ada])
      await expect(revokeCertificate(actor, { certificateId })).rejects.toMatchObject({ kind: "refused" });
    setClock(after(NOON, HOUR));
    await Promise.all([revokeCertificate(amara, { certificateId }), revokeCertificate(amara, { certificateId })]);
    await drainJobs();
    expect(await getPublicCertificate(certificateId)).toEqual({
      id: certificateId,
      kind: "certificate",
      state: "revoked",
      issuedAt: NOON.toISOString(),
      endedAt: after(NOON, HOUR).toISOString(),
      facts: null,
    });
    expect(await rowsOf(id)).toMatchObject([{ seal: null, facts: null }]);
    await expect(sealOf(certificateId)).rejects.toMatchObject({ kind: "not-found" });
    await expect(pdfFor(amara, certificateId)).rejects.toMatchObject({ kind: "not-found" });
    await expect(storage().read(pdfKey(certificateId))).rejects.toThrow(Error);
    expect(await listCertificates(amara, await getOrder(id))).toEqual([]);
    expect(
      (
        await world.db
          .selectFrom("facts")
          .select("id")
          .where("kind", "=", "certificate.revoked")
          .where("subjectId", "=", certificateId)
          .execute()
      ).length,
    ).toBe(1);
    expect((await issueCertificate(amara, { orderId: id })).certificateId).not.toBe(certificateId);
  });

  test("of an earlier delivery is superseded when a revision gets its own", async () => {
    const { id, sourceId } = await delivered();
    const first = await issueCertificate(amara, { orderId: id });
    setClock(after(NOON, DAY));
    await requestRevision(amara, { orderId: id, note: "Please shorten the abstract." });
    // Still for the current delivery.
    expect(await issueCertificate(amara, { orderId: id })).toEqual(first);
    await startRevision(jonas, { orderId: id });
    await handIn(id, sourceId);
    const second = await issueCertificate(amara, { orderId: id });
    expect(second).not.toEqual(first);
    expect(await getPublicCertificate(first.certificateId)).toMatchObject({
      state: "superseded",
      endedAt: after(NOON, DAY).toISOString(),
      facts: { round: 1 },
    });
    expect(await getPublicCertificate(second.certificateId)).toMatchObject({ state: "valid", facts: { round: 2 } });
    expect((await listCertificates(amara, await getOrder(id))).map((it) => it.id)).toEqual([
      second.certificateId,
      first.certificateId,
    ]);
  });
});
