import { z } from "zod";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { PACKED_IDS, type LogLine } from "#app/features/documents/rules/explore/decision-log.ts";
import { can } from "../../rules/can.ts";
import { fileFor } from "./file-for.ts";

/** The most lines in one log: ten times what a thesis needs. */
const MOST_LINES = 50_000;

const Line = z.object({
  key: z.string().regex(/^[\w.-]{6,60}$/),
  to: z.enum(["accept", "reject", "keep", "undo", "redo"]),
  ids: z.string().max(100_000).regex(PACKED_IDS),
});

/** An actor's decisions on the changes of a file, starting at a line of the log. */
export async function listDecisions(
  actor: Actor,
  fileId: string,
  after = 0,
  db: Reader = database(),
): Promise<LogLine[]> {
  const uid = uidOf(actor);
  if (uid === null) return [];
  return db
    .selectFrom("change_decisions")
    .select(["key", "to", "ids"])
    .where("fileId", "=", fileId)
    .where("uid", "=", uid)
    .where("seq", ">", after)
    .orderBy("seq")
    .execute();
}

/**
 * Adds lines to the log of an author's decisions on the changes of a delivered copy. Lines whose key is already there
 * are left out, so it's safe to repeat, and two tabs both keep theirs. Returns the lines that the sender hasn't `seen`,
 * including its own.
 */
export const saveDecisions = command({
  input: z.object({ fileId: z.string(), seen: z.int().min(0), lines: z.array(Line).max(2_000) }),
  async load({ fileId }, ctx) {
    const found = await fileFor(ctx.actor, fileId, ctx.tx);
    if (found.file.purpose !== "tracked" || !isId("file", fileId)) throw notFound("file");
    // Two tabs take turns here.
    await ctx.tx.selectFrom("files").select("id").where("id", "=", fileId).forNoKeyUpdate().execute();
    return found;
  },
  allow: (actor, { order }) =>
    can.decide(actor, order) || "Only the author can accept or reject changes in a manuscript.",
  async run({ input: { fileId, seen, lines }, actor, tx, now }): Promise<{ lines: LogLine[] }> {
    const uid = uidOf(actor) as string;
    const own = () => tx.selectFrom("change_decisions").where("fileId", "=", fileId).where("uid", "=", uid);
    const known =
      lines.length === 0
        ? new Set<string>()
        : new Set(
            (
              await own()
                .select("key")
                .where(
                  "key",
                  "in",
                  lines.map((line) => line.key),
                )
                .execute()
            ).map((row) => row.key),
          );
    const { count } = await own()
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const fresh = lines.filter(
      (line, i) => !known.has(line.key) && lines.findIndex((one) => one.key === line.key) === i,
    );
    if (Number(count) + fresh.length > MOST_LINES)
      throw invalid(
        "too_many_steps",
        "This document's history is full.",
        "Your decisions are saved. Download the document with your choices and continue in Word.",
      );
    if (fresh.length > 0)
      await tx
        .insertInto("change_decisions")
        .values(fresh.map((line, i) => ({ fileId, uid, seq: Number(count) + i + 1, ...line, at: now })))
        .execute();
    return { lines: await listDecisions(actor, fileId, seen, tx) };
  },
});
