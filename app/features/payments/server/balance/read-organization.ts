import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Currency } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type CostCenterSettings, can, monthStart } from "#app/features/organizations/rules/organization.ts";
import {
  type OwnOrganization,
  findOrganization,
  membersOf,
} from "#app/features/organizations/server/find-organization.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { titleForPayer } from "#app/features/orders/rules/order-title.ts";
import { SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import type { Standing } from "../../rules/ledger/ledger.ts";
import { type CreditChoice, creditChoices } from "../credit/find-credit.ts";
import { accountOf, overdueOf } from "../credit/statements.ts";
import { spentThisMonth, standingOf } from "./balance.ts";
import { waitingRequests } from "./spending-requests.ts";

/** An order that an organization paid for, as its managers see it: no manuscript, no messages, no editor. */
export type PaidOrder = {
  id: string;
  number: string;
  title: string;
  by: string;
  uid: string;
  service: Service;
  status: OrderStatus;
  /** ISO. */
  paidAt: string;
  dueAt: string | null;
  /** Null until it's delivered. */
  onTime: boolean | null;
  /** What was put on the account, less refunds. */
  costMinor: number;
  costCenter: string;
  /** The purchase order it was placed on. */
  poNumber: string;
  invoice: { id: string; number: string } | null;
};

const MOST = 200;

/**
 * The orders on an organization's account, newest first.
 * @param uid one member's alone, or null for all @param since paid at or after this @param after those that come after
 * this order in the list
 */
export async function paidOrders(
  organizationId: string,
  { uid, since, after, limit = MOST }: { uid: string | null; since?: Date; after?: string; limit?: number },
  db: Reader = database(),
): Promise<PaidOrder[]> {
  const { rows } = await sql<
    Omit<PaidOrder, "paidAt" | "dueAt" | "invoice"> & {
      paidAt: Date;
      dueAt: Date | null;
      titleHidden: boolean;
      invoiceId: string | null;
      invoiceNumber: string | null;
    }
  >`
    select o.id, o.number, o.title, o."titleHidden", o."userId" as uid, u."displayName" as by, o.service, o.status,
      o."paidAt", o."dueAt", o."deliveredAt" <= o."dueAt" as "onTime", p.cost as "costMinor",
      p."costCenter", coalesce(c."poNumber", '') as "poNumber", i.id as "invoiceId", i.number as "invoiceNumber"
    from orders o join users u on u.uid = o."userId"
      join lateral (select sum("amountMinor" - "refundedMinor")::bigint as cost, min(id) as id,
        min("costCenter") as "costCenter", min("creditLineId") as "creditLineId" from payments
        where "orderId" = o.id and method = 'balance' and status = 'succeeded') p on p.cost is not null
      left join credit_lines c on c.id = p."creditLineId"
      left join invoices i on i."paymentId" = p.id and i.kind = 'invoice' and i."cancelledBy" is null
    where o."organizationId" = ${organizationId} and o."paidAt" is not null
      and (${uid}::text is null or o."userId" = ${uid}) and (${since ?? null}::timestamptz is null or o."paidAt" >= ${since ?? null})
      and (${after ?? null}::text is null or (o."paidAt", o.id) < (select a."paidAt", a.id from orders a
        where a.id = ${after ?? null} and a."organizationId" = o."organizationId"))
    order by o."paidAt" desc, o.id desc limit ${limit}`.execute(db);
  return rows.map(({ titleHidden, invoiceId, invoiceNumber, ...row }) => ({
    ...row,
    title: titleForPayer({ title: row.title, titleHidden }, row.by),
    paidAt: row.paidAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    invoice: invoiceId && invoiceNumber ? { id: invoiceId, number: invoiceNumber } : null,
  }));
}

/** What a member spent in this UTC month, and how their orders went. */
export type MemberMonth = {
  uid: string;
  name: string;
  orders: number;
  spentMinor: number;
  /** What is left of their limit for the month; null without one. */
  leftMinor: number | null;
  delivered: number;
  onTime: number;
};

async function monthByMember(organizationId: string, at: Date): Promise<MemberMonth[]> {
  const members = await membersOf(organizationId);
  const { rows } = await sql<{
    uid: string;
    name: string;
    orders: number;
    spent: number;
    delivered: number;
    onTime: number;
  }>`
    select o."userId" as uid, u."displayName" as name, count(distinct o.id)::int as orders,
      sum(p."amountMinor" - p."refundedMinor")::bigint as spent,
      count(distinct o.id) filter (where o."deliveredAt" is not null)::int as delivered,
      count(distinct o.id) filter (where o."deliveredAt" <= o."dueAt")::int as "onTime"
    from payments p join orders o on o.id = p."orderId" join users u on u.uid = o."userId"
    where o."organizationId" = ${organizationId} and p.method = 'balance' and p.status = 'succeeded'
      and p."succeededAt" >= ${monthStart(at)}
    group by 1, 2 order by 4 desc, 2 limit ${MOST}`.execute(database());
  return rows.map((row) => {
    const limit = members.find((m) => m.uid === row.uid)?.monthMinor ?? null;
    return {
      uid: row.uid,
      name: row.name,
      orders: row.orders,
      spentMinor: row.spent,
      leftMinor: limit === null ? null : Math.max(0, limit - row.spent),
      delivered: row.delivered,
      onTime: row.onTime,
    };
  });
}

/** How many months the chart shows, this one included. */
const CHART_MONTHS = 12;

/** What was spent in each of the last UTC months, the oldest first, less what was refunded of it. */
async function spentByMonth(organizationId: string, at: Date): Promise<{ month: string; spentMinor: number }[]> {
  const months = Array.from(
    { length: CHART_MONTHS },
    (_, i) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - (CHART_MONTHS - 1) + i, 1)),
  );
  const { rows } = await sql<{ month: string; spentMinor: number }>`
    select to_char(p."succeededAt" at time zone 'UTC', 'YYYY-MM') as month,
      sum(p."amountMinor" - p."refundedMinor")::bigint as "spentMinor"
    from payments p join orders o on o.id = p."orderId"
    where o."organizationId" = ${organizationId} and p.method = 'balance' and p.status = 'succeeded'
      and p."succeededAt" >= ${months[0]!}
    group by 1`.execute(database());
  const spent = new Map(rows.map((row) => [row.month, row.spentMinor]));
  return months.map((month) => ({ month: month.toISOString(), spentMinor: spent.get(dayOf(month).slice(0, 7)) ?? 0 }));
}

