import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";

/** Ends a sale early, or drops one that hasn't started. Prices that are held keep it. Safe to repeat. */
export const endSale = command({
  input: z.object({ saleId: z.string() }),
  async load({ saleId }, { tx }) {
    const sale = isId("sale", saleId)
      ? await tx.selectFrom("sales").selectAll().where("id", "=", saleId).forUpdate().executeTakeFirst()
      : undefined;
    if (!sale) throw notFound("sale");
    return sale;
  },
  allow: (actor) => may(actor, "prices") || "Only admins can end sales.",
  async run({ thing: { id, label, endedAt, endsAt }, tx, now, fact }): Promise<{ changed: boolean }> {
    if (endedAt !== null || endsAt <= now) return { changed: false };
    await tx.updateTable("sales").set({ endedAt: now }).where("id", "=", id).execute();
    await fact("sale.ended", { subjectId: id, data: { saleId: id, label }, topics: ["staff"] });
    return { changed: true };
  },
});
