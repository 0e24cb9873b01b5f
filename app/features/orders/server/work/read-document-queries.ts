import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { listOrderFiles } from "./find-work.ts";

/**
 * Stores the questions in an edited copy's comments. Marks and answers on the same comment in an earlier copy of the
 * source are carried over. Safe to repeat and to run twice at once. A copy that can't be read has no queries.
 */
export async function readDocumentQueries(fileId: string): Promise<void> {
  const db = database();
  const file = await db
    .selectFrom("files")
    .selectAll()
    .where("id", "=", fileId)
    .where("purpose", "=", "tracked")
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (!file || !/\.docx$/i.test(file.name)) return;
  if (await db.selectFrom("document_queries").select("id").where("fileId", "=", file.id).limit(1).executeTakeFirst())
    return;
  const base = (await listOrderFiles(file.orderId)).findLast(
    (one) => one.id === file.sourceFileId || (one.purpose === "working" && one.sourceFileId === file.sourceFileId),
  );
  const read = await withStored(file, (copy) =>
    base ? withStored(base, (source) => engine().queries(copy, source)) : engine().queries(copy, null),
  );
  if (!read.ok) {
    log.info("the comments of a copy cannot be read", { fileId, code: read.code });
    return;
  }
  if (read.queries.length === 0) return;
  await transact(SYSTEM, async ({ tx, now }) => {
    const earlier = await tx
      .selectFrom("document_queries as q")
      .innerJoin("files as f", "f.id", "q.fileId")
      .selectAll("q")
      .where("f.sourceFileId", "=", file.sourceFileId)
      .where("q.orderId", "=", file.orderId)
      .where("q.fileId", "<>", file.id)
      .orderBy("q.createdAt", "desc")
      .orderBy("q.position")
      .execute();
    const used = new Set<string>();
    for (const [position, query] of read.queries.entries()) {
      const before = earlier.find((one) => !used.has(one.id) && one.body === query.text && one.quote === query.quote);
      if (before) used.add(before.id);
      const answered =
        before && before.state !== "open"
          ? {
              state: before.state,
              choice: before.choice,
              answer: before.answer,
              answeredAt: before.answeredAt,
              version: before.version,
            }
          : {};
      await tx
        .insertInto("document_queries")
        .values({
          id: newId("query"),
          orderId: file.orderId,
          fileId: file.id,
          commentId: query.id,
          position,
          author: query.author,
          body: query.text,
          said: json(query.said),
          section: query.section,
          quote: query.quote,
          deleted: query.deleted,
          leading: query.leading,
          trailing: query.trailing,
          formulas: json(query.formulas),
          options: json(query.options),
          editable: query.editable,
          asks: query.asks,
          marked: before?.marked ?? null,
          ...answered,
          createdAt: now,
        })
        .onConflict((c) => c.columns(["fileId", "commentId"]).doNothing())
        .execute();
    }
  });
}
