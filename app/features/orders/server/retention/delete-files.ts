import { type RawBuilder, sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { ENDED } from "../../rules/retention/retention.ts";
import { forget } from "../uploads/take-file.ts";
import { orderFact, orderTopics } from "../lifecycle/move-order.ts";
import { lockOrder } from "../views/find-order.ts";
import { FILES_DELETED } from "../work/explore-file.ts";

/** Why an order's files are kept, or null. Checked again inside the transaction that decides. */
export type WhyKept = (db: Reader, orderId: string, now: Date) => Promise<string | null>;

/**
 * Decides permanently that an order's files are deleted: from here on nobody can open them or start work on them. A
 * revision requested at the same time either comes first, and the files stay, or is refused.
 * @returns false when the files are kept after all
 */
export const startDeletion = (orderId: string, now: Date, whyKept: WhyKept): Promise<boolean> =>
  transact(CLOCK, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    if (order.deletionStartedAt) return true;
    if (!ENDED.includes(order.status) || !order.filesDueAt || order.filesDueAt > now) return false;
    if ((await whyKept(ctx.tx, orderId, now)) !== null) return false;
    await ctx.tx.updateTable("orders").set({ deletionStartedAt: now }).where("id", "=", orderId).execute();
    await publish(ctx.tx, orderTopics(order), { kind: "files.deletion_started", orderId });
    return true;
  });

/** What remains of the gate's result: its counts and figures, but none of the text it quotes. */
const withoutText = sql`gate || jsonb_build_object('untracked', '[]'::jsonb, 'comments', '[]'::jsonb, 'authors',
  '[]'::jsonb, 'notes', '[]'::jsonb, 'findings', '[]'::jsonb)
  || case when gate ? 'rule' then jsonb_build_object('rule', (gate->'rule') || '{"changes": []}'::jsonb) else '{}' end
  || jsonb_build_object('stats',
    (gate->'stats') || jsonb_build_object('sections', ${numbered(sql`gate->'stats'->'sections'`)}))`;

/** A list of sections whose titles are replaced by their numbers. */
function numbered(sections: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select jsonb_agg(s || jsonb_build_object('title', 'Section ' || n) order by n)
    from jsonb_array_elements(case jsonb_typeof(${sections}) when 'array' then ${sections} end) with ordinality
      as it(s, n)), '[]'::jsonb)`;
}

/**
 * Deletes every file of an order from the storage, and the text that was read from them from the tables of orders:
 * samples, section titles, findings, questions, what changed since a delivery. Hashes, sizes and counts stay, and so
 * does the editor's letter. Safe to repeat.
 */
export async function removeFilesOf(orderId: string): Promise<void> {
  const db = database();
  const files = await db
    .selectFrom("files")
    .select(["id", "storageKey"])
    .where("orderId", "=", orderId)
    .where("purpose", "<>", "letter")
    .execute();
  for (const { storageKey } of files) if (storageKey) await forget(storageKey);
  const begun = await db.selectFrom("upload_reservations").select("id").where("orderId", "=", orderId).execute();
  for (const { id } of begun) await forget(id);
  // Copies without a row, because the process was killed before writing it.
  await storage().removeFolder(`orders/${orderId}`);
  await db.transaction().execute(async (tx) => {
    // The note on where the edit ended quotes the text.
    await tx.updateTable("word_differences").set({ lastEdited: null }).where("orderId", "=", orderId).execute();
    await tx.updateTable("revision_versions").set({ lastFree: null }).where("orderId", "=", orderId).execute();
    await tx.deleteFrom("document_queries").where("orderId", "=", orderId).execute();
    await sql`update manuscript_checks set findings = null, uniform = null, summary = null
      where "fileId" in (select id from files where "orderId" = ${orderId})`.execute(tx);
    // Reasons may quote the text.
    await sql`delete from kept_findings
      where "fileId" in (select id from files where "orderId" = ${orderId})`.execute(tx);
    await sql`delete from change_decisions
      where "fileId" in (select id from files where "orderId" = ${orderId})`.execute(tx);
    await sql`
      delete from gate_resolutions
      where "submissionId" in (select id from submissions where "orderId" = ${orderId})`.execute(tx);
    await sql`
      update submission_files set gate = ${withoutText}
      where gate is not null and "submissionId" in (select id from submissions where "orderId" = ${orderId})`.execute(
      tx,
    );
    await sql`
      update reading_files set gate = ${withoutText}
      where gate is not null and "readingId" in (select id from second_readings where "orderId" = ${orderId})`.execute(
      tx,
    );
    await sql`
      update files set "storageKey" = '', sample = null, refusal = null,
        "removedAt" = coalesce("removedAt", now()),
        receipt = receipt || jsonb_build_object('sections', ${numbered(sql`receipt->'sections'`)}),
        reedit = reedit || jsonb_build_object('listed', '[]'::jsonb)
      where "orderId" = ${orderId} and purpose <> 'letter'`.execute(tx);
  });
}

/** Records that an order's files are deleted, once. @param orderId an order whose deletion has started */
export const finishDeletion = (orderId: string): Promise<void> =>
  transact(CLOCK, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    if (!order.deletionStartedAt || order.filesDeletedAt) return;
    await ctx.tx.updateTable("orders").set({ filesDeletedAt: ctx.now }).where("id", "=", orderId).execute();
    const { n, bytes } = await ctx.tx
      .selectFrom("files")
      .select((e) => [e.fn.countAll<number>().as("n"), e.fn.coalesce(e.fn.sum<number>("bytes"), e.lit(0)).as("bytes")])
      .where("orderId", "=", orderId)
      .where("purpose", "<>", "letter")
      .executeTakeFirstOrThrow();
    await orderFact(ctx, order, "files.deleted", {
      files: Number(n),
      bytes: Number(bytes),
      why: order.deletionAskedAt ? "asked" : "time",
    });
    // Each process clears its cache of them.
    await publish(ctx.tx, [FILES_DELETED], { kind: "files.deleted", orderId });
  });
