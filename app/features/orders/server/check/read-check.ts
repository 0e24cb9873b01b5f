import { type CheckSummary, keyOf } from "#app/features/documents/rules/check/report/consistent.ts";
import { CHECK_VERSION, type Finding } from "#app/features/documents/rules/check/finding.ts";
import { type Choice, choiceOf, saidOf } from "#app/features/style-sheets/rules/entry.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { AT_WORK } from "../../rules/flow.ts";
import { type From, type SheetEntry, sheetFor } from "../style-sheet/sheet-for.ts";
import { fileFor } from "../work/file-for.ts";
import { recordOpening } from "../work/record-view.ts";
import { type PlaceView, readPassage } from "./read-passage.ts";
import type { FileRow } from "../views/list-files.ts";

/** What a page says about the check of one manuscript at a glance. */
export type CheckGlance = {
  fileId: string;
  /** `unread`: it couldn't be checked, or its findings were deleted. */
  state: "checking" | "checked" | "unread";
  /** Findings, without and with those that are only worth a look. */
  found: number;
  folded: number;
  summary: CheckSummary;
};

/** A check that takes longer than this isn't waited for. */
const WAITED_MS = 2 * MINUTE;

/** The checks of some manuscripts that were counted. */
export async function glanceAtChecks(
  files: readonly Pick<FileRow, "id" | "createdAt">[],
  db: Reader = database(),
): Promise<CheckGlance[]> {
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom("manuscript_checks")
    .select(["fileId", "summary", "found", "folded"])
    .where(
      "fileId",
      "in",
      files.map((file) => file.id),
    )
    .execute();
  return files.map(({ id, createdAt }) => {
    const row = rows.find((one) => one.fileId === id);
    const waits = !row && createdAt.getTime() > now().getTime() - WAITED_MS;
    return {
      fileId: id,
      state: row?.summary ? "checked" : waits ? "checking" : "unread",
      found: row?.found ?? 0,
      folded: row?.folded ?? 0,
      summary: row?.summary ?? [],
    };
  });
}

/** What became of a finding in the edited copy: `gone` from it, or still in it. Null without one. */
export type Became = "gone" | "left" | null;

/** A finding's forms to choose from, and what was said about them, by whom. */
export type FormChoice = Choice & { said: { form: string; by: From } | null };

export type CheckReport = {
  fileId: string;
  name: string;
  /** The edited copy with all changes accepted, and not the manuscript. */
  edited: boolean;
  language: string | null;
  findings: (Finding & { became: Became; choice: FormChoice | null })[];
  /** Whether this reader may choose forms. */
  mayChoose: boolean;
  /** Whether they may ask the author. */
  mayAsk: boolean;
  /** Whether the places can be opened in the text: not those that older rules found. */
  opens: boolean;
};

/**
 * The findings in a file that this actor may open. With an edited copy that they may open, each says what became of it.
 * @throws not-found and gone as `fileFor` does; invalid while it's being checked, and if it can't be
 */
export async function readCheck(actor: Actor, fileId: string): Promise<{ report: CheckReport; orderId: string }> {
  const { file, order } = await fileFor(actor, fileId);
  const check = await checkOf(file.id);
  if (!check)
    throw new Problem("invalid", "checking", `“${file.name}” hasn't been checked yet.`, "Reload the page in a minute.");
  if (!check.findings)
    throw new Problem(
      "invalid",
      "unread",
      `“${file.name}” couldn't be checked.`,
      "Its price and its edit don't depend on it.",
    );
  if (uidOf(actor) !== order.userId) await recordOpening(actor, file, order, "consistency check");
  const copy = file.purpose === "clean" ? null : await findCopy(actor, file);
  const left = copy && new Set(copy.map(keyOf));
  const sheet = await sheetFor(order);
  return {
    orderId: order.id,
    report: {
      fileId: file.id,
      name: file.name,
      edited: file.purpose === "clean",
      language: check.language,
      findings: check.findings.map((one) => ({
        ...one,
        became: left && (left.has(keyOf(one)) ? "left" : "gone"),
        choice: choiceFor(one, sheet),
      })),
      opens: check.version === CHECK_VERSION,
      mayAsk: can.work(actor, order) && AT_WORK.includes(order.status),
      mayChoose: can.style(actor, order) && !order.acceptedAt && file.purpose !== "clean",
    },
  };
}

/** The forms of a finding, and what the order's style sheet says about them. */
function choiceFor(finding: Finding, sheet: readonly SheetEntry[]): FormChoice | null {
  const choice = choiceOf(finding);
  if (!choice) return null;
  const said = saidOf(sheet, choice);
  return { ...choice, said: said && { form: said.form, by: said.from } };
}

const checkOf = (fileId: string, db: Reader = database()) =>
  db.selectFrom("manuscript_checks").selectAll().where("fileId", "=", fileId).executeTakeFirst();

/** The findings in a manuscript's newest clean copy, if this actor may open it and the same rules read both. */
async function findCopy(actor: Actor, file: FileRow): Promise<Finding[] | null> {
  const copies = await database()
    .selectFrom("files as f")
    .innerJoin("manuscript_checks as c", "c.fileId", "f.id")
    .select(["f.id", "c.findings"])
    .where("f.sourceFileId", "=", file.id)
    .where("f.purpose", "=", "clean")
    .where("f.removedAt", "is", null)
    .where("c.version", "=", CHECK_VERSION)
    .where("c.findings", "is not", null)
    .orderBy("f.createdAt", "desc")
    .orderBy("f.id", "desc")
    .limit(5)
    .execute();
  for (const { id, findings } of copies) if (await mayOpen(actor, id)) return findings;
  return null;
}

const mayOpen = (actor: Actor, fileId: string): Promise<boolean> =>
  fileFor(actor, fileId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

export type CheckView =
  | { report: CheckReport; orderId: string }
  | { report: null; place: PlaceView }
  | { report: null; problem: { message: string; advice: string } };

/**
 * What an order's page needs to show a report (?view=check&file=fil_...) or the text at one of its places (at=...), or
 * null without that query.
 * @throws not-found if this actor may not open the file, or it belongs to another order
 */
export async function getCheckView(actor: Actor, orderId: string, query: URLSearchParams): Promise<CheckView | null> {
  if (query.get("view") !== "check") return null;
  try {
    const at = query.get("at");
    const fileId = query.get("file") ?? "";
    if (at !== null)
      return { report: null, place: await readPassage(actor, orderId, { fileId, at, first: query.get("first") }) };
    const { report, orderId: of } = await readCheck(actor, fileId);
    if (of !== orderId) throw notFound("file");
    return { report, orderId };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "invalid") throw error;
    return { report: null, problem: { message: error.message, advice: error.advice ?? "" } };
  }
}
