import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { keepsFindings } from "../../rules/work/keeps-findings.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { lockOrder } from "../views/find-order.ts";
import { countKept, findingId } from "./kept-findings.ts";

/** A report shows no more findings than that. */
const MOST = 400;

/**
 * Says that findings stay in the text on purpose, with an optional reason, or takes that back. Until the work is
 * submitted: what's delivered shows what was kept then. Safe to repeat.
 */
export const keepFindings = command({
  input: z.object({
    orderId: z.string(),
    /** The manuscript. Marks belong to it and not to one copy, so they go for the next upload too. */ fileId:
      z.string(),
    ids: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, "Choose a finding of the report."))
      .min(1, "Choose a finding.")
      .max(MOST),
    reason: z.string().trim().max(300, "A reason can have up to 300 characters.").default(""),
    kept: z.boolean().default(true),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) =>
    can.keepFindings(actor, order) || "Only the order's editor and its second reader can keep a finding.",
  run: async (ctx) => {
    const { input, thing: order, tx, actor, now } = ctx;
    if (!keepsFindings(actor, order))
      throw conflict(
        "moved_on",
        "This work is already submitted, so what's kept on purpose stays as it is.",
        "Reload the page to see the order's current status.",
      );
    // Checking a copy locks it too, so that both count the same marks.
    const file = await tx
      .selectFrom("files")
      .selectAll()
      .where("id", "=", input.fileId)
      .where("orderId", "=", order.id)
      .forUpdate()
      .executeTakeFirst();
    if (!file || !isManuscript(file) || file.removedAt) throw notFound("file");
    const ids = [...new Set(input.ids)];
    const marks = tx.selectFrom("kept_findings").where("fileId", "=", file.id).where("key", "in", ids);
    const open = new Map(
      (await marks.select(["key", "reason"]).where("endedAt", "is", null).execute()).map((one) => [
        one.key,
        one.reason,
      ]),
    );
    const changed = ids.filter((id) => (input.kept ? open.get(id) !== input.reason : open.has(id)));
    if (input.kept) await refuseUnknown();
    if (changed.length === 0) return { changed: 0, kept: input.kept };
    await tx
      .updateTable("kept_findings")
      .set({ endedAt: now })
      .where("fileId", "=", file.id)
      .where("key", "in", changed)
      .where("endedAt", "is", null)
      .execute();
    if (input.kept) {
      const mark = { reason: input.reason, byId: uidOf(actor), endedAt: null };
      await tx
        .insertInto("kept_findings")
        .values(changed.map((key) => ({ fileId: file.id, key, at: now, ...mark })))
        .onConflict((on) => on.columns(["fileId", "key", "at"]).doUpdateSet(mark))
        .execute();
    }
    await countKept(tx, file.id);
    await orderFact(ctx, order, "order.findings_kept", {
      fileId: file.id,
      count: changed.length,
      kept: input.kept,
    });
    return { changed: changed.length, kept: input.kept };

    /** @throws invalid unless every finding is in the manuscript or in one of its copies */
    async function refuseUnknown(): Promise<void> {
      const checks = await tx
        .selectFrom("manuscript_checks as c")
        .innerJoin("files as f", "f.id", "c.fileId")
        .select("c.findings")
        .where((e) => e.or([e("f.id", "=", input.fileId), e("f.sourceFileId", "=", input.fileId)]))
        .where("c.findings", "is not", null)
        .execute();
      const known = new Set(
        checks.flatMap(({ findings }) => (findings ?? []).filter((one) => !one.folded).map(findingId)),
      );
      if (!ids.every((id) => known.has(id)))
        throw invalid("finding", "This finding isn't in the report any more.", "Reload the page and try again.");
    }
  },
});
