import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { type Partner, lockPartner } from "#app/features/partners/server/find-partner.ts";
import { checkTerms } from "./check-standing-terms.ts";
import type { PartnerDiscount } from "./partner-discount.ts";
import { pricingNow } from "./read-pricing.ts";

const decides = (actor: Actor): true | string => may(actor, "prices") || only("prices", "agree on discounts");

async function lockDiscount(tx: Tx, id: string): Promise<{ discount: PartnerDiscount; partner: Partner }> {
  const known = isId("partnerDiscount", id)
    ? await tx.selectFrom("partner_discounts").select("partnerId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("discount");
  const partner = await lockPartner(tx, known.partnerId);
  const discount = await tx.selectFrom("partner_discounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { discount, partner };
}

const about = ({ id: partnerId, name }: Partner, { id: discountId, percent }: PartnerDiscount) => ({
  subjectId: partnerId,
  data: { partnerId, name, discountId, percent },
  topics: ["staff"],
});

const ended = () => conflict("partner_ended", "This partnership has ended.", "Add the partner again first.");

/** Proposes a discount on a partner's orders. It counts once another admin agrees. @throws invalid, conflict */
export const proposePartnerDiscount = command({
  input: z.object({ partnerId: z.string(), percent: z.number("Enter a percentage.") }),
  load: ({ partnerId }, { tx }) => lockPartner(tx, partnerId),
  allow: decides,
  async run({ input: { percent }, thing: partner, tx, now, actor, fact }): Promise<void> {
    if (partner.endedAt !== null) throw ended();
    checkTerms({ percent, startsAt: partner.startsAt, endsAt: partner.endsAt }, now, await pricingNow({ tx, now }));
    const waiting = await tx
      .selectFrom("partner_discounts")
      .select("percent")
      .where("partnerId", "=", partner.id)
      .where("state", "=", "proposed")
      .executeTakeFirst();
    if (waiting?.percent === percent) return;
    if (waiting) throw conflict("proposed", "Another discount was proposed already.", "Decide about it first.");
    const discount = await tx
      .insertInto("partner_discounts")
      .values({
        id: newId("partnerDiscount"),
        partnerId: partner.id,
        percent,
        proposedBy: uidOf(actor),
        proposedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await fact("partner.discount_proposed", about(partner, discount));
  },
});

/** Agrees to a discount that another admin proposed, or declines it. It replaces the one before. */
export const decidePartnerDiscount = command({
  input: z.object({ discountId: z.string(), approve: z.boolean() }),
  load: ({ discountId }, { tx }) => lockDiscount(tx, discountId),
  allow: (actor, { discount }, { approve }) => {
    const allowed = decides(actor);
    // The admin who proposed it may take it back.
    return allowed === true && approve && discount.proposedBy === uidOf(actor)
      ? "Another admin has to agree to it."
      : allowed;
  },
  async run({ input: { approve }, thing: { discount, partner }, tx, now, actor, fact }): Promise<void> {
    if (discount.state === (approve ? "active" : "declined")) return;
    if (discount.state !== "proposed")
      throw conflict("decided", "This was decided in the meantime.", "Reload the page to see how.");
    if (approve && partner.endedAt !== null) throw ended();
    if (approve)
      await tx
        .updateTable("partner_discounts")
        .set({ state: "ended", endedAt: now })
        .where("partnerId", "=", partner.id)
        .where("state", "=", "active")
        .execute();
    await tx
      .updateTable("partner_discounts")
      .set({ state: approve ? "active" : "declined", decidedBy: uidOf(actor), decidedAt: now })
      .where("id", "=", discount.id)
      .execute();
    await forgetPages(tx);
    await fact(approve ? "partner.discount_agreed" : "partner.discount_declined", about(partner, discount));
  },
});

/** Ends an agreed discount. Prices that are held keep it. Safe to repeat. */
export const endPartnerDiscount = command({
  input: z.object({ discountId: z.string() }),
  load: ({ discountId }, { tx }) => lockDiscount(tx, discountId),
  allow: decides,
  async run({ thing: { discount, partner }, tx, now, fact }): Promise<void> {
    if (discount.state !== "active") return;
    await tx
      .updateTable("partner_discounts")
      .set({ state: "ended", endedAt: now })
      .where("id", "=", discount.id)
      .execute();
    await forgetPages(tx);
    await fact("partner.discount_ended", about(partner, discount));
  },
});