/** What the month's orders cost by something about them: the cost center given at payment, or the service. */
async function monthBy(organizationId: string, at: Date, what: "costCenter" | "service") {
  const name = what === "service" ? sql`o.service` : sql`p."costCenter"`;
  const { rows } = await sql<{ name: string; orders: number; spentMinor: number }>`
    select ${name} as name, count(distinct o.id)::int as orders,
      sum(p."amountMinor" - p."refundedMinor")::bigint as "spentMinor"
    from payments p join orders o on o.id = p."orderId"
    where o."organizationId" = ${organizationId} and p.method = 'balance' and p.status = 'succeeded'
      and p."succeededAt" >= ${monthStart(at)} and ${name} <> ''
    group by 1 order by 3 desc, 1 limit ${MOST}`.execute(database());
  return rows;
}

/** What the pages of an organization show about it and the person who looks. */
export const headOf = (actor: Actor, it: OwnOrganization) => ({
  id: it.id,
  name: it.name,
  currency: it.currency,
  role: it.role,
  isClosed: it.isClosed,
  mayManage: can.manage(actor, it),
  mayOwn: can.own(actor, it),
  maySeeCosts: can.seeCosts(actor, it),
  mayOrder: can.order(actor, it),
});
export type OrganizationHead = ReturnType<typeof headOf>;

