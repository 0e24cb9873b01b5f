import { sql } from "kysely";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { publicUrl } from "#app/platform/rules/requests/origins.ts";
import type { StandingState } from "#app/platform/rules/core/standing-state.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { PARTNERS_SHOWN, type PartnerKind, embedCode, partnerPath } from "#app/features/partners/rules/partner.ts";
import { type Partner, allowPartners, getPartner, partnerState } from "#app/features/partners/server/find-partner.ts";
import { discountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { discountsOfPartner } from "#app/features/pricing/server/partner-discount.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { spanOfMonth } from "../../rules/books.ts";
import { nothing, partnerFigures } from "./partner-figures.ts";

/** A partner in the list. Dates are ISO. */
export type PartnerRow = {
  id: string;
  code: string;
  name: string;
  kind: PartnerKind;
  state: StandingState;
  /** The agreed discount, or null. */
  percent: number | null;
  /** Whether another one waits for the second admin. */
  isProposed: boolean;
  orders: number;
  lastPaidAt: Date | null;
};

/** All partners, those in use first. @throws refused unless admin */
export async function listPartners(actor: Actor): Promise<PartnerRow[]> {
  allowPartners(actor);
  const at = now();
  const { rows } = await sql<
    Partner & { percent: number | null; isProposed: boolean; orders: number; lastPaidAt: Date | null }
  >`
    select p.*, d.percent, exists (select 1 from partner_discounts w where w."partnerId" = p.id and w.state = 'proposed')
        as "isProposed", o.orders, o.last as "lastPaidAt"
    from partners p left join partner_discounts d on d."partnerId" = p.id and d.state = 'active'
      cross join lateral (select count(*)::int as orders, max("paidAt") as last from orders
        where "partnerId" = p.id and "paidAt" is not null) o
    order by p."endedAt" is not null, p.name, p.id limit ${PARTNERS_SHOWN}`.execute(database());
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    state: partnerState(row, at),
    percent: row.endedAt === null ? row.percent : null,
    isProposed: row.endedAt === null && row.isProposed,
    orders: row.orders,
    lastPaidAt: row.lastPaidAt,
  }));
}

const MONTHS = 12;
const DAYS = 28;

/** A partner's page for admins: its link, its discount, and what came of it. @throws not-found, refused */
export async function readPartner(actor: Actor, id: string | undefined) {
  const partner = await getPartner(actor, id);
  const at = now();
  const today = new Date(`${dayOf(at)}T00:00:00Z`);
  const tomorrow = after(today, DAY);
  const since = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - MONTHS + 1, 1));
  const [discounts, days, months, policy, organization] = await Promise.all([
    discountsOfPartner(partner.id),
    partnerFigures(partner, { from: after(tomorrow, -DAYS * DAY), to: tomorrow, step: "day" }),
    partnerFigures(partner, { from: since, to: tomorrow, step: "month" }),
    pricingAt(at),
    partner.organizationId
      ? database()
          .selectFrom("organizations")
          .select(["id", "name"])
          .where("id", "=", partner.organizationId)
          .executeTakeFirst()
      : undefined,
  ]);
  const uid = uidOf(actor);
  const { origins } = config();
  return {
    id: partner.id,
    code: partner.code,
    programUid: partner.programUid,
    name: partner.name,
    kind: partner.kind,
    contactName: partner.contactName,
    contactEmail: partner.contactEmail,
    organization: organization ?? null,
    state: partnerState(partner, at),
    isEnded: partner.endedAt !== null,
    startsAt: partner.startsAt,
    endsAt: partner.endsAt,
    endedAt: partner.endedAt,
    reportedMonth: partner.reportedMonth,
    link: publicUrl(origins, partnerPath(partner.code)),
    embed: embedCode(origins.public, partner),
    limits: discountLimits(policy),
    discounts: discounts.map(({ proposedAt, decidedAt, ...it }) => ({
      id: it.id,
      percent: it.percent,
      // Nothing counts or can be decided once the partnership is over.
      state: partner.endedAt !== null && it.state !== "declined" ? ("ended" as const) : it.state,
      isMine: it.proposedBy === uid,
      proposedAt,
      decidedAt,
    })),
    // The newest first, without days and months in which nothing happened.
    days: days.toReversed(),
    span: { from: dayOf(after(tomorrow, -DAYS * DAY)), to: dayOf(today) },
    months: months.toReversed(),
  };
}
export type PartnerView = Awaited<ReturnType<typeof readPartner>>;

/** The figures of a whole month. */
export async function figuresOfMonth(partner: Partner, month: string) {
  const { startsAt: from, endsAt: to } = spanOfMonth(month);
  return (await partnerFigures(partner, { from, to, step: "month" }))[0] ?? nothing(month);
}
