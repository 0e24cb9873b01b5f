import { type CheckSummary, keyOf } from "#app/features/documents/rules/check/report/consistent.ts";
import { CHECK_VERSION, type Finding } from "#app/features/documents/rules/check/finding.ts";
import { type Choice, choiceOf, saidOf } from "#app/features/style-sheets/rules/entry.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { keepsFindings } from "../../rules/work/keeps-findings.ts";
import { type KeptFindings, findingId, keptIn } from "./kept-findings.ts";
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
export type Became = "gone" | "kept" | "left" | null;

/** A finding's forms to choose from, and what was said about them, by whom. */
export type FormChoice = Choice & { said: { form: string; by: From } | null };

export type ReportedFinding = Finding & {
  /** What it's known by. */
  id: string;
  became: Became;
  /** Why it's kept on purpose, "" without a reason; null if it isn't. */
  keptFor: string | null;
  choice: FormChoice | null;
};

export type CheckReport = {
  fileId: string;
  name: string;
  /** The edited copy with all changes accepted, and not the manuscript. */
  edited: boolean;
  language: string | null;
  findings: ReportedFinding[];
  /** The manuscript that this file is, or that it's an edited copy of: findings are kept on purpose in it. */
  sourceFileId: string;
  /** Whether this reader may keep findings on purpose. */
  mayKeep: boolean;
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
  const edited = file.purpose === "clean" || file.purpose === "tracked";
  const copy = edited ? null : await findCopy(actor, file);
  const left = copy?.findings && new Set(copy.findings.map(keyOf));
  const sheet = await sheetFor(order);
  const sourceFileId = edited ? (file.sourceFileId ?? file.id) : file.id;
  const mayKeep = keepsFindings(actor, order);
  // A clean copy shows what was kept when it was made, and a copy that's being worked on what's kept now.
  const cleanAt = edited ? (file.purpose === "clean" ? file.createdAt : null) : (copy?.cleanAt ?? null);
  const kept =
    mayKeep || edited || copy ? await keptIn(database(), sourceFileId, mayKeep ? null : cleanAt) : NOTHING_KEPT;
  return {
    orderId: order.id,
    report: {
      fileId: file.id,
      name: file.name,
      edited,
      sourceFileId,
      mayKeep,
      language: check.language,
      findings: check.findings.map((one) => {
        const id = findingId(one);
        const keptFor = one.folded ? null : (kept.get(id) ?? null);
        const still = keptFor === null ? "left" : "kept";
        return {
          ...one,
          id,
          became: left ? (left.has(keyOf(one)) ? still : "gone") : null,
          keptFor,
          choice: choiceFor(one, sheet),
        };
      }),
      opens: check.version === CHECK_VERSION,
      mayAsk: can.work(actor, order) && AT_WORK.includes(order.status),
      mayChoose: can.style(actor, order) && !order.acceptedAt && !edited,
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

const NOTHING_KEPT: KeptFindings = new Map();

/**
 * The findings in a manuscript's newest clean copy, or in the copy that this editor or second reader works on, if they
 * may open it and the same rules read both. `cleanAt`: when the clean copy was made.
 */
async function findCopy(
  actor: Actor,
  file: FileRow,
): Promise<{ findings: Finding[] | null; cleanAt: Date | null } | null> {
  const copies = await database()
    .selectFrom("files as f")
    .innerJoin("manuscript_checks as c", "c.fileId", "f.id")
    .select(["f.id", "f.purpose", "f.createdAt", "c.findings"])
    .where("f.sourceFileId", "=", file.id)
    .where((e) =>
      e.or([
        e("f.purpose", "=", "clean"),
        e.and([e("f.purpose", "=", "tracked"), e("f.uploadedBy", "=", uidOf(actor) ?? "")]),
      ]),
    )
    .where("f.removedAt", "is", null)
    .where("c.version", "=", CHECK_VERSION)
    .where("c.findings", "is not", null)
    .orderBy("f.createdAt", "desc")
    .orderBy("f.id", "desc")
    .limit(5)
    .execute();
  for (const { id, purpose, createdAt, findings } of copies)
    if (await mayOpen(actor, id)) return { findings, cleanAt: purpose === "clean" ? createdAt : null };
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
