import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Tx } from "#app/platform/server/core/database.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import type { OrderFile } from "./find-work.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** A copy with the names that people have in deliveries. */
export type NamedCopy = { bytes: Buffer; sha256: string };

/** The names in a .docx's tracked changes and comments. @throws where it can't be read */
export async function namesIn(file: OrderFile): Promise<Set<string>> {
  const found = await withStored(file, (local) => engine().changes(local));
  if (!found.ok) throw new Error(`The names in ${file.id} could not be read: ${found.code}`);
  return new Set([...found.changes, ...found.comments].map((one) => one.author));
}

/**
 * A tracked copy with the names that people have in deliveries, and no other trace of people or machines. Not stored
 * yet.
 */
export async function namedCopy(tracked: OrderFile, names: ReadonlyMap<string, string>): Promise<NamedCopy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-deliver-"));
  try {
    const out = path.join(folder, "tracked.docx");
    const done = await withStored(tracked, (file) =>
      engine().scrub(file, out, { authors: names, rsids: true, names: true }),
    );
    if (!done.ok) throw new Error(`Names could not be taken out of ${tracked.id}: ${done.code}`);
    const bytes = await readFile(out);
    return { bytes, sha256: sha256(bytes) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const keyOf = (tracked: OrderFile, copy: NamedCopy): string =>
  `orders/${tracked.orderId}/tracked/${tracked.id}-${copy.sha256.slice(0, 16)}.docx`;

/**
 * Stores such a copy under the hash of its content, so that a job that runs twice writes the same file to the same
 * place.
 */
export const storeNamedCopy = (tracked: OrderFile, copy: NamedCopy): Promise<void> =>
  storage().put(keyOf(tracked, copy), copy.bytes);

/** Adds a stored copy to its order as a file made by the system. @returns its id */
export async function addNamedCopy(tx: Tx, tracked: OrderFile, copy: NamedCopy, at: Date): Promise<string> {
  const id = newId("file");
  await tx
    .insertInto("files")
    .values({
      id,
      orderId: tracked.orderId,
      purpose: "tracked",
      sourceFileId: tracked.sourceFileId,
      name: tracked.name,
      contentType: DOCX,
      bytes: copy.bytes.length,
      sha256: copy.sha256,
      storageKey: keyOf(tracked, copy),
      version: tracked.version,
      position: tracked.position,
      createdAt: at,
    })
    .execute();
  return id;
}
