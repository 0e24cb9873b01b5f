import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { count } from "#app/platform/rules/core/count.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { EDIT_KINDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { can } from "../../rules/can.ts";
import { canRead } from "../../rules/review/second-reading.ts";
import { type ReadingThing, lockReading } from "../reading/lock-reading.ts";
import { checkTurn, listReadCopies } from "../reading/read-copies.ts";
import { attachFile } from "../uploads/attach-file.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import {
  type OrderFile,
  findOpenSubmission,
  listOrderFiles,
  listSubmissionFiles,
  workFiles,
} from "../work/find-work.ts";
import { readDocumentQueries } from "../work/read-document-queries.ts";
import { submittable } from "../work/submit-work.ts";

const WHICH = {
  /** The copy as it was checked. */
  trackedFileId: z.string(),
  /** One change, by its number; or all of a kind; without both, all that the policy doesn't allow. */
  change: z.coerce.number().int().positive().optional(),
  kind: z.enum(EDIT_KINDS).optional(),
};
type Which = { change?: number | undefined; kind?: EditKind | undefined };

/** A person's newest copy of a source, and how it was checked. */
type Held = { copy: OrderFile; gate: GateResult | null; files: OrderFile[] };
/** A copy, and the numbers of the changes to turn. */
type ToTurn = { copy: OrderFile; ids: number[] };

/** @throws conflict if there's a newer copy */
function checkNewest(copy: OrderFile, newest: OrderFile | null): void {
  if (newest?.id !== copy.id)
    throw conflict(
      "newer_copy",
      "There's a newer version of your copy.",
      "Look at the list again: it shows what the newest copy still has.",
    );
}

/** @throws conflict if the copy wasn't checked; invalid if its changes can't be turned */
function toTurn({ copy, gate }: Held, { change, kind }: Which): ToTurn {
  if (!gate?.rule)
    throw conflict("not_checked", "This copy hasn't been checked yet.", "Wait a moment, then try again.");
  if (!gate.rule.turnable)
    throw invalid(
      "not_word",
      "Only changes in Word files can be turned into comments.",
      "Undo these changes in your copy, suggest them in your letter, and upload it again.",
    );
  const groups = gate.rule.groups.filter((group) => !kind || group.kind === kind);
  return { copy, ids: groups.flatMap((group) => group.ids).filter((id) => !change || id === change) };
}

/** The version before a copy's changes became comments. */
function toRestore({ copy, files }: Held): { copy: OrderFile; before: OrderFile } {
  const before = files.find((file) => file.id === copy.turnedFromId);
  if (!before) throw conflict("nothing_to_undo", "There's nothing to undo.", "This is your upload, as you sent it.");
  return { copy, before };
}

const Input = z.object({ orderId: z.string(), ...WHICH });
const ReadInput = z.object({ readingId: z.string(), ...WHICH });
const UndoInput = Input.pick({ orderId: true, trackedFileId: true });
const UndoReadInput = ReadInput.pick({ readingId: true, trackedFileId: true });

const editorOnly = (actor: Actor, order: Order): true | string =>
  can.work(actor, order) || "Only the editor of this order can turn changes into comments.";
const readerOnly = (actor: Actor, { reading }: ReadingThing): true | string =>
  canRead.work(actor, reading) || "Only the second reader of this order can turn changes into comments.";

/** The editor's copy. */
async function heldByEditor(order: Order, trackedFileId: string, tx: Tx): Promise<Held> {
  submittable(order);
  const files = await listOrderFiles(order.id, tx);
  const copy = files.find(
    (file) => file.id === trackedFileId && file.purpose === "tracked" && file.uploadedBy === order.assignedTo,
  );
  const work = workFiles(files, order.assignedTo).find((one) => one.source.id === copy?.sourceFileId);
  if (!copy || !work) throw notFound("copy of yours on this order");
  checkNewest(copy, work.tracked);
  const submission = await findOpenSubmission(order.id, tx);
  const parts = submission ? await listSubmissionFiles([submission.id], tx) : [];
  return { copy, files, gate: parts.find((part) => part.trackedFileId === copy.id)?.gate ?? null };
}

/** The second reader's copy. */
async function heldByReader({ order, reading }: ReadingThing, trackedFileId: string, tx: Tx): Promise<Held> {
  checkTurn(order, reading);
  const files = await listOrderFiles(order.id, tx);
  const copy = files.find((file) => file.id === trackedFileId && file.uploadedBy === reading.readerId);
  const copies = await listReadCopies(order, reading, tx);
  const newest = copies.find((one) => one.source.id === copy?.sourceFileId)?.own ?? null;
  if (!copy || !newest) throw notFound("copy of yours on this order");
  checkNewest(copy, newest);
  const part = await tx
    .selectFrom("reading_files")
    .select("gate")
    .where("readingId", "=", reading.id)
    .where("trackedFileId", "=", copy.id)
    .executeTakeFirst();
  return { copy, files, gate: part?.gate ?? null };
}

