import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { FINDING_KINDS } from "#app/features/documents/rules/gate/findings.ts";
import { NO_AI_MISSING } from "../../rules/work/no-ai.ts";
import { openFindings } from "../../rules/work/finding-sheet.ts";
import type { EditFormat } from "../../rules/work/edit-formats.ts";
import { gateLetsThrough } from "../../rules/work/gate-outcome.ts";
import { askCheck } from "../check/check-file.ts";
import { canRead } from "../../rules/review/second-reading.ts";
import { moveOrder } from "../lifecycle/move-order.ts";
import { confirmFindings } from "../review/resolve-findings.ts";
import { listResolutions } from "../work/find-work.ts";
import { type NamedCopy, addNamedCopy, namedCopy, namesIn, storeNamedCopy } from "../work/put-named-copy.ts";
import { readDocumentQueries } from "../work/read-document-queries.ts";
import { trackedField } from "../work/gate-copies.ts";
import { copyAuthorsOf } from "./copy-authors.ts";
import { type ReadingThing, lockReading, readingFact } from "./lock-reading.ts";
import { type GatedCopy, type ReadCopy, checkTurn, gateReadCopies, listReadCopies } from "./read-copies.ts";

const NOTE_LIMIT = 5_000;
const SHORTEST_NOTE = 10;

export type ReadingOutcome = {
  outcome: "done" | "stopped" | "sheet" | "read";
  open: number;
  /** What the copies were checked as. */
  formats: EditFormat[];
};

const Input = z.object({
  readingId: z.string(),
  /** Only check the copies uploaded so far, without submitting. */
  check: z.boolean().default(false),
  /** The reader confirms that no generative AI saw the manuscript or wrote the edits. Not needed for a check. */
  noAi: z.boolean().default(false),
  note: z.string().trim().max(NOTE_LIMIT, "A note can have up to 5,000 characters.").optional(),
});

const mine = (actor: Actor, { reading }: ReadingThing) =>
  canRead.work(actor, reading) || "Only the second reader of this order can do this.";

/** Saves the note as typed, so that it isn't lost if the gate blocks the work. */
const prepare = command({
  input: Input,
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  // Somebody who submits twice, or whose time ran out, is told that it's done.
  allow: (actor, thing) => canRead.view(actor, thing.reading) || mine(actor, thing),
  run: async ({ input, thing, ...ctx }) => {
    checkTurn(thing.order, thing.reading);
    if (!canRead.work(ctx.actor, thing.reading))
      throw conflict("not_yours", "This second reading belongs to another editor.", "Only its reader can submit it.");
    const reading =
      input.note === undefined
        ? thing.reading
        : await ctx.tx
            .updateTable("second_readings")
            .set({ note: input.note })
            .where("id", "=", thing.reading.id)
            .returningAll()
            .executeTakeFirstOrThrow();
    return {
      order: thing.order,
      reading,
      copies: await listReadCopies(thing.order, reading, ctx.tx),
      copyAuthors: await copyAuthorsOf(thing.order.id, thing.order.assignedTo, ctx.tx, ["taken"]),
    };
  },
});

const extension = (name: string): string => /\.[^.]+$/.exec(name)?.[0]?.toLowerCase() ?? "";

/**
 * The uploads to check. Without an upload, the first editor's copy stays as it is.
 * @throws invalid when one has another format
 */
function uploadsOf(copies: readonly ReadCopy[]): (ReadCopy & { own: NonNullable<ReadCopy["own"]> })[] {
  for (const { base, own, source } of copies)
    if (own && !base && extension(own.name) !== extension(source.name))
      throw invalid(
        "format",
        `Return “${source.name}” in its original format (${extension(source.name)}).`,
        "Nothing was submitted. Your uploads and your note are saved.",
        { [trackedField(source.id)]: `Return it as ${extension(source.name)}.` },
      );
  return copies.flatMap((copy) => (copy.own ? [{ ...copy, own: copy.own }] : []));
}

/**
 * Submits a second reading: the reader's copies replace the first editor's, with each person's changes under their own
 * name. The gate reads every copy first. The submission is blocked if a copy doesn't match the manuscript with its
 * changes rejected, if the reader made changes under the first editor's name, or until the reader confirms each of the
 * first editor's changes that is gone.
 * @throws invalid when a copy can't be read; conflict when it isn't the reader's turn, or a newer copy came in the
 * meantime
 */
