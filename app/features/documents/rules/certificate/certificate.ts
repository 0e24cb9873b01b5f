import { lineBreaksOf, sentencesOf, type Sentence } from "../readers/sentences.ts";
import type { TextModel } from "../readers/text-model.ts";

/**
 * What binds a certificate to a text: a keyed hash of each of its sentences. With the key, anyone can tell how much of
 * a file is the certified text. The hashes alone don't let anyone read a sentence or test a guess. The key is only in
 * the certificate's link, in the fragment, which browsers don't send.
 */

/**
 * A sentence's hash: the first 8 bytes of HMAC-SHA-256. The chance of a collision is one in 10^15 pairs of sentences.
 */
export const HASH_BYTES = 8;
const KEY_BYTES = 16;

const encoder = new TextEncoder();

export const newCertificateKey = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(KEY_BYTES));

/** A key as written in a link: base64url, 22 characters. */
export const keyText = (key: Uint8Array): string =>
  btoa(String.fromCharCode(...key))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The key in a link's fragment ("#k=..."); null if there is none. */
export function keyInFragment(fragment: string): Uint8Array<ArrayBuffer> | null {
  const text = /^#?(?:.*&)?k=([A-Za-z0-9_-]{22})(?:&.*)?$/.exec(fragment)?.[1];
  return text === undefined
    ? null
    : Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).subarray(
        0,
        KEY_BYTES,
      );
}

const signer = (key: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** Hashes texts in order, HASH_BYTES each. */
async function hashTexts(texts: readonly string[], key: Uint8Array<ArrayBuffer>): Promise<bigint[]> {
  const signWith = await signer(key);
  const out: bigint[] = [];
  // In batches, because each hash is a separate job for the platform.
  for (let from = 0; from < texts.length; from += 500) {
    const hashes = await Promise.all(
      texts.slice(from, from + 500).map((text) => crypto.subtle.sign("HMAC", signWith, encoder.encode(text))),
    );
    for (const hash of hashes) out.push(new DataView(hash).getBigUint64(0));
  }
  return out;
}

/** Recognizes a certificate's own key: its hash with the certificate's id. */
const keyMark = async (id: string, key: Uint8Array<ArrayBuffer>): Promise<bigint> =>
  (await hashTexts([`certificate ${id}`], key))[0]!;

export type Sealed = {
  /** The key's mark, then the distinct hashes of the sentences, sorted, which hides the text's order. */
  seal: Uint8Array<ArrayBuffer>;
  /** The number of distinct sealed sentences. */
  sentences: number;
  words: number;
};

/** The seal of one or several texts that belong together. @param id the certificate's id */
export async function sealText(
  models: readonly TextModel[],
  id: string,
  key: Uint8Array<ArrayBuffer>,
): Promise<Sealed> {
  const forms = new Set(models.flatMap((model) => sentencesOf(model).map((sentence) => sentence.form)));
  const hashes = [...new Set(await hashTexts([...forms], key))].sort((a, b) => (a < b ? -1 : 1));
  const seal = new Uint8Array((hashes.length + 1) * HASH_BYTES);
  const view = new DataView(seal.buffer);
  [await keyMark(id, key), ...hashes].forEach((hash, i) => view.setBigUint64(i * HASH_BYTES, hash));
  return {
    seal,
    sentences: hashes.length,
    words: models.reduce((sum, model) => sum + model.paragraphs.reduce((n, paragraph) => n + paragraph.words, 0), 0),
  };
}

export type Verdict =
  /** The link's key belongs to another certificate. */
  | { kind: "wrong-key" }
  /** No sentence in the file is long enough to recognize. */
  | { kind: "too-short" }
  | {
      kind: "compared";
      /** How many of the file's sentences are long enough, and how many of those are in the certified text. */
      sentences: number;
      found: number;
      /** How many distinct sentences the certified text has, and how many of those are in the file. */
      certified: number;
      covered: number;
      /** Sentences of the file that aren't in the certified text, in reading order, with the title of their section. */
      others: { text: string; section: string }[];
    };

/** How much of a file is in a certified text. @param seal as made by `sealText` */
export async function checkText(
  model: TextModel,
  id: string,
  key: Uint8Array<ArrayBuffer>,
  seal: Uint8Array,
): Promise<Verdict> {
  const view = new DataView(seal.buffer, seal.byteOffset, seal.byteLength - (seal.byteLength % HASH_BYTES));
  if (view.byteLength < HASH_BYTES || view.getBigUint64(0) !== (await keyMark(id, key))) return { kind: "wrong-key" };
  const certified = new Set<bigint>();
  for (let at = HASH_BYTES; at < view.byteLength; at += HASH_BYTES) certified.add(view.getBigUint64(at));
  const usual = lineBreaksOf(model);
  const readings = [sentencesOf(model, usual)];
  // Line breaks in plain text are ambiguous, so use the interpretation that matches more.
  if (model.format === "txt" && model.paragraphs.some((paragraph) => paragraph.text.includes("\n")))
    readings.push(sentencesOf(model, usual === "end" ? "space" : "end"));
  const results = await Promise.all(readings.map((sentences) => compare(sentences, model, key, certified)));
  const best = results.reduce((a, b) => (shareOf(b) > shareOf(a) ? b : a));
  return best.sentences === 0 ? { kind: "too-short" } : best;
}

type Compared = Extract<Verdict, { kind: "compared" }>;
const shareOf = (verdict: Compared): number => (verdict.sentences === 0 ? -1 : verdict.found / verdict.sentences);

async function compare(
  sentences: readonly Sentence[],
  model: TextModel,
  key: Uint8Array<ArrayBuffer>,
  certified: ReadonlySet<bigint>,
): Promise<Compared> {
  const hashes = await hashTexts(
    sentences.map((sentence) => sentence.form),
    key,
  );
  const others = sentences
    .filter((_, i) => !certified.has(hashes[i]!))
    .map(({ text, paragraph }) => ({ text, section: model.sections[paragraph.section]?.title ?? "" }));
  return {
    kind: "compared",
    sentences: sentences.length,
    found: sentences.length - others.length,
    certified: certified.size,
    covered: new Set(hashes.filter((hash) => certified.has(hash))).size,
    others,
  };
}

/**
 * Certificate ids are dictated and typed from paper: ten characters without I, L, O and U, in two groups (50 random
 * bits).
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newCertificateId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => ALPHABET[byte & 31]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/**
 * Normalizes a typed id: case, spaces and dashes don't matter, O is read as 0, and I and L as 1. Null if it's invalid.
 */
export function readCertificateId(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : null;
}
