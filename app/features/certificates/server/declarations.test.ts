import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { putUnderPolicy } from "#boot/testing/under-policy.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { checkText, keyInFragment } from "#app/features/documents/rules/certificate/certificate.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { passQa } from "#app/features/orders/server/review/pass-qa.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { listOrderFiles, listSubmissionFiles, listSubmissions } from "#app/features/orders/server/work/find-work.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { readOrderPage } from "#app/features/orders/server/views/read-order-page.ts";
import { fileWords } from "../rules/declaration.ts";
import { linkInPdf } from "../rules/link-in-pdf.ts";
import { getCertificatePdf, getSeal } from "./certificate-endpoints.ts";
import { getPublicCertificate, listCertificates } from "./find-certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { papersOf } from "./papers-of.ts";
import { revokeCertificate } from "./revoke-certificate.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const jonas = personOf("jonas");
const ada = personOf("ada");
const GOOD = { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 };
const RULE = {
  ...(Object.fromEntries(EDIT_KINDS.map((kind) => [kind, "allowed"])) as KindRule),
  rewriting: "forbidden",
  moved: "comment",
} satisfies KindRule;

async function delivered(policy: boolean): Promise<string> {
  const { id, sourceId } = await orderIn("in_progress");
  if (policy) await putUnderPolicy(id, RULE, "Prof. Ines Duarte");
  await storeFile(id, {
    purpose: "tracked",
    name: "edited.docx",
    bytes: COPIES.tracked(),
    by: jonas.uid,
    sourceFileId: sourceId,
  });
  await submitWork(jonas, { orderId: id, noAi: true, letter: "Dear Dr. Osei, the methods read well now." });
  await drainJobs();
  if ((await getOrder(id)).status === "qa_review") await passQa(ada, { orderId: id, scores: GOOD });
  await drainJobs();
  return id;
}
const declare = (actor: Actor, orderId: string, shows: { showTitle?: boolean; showAuthor?: boolean } = {}) =>
  issueCertificate(actor, { orderId, kind: "declaration", showTitle: false, showAuthor: false, ...shows });
const args = (actor: Actor, id: string) => [new Request("http://x/"), { actor, params: { id } }] as const;
const pdfFor = async (actor: Actor, id: string) =>
  new Uint8Array(await (await getCertificatePdf(...args(actor, id))).arrayBuffer());
const wordsOf = async (pdf: Uint8Array) =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replaceAll(/\s+/g, " ");

