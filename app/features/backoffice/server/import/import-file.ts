import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { count, plural } from "#app/platform/rules/core/count.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { invalid, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database, json, lockName } from "#app/platform/server/core/database.ts";
import { type TaskKind, runOrStart } from "#app/platform/server/core/tasks.ts";
import {
  IMPORT_LIMITS,
  type ImportKind,
  type ImportMapping,
  guessMapping,
  missingColumns,
  readLines,
} from "../../rules/import/import-kind.ts";
import { IMPORT_NAMES, type ImportName, importOf } from "../../rules/import/imports.ts";
import { IMPORTERS } from "./importers.ts";

const STEP = 100;

const imports = (actor: Actor): true | string => may(actor, "people") || only("people", "import from another system");

const File = {
  kind: z.enum(IMPORT_NAMES),
  csv: z.string(),
  /** By our column, the number of the file's; "" for none. Left out, they're guessed. */
  mapping: z.record(z.string(), z.string()).nullable(),
};

/** @throws invalid by field */
function readFile(kind: ImportKind, csv: string, typed: Readonly<Record<string, string>> | null) {
  if (csv.trim() === "")
    throw invalid("file", "Choose a CSV file first.", "Nothing was imported.", { file: "Choose a CSV file." });
  if (Buffer.byteLength(csv) > IMPORT_LIMITS.bytes)
    throw invalid("file_large", "This file is larger than 2 MB.", "Divide it.", { file: "Choose a smaller file." });
  const [header = [], ...lines] = csvRecords(csv.replace(/^\uFEFF/, ""), IMPORT_LIMITS.lines, (message) =>
    invalid("csv", message, "Correct the file and choose it again.", { file: message }),
  );
  const mapping: ImportMapping =
    typed === null
      ? guessMapping(kind, header)
      : Object.fromEntries(
          Object.keys(kind.columns).map((key) => {
            const at = /^\d{1,3}$/.test(typed[key] ?? "") ? Number(typed[key]) : null;
            return [key, at !== null && at < header.length ? at : null];
          }),
        );
  return { header, lines, mapping, missing: missingColumns(kind, mapping) };
}

/** What an import would do, without doing it. @throws refused, invalid */
export async function tryImport(
  actor: Actor,
  input: { kind: ImportName; csv: string; mapping: Record<string, string> | null },
) {
  const allowed = imports(actor);
  if (allowed !== true) throw refused(allowed);
  const kind = importOf(input.kind);
  const { header, lines, mapping, missing } = readFile(kind, input.csv, input.mapping);
  const read = missing.length > 0 ? { rows: [], faults: [] } : readLines(kind, lines, mapping, dayOf(now()));
  const { faults: known, ...outlook } = await IMPORTERS[input.kind].look(database(), read.rows);
  const faults = [...read.faults, ...known].toSorted((a, b) => a.line - b.line);
  return {
    kind: input.kind,
    header,
    mapping,
    missing: missing.map((key) => kind.columns[key]!.label),
    sample: lines.slice(0, 3).map((line) => header.map((_, i) => line[i] ?? "")),
    lines: lines.length,
    ...outlook,
    faults: faults.slice(0, IMPORT_LIMITS.faultsShown),
    faulty: faults.length,
  };
}
export type ImportTrial = Awaited<ReturnType<typeof tryImport>>;

type Input = { importId: string; invites: boolean; kind?: ImportName };
type Outcome = { lines: number };

/**
 * Imports a file of another system: lines that are sound are imported once for each of its ids, so the same file twice
 * changes nothing. Nobody is emailed unless that's chosen.
 */
export const importFile = command({
  input: z.object({ ...File, invites: z.enum(["yes", ""]).default("") }),
  load: (_input, { tx }) => lockName(tx, "client imports"),
  allow: imports,
  async run({
    input,
    ...ctx
  }): Promise<{ /** Those that weren't here as the file has them. */ rows: number; taskId: string | null }> {
    const kind = importOf(input.kind);
    const { lines, mapping, missing } = readFile(kind, input.csv, input.mapping);
    if (missing.length > 0)
      throw invalid("columns", `Choose the column of ${kind.columns[missing[0]!]!.label}.`, "Nothing was imported.");
    const read = readLines(kind, lines, mapping, dayOf(ctx.now));
    const outlook = await IMPORTERS[input.kind].look(ctx.tx, read.rows);
    const wrong = new Set(outlook.faults.map((it) => it.line));
    const rows = read.rows.filter((it) => !wrong.has(it.line));
    if (rows.length === 0)
      throw invalid("nothing", "No line of this file can be imported.", "Correct the lines that are listed.");
    const importId = newId("clientImport");
    for (let at = 0; at < rows.length; at += 1_000)
      await ctx.tx
        .insertInto("import_rows")
        .values(rows.slice(at, at + 1_000).map(({ line, row }) => ({ importId, line, data: json(row) })))
        .execute();
    const started = await runOrStart(ctx, fileImport, {
      subjectId: input.kind,
      input: { importId, kind: input.kind, invites: input.invites === "yes" },
      total: rows.length,
    });
    const done = outlook.create + outlook.found;
    await ctx.fact("accounts.imported", {
      data: { rows: done, importId, kind: input.kind },
      topics: ["staff"],
    });
    return { rows: done, taskId: "taskId" in started ? started.taskId : null };
  },
});

/** Imports lines, a hundred in each step. */
export const fileImport: TaskKind<Input, Outcome> = {
  name: "import-clients",
  unit: "lines",
  title: ({ kind = "clients" }) => `Importing ${plural(2, importOf(kind).noun)}`,
  atOnce: STEP,
  async step(ctx, { input, done, total }) {
    const rows = await ctx.tx
      .deleteFrom("import_rows")
      .where("importId", "=", input.importId)
      .where("line", "in", (q) =>
        q.selectFrom("import_rows").select("line").where("importId", "=", input.importId).orderBy("line").limit(STEP),
      )
      .returning(["line", "data as row"])
      .execute();
    await IMPORTERS[input.kind ?? "clients"].run(ctx, rows, input.invites);
    return rows.length < STEP || done + rows.length >= total
      ? { result: { lines: total } }
      : { done: done + rows.length };
  },
  async failed(ctx, { input }) {
    await ctx.tx.deleteFrom("import_rows").where("importId", "=", input.importId).execute();
  },
  news: ({ kind = "clients" }, outcome) => ({
    title: "result" in outcome ? "Import done" : "The import stopped",
    body: "result" in outcome ? `${count(outcome.result.lines, "line")} done.` : outcome.problem.message,
    to: `/admin/import?of=${kind}`,
  }),
};
