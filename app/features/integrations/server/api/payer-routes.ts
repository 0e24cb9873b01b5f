import { z } from "zod";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import {
  type PaidOrder,
  type Payer,
  paidOrders,
  payersFor,
} from "#app/features/payments/server/balance/read-organization.ts";
import { askToSpend } from "#app/features/payments/server/balance/spending-requests.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import type { Currency as Code } from "#app/platform/rules/core/money.ts";
import { apiStatus } from "../../rules/order-status.ts";
import { apiRoute } from "./api-route.ts";
import { Page, listOf, pageOf } from "./lists.ts";
import { orderView, ownOrder } from "./order-routes.ts";
import { Currency, Instant, Minor, OrderObject, Service, Status, instantOrNull, named } from "./order-schemas.ts";

const PayerObject = named(
  "Payer",
  z.object({
    object: z.literal("payer"),
    organization: z.string(),
    name: z.string(),
    currency: Currency,
    balance_minor: Minor.describe("What's prepaid and not spent."),
    credit: z
      .array(z.object({ id: z.string(), name: z.string(), left_minor: Minor }))
      .describe("The terms and purchase orders that orders can be placed on."),
    limit_order_minor: Minor.nullable().describe("The most for one order without approval; null for no limit."),
    limit_month_minor: Minor.nullable(),
    spent_month_minor: Minor,
    cost_center: z.enum(["none", "optional", "required"]),
    cost_centers: z.array(z.string()).describe("Those to choose from; any text if empty."),
  }),
  "An organization that can pay for orders.",
);

const payerView = (it: Payer): z.infer<typeof PayerObject> => ({
  object: "payer",
  organization: it.id,
  name: it.name,
  currency: it.currency,
  balance_minor: it.balanceMinor,
  credit: it.credit.map(({ id, name, leftMinor }) => ({ id, name, left_minor: leftMinor })),
  limit_order_minor: it.limits.orderMinor,
  limit_month_minor: it.limits.monthMinor,
  spent_month_minor: it.spentMinor,
  cost_center: it.costCenterRule,
  cost_centers: [...it.costCenters],
});

const OrganizationOrder = named(
  "OrganizationOrder",
  z.object({
    object: z.literal("organization_order"),
    id: z.string(),
    number: z.string(),
    title: z.string().describe("Replaced if its author hides it."),
    ordered_by: z.string(),
    service: Service,
    status: Status,
    placed_at: Instant,
    due_at: instantOrNull,
    on_time: z.boolean().nullable().describe("Null until it's delivered."),
    cost_minor: Minor.describe("What the organization paid or owes for it, less refunds."),
    currency: Currency,
    cost_center: z.string(),
    purchase_order: z.string(),
    invoice: z.string().nullable().describe("The number of its invoice."),
  }),
  "An order that an organization pays for, as its managers see it: no manuscript, no messages, no editor.",
);

const organizationOrderView = (it: PaidOrder, currency: Code): z.infer<typeof OrganizationOrder> => ({
  object: "organization_order",
  id: it.id,
  number: it.number,
  title: it.title,
  ordered_by: it.by,
  service: it.service,
  status: apiStatus(it.status),
  placed_at: it.paidAt,
  due_at: it.dueAt,
  on_time: it.onTime,
  cost_minor: it.costMinor,
  currency,
  cost_center: it.costCenter,
  purchase_order: it.poNumber,
  invoice: it.invoice?.number ?? null,
});

const base = { group: "Organizations" } as const;

export const payerRoutes = [
  apiRoute({
    ...base,
    method: "GET",
    path: "/organizations/:id/orders",
    id: "listOrganizationOrders",
    summary: "List an organization's orders",
    notes: "Everybody's orders on its account, for keys of the organization, of its owners, and of its managers.",
    scope: "orders:read",
    query: z.strictObject(Page),
    answer: named("OrganizationOrderList", listOf(OrganizationOrder)),
    example: { query: "limit=10" },
    async handle({ actor, params, query: { limit, starting_after: after } }) {
      const it = await findOrganization(actor, params.id);
      if (!can.seeCosts(actor, it)) throw refused("Only an organization's owners and managers see everybody's orders.");
      const rows = await paidOrders(it.id, { uid: null, limit: limit + 1, ...(after === undefined ? {} : { after }) });
      return pageOf(rows, limit, (row) => organizationOrderView(row, it.currency));
    },
  }),
  apiRoute({
    ...base,
    method: "GET",
    path: "/payers",
    id: "listPayers",
    summary: "List the organizations that can pay",
    scope: "orders:read",
    answer: named("PayerList", listOf(PayerObject)),
    handle: async ({ actor }) => ({
      object: "list" as const,
      data: (await payersFor(actor.uid, now())).map(payerView),
      has_more: false,
    }),
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/orders/:id/payer",
    id: "choosePayer",
    summary: "Choose who pays for an order",
    notes:
      "An organization of `GET /payers`, or null for yourself. If either has agreed prices, the order is a draft again and needs a quote.",
    scope: "orders:write",
    body: z.strictObject({
      organization: z.string().max(60).nullable(),
      title_hidden: z.boolean().optional().describe("Whether the organization's managers don't see the title."),
    }),
    answer: OrderObject,
    errors: ["paying"],
    example: { body: { organization: null } },
    async handle({ actor, caller, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      if (body.organization === null && caller.organization)
        throw refused("An organization's program has no other payer. Order with a key of your own to pay yourself.");
      // Nobody learns which organizations there are.
      if (
        body.organization !== null &&
        !(await payersFor(actor.uid, now())).some((one) => one.id === body.organization)
      )
        throw notFound("organization");
      await choosePayer(actor, {
        orderId: id,
        organizationId: body.organization,
        titleHidden: body.title_hidden ?? false,
      });
      return orderView(await ownOrder(actor, id));
    },
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/orders/:id/charge",
    id: "chargeOrder",
    summary: "Pay from the organization's account",
    notes:
      "Takes the quoted price from what the organization has prepaid, or places it on the terms or the purchase order in `credit`. It accepts the terms of service and the refund and revision policy. Above a limit it's refused with `over_limit`: ask for approval.",
    scope: "orders:write",
    body: z.strictObject({
      credit: z.string().max(60).nullable().optional(),
      cost_center: z.string().max(60).optional(),
    }),
    answer: OrderObject,
    errors: ["no_payer", "not_quoted", "over_limit", "balance_short", "credit_refused", "cost_center", "price_over"],
    example: { body: { cost_center: "" } },
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      await payFromBalance(actor, {
        orderId: id,
        creditLineId: body.credit ?? null,
        costCenter: body.cost_center ?? "",
      });
      return orderView(await ownOrder(actor, id));
    },
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/orders/:id/approval",
    id: "askForApproval",
    summary: "Ask the organization to pay above a limit",
    notes: "Its owners and managers are told. Once they approve, pay with `POST /orders/{id}/charge`.",
    scope: "orders:write",
    body: z.strictObject({ note: z.string().max(500).optional() }),
    answer: OrderObject,
    errors: ["not_payable", "within_limit"],
    example: { body: { note: "For the revision that's due on Friday." } },
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      await askToSpend(actor, { orderId: id, note: body.note ?? "" });
      return orderView(await ownOrder(actor, id));
    },
  }),
];
