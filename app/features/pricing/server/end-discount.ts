import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";

/** Ends an account's discount. Prices that are held keep it. Safe to repeat. */
export const endDiscount = command({
  input: z.object({ discountId: z.string() }),
  async load({ discountId }, { tx }) {
    const discount = isId("accountDiscount", discountId)
      ? await tx.selectFrom("account_discounts").selectAll().where("id", "=", discountId).forUpdate().executeTakeFirst()
      : undefined;
    if (!discount) throw notFound("discount");
    return discount;
  },
  allow: (actor) => may(actor, "prices") || "Only admins can end discounts.",
  async run({ thing: { id, userId: uid, percent, endedAt }, tx, now, fact }): Promise<{ changed: boolean }> {
    if (endedAt !== null) return { changed: false };
    await tx.updateTable("account_discounts").set({ endedAt: now }).where("id", "=", id).execute();
    await fact("discount.ended", { subjectId: uid, data: { uid, discountId: id, percent }, topics: ["staff"] });
    return { changed: true };
  },
});
