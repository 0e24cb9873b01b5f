import { createHash } from "node:crypto";
import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import type { Damage } from "#app/platform/rules/core/stored-damage.ts";
import { SealError, unseal } from "#app/platform/server/files/sealing.ts";
import { isMissing } from "#app/platform/server/files/storage-contract.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";

export type FileCheck = { files: number; bytes: number; damaged: { key: string; damage: Damage }[] };
type Row = { key: string; sha256: string | null; sealedFor: string | null };

/** Every stored file that a row names. Certificates and pictures have no hash of their own: they must be there. */
const FILES = /* sql */ `
  select "storageKey" as key, sha256, null as "sealedFor" from files where "removedAt" is null
  union all select "storageKey", sha256, null from attachments where "removedAt" is null
  union all select "storageKey", sha256, id from kyc_files where "removedAt" is null
  union all select "storageKey", sha256, id from application_files where "removedAt" is null
  union all select 'certificates/' || id || '.pdf', null, null from certificates where "revokedAt" is null
  union all select 'blog-images/' || i.id || '/' || w || '.webp', null, null from blog_images i, unnest(i.widths) w
  union all select "storageKey", null, null from data_requests where status = 'ready' and "storageKey" is not null`;

const AT_ONCE = 500;

/**
 * Reads every byte of every stored file and compares it with the hash in its row; encrypted documents are decrypted.
 * @returns which are damaged; empty if all are as they were stored
 * @throws if the storage doesn't answer: then nothing is known about the files
 */
export async function verifyFiles(): Promise<FileCheck> {
  const found: FileCheck = { files: 0, bytes: 0, damaged: [] };
  for (let after = ""; ;) {
    const { rows } = await sql<Row>`
      select * from (${sql.raw(FILES)}) f where key collate "C" > ${after} order by key collate "C" limit ${AT_ONCE}`.execute(
      database(),
    );
    for (const row of rows) {
      const { bytes, damage } = await verify(row);
      found.files += 1;
      found.bytes += bytes;
      if (damage) found.damaged.push({ key: row.key, damage });
    }
    if (rows.length < AT_ONCE) return found;
    after = rows.at(-1)!.key;
  }
}

/** Those of these keys that a row names, so that the product still needs their files. */
export async function namedOf(keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Row>`
    select distinct key from (${sql.raw(FILES)}) f where key = any(${keys})`.execute(database());
  return rows.map((it) => it.key);
}

async function verify(row: Row): Promise<{ bytes: number; damage: Damage | null }> {
  try {
    const { stream, bytes } = await storage().read(row.key);
    const same = row.sealedFor === null ? await isSame(stream, row) : await isSealed(stream, row, row.sealedFor);
    return { bytes, damage: same ? null : "changed" };
  } catch (error) {
    if (!isMissing(error) && (error as { code?: string }).code !== "ENOENT") throw error;
    return { bytes: 0, damage: "missing" };
  }
}

async function isSame(stream: ReadableStream<Uint8Array>, row: Row): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
  return row.sha256 === null || hash.digest("hex") === row.sha256;
}

async function isSealed(stream: ReadableStream<Uint8Array>, row: Row, about: string): Promise<boolean> {
  try {
    return sha256(unseal(new Uint8Array(await new Response(stream).arrayBuffer()), about)) === row.sha256;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
