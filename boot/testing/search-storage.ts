import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { sql } from "kysely";
import type { Db } from "#app/platform/server/core/database.ts";

/** A stored file's text: its bytes, and for a zip (such as a .docx) also its decompressed content. */
function textOf(bytes: Buffer): string {
  let text = bytes.toString("latin1");
  for (let at = bytes.indexOf("PK\u0003\u0004"); at >= 0; at = bytes.indexOf("PK\u0003\u0004", at + 4)) {
    if (bytes.readUInt16LE(at + 8) !== 8) continue;
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    try {
      text += inflateRawSync(bytes.subarray(from), { finishFlush: 2 }).toString("latin1");
    } catch {
      // It wasn't the start of an entry after all.
    }
  }
  return text;
}

/** The names of stored files that contain one of these sentences. @param files by key */
export const filesSaying = (files: ReadonlyMap<string, Buffer>, sentences: readonly string[]): string[] =>
  [...files].filter(([, bytes]) => sentences.some((s) => textOf(bytes).includes(s))).map(([name]) => name);

/** Every file under a folder, by relative path. */
export async function filesUnder(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path.relative(folder, file), await readFile(file));
  }
  return found;
}

/**
 * The tables of a database, in any schema, that contain one of these sentences in any column: text, jsonb, arrays, and
 * bytes.
 */
export async function tablesSaying(db: Db, sentences: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from ${sql.raw(name)} t where ${sql.join(
        // A row's text shows bytes as hex.
        sentences.flatMap((s) => [
          sql`position(${s} in t::text) > 0`,
          sql`position(${Buffer.from(s).toString("hex")} in t::text) > 0`,
        ]),
        sql` or `,
      )}`.execute(db);
    if (Number(rows[0]!.n) > 0) found.push(name.replace("public.", ""));
  }
  return found.toSorted();
}
