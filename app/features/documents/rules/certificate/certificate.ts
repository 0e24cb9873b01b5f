import { lineBreaksOf, sentencesOf, type Sentence } from "../readers/sentences.ts";
import type { TextModel } from "../readers/text-model.ts";

/**
 * What binds a certificate to a text: a keyed hash of each of its sentences. With the key and a file, anyone can tell how much of the file
 * is the certified text; the hashes alone let nobody read a sentence or test a guess, and the key is only in the certificate's
 * own link, in the part that browsers don't send.
 */

/** A sentence's hash: HMAC-SHA-256, its first 8 bytes. By chance alone, one of 10^15 pairs of sentences would be taken for equal. */
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

/** The key in a link's fragment ("#k=..."); null when there is none. */
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

/** Hashes texts, HASH_BYTES each, in their order. */
async function hashTexts(texts: readonly string[], key: Uint8Array<ArrayBuffer>): Promise<bigint[]> {
  const signWith = await signer(key);
  const out: bigint[] = [];
  // Some at a time: each is a job of its own to the platform.
  for (let from = 0; from < texts.length; from += 500) {
    const hashes = await Promise.all(
      texts.slice(from, from + 500).map((text) => crypto.subtle.sign("HMAC", signWith, encoder.encode(text))),
    );
    for (const hash of hashes) out.push(new DataView(hash).getBigUint64(0));
  }
  return out;
}

/** Tells a certificate's own key from another: it is hashed with the certificate's id. */
const keyMark = async (id: string, key: Uint8Array<ArrayBuffer>): Promise<bigint> =>
  (await hashTexts([`certificate ${id}`], key))[0]!;

export type Sealed = {
  /** The key's mark, then the hashes of the sentences, each once and in order of size: nothing of the text's order is left. */
  seal: Uint8Array<ArrayBuffer>;
  /** Different sentences that are sealed. */
  sentences: number;
  words: number;
};

/** The seal of a text, or of several that belong together. @param id of the certificate that it is for */
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
  /** The link's key is not this certificate's. */
  | { kind: "wrong-key" }
  /** There is no sentence in the file that is long enough to be told by. */
  | { kind: "too-short" }
  | {
      kind: "compared";
      /** How many sentences of the file are long enough, and how many of those are in the certified text. */
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
  // A plain text does not say what its line breaks mean: the reading that finds more is the one that was meant.
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

/** Certificate ids are dictated and typed from paper: ten characters without I, L, O and U, in two groups (50 bits of chance). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newCertificateId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => ALPHABET[byte & 31]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** An id as somebody typed it, in its one form: case, blanks and dashes do not matter, and O is read as 0, I and L as 1. Null when it is none. */
export function readCertificateId(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : null;
}