describe("a declaration", () => {
  test("says what the gate measured and the editor confirmed, and no text of the manuscript", async () => {
    const id = await delivered(true);
    const { certificateId } = await declare(amara, id);
    const shown = await getPublicCertificate(certificateId);
    const [part] = await listSubmissionFiles([(await listSubmissions(id)).at(-1)!.id]);
    const files = await listOrderFiles(id);
    const hashOf = (fileId: string | null) => files.find((file) => file.id === fileId)!.sha256;
    const { declaration } = shown.facts!;
    expect(shown).toMatchObject({ kind: "declaration", state: "valid", facts: { title: null, author: null } });
    expect(declaration).toMatchObject({
      policy: { name: "University of Example", version: 3 },
      noAi: true,
      consentedAt: NOON.toISOString(),
      files: [
        {
          original: hashOf(part!.sourceFileId),
          tracked: hashOf(part!.trackedFileId),
          clean: hashOf(part!.cleanFileId),
        },
      ],
    });
    // The counts are the document's, and what the policy restricts is named even without any.
    const counted = Object.fromEntries(
      declaration!.kinds.filter((one) => one.count > 0).map((one) => [one.kind, one.count]),
    );
    expect(counted).toEqual(part!.gate!.rule!.counts);
    expect(declaration!.kinds).toContainEqual({ kind: "rewriting", count: 0, permission: "forbidden" });
    expect(fileWords(declaration!.files, hashOf(part!.cleanFileId))).toBe("This is the delivered file.");
    expect(fileWords(declaration!.files, "0".repeat(64))).toBeNull();
    const pdf = await pdfFor(amara, certificateId);
    const text = await wordsOf(pdf);
    for (const said of [
      "Editing declaration",
      "University of Example, version 3",
      "Rewriting",
      "no generative AI",
      hashOf(part!.cleanFileId),
    ])
      expect(text).toContain(said);
    // No names, nor text.
    expect(text + JSON.stringify(shown)).not.toMatch(/Osei|Weber|Duarte|moisture governs|usr_|edited\.docx/);
  });

  test("has a link that tells the edited text from another", async () => {
    const { certificateId } = await declare(amara, await delivered(true));
    const link = linkInPdf(await pdfFor(amara, certificateId))!;
    const key = keyInFragment(new URL(link).hash)!;
    const seal = new Uint8Array(await (await getSeal(...args(NOBODY, certificateId))).arrayBuffer());
    expect(await checkText(readDocx(COPIES.tracked()), certificateId, key, seal)).toMatchObject({
      found: 3,
      sentences: 3,
    });
    expect(await checkText(readDocx(COPIES.source()), certificateId, key, seal)).toMatchObject({ found: 2 });
  });

  test("shows name and title only if its author said so, and doesn't guess", async () => {
    const id = await delivered(true);
    await expect(issueCertificate(amara, { orderId: id, kind: "declaration" })).rejects.toMatchObject({
      code: "not_chosen",
      fields: { showAuthor: expect.any(String), showTitle: expect.any(String) },
    });
    const { certificateId } = await declare(amara, id, { showTitle: true, showAuthor: true });
    expect(await getPublicCertificate(certificateId)).toMatchObject({
      facts: { title: "Soil moisture in dry regions", author: amara.displayName },
    });
  });

  test("is only for its author, and only of an order under a policy", async () => {
    const id = await delivered(true);
    for (const actor of [NOBODY, personOf("mei"), jonas, personOf("sam"), ada])
      await expect(declare(actor, id)).rejects.toMatchObject({ kind: "refused" });
    await expect(declare(amara, await delivered(false))).rejects.toMatchObject({ code: "no_policy" });
  });

  test("is one for a delivery, also when asked twice at once, and leaves the certificate alone", async () => {
    const id = await delivered(true);
    const certificate = await issueCertificate(amara, { orderId: id });
    const [one, two] = await Promise.all([declare(amara, id), declare(amara, id)]);
    expect(one).toEqual(two);
    const order = await getOrder(id);
    expect(new Set((await listCertificates(amara, order)).map(({ kind, state }) => `${kind} ${state}`))).toEqual(
      new Set(["certificate valid", "declaration valid"]),
    );
    await revokeCertificate(amara, one);
    expect(await getPublicCertificate(one.certificateId)).toMatchObject({ state: "revoked", facts: null });
    expect(await getPublicCertificate(certificate.certificateId)).toMatchObject({ state: "valid" });
  });

  test("isn't made if a copy wasn't measured", async () => {
    const id = await delivered(true);
    const submission = (await listSubmissions(id)).at(-1)!;
    const [part] = await listSubmissionFiles([submission.id]);
    const { rule: _, ...gate } = part!.gate!;
    await world.db
      .updateTable("submission_files")
      .set({ gate: json(gate) })
      .where("submissionId", "=", submission.id)
      .execute();
    await expect(declare(amara, id)).rejects.toMatchObject({ code: "not_measured" });
  });
});

describe("ready sentences", () => {
  test("are for the client, and speak of AI only as the editor did", async () => {
    const id = await delivered(false);
    const papers = papersOf(await readOrderPage(amara, id));
    expect(papers).toMatchObject({ policy: null });
    expect(papers!.sentences.every(({ text }) => text.includes("no generative AI"))).toBe(true);
    await world.db.updateTable("submissions").set({ noAiAt: null }).where("orderId", "=", id).execute();
    const { certificateId } = await issueCertificate(amara, { orderId: id });
    expect(papersOf(await readOrderPage(amara, id))!.sentences.some(({ text }) => text.includes("AI"))).toBe(false);
    expect(await wordsOf(await pdfFor(amara, certificateId))).not.toContain("AI");
    expect(papersOf(await readOrderPage(ada, id))).toBeNull();
  });
});
