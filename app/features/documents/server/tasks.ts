import { readFile, writeFile } from "node:fs/promises";
import { receiptOf } from "../rules/receipt-of.ts";
import type { CountReceipt } from "../rules/receipt.ts";
import { asRefusal, refusal, Refused, type Refusal } from "../rules/refusal.ts";
import { sampleOf } from "../rules/sample-of.ts";
import { spellingEvidence, spellingVariant } from "../rules/spelling-variant.ts";
import { modelText } from "../rules/text-model.ts";
import { findLanguage } from "./find-language.ts";
import { readDocument } from "./read-document.ts";

/** What the worker does: each task reads files and writes files, and answers with plain data. */

export type Inspection = { ok: true; receipt: CountReceipt; sample: string } | Refusal;
export type Done = { ok: true } | Refusal;
export type TextResult = { ok: true; text: string } | Refusal;

const MAX_FILE = 100 * 1024 * 1024;

async function load(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_FILE) throw new Refused("too-long", "This file is larger than 100 MB.");
  return bytes;
}

async function guarded<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    // A file that is not there is the caller's mistake, not the document's.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return asRefusal(error);
  }
}

/** Counts a file and takes a sample of it. */
export const inspect = (path: string, name: string): Promise<Inspection> =>
  guarded<Inspection>(async () => {
    const model = await readDocument(await load(path), name);
    const receipt = receiptOf(model);
    if (receipt.words === 0) return refusal(receipt.format === "pdf" ? "no-text-layer" : "no-words");
    receipt.language = await findLanguage(model);
    if (receipt.language === "en") receipt.variant = spellingVariant(spellingEvidence(model));
    return { ok: true, receipt, sample: sampleOf(model) };
  });

export const text = (path: string, name: string): Promise<TextResult> =>
  guarded<TextResult>(async () => ({ ok: true, text: modelText(await readDocument(await load(path), name)) }));

export const TASKS = { inspect, text };
export type TaskName = keyof typeof TASKS;
void writeFile;
