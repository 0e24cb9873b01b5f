import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { log } from "#app/platform/server/core/log.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { EDIT_KINDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { can } from "../../rules/can.ts";
import { canRead } from "../../rules/review/second-reading.ts";
import { lockReading } from "../reading/lock-reading.ts";
import { checkTurn, listReadCopies } from "../reading/read-copies.ts";
import { attachFile } from "../uploads/attach-file.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { lockOrder } from "../views/find-order.ts";
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

/** A copy, and the numbers of the changes to turn. */
type ToTurn = { copy: OrderFile; ids: number[] };

/** @throws conflict if the copy isn't the newest or wasn't checked; invalid if its changes can't be turned */
function toTurn(copy: OrderFile, newest: OrderFile | null, gate: GateResult | null, { change, kind }: Which): ToTurn {
  if (newest?.id !== copy.id)
    throw conflict(
      "newer_copy",
      "There's a newer version of your copy.",
      "Look at the list again: it shows what the newest copy still has.",
    );
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

const Input = z.object({ orderId: z.string(), ...WHICH });
const ReadInput = z.object({ readingId: z.string(), ...WHICH });

/** The editor's copy. */
const prepare = command({
  input: Input,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can turn changes into comments.",
  run: async ({ input, thing: order, tx }) => {
    submittable(order);
    const files = await listOrderFiles(order.id, tx);
    const copy = files.find(
      (file) => file.id === input.trackedFileId && file.purpose === "tracked" && file.uploadedBy === order.assignedTo,
    );
    const work = workFiles(files, order.assignedTo).find((one) => one.source.id === copy?.sourceFileId);
    if (!copy || !work) throw notFound("copy of yours on this order");
    const submission = await findOpenSubmission(order.id, tx);
    const parts = submission ? await listSubmissionFiles([submission.id], tx) : [];
    return toTurn(copy, work.tracked, parts.find((part) => part.trackedFileId === copy.id)?.gate ?? null, input);
  },
});

/** The second reader's copy. */
const prepareRead = command({
  input: ReadInput,
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: (actor, { reading }) =>
    canRead.work(actor, reading) || "Only the second reader of this order can turn changes into comments.",
  run: async ({ input, thing: { order, reading }, tx }) => {
    checkTurn(order, reading);
    const files = await listOrderFiles(order.id, tx);
    const copy = files.find((file) => file.id === input.trackedFileId && file.uploadedBy === reading.readerId);
    const copies = await listReadCopies(order, reading, tx);
    const newest = copies.find((one) => one.source.id === copy?.sourceFileId)?.own ?? null;
    if (!copy || !newest) throw notFound("copy of yours on this order");
    const part = await tx
      .selectFrom("reading_files")
      .select("gate")
      .where("readingId", "=", reading.id)
      .where("trackedFileId", "=", copy.id)
      .executeTakeFirst();
    return toTurn(copy, newest, part?.gate ?? null, input);
  },
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

async function makeTurned(
  actor: Actor,
  { copy, ids }: ToTurn,
  again: (ctx: CommandContext) => Promise<unknown>,
): Promise<TurnedCopy> {
  if (ids.length === 0)
    throw conflict("nothing_to_turn", "These changes are already comments, or they're allowed.", "Reload the page.");
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-turn-"));
  const fileId = newId("file");
  let kept = false;
  try {
    const out = path.join(folder, "turned.docx");
    const done = await withStored(copy, (local) => engine().turn(local, out, ids));
    if (!done.ok) throw invalid(done.code, `“${copy.name}”: ${done.message}`, done.advice);
    const bytes = await readFile(out);
    await storage().put(fileId, bytes);
    const file = await transact(actor, async (ctx) => {
      // Again, under the lock: a newer copy ends this one.
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
        .set({ turnedFromId: copy.id })
        .where("id", "=", fileId)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    kept = true;
    await readDocumentQueries(fileId).catch((error: unknown) => log.error("comments not read", error, { fileId }));
    return { file, turned: done.turned };
  } finally {
    if (!kept) await storage().remove(fileId);
    await rm(folder, { recursive: true, force: true });
  }
}

/** "4 changes are comments now." */
export const turnedWords = (turned: number): string =>
  turned === 1 ? "1 change is a comment now." : `${turned.toLocaleString("en-US")} changes are comments now.`;
