import type { Selectable } from "kysely";
import type { PartnerDiscountsTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { StandingDiscount } from "../rules/standing-discount.ts";

export type PartnerDiscount = Selectable<PartnerDiscountsTable>;

/** The discount agreed with a partner, as a receipt names it. */
const partnerLabel = (name: string): string => `Partner discount, ${name}`;

/** The discount that orders of a partner get at a moment, while the partnership lasts. */
export async function partnerDiscountAt(
  partnerId: string,
  at: Date,
  db: Reader,
): Promise<StandingDiscount | undefined> {
  const found = await db
    .selectFrom("partners as p")
    .innerJoin("partner_discounts as d", "d.partnerId", "p.id")
    .select(["d.id", "p.name", "d.percent", "p.endsAt"])
    .where("p.id", "=", partnerId)
    .where("d.state", "=", "active")
    .where("p.startsAt", "<=", at)
    .where("p.endedAt", "is", null)
    .where((e) => e.or([e("p.endsAt", "is", null), e("p.endsAt", ">", at)]))
    .executeTakeFirst();
  return (
    found && {
      kind: "partner",
      id: found.id,
      label: partnerLabel(found.name),
      percent: found.percent,
      services: null,
      turnarounds: null,
      endsAt: found.endsAt,
    }
  );
}

const SHOWN = 50;

/** All discounts that were ever proposed for a partner, newest first. */
export const discountsOfPartner = (partnerId: string, db: Reader = database()): Promise<PartnerDiscount[]> =>
  db
    .selectFrom("partner_discounts")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("proposedAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
