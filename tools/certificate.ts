import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CertificateFacts } from "#app/features/certificates/rules/certificate-facts.ts";
import { extentOf, verifyPath } from "#app/features/certificates/rules/certificate-facts.ts";
import { certificatePdf } from "#app/features/certificates/server/certificate-pdf.ts";
import {
  type Verdict,
  keyInFragment,
  keyText,
  newCertificateId,
  newCertificateKey,
} from "#app/features/documents/rules/certificate/certificate.ts";
import { refusal, type Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import type { Engine } from "#app/features/documents/server/engine-type.ts";

/** Certificates on the command line: made from a file, not registered, and compared with another file. */

type Made = { ok: true; id: string; key: string; sentences: number; words: number; link: string; seal: string };

/**
 * Writes the certificate of a file's text (tracked changes accepted) as a PDF. Its result, saved to a file, is the
 * input of `verifyCertificate`.
 */
export async function makeCertificate(
  engine: Engine,
  file: string,
  out: string,
  title: string | null,
): Promise<Made | Refusal> {
  const id = newCertificateId();
  const key = newCertificateKey();
  const sealed = await engine.seal([{ path: file, name: basename(file) }], id, key);
  if (!sealed.ok) return sealed;
  if (sealed.sentences === 0)
    return refusal(
      "no-words",
      "There is no sentence of eight words or more in this file.",
      "A certificate is told by such sentences.",
    );
  const changes = /\.docx$/i.test(file) ? await engine.changes(file) : null;
  const issuedAt = new Date();
  const facts: CertificateFacts = {
    house: "Stet",
    title,
    author: null,
    service: null,
    documentType: null,
    variant: null,
    words: sealed.words,
    sentences: sealed.sentences,
    files: 1,
    receivedAt: null,
    deliveredAt: null,
    round: 1,
    extent: changes?.ok && changes.changes.length > 0 ? extentOf(changes.stats) : null,
  };
  const link = `${process.env["PUBLIC_URL"] ?? "http://localhost:3000"}${verifyPath(id)}#k=${keyText(key)}`;
  await writeFile(out, await certificatePdf({ id, link, issuedAt, facts }));
  return {
    ok: true,
    id,
    key: keyText(key),
    sentences: sealed.sentences,
    words: sealed.words,
    link,
    seal: Buffer.from(sealed.seal).toString("base64"),
  };
}

/** How much of a file matches a certificate saved from `makeCertificate`. */
export async function verifyCertificate(
  engine: Engine,
  certificate: string,
  file: string,
): Promise<({ ok: true } & Verdict) | Refusal> {
  let id: unknown, seal: unknown;
  let key: ReturnType<typeof keyInFragment> = null;
  try {
    const kept = JSON.parse(await readFile(certificate, "utf8")) as { id?: unknown; key?: unknown; seal?: unknown };
    ({ id, seal } = kept);
    key = keyInFragment(`#k=${String(kept.key)}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error;
  }
  if (typeof id !== "string" || typeof seal !== "string" || !key)
    return refusal(
      "not-a-document",
      "This is no certificate of this command.",
      "Keep the line that “certificate” prints, whole, and name that file.",
    );
  return engine.checkSeal(file, basename(file), id, key, Buffer.from(seal, "base64"));
}
