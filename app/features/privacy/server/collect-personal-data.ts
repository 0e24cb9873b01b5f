import { sql } from "kysely";
import { readDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { ZipPart } from "#app/platform/server/files/zip-stream.ts";
import { listPersonalFiles, partOf } from "./list-personal-files.ts";
import { PERSONAL_TABLES, type PersonalTable, type Subject } from "./personal-tables.ts";

const ROWS_AT_ONCE = 500;
const FILES_AT_ONCE = 50;

const ABOUT = `This is a copy of what we store about you.

data/*.json   one file for each kind of record; times are in UTC, amounts in cents
files/        your manuscripts, their edited copies, what you attached, and documents you sent us

We left out passwords, keys, and hashes, and information about other people.
Files that have been deleted aren't included.
`;

const text = (words: string): Uint8Array[] => [Buffer.from(words)];

/** A copy of all data about a person, part by part, read while it's written: a few rows and one file at a time. */
export async function* collectPersonalData(subject: Subject): AsyncGenerator<ZipPart> {
  const at = now();
  yield { name: "README.txt", at, bytes: text(ABOUT) };
  for (const it of PERSONAL_TABLES) yield { name: `data/${it.table}.json`, at, bytes: rowsOf(it, subject) };
  const details = await readDetails(subject.uid);
  if (details) yield { name: "data/legal-details.json", at, bytes: text(JSON.stringify(details, null, 2)) };
  const page = await database()
    .selectFrom("editor_pages")
    .select(["photo", "photoType"])
    .where("editorId", "=", subject.uid)
    .executeTakeFirst();
  if (page?.photo) yield { name: `files/photo.${page.photoType?.split("/")[1] ?? "jpg"}`, at, bytes: [page.photo] };
  for (let afterId = ""; ;) {
    const files = await listPersonalFiles(subject.uid, afterId, FILES_AT_ONCE);
    for (const file of files) {
      const part = await partOf(file);
      if (part) yield part;
    }
    const last = files.at(-1);
    if (!last || files.length < FILES_AT_ONCE) return;
    afterId = last.id;
  }
}

/** A table's rows about a person as a JSON list, a few hundred at a time. */
async function* rowsOf({ table, where, omit = [] }: PersonalTable, subject: Subject): AsyncGenerator<Uint8Array> {
  let written = 0;
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${sql.val([...omit])}::text[] as row from ${sql.table(table)} t where ${where(subject)}
      order by t.ctid limit ${ROWS_AT_ONCE} offset ${offset}`.execute(database());
    for (const { row } of rows) yield Buffer.from(`${written++ === 0 ? "[\n" : ",\n"}${JSON.stringify(row)}`);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  yield Buffer.from(written === 0 ? "[]\n" : "\n]\n");
}