/** The statement that is overdue, or null. An organization that owes nothing has none. */
const overdueIn = async (id: string, { owedMinor }: Standing, at: Date): Promise<string | null> =>
  owedMinor > 0 ? overdueOf(await accountOf(id), at) : null;

/** An organization's first page: what's left, who waits, and what was spent. Members see their own part. */
export async function readOrganization(actor: Actor, id: string | undefined) {
  const it = await findOrganization(actor, id);
  const head = headOf(actor, it);
  const at = now();
  const own = head.maySeeCosts ? null : it.uid;
  const [standing, spentMinor, orders, months, spent, waiting] = await Promise.all([
    standingOf(it.id),
    it.uid && it.role ? spentThisMonth({ organizationId: it.id, uid: it.uid }, at) : 0,
    paidOrders(it.id, { uid: own, limit: 50 }),
    head.maySeeCosts ? monthByMember(it.id, at) : [],
    head.maySeeCosts ? spentByMonth(it.id, at) : [],
    head.maySeeCosts ? waitingRequests(it.id) : [],
  ]);
  const balanceMinor = standing.prepaidMinor;
  return {
    head,
    month: monthStart(at).toISOString(),
    balanceMinor,
    owedMinor: standing.owedMinor,
    overdue: await overdueIn(it.id, standing, at),
    credit: await creditChoices(it.id, standing, at),
    centers: head.maySeeCosts ? await monthBy(it.id, at, "costCenter") : [],
    services: head.maySeeCosts
      ? (await monthBy(it.id, at, "service")).map((row) => ({ ...row, name: SERVICE_LABELS[row.name as Service] }))
      : [],
    own: it.role ? { spentMinor, monthMinor: it.monthMinor, orderMinor: it.orderMinor } : null,
    months,
    spent,
    orders,
    requests: waiting.map(({ title, titleHidden, createdAt, ...r }) => ({
      ...r,
      title: titleForPayer({ title, titleHidden }, r.displayName),
      createdAt: createdAt.toISOString(),
      afterMinor: balanceMinor - standing.owedMinor - r.amountMinor,
    })),
  };
}

/** An organization that can pay for an order: what it and the person have left. */
export type Payer = {
  id: string;
  name: string;
  currency: Currency;
  balanceMinor: number;
  /** Its terms and purchase orders that can be used now: none while a statement is overdue. */
  credit: CreditChoice[];
  /** The number of that statement. */
  overdue: string | null;
  limits: { monthMinor: number | null; orderMinor: number | null };
  spentMinor: number;
} & CostCenterSettings;

/** The organizations that can pay for somebody's orders, with what they and the person have left. */
export async function payersFor(uid: string, at: Date): Promise<Payer[]> {
  const rows = await database()
    .selectFrom("organization_members as m")
    .innerJoin("organizations as o", "o.id", "m.organizationId")
    .select([
      "o.id",
      "o.name",
      "o.currency",
      "o.costCenterRule",
      "o.costCenterLabel",
      "o.costCenters",
      "m.monthMinor",
      "m.orderMinor",
    ])
    .where("m.uid", "=", uid)
    .where("o.closedAt", "is", null)
    .orderBy("o.name")
    .orderBy("o.id")
    .limit(20)
    .execute();
  return Promise.all(
    rows.map(async ({ id, monthMinor, orderMinor, ...it }) => {
      const standing = await standingOf(id);
      const [credit, spentMinor] = await Promise.all([
        creditChoices(id, standing, at),
        spentThisMonth({ organizationId: id, uid }, at),
      ]);
      const overdue = await overdueIn(id, standing, at);
      return {
        ...it,
        id,
        limits: { monthMinor, orderMinor },
        balanceMinor: standing.prepaidMinor,
        credit: overdue === null ? credit : [],
        overdue,
        spentMinor,
      };
    }),
  );
}
