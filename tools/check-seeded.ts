/**
 * Nothing may exist only in the demo seed: every column that `db/seed` fills must also be written by the product, or
 * people could never reach what the demo shows. Reads the keys of object literals and raw SQL. A file counts for a
 * table if it writes the table itself or imports a file that does.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { importsOf } from "./check-boundaries.ts";
import { tablesIn } from "./check-tables.ts";
import { type SourceNode, parseSource, walk } from "./parse-source.ts";

/**
 * Existing exceptions as "table.column", or "table.*" for a table that only the seed writes. The list may only shrink.
 */
export const EXCEPTIONS: readonly string[] = ["editors.qaDone"];

/** Written by the sign-in service's library, or marking the demo. */
const NOT_OURS = new Set(["auth_account", "demo_world"]);

/** Every table of the schema with its columns. */
export function columnsOf(schema: string): Map<string, string[]> {
  const shapes = new Map<string, string[]>();
  for (const [, name, body] of schema.matchAll(/^export interface (\w+Table) \{\n(.*?)^\}/gms))
    shapes.set(
      name!,
      [...body!.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]!),
    );
  return new Map(
    [...schema.matchAll(/^ {2}(\w+): (\w+Table);/gm)].map(([, table, shape]) => [table!, shapes.get(shape!) ?? []]),
  );
}

/**
 * The names a source file may write: keys of object literals, `set("name", ...)`, and quoted or bare names in SQL that
 * writes.
 */
export function keysIn(file: string, source: string): Set<string> {
  const keys = new Set<string>();
  const { program } = parseSource(file, source);
  walk(program, (node) => {
    if (node.type === "Property") {
      const key = node["key"] as SourceNode;
      if (key.type === "Identifier") keys.add(String(key["name"]));
      if (key.type === "Literal" && typeof key["value"] === "string") keys.add(key["value"]);
    }
    if (node.type === "CallExpression") {
      const callee = node["callee"] as SourceNode;
      const [first] = node["arguments"] as SourceNode[];
      const method = callee.type === "MemberExpression" ? (callee["property"] as SourceNode)["name"] : null;
      if (method === "set" && first?.type === "Literal" && typeof first["value"] === "string") keys.add(first["value"]);
    }
    if (node.type === "TemplateLiteral") {
      const text = source.slice(node.start, node.end);
      if (/\b(?:insert\s+into|update)\b/i.test(text))
        for (const [name] of text.matchAll(/[a-zA-Z]\w*/g)) keys.add(name);
    }
    return true;
  });
  return keys;
}

type Source = { file: string; text: string };

/** "table.column" for each column that only the seed writes, in order. */
export function seededOnly(schema: string, product: readonly Source[], seed: readonly Source[]): string[] {
  const writes = new Map<string, Set<string>>();
  const imports = new Map<string, string[]>();
  const keys = new Map<string, Set<string>>();
  for (const { file, text } of product) {
    writes.set(
      file,
      new Set(
        tablesIn(file, text)
          .filter((use) => use.writes)
          .map((use) => use.table),
      ),
    );
    imports.set(
      file,
      importsOf(file, text).map((it) => it.target),
    );
    keys.set(file, keysIn(file, text));
  }
  const written = new Map<string, Set<string>>();
  for (const { file } of product) {
    const tables = new Set(writes.get(file));
    for (const target of imports.get(file)!) for (const table of writes.get(target) ?? []) tables.add(table);
    for (const table of tables) {
      const all = written.get(table) ?? new Set<string>();
      for (const key of keys.get(file)!) all.add(key);
      written.set(table, all);
    }
  }
  const seedKeys = new Set(seed.flatMap(({ file, text }) => [...keysIn(file, text)]));
  const seedTables = new Set(
    seed.flatMap(({ file, text }) =>
      tablesIn(file, text)
        .filter((use) => use.writes)
        .map((use) => use.table),
    ),
  );
  const found: string[] = [];
  for (const [table, columns] of columnsOf(schema)) {
    if (!seedTables.has(table) || NOT_OURS.has(table)) continue;
    const own = written.get(table);
    const missing = columns.filter((column) => seedKeys.has(column) && !own?.has(column));
    if (!own) found.push(`${table}.*`);
    else found.push(...missing.map((column) => `${table}.${column}`));
  }
  return found.toSorted();
}

/** The schema's source: the list of tables and the files with their columns. */
export const schemaOf = (root: string): string =>
  [{ text: readFileSync(path.join(root, "db/schema.ts"), "utf8") }, ...read(root, "db/schema")]
    .map((file) => file.text)
    .join("\n");

function read(root: string, folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        !/[\\/]testing(?:[\\/]|$)/.test(entry.parentPath),
    )
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

/** Columns that only the seed writes and aren't exceptions, and exceptions that are no longer needed. */
export function checkSeeded(root: string): { violations: string[]; unneeded: string[] } {
  const found = seededOnly(schemaOf(root), read(root, "app"), read(root, "db/seed"));
  return {
    violations: found.filter((it) => !EXCEPTIONS.includes(it)),
    unneeded: EXCEPTIONS.filter((it) => !found.includes(it)),
  };
}

if (import.meta.main) {
  const { violations, unneeded } = checkSeeded(path.resolve(import.meta.dirname, ".."));
  for (const line of violations)
    console.error(`${line} is written only by db/seed: people using the product can't reach it`);
  for (const line of unneeded) console.error(`This exception is no longer needed, so remove it: ${line}`);
  console.log(`${violations.length} columns written only by the seed, ${EXCEPTIONS.length} exceptions`);
  process.exitCode = violations.length + unneeded.length === 0 ? 0 : 1;
}
