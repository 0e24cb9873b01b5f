import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { checkTerms } from "./check-standing-terms.ts";
import { pricingNow } from "./read-pricing.ts";

/** Gives an account a percentage off the orders it prices from then on. An account has one discount at a time. */
export const giveDiscount = command({
  input: z.object({
    uid: z.string(),
    percent: z.number("Enter a percentage."),
    reason: z.string().trim().min(1, "Enter the reason.").max(500, "Use at most 500 characters."),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
  }),
  async load({ uid }, { tx }) {
    await lockName(tx, `discount of ${uid}`);
    const person = await tx.selectFrom("users").select("uid").where("uid", "=", uid).executeTakeFirst();
    if (!person) throw notFound("person");
    return person;
  },
  allow: (actor) => may(actor, "prices") || "Only admins can give discounts.",
  async run({ input: { percent, reason, endsAt, ...input }, thing: { uid }, tx, now, fact }) {
    const terms = { percent, startsAt: input.startsAt ?? now, endsAt };
    checkTerms(terms, now, await pricingNow({ tx, now }));
    const before = await tx
      .selectFrom("account_discounts")
      .select(["id", "endsAt"])
      .where("userId", "=", uid)
      .where("endedAt", "is", null)
      .executeTakeFirst();
    if (before && (before.endsAt === null || before.endsAt > now))
      throw conflict(
        "has_discount",
        "This account already has a discount.",
        "Nothing was changed. Reload the page to see it. To change it, end it first.",
      );
    if (before)
      await tx.updateTable("account_discounts").set({ endedAt: before.endsAt }).where("id", "=", before.id).execute();
    const id = newId("accountDiscount");
    await tx
      .insertInto("account_discounts")
      .values({ ...terms, id, userId: uid, reason, createdAt: now })
      .execute();
    // Facts are kept forever, so the reason stays out of it.
    await fact("discount.given", { subjectId: uid, data: { uid, discountId: id, percent }, topics: ["staff"] });
    return { discountId: id };
  },
});
