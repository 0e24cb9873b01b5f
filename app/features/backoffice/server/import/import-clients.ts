import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { invalid, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { database, json, lockName } from "#app/platform/server/core/database.ts";
import { type TaskKind, runOrStart } from "#app/platform/server/core/tasks.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { addressesTaken, importAccount, importedBefore } from "#app/features/accounts/server/people/import-account.ts";
import {
  CLIENT_COLUMNS,
  CLIENT_COLUMN_NAMES,
  type ClientMapping,
  IMPORT_LIMITS,
  REQUIRED_COLUMNS,
  type ReadRow,
  guessMapping,
  readClients,
} from "../../rules/client-import.ts";

/** There's one import at a time. */
const SUBJECT = "clients";
const STEP = 100;

const imports = (actor: Actor): true | string => may(actor, "people") || only("people", "import clients");

const File = {
  csv: z.string(),
  /** By our column, the number of the file's; "" for none. Left out, they're guessed. */
  mapping: z.record(z.string(), z.string()).nullable(),
};

/** @throws invalid by field */
function readFile(csv: string, typed: Readonly<Record<string, string>> | null) {
  if (csv.trim() === "")
    throw invalid("file", "Choose a CSV file first.", "Nothing was imported.", { file: "Choose a CSV file." });
  if (Buffer.byteLength(csv) > IMPORT_LIMITS.bytes)
    throw invalid("file_large", "This file is larger than 2 MB.", "Divide it.", { file: "Choose a smaller file." });
  const [header = [], ...lines] = csvRecords(csv.replace(/^\uFEFF/, ""), IMPORT_LIMITS.lines, (message) =>
    invalid("csv", message, "Correct the file and choose it again.", { file: message }),
  );
  const guessed = guessMapping(header);
  const mapping: ClientMapping =
    typed === null
      ? guessed
      : (Object.fromEntries(
          CLIENT_COLUMN_NAMES.map((key) => {
            const at = /^\d{1,3}$/.test(typed[key] ?? "") ? Number(typed[key]) : null;
            return [key, at !== null && at < header.length ? at : null];
          }),
        ) as ClientMapping);
  const missing = REQUIRED_COLUMNS.filter((key) => mapping[key] === null);
  return { header, lines, mapping, missing };
}

/** What an import would do, without doing it. @throws refused, invalid */
export async function tryImport(actor: Actor, input: { csv: string; mapping: Record<string, string> | null }) {
  const allowed = imports(actor);
  if (allowed !== true) throw refused(allowed);
  const { header, lines, mapping, missing } = readFile(input.csv, input.mapping);
  const { rows, faults } = missing.length > 0 ? { rows: [], faults: [] } : readClients(lines, mapping);
  const before = await importedBefore(
    database(),
    rows.map(({ row }) => row.externalId),
  );
  const fresh = rows.filter(({ row }) => !before.has(row.externalId));
  const taken = await addressesTaken(
    database(),
    fresh.map(({ row }) => row.email),
  );
  return {
    header,
    mapping,
    missing: missing.map((key) => CLIENT_COLUMNS[key].label),
    sample: lines.slice(0, 3).map((line) => header.map((_, i) => line[i] ?? "")),
    lines: lines.length,
    create: fresh.length - taken.size,
    found: taken.size,
    before: before.size,
    faults: faults.slice(0, IMPORT_LIMITS.faultsShown),
    faulty: faults.length,
  };
}
export type ImportTrial = Awaited<ReturnType<typeof tryImport>>;

type Input = { importId: string; invites: boolean };
type Outcome = { lines: number };

/**
 * Imports clients: lines that are sound become accounts, once for each id of the other system, so the same file twice
 * changes nothing. Nobody is emailed unless that's chosen.
 */
export const importClients = command({
  input: z.object({ ...File, invites: z.enum(["yes", ""]).default("") }),
  load: (_input, { tx }) => lockName(tx, "client imports"),
  allow: imports,
  async run({ input, ...ctx }): Promise<{ rows: number; taskId: string | null }> {
    const { lines, mapping, missing } = readFile(input.csv, input.mapping);
    if (missing.length > 0)
      throw invalid("columns", `Choose the column of ${CLIENT_COLUMNS[missing[0]!].label}.`, "Nothing was imported.");
    const { rows } = readClients(lines, mapping);
    if (rows.length === 0)
      throw invalid("nothing", "No line of this file can be imported.", "Correct the lines that are listed.");
    const importId = newId("clientImport");
    for (let at = 0; at < rows.length; at += 1_000)
      await ctx.tx
        .insertInto("import_rows")
        .values(rows.slice(at, at + 1_000).map(({ line, row }) => ({ importId, line, data: json(row) })))
        .execute();
    const started = await runOrStart(ctx, clientImport, {
      subjectId: SUBJECT,
      input: { importId, invites: input.invites === "yes" },
      total: rows.length,
    });
    await ctx.fact("accounts.imported", { data: { rows: rows.length, importId }, topics: ["staff"] });
    return { rows: rows.length, taskId: "taskId" in started ? started.taskId : null };
  },
});

/** Opens accounts, a hundred in each step. */
export const clientImport: TaskKind<Input, Outcome> = {
  name: "import-clients",
  unit: "clients",
  title: () => "Importing clients",
  atOnce: STEP,
  async step(ctx, { input, done, total }) {
    const rows = await ctx.tx
      .deleteFrom("import_rows")
      .where("importId", "=", input.importId)
      .where("line", "in", (q) =>
        q.selectFrom("import_rows").select("line").where("importId", "=", input.importId).orderBy("line").limit(STEP),
      )
      .returning(["line", "data"])
      .execute();
    for (const { data } of rows) {
      const outcome = await importAccount(ctx, data);
      if (outcome === "created" && input.invites) await invite(ctx, data);
    }
    return rows.length < STEP || done + rows.length >= total
      ? { result: { lines: total } }
      : { done: done + rows.length };
  },
  async failed(ctx, { input }) {
    await ctx.tx.deleteFrom("import_rows").where("importId", "=", input.importId).execute();
  },
  news: (_input, outcome) => ({
    title: "result" in outcome ? "Clients imported" : "The import of clients stopped",
    body: "result" in outcome ? `${count(outcome.result.lines, "line")} done.` : outcome.problem.message,
    to: "/admin/import",
  }),
};

async function invite(ctx: CommandContext, to: ReadRow["row"]): Promise<void> {
  const { siteName, origins } = config();
  const subject = `Your account at ${siteName}`;
  await post(ctx.tx, {
    key: `imported:${to.email}`,
    to: to.email,
    subject,
    kind: "account.imported",
    ...(await renderEmail({
      key: "account.imported",
      heading: subject,
      paragraphs: [
        `Dear ${to.name},`,
        `You have an account at ${siteName}. Choose a password to use it: we'll send the link to this address.`,
      ],
      button: { label: "Choose a password", url: `${origins.app}/signin/reset` },
      footer: `You're getting this email because ${siteName} moved your account from another system. If you don't want it, write to us at ${origins.public}/contact.`,
    })),
  });
}
