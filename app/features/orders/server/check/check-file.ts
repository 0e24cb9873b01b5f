import { type Checked, CHECK_VERSION, type Sheet } from "#app/features/documents/rules/check/finding.ts";
import { compareChecks, outcomeOf, summaryOf } from "#app/features/documents/rules/check/report/consistent.ts";
import type { Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Reader, database, json } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { sha256 } from "#app/platform/server/files/storage.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { ruleOf } from "#app/features/style-sheets/rules/entry.ts";
import type { StyleGuide } from "#app/features/pricing/rules/taxonomy.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { sheetFor } from "../style-sheet/sheet-for.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { isKeptIn, keptIn } from "./kept-findings.ts";
import { orderTopics } from "../lifecycle/move-order.ts";
import { originOf } from "../uploads/origin-of.ts";
import { type Order, findOrder } from "../views/find-order.ts";
import type { FileRow } from "../views/list-files.ts";

export const CHECK_JOB = "check-file";

/** Has a file checked once this transaction commits. */
export const askCheck = (db: Reader, fileId: string): Promise<void> => enqueue(db, CHECK_JOB, { fileId });

/** Edited copies: those with tracked changes are read as if all were accepted. */
const isCopy = ({ purpose }: Pick<FileRow, "purpose">): boolean => purpose === "clean" || purpose === "tracked";

/** Manuscripts that could be counted, and their edited copies. */
const isChecked = (file: FileRow): boolean =>
  file.removedAt === null &&
  file.storageKey !== "" &&
  (isCopy(file) || (isManuscript(file) && file.state === "counted"));

/** What an editor's copy has by its nature, and the clean copy that's made of it doesn't. */
const OF_TRACKED: readonly string[] = ["tracked", "comment"];

/** What a check goes by besides the text: the order's style guide and its style sheet. */
type By = { styleGuide: StyleGuide | ""; sheetHash: string; sheet: Sheet };

/** "" for the journal's own style guide, none, or none chosen yet. */
async function byOf(order: Order): Promise<By> {
  const { styleGuide = "none" } = readChoices(order.choices);
  const sheet = (await sheetFor(order))
    .map(({ form, others, key }) => ({ form, others, ...(ruleOf(key) && { convention: ruleOf(key) }) }))
    .filter((one) => one.convention !== undefined || one.others.length > 0)
    .toSorted((a, b) => (a.form < b.form ? -1 : 1));
  return {
    styleGuide: styleGuide === "journal" || styleGuide === "none" ? "" : styleGuide,
    sheetHash: sheet.length === 0 ? "" : sha256(Buffer.from(JSON.stringify(sheet))),
    sheet,
  };
}

/**
 * Checks a manuscript, or a clean copy and what became of the manuscript's findings in it. The price never waits for
 * it. Safe to repeat and to run twice at once: the same bytes have the same findings.
 */
export async function checkFile(fileId: string): Promise<void> {
  const db = database();
  const file = await db.selectFrom("files").selectAll().where("id", "=", fileId).executeTakeFirst();
  if (!file || !isChecked(file)) return;
  const order = await findOrder(file.orderId);
  if (!order || order.deletionStartedAt) return;
  const by = await byOf(order);
  const own = await checkOf(db, file.id);
  if (isCopy(file)) {
    if (own?.version === CHECK_VERSION && own.outcome) return;
    if (file.sourceFileId) await checkFile(file.sourceFileId);
  } else if (own?.version === CHECK_VERSION && isBy(own, by)) return;
  const checked = (file.purpose === "tracked" ? null : await findSame(db, file.sha256, by)) ?? (await check(file, by));
  const source = isCopy(file) && file.sourceFileId ? await checkOf(db, file.sourceFileId) : undefined;
  const findings =
    "findings" in checked
      ? checked.findings.filter((one) => file.purpose !== "tracked" || !OF_TRACKED.includes(one.rule))
      : null;
  // Says nothing about the file: the job tries again.
  if ("code" in checked && checked.code === "busy") throw new Error("The engine is busy");
  await transact(SYSTEM, async ({ tx, now }) => {
    // Keeping findings on purpose comes first or later too.
    if (source) await tx.selectFrom("files").select("id").where("id", "=", source.fileId).forUpdate().execute();
    // Removing a file and deleting an order's files come first or later, never between.
    const row = await tx.selectFrom("files").selectAll().where("id", "=", file.id).forUpdate().executeTakeFirst();
    if (!row || !isChecked(row)) return;
    const isKept =
      source && isKeptIn(await keptIn(tx, source.fileId, file.purpose === "clean" ? file.createdAt : null));
    const values = {
      sha256: file.sha256,
      version: CHECK_VERSION,
      styleGuide: by.styleGuide,
      sheetHash: by.sheetHash,
      language: "language" in checked ? checked.language : null,
      findings: findings && json(findings),
      uniform: "uniform" in checked ? json(checked.uniform) : null,
      summary: findings && json(summaryOf(findings)),
      found: findings?.filter((one) => !one.folded).length ?? 0,
      folded: findings?.filter((one) => one.folded).length ?? 0,
      outcome:
        findings && source?.findings && source.version === CHECK_VERSION
          ? json(outcomeOf(compareChecks(source.findings, findings, isKept)))
          : null,
      checkedAt: now,
    };
    await tx
      .insertInto("manuscript_checks")
      .values({ fileId: file.id, ...values })
      .onConflict((on) => on.column("fileId").doUpdateSet(values))
      .execute();
    await publish(tx, orderTopics(order), { kind: "file.checked", orderId: order.id });
  });
}

const isBy = (row: { styleGuide: string; sheetHash: string }, by: By): boolean =>
  row.styleGuide === by.styleGuide && row.sheetHash === by.sheetHash;

const check = async (file: FileRow, { styleGuide, sheet }: By): Promise<Checked | Refusal> => {
  const checking = engine().for(await originOf(file));
  return withStored(file, (local) =>
    checking.check(local, file.name, { styleGuide: styleGuide || null, blindAuthors: [], sheet }),
  );
};

const checkOf = (db: Reader, fileId: string) =>
  db.selectFrom("manuscript_checks").selectAll().where("fileId", "=", fileId).executeTakeFirst();

/** What the same bytes were found to have, by the same rules. */
async function findSame(db: Reader, sha256: string, by: By): Promise<Checked | null> {
  const row = await db
    .selectFrom("manuscript_checks")
    .select(["version", "language", "findings", "uniform"])
    .where("sha256", "=", sha256)
    .where("version", "=", CHECK_VERSION)
    .where("styleGuide", "=", by.styleGuide)
    .where("sheetHash", "=", by.sheetHash)
    .where("findings", "is not", null)
    .where(
      "fileId",
      "not in",
      db.selectFrom("files").select("id").where("sha256", "=", sha256).where("purpose", "=", "tracked"),
    )
    .limit(1)
    .executeTakeFirst();
  return row?.findings
    ? { version: row.version, language: row.language, findings: row.findings, uniform: row.uniform ?? [] }
    : null;
}

/** A paid order has its style guide, its author, and who pays: what was checked by others is checked again. */
export async function checkPaidOrder({ orderId }: Fact): Promise<void> {
  const order = orderId ? await findOrder(orderId) : null;
  if (!order) return;
  const db = database();
  const others = await db
    .selectFrom("manuscript_checks as c")
    .innerJoin("files as f", "f.id", "c.fileId")
    .select(["c.fileId", "c.styleGuide", "c.sheetHash"])
    .where("f.orderId", "=", order.id)
    .execute();
  const by = await byOf(order);
  for (const row of others) if (!isBy(row, by)) await askCheck(db, row.fileId);
}
