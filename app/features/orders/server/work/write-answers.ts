import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { QueryAnswer } from "#app/features/documents/rules/queries/answer-queries.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { can } from "../../rules/can.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { lockOrder } from "../views/find-order.ts";
import type { DocumentQueryRow } from "../views/read-order-page.ts";
import { deliveredCopies, effectivelyAsks, queryRows } from "./list-document-queries.ts";
import { orderFact } from "../lifecycle/move-order.ts";

const Input = z.object({ orderId: z.string(), fileId: z.string() });

const answerOf = (row: DocumentQueryRow): QueryAnswer => ({
  id: row.commentId,
  choice: row.choice === null ? null : (row.options[row.choice] ?? null),
  text: row.answer,
  date: `${(row.answeredAt ?? row.createdAt).toISOString().slice(0, 19)}Z`,
});
const answeredName = (name: string): string => `${name.replace(/\.docx$/i, "")} (answered).docx`;

/**
 * What to write, and where. The name comes from the copy and the answers, so that the same answers are written only
 * once.
 */
const prepare = command({
  input: Input,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can write answers into the document.",
  run: async ({ input, thing: order, tx }) => {
    if (!(await deliveredCopies(order.id, tx)).includes(input.fileId)) throw notFound("edited copy");
    const file = await tx
      .selectFrom("files")
      .selectAll()
      .where("id", "=", input.fileId)
      .where("removedAt", "is", null)
      .executeTakeFirst();
    if (!file)
      throw conflict(
        "removed",
        "The edited copy was removed, so we can't write answers into it.",
        "Send them as a message instead.",
      );
    const rows = (await queryRows([file.id], tx)).filter((row) => effectivelyAsks(row) && row.state === "answered");
    if (rows.length === 0)
      throw invalid(
        "no_answers",
        "You haven't answered any questions yet.",
        "Answer at least one, then write the answers into the document.",
      );
    const stamp = sha256(
      Buffer.from(JSON.stringify(rows.map((row) => [row.id, row.version, row.choice, row.answer]))),
    ).slice(0, 16);
    const storageKey = `orders/${order.id}/answered/${file.id}-${stamp}.docx`;
    const there = await tx
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", order.id)
      .where("storageKey", "=", storageKey)
      .where("removedAt", "is", null)
      .executeTakeFirst();
    const author = await tx
      .selectFrom("users")
      .select("displayName")
      .where("uid", "=", order.userId ?? "")
      .executeTakeFirst();
    return { order, file, rows, storageKey, author: author?.displayName || "Author", there: there?.id ?? null };
  },
});

/**
 * Makes a copy of a delivered document with the author's answers in it: replies to the comments, and choices as tracked
 * changes. The same answers are written once, however often it runs. The editor is told.
 * @throws invalid when nothing is answered, or the copy can't be read
 */
export async function writeAnswers(actor: Actor, input: z.input<typeof Input>): Promise<{ fileId: string }> {
  const { order: seen, file, rows, storageKey, author, there } = await prepare(actor, input);
  if (there) return { fileId: there };
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-answers-"));
  try {
    const out = path.join(folder, "answered.docx");
    const done = await withStored(file, (copy) => engine().answer(copy, out, rows.map(answerOf), author));
    if (!done.ok)
      throw invalid(done.code, `We couldn't write your answers into the document. ${done.message}`, done.advice);
    const bytes = await readFile(out);
    await storage().put(storageKey, bytes);
    return await transact(actor, async (ctx) => {
      const { tx, now } = ctx;
      const order = await lockOrder(tx, seen.id);
      const same = await tx
        .selectFrom("files")
        .select("id")
        .where("orderId", "=", order.id)
        .where("storageKey", "=", storageKey)
        .where("removedAt", "is", null)
        .executeTakeFirst();
      if (same) return { fileId: same.id };
      const { version } = await tx
        .selectFrom("files")
        .select((e) => e.fn.coalesce(e.fn.max("version"), e.lit(0)).as("version"))
        .where("orderId", "=", order.id)
        .where("purpose", "=", "answered")
        .where("sourceFileId", "=", file.sourceFileId)
        .executeTakeFirstOrThrow();
      const fileId = newId("file");
      await tx
        .insertInto("files")
        .values({
          id: fileId,
          orderId: order.id,
          purpose: "answered",
          sourceFileId: file.sourceFileId,
          name: answeredName(file.name),
          contentType: DOCX_TYPE,
          bytes: bytes.length,
          sha256: sha256(bytes),
          storageKey,
          version: version + 1,
          position: file.position,
          uploadedBy: uidOf(actor),
          createdAt: now,
        })
        .execute();
      for (const [i, row] of rows.entries()) {
        const written = done.written[i];
        await tx
          .updateTable("document_queries")
          .set({ writtenVersion: row.version, writtenAs: written?.replied ? written.edit : "lost" })
          .where("id", "=", row.id)
          .where("version", "=", row.version)
          .execute();
      }
      await orderFact(
        ctx,
        order,
        "query.written",
        { fileId, answers: rows.length, edits: done.written.filter((one) => one.edit === "made").length },
        fileId,
      );
      return { fileId };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