const prepare = command({
  input: Input,
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: editorOnly,
  run: async ({ input, thing, tx }) => toTurn(await heldByEditor(thing, input.trackedFileId, tx), input),
});
const prepareRead = command({
  input: ReadInput,
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: readerOnly,
  run: async ({ input, thing, tx }) => toTurn(await heldByReader(thing, input.trackedFileId, tx), input),
});
const prepareUndo = command({
  input: UndoInput,
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: editorOnly,
  run: async ({ input, thing, tx }) => toRestore(await heldByEditor(thing, input.trackedFileId, tx)),
});
const prepareReadUndo = command({
  input: UndoReadInput,
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: readerOnly,
  run: async ({ input, thing, tx }) => toRestore(await heldByReader(thing, input.trackedFileId, tx)),
});

export type TurnedCopy = { file: OrderFile; /** How many changes became comments. */ turned: number };

/**
 * Turns changes that the order's policy doesn't allow into comments, in a new version of the editor's copy. The copy
 * itself is kept. If somebody does so twice at once, one of them is told that there's a newer version.
 * @throws invalid when the copy can't be read or isn't a Word file; conflict when a newer copy came in the meantime
 */
export const turnChanges = async (actor: Actor, input: z.input<typeof Input>): Promise<TurnedCopy> =>
  makeTurned(actor, await prepare(actor, input), (ctx) => prepare.inside(ctx, input));

/** The same in a second reader's copy. */
export const turnReadChanges = async (actor: Actor, input: z.input<typeof ReadInput>): Promise<TurnedCopy> =>
  makeTurned(actor, await prepareRead(actor, input), (ctx) => prepareRead.inside(ctx, input));

/**
 * Makes the version before the last turn the newest again, as a new version. The one with comments is kept. Repeated, it
 * undoes the turn before that, until the upload.
 * @throws conflict when the copy is an upload, or a newer one came in the meantime
 */
export async function undoTurn(actor: Actor, input: z.input<typeof UndoInput>): Promise<OrderFile> {
  const { copy, before } = await prepareUndo(actor, input);
  return restore(actor, copy, before, (ctx) => prepareUndo.inside(ctx, input));
}

/** The same in a second reader's copy. */
export async function undoReadTurn(actor: Actor, input: z.input<typeof UndoReadInput>): Promise<OrderFile> {
  const { copy, before } = await prepareReadUndo(actor, input);
  return restore(actor, copy, before, (ctx) => prepareReadUndo.inside(ctx, input));
}

/** Does its work again under the lock: a newer copy ends this one. */
type Again = (ctx: CommandContext) => Promise<unknown>;

async function restore(actor: Actor, copy: OrderFile, before: OrderFile, again: Again): Promise<OrderFile> {
  return keepVersion(actor, copy, await withStored(before, (local) => readFile(local)), before.turnedFromId, again);
}

async function makeTurned(actor: Actor, { copy, ids }: ToTurn, again: Again): Promise<TurnedCopy> {
  if (ids.length === 0)
    throw conflict("nothing_to_turn", "These changes are already comments, or they're allowed.", "Reload the page.");
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-turn-"));
  try {
    const out = path.join(folder, "turned.docx");
    const done = await withStored(copy, (local) => engine().turn(local, out, ids));
    if (!done.ok) throw invalid(done.code, `“${copy.name}”: ${done.message}`, done.advice);
    return { file: await keepVersion(actor, copy, await readFile(out), copy.id, again), turned: done.turned };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps bytes as the newest version of a copy. */
async function keepVersion(
  actor: Actor,
  copy: OrderFile,
  bytes: Buffer,
  turnedFromId: string | null,
  again: Again,
): Promise<OrderFile> {
  const fileId = newId("file");
  let kept = false;
  try {
    await storage().put(fileId, bytes);
    const file = await transact(actor, async (ctx) => {
      await again(ctx);
      await attachFile.inside(ctx, {
        fileId,
        orderId: copy.orderId,
        purpose: "tracked",
        sourceFileId: copy.sourceFileId!,
        name: copy.name,
        contentType: DOCX_TYPE,
        bytes: bytes.length,
        sha256: sha256(bytes),
      });
      return ctx.tx
        .updateTable("files")
        .set({ turnedFromId })
        .where("id", "=", fileId)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    kept = true;
    await readDocumentQueries(fileId).catch((error: unknown) => log.error("comments not read", error, { fileId }));
    return file;
  } finally {
    if (!kept) await storage().remove(fileId);
  }
}

/** "4 changes are comments now." */
export const turnedWords = (turned: number): string =>
  `${count(turned, "change is a comment", "changes are comments")} now.`;
export const TURN_UNDONE = "Undone. Your changes are back in the copy.";
