import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { isMissing } from "#app/platform/server/files/storage-contract.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { beginSnapshot, tablesOf } from "./database-copy.ts";
import { storedFiles } from "./file-keys.ts";
import { BackupError } from "./format.ts";

/** Tables that only a running product needs, or that are about signing in. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  auth_session: "sessions",
  auth_verification: "links in emails",
  auth_two_factor: "secrets of authenticator apps",
  auth_passkey: "passkeys work at one address only",
  auth_used_code: "used codes",
  auth_device: "known browsers",
  auth_rate_limit: "counts of tries",
  api_requests: "answers to programs, encrypted, of the last day",
  bank_changes: "bank details that aren't confirmed, encrypted",
  bank_staged_lines: "gone within minutes",
  demo_clock: "the demo's clock",
  demo_world: "the demo's mark",
  encryption_checks: "whether the keys fit",
  kyc_details: "encrypted; a backup has them",
  live_outbox: "gone within seconds",
  price_views: "short-lived",
  schema_floors: "the database's own version",
  upload_reservations: "uploads under way",
};

/** Columns whose values let somebody in, or prove something to us alone. */
const SECRET =
  /^(?:hash|password|secret|previousSecret|sealed|seal|signature|accessToken|refreshToken|idToken)$|(?:Token|TokenHash|KeyHash|ticketHash)$/;

export type Exported = { tables: number; rows: number; files: number; bytes: number };
type Column = { name: string; type: string; says: string };

/** What the schema says about each table and column, by the comments of db/schema. */
async function meanings(): Promise<Map<string, { says: string; columns: Map<string, string> }>> {
  const folder = path.resolve(import.meta.dirname, "../../db");
  const names = new Map(
    [...(await readFile(path.join(folder, "schema.ts"), "utf8")).matchAll(/^ {2}([a-z_]+): (\w+Table);$/gm)].map(
      ([, table, type]) => [type!, table!],
    ),
  );
  const found = new Map<string, { says: string; columns: Map<string, string> }>();
  for (const file of await readdir(path.join(folder, "schema"))) {
    let says = "";
    let table: { says: string; columns: Map<string, string> } | null = null;
    let isOpen = false;
    for (const line of (await readFile(path.join(folder, "schema", file), "utf8")).split("\n")) {
      const text = line.trim();
      if (text.startsWith("/**")) says = "";
      if (text.startsWith("/**") || isOpen) {
        says = `${says} ${text.replace(/^\/?\*+/, "").replace(/\*\/$/, "")}`.trim();
        isOpen = !text.endsWith("*/");
        continue;
      }
      const begins = /^export interface (\w+)/.exec(text);
      const column = /^(\w+)\??:/.exec(text);
      if (begins) {
        table = { says, columns: new Map() };
        const name = names.get(begins[1]!);
        if (name !== undefined) found.set(name, table);
      } else if (column && table) table.columns.set(column[1]!, says);
      says = "";
    }
  }
  return found;
}

/** What an export has, in words: each table with its columns, and what's left out. */
function readme(at: Date, tables: readonly { name: string; says: string; columns: readonly Column[] }[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [
    "# Export",
    "",
    `Everything that the shop stores, as of ${at.toISOString()}: each table as CSV (RFC 4180, UTF-8, a header, empty for no value) in \`tables\`, and each stored file in \`files\` under its key, which the column \`storageKey\` of its row has. Amounts are in minor units, such as cents, times are in UTC, and lists and objects are JSON.`,
    "",
    "It's for reading and for moving to another system. To restore a shop, take a backup.",
    "",
    "Values may begin with =, +, -, or @. Import them into a spreadsheet as text.",
    "",
    ...tables.flatMap(({ name, says, columns }) => [
      `## ${name}`,
      "",
      ...(says ? [says, ""] : []),
      "| column | type | meaning |",
      "| --- | --- | --- |",
      ...columns.map((column) => `| ${column.name} | ${column.type} | ${cell(column.says)} |`),
      "",
    ]),
    "## Left out",
    "",
    "Values with which somebody could sign in or act for others, and:",
    "",
    ...Object.entries(LEFT_OUT).map(([name, why]) => `- \`${name}\`: ${why}`),
    "",
    "Editors' identity documents are encrypted in `files` with the shop's keys. A backup restores them.",
    "",
  ].join("\n");
}

async function columnsOf(client: pg.Client, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = ('public.' || quote_ident($1))::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
    [table],
  );
  return rows;
}

/**
 * Writes everything the operator owns into a new folder: tables as CSV from one snapshot, stored files, and a page that
 * says what each column means. The folder appears when it's complete.
 * @throws BackupError if the folder is there already
 */
export async function exportData(databaseUrl: string, folder: string): Promise<Exported> {
  if (
    await readdir(folder).then(
      (names) => names.length > 0,
      () => false,
    )
  )
    throw new BackupError(`${folder} isn't empty. Name a new folder, so that nothing is overwritten.`);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, "tables"), { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "stet export" });
  // The pending query fails by itself. Without this listener, the error would crash the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const at = await beginSnapshot(client);
    const known = await meanings();
    const done: Exported = { tables: 0, rows: 0, files: 0, bytes: 0 };
    const pages: { name: string; says: string; columns: Column[] }[] = [];
    for (const { schema, name } of await tablesOf(client)) {
      if (schema !== "public" || name in LEFT_OUT) continue;
      const columns = (await columnsOf(client, name)).filter((column) => !SECRET.test(column.name));
      const listed = columns.map((column) => pg.escapeIdentifier(column.name)).join(", ");
      const rows = client.query(
        copyStreams.to(
          `copy (select ${listed} from public.${pg.escapeIdentifier(name)}) to stdout with (format csv, header)`,
        ),
      );
      await pipeline(rows, createWriteStream(path.join(draft, "tables", `${name}.csv`), { mode: 0o600 }));
      done.tables += 1;
      done.rows += rows.rowCount ?? 0;
      const it = known.get(name);
      pages.push({
        name,
        says: it?.says ?? "",
        columns: columns.map((column) => ({ ...column, says: it?.columns.get(column.name) ?? "" })),
      });
    }
    await client.query("commit");
    for await (const { key, bytes } of storedFiles()) {
      if (!(await copyFile(key, path.join(draft, "files", key)))) continue;
      done.files += 1;
      done.bytes += bytes;
    }
    await writeFile(path.join(draft, "README.md"), readme(at, pages), { mode: 0o600 });
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return done;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** @returns whether it was still there: files can be deleted during an export */
async function copyFile(key: string, into: string): Promise<boolean> {
  await mkdir(path.dirname(into), { recursive: true, mode: 0o700 });
  try {
    const { stream } = await storage().read(key);
    await pipeline(Readable.fromWeb(stream as never), createWriteStream(into, { mode: 0o600 }));
    return true;
  } catch (error) {
    if (isMissing(error) || (error as { code?: string }).code === "ENOENT") return false;
    throw error;
  }
}