export async function submitReading(actor: Actor, input: z.input<typeof Input>): Promise<ReadingOutcome> {
  const { order, reading, copies, copyAuthors } = await prepare(actor, input);
  const { check = false, noAi = false } = input;
  const uploads = uploadsOf(copies);
  if (!check && !noAi)
    throw invalid("incomplete", NO_AI_MISSING, "Nothing was submitted. Your uploads and your note are saved.", {
      noAi: NO_AI_MISSING,
    });
  if (!check && uploads.length === 0 && reading.note.length < SHORTEST_NOTE)
    throw invalid(
      "nothing_read",
      "You haven't uploaded a copy.",
      "Upload it, or say in your note that nothing needed changing.",
      { note: "Upload your copy, or say in your note that nothing needed changing." },
    );
  const gated = await gateReadCopies(uploads, order, copyAuthors);
  const passed = gated.every(({ gate }) => !gate || gateLetsThrough(gate));
  const named = new Map<string, NamedCopy>();
  if (passed && !check)
    for (const { source, base, editors, own, gate } of gated) {
      if (!base || !gate) continue;
      const others = await namesIn(editors);
      const copy = await namedCopy(
        own,
        new Map(gate.authors.filter((name) => !others.has(name)).map((name) => [name, copyAuthors.reader!])),
      );
      await storeNamedCopy(own, copy);
      named.set(source.id, copy);
    }
  const outcome = await transact(actor, async (ctx) => {
    const thing = await lockReading(reading.id, ctx);
    checkTurn(thing.order, thing.reading);
    if (!canRead.work(actor, thing.reading))
      throw conflict("not_yours", "This second reading is no longer yours.", "It was given to another editor.");
    const now = await listReadCopies(thing.order, thing.reading, ctx.tx);
    if (copies.some((c) => now.find((n) => n.source.id === c.source.id)?.own?.id !== c.own?.id))
      throw conflict(
        "newer_copy",
        "A newer copy was uploaded while we were checking this one.",
        "Submit again to use the newest copies.",
      );
    await keepGates(ctx, thing, gated);
    if (!passed) return { outcome: "stopped" as const, open: 0 };
    const open = await countOpen(ctx, thing, gated);
    if (open > 0) return { outcome: "sheet" as const, open };
    if (check) return { outcome: "read" as const, open: 0 };
    await finishReading(ctx, thing, gated, named);
    return { outcome: "done" as const, open: 0 };
  });
  if (outcome.outcome === "done") for (const { own } of gated) await readDocumentQueries(own.id).catch(() => undefined);
  return { ...outcome, formats: [...new Set(gated.map(({ format }) => format))] };
}

async function keepGates(ctx: CommandContext, { reading }: ReadingThing, gated: readonly GatedCopy[]): Promise<void> {
  await ctx.tx.deleteFrom("reading_files").where("readingId", "=", reading.id).execute();
  for (const { source, own, gate } of gated) {
    await askCheck(ctx.tx, own.id);
    await ctx.tx
      .insertInto("reading_files")
      .values({
        readingId: reading.id,
        sourceFileId: source.id,
        trackedFileId: own.id,
        gate: gate ? json(gate) : null,
        passed: gate ? gateLetsThrough(gate) : true,
      })
      .execute();
  }
}

async function countOpen(ctx: CommandContext, { reading }: ReadingThing, gated: readonly GatedCopy[]): Promise<number> {
  const resolutions = await listResolutions([reading.submissionId!], ctx.tx);
  return gated.reduce((n, { source, gate }) => {
    const said = resolutions.filter((one) => one.sourceFileId === source.id).map((one) => one.findingKey);
    return n + (gate ? openFindings(gate, new Set(said)).length : 0);
  }, 0);
}

/** The reader's copies become the submission's, and the order continues. */
async function finishReading(
  ctx: CommandContext,
  { order, reading }: ReadingThing,
  gated: readonly GatedCopy[],
  named: ReadonlyMap<string, NamedCopy>,
): Promise<void> {
  const { tx, now } = ctx;
  for (const { source, editors, own, gate } of gated) {
    const copy = named.get(source.id);
    // It keeps the file name of the copy it's based on.
    const trackedFileId = copy ? await addNamedCopy(tx, { ...own, name: editors.name }, copy, now) : own.id;
    await tx
      .updateTable("submission_files")
      .set({ trackedFileId, cleanFileId: null, gate: gate ? json(gate) : null, passed: true })
      .where("submissionId", "=", reading.submissionId!)
      .where("sourceFileId", "=", source.id)
      .execute();
    await tx
      .updateTable("reading_files")
      .set({ editorFileId: editors.id, trackedFileId })
      .where("readingId", "=", reading.id)
      .where("sourceFileId", "=", source.id)
      .execute();
  }
  const done = await tx
    .updateTable("second_readings")
    .set({ status: "done", endedAt: now, noAiAt: now })
    .where("id", "=", reading.id)
    .where("status", "=", "taken")
    .returningAll()
    .executeTakeFirstOrThrow();
  const moved = await moveOrder(ctx, order, "return_read");
  await readingFact(ctx, { order: moved, reading: done }, "reading.done", {
    readingId: reading.id,
    readerId: reading.readerId!,
    submissionId: reading.submissionId!,
    undone: gated.reduce(
      (n, { gate }) => n + (gate?.findings ?? []).filter((finding) => finding.kind === "undone").length,
      0,
    ),
  });
}

/**
 * The reader confirms a finding, or all of a kind, with an optional reason, or withdraws the confirmation. Safe to
 * repeat.
 */
export const resolveReadFindings = command({
  input: z.object({
    readingId: z.string(),
    sourceFileId: z.string(),
    /** One finding; without it, all of `kind`. */
    key: z.string().max(80).optional(),
    kind: z.enum(FINDING_KINDS),
    reason: z.string().trim().max(500, "A reason can have up to 500 characters.").default(""),
    resolved: z.boolean().default(true),
  }),
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: (actor, thing) => mine(actor, thing),
  run: async ({ input, thing: { order, reading }, ...ctx }) => {
    checkTurn(order, reading);
    const part = await ctx.tx
      .selectFrom("reading_files")
      .select("gate")
      .where("readingId", "=", reading.id)
      .where("sourceFileId", "=", input.sourceFileId)
      .executeTakeFirst();
    return confirmFindings(ctx, {
      ...input,
      submissionId: reading.submissionId!,
      findings: part?.gate?.findings ?? [],
    });
  },
});

/** Keeps the reader's note without submitting. */
export const writeReadingNote = command({
  input: z.object({
    readingId: z.string(),
    note: z.string().trim().max(NOTE_LIMIT, "A note can have up to 5,000 characters."),
  }),
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: (actor, thing) => mine(actor, thing),
  run: async ({ input, thing: { reading }, tx }) => {
    await tx.updateTable("second_readings").set({ note: input.note }).where("id", "=", reading.id).execute();
  },
});
