import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type Duty, may, only } from "#app/platform/rules/core/duties.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { decimalMoney, formatMoney, unitsOf } from "#app/platform/rules/core/money.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

/** The roles that owners and managers give, from most to least. */
export const GIVEN_ROLES = ["owner", "manager", "member"] as const;
/** What somebody does in an organization. Its API keys act in the name of one member, the program. */
export const ORGANIZATION_ROLES = [...GIVEN_ROLES, "program"] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

export const ORGANIZATION_ROLE_WORDS: Readonly<Record<OrganizationRole, { label: string; what: string }>> = {
  owner: { label: "Owner", what: "Everything, billing details and closing included" },
  manager: { label: "Manager", what: "Invites members, sets limits, approves, adds funds, sees costs" },
  member: { label: "Member", what: "Places orders that the organization pays for" },
  program: { label: "Program", what: "Places orders through the API, sees costs" },
};

/** Whether members say where an order is booked. */
export const COST_CENTER_RULES = ["none", "optional", "required"] as const;
export type CostCenterRule = (typeof COST_CENTER_RULES)[number];
export const COST_CENTER_WORDS: Readonly<Record<CostCenterRule, string>> = {
  none: "Don't ask",
  optional: "Ask, and let members leave it empty",
  required: "Ask, and don't take an order without it",
};
/** How many cost centers a list has at most. */
export const MOST_COST_CENTERS = 200;

/** What an organization asks about an order. */
export type CostCenterSettings = {
  costCenterRule: CostCenterRule;
  costCenterLabel: string;
  /** Those to choose from; any text if empty. */
  costCenters: readonly string[];
};

/** Why a cost center can't be taken, or null if it can. */
export function costCenterFault(typed: string, settings: CostCenterSettings): string | null {
  const { costCenterRule, costCenterLabel, costCenters } = settings;
  if (costCenterRule === "none" || (typed === "" && costCenterRule === "optional")) return null;
  if (typed === "") return `${costCenterLabel}: enter where this order is booked.`;
  return costCenters.length > 0 && !costCenters.includes(typed) ? `${costCenterLabel}: choose one of the list.` : null;
}

/** How long an invitation can be accepted. */
export const INVITED_FOR_MS = 14 * DAY;
/** How many organizations the list for staff shows. */
export const ORGANIZATIONS_SHOWN = 200;
/** Bounds of one organization. */
export const ORGANIZATION_LIMITS = { members: 500, invitations: 100, perPerson: 20 } as const;

/** What somebody is to an organization. `role` is null for everyone else. */
export type Standing = { role: OrganizationRole | null; isClosed: boolean };

const isMember = (actor: Actor, { role }: Standing): boolean =>
  actor.kind === "person" && actor.emailVerified && role !== null;
const manages = (actor: Actor, at: Standing): boolean =>
  isMember(actor, at) && (at.role === "owner" || at.role === "manager");

/** Who may do what with an organization. A closed one can be looked at, and nothing else. */
export const can = {
  /** Open its page. Members see their own orders and limits there. */
  view: (actor: Actor, at: Standing) => isMember(actor, at) || may(actor, "money"),
  /** See everybody's costs and all movements. */
  seeCosts: (actor: Actor, at: Standing) =>
    manages(actor, at) || (isMember(actor, at) && at.role === "program") || may(actor, "money"),
  /** Invite, set limits, approve, add funds. */
  manage: (actor: Actor, at: Standing) => !at.isClosed && manages(actor, at),
  /** Change billing details, make owners, close it. */
  own: (actor: Actor, at: Standing) => !at.isClosed && isMember(actor, at) && at.role === "owner",
  /** Have it pay for one's own order. */
  order: (actor: Actor, at: Standing) => !at.isClosed && isMember(actor, at),
};

/**
 * Whether staff with a duty decide something for an organization, or why not. Nobody decides for their own.
 * @param what completes "can"
 */
export const decidesFor = (actor: Actor, { role }: Standing, duty: Duty, what: string): true | string =>
  !may(actor, duty) ? only(duty, what) : role === null || "Somebody else has to decide about your own organization.";

/** The most that a member may spend, in minor units of the organization's currency. Null where there is no limit. */
export type SpendingLimits = { monthMinor: number | null; orderMinor: number | null };

/**
 * Why an order is above a member's limits, or null if it isn't.
 * @param spentMinor what they have spent in this UTC month, less refunds
 */
export function aboveLimit(
  limits: SpendingLimits,
  { totalMinor, spentMinor, currency }: { totalMinor: number; spentMinor: number; currency: string },
): { overMinor: number; why: string } | null {
  const { orderMinor, monthMinor } = limits;
  const money = (amount: number) => formatMoney(amount, currency);
  const overOrder = orderMinor === null ? 0 : totalMinor - orderMinor;
  const overMonth = monthMinor === null ? 0 : spentMinor + totalMinor - monthMinor;
  if (overOrder <= 0 && overMonth <= 0) return null;
  return overOrder >= overMonth
    ? { overMinor: overOrder, why: `Your limit for one order is ${money(orderMinor!)}.` }
    : {
        overMinor: overMonth,
        why: `Your limit for a month is ${money(monthMinor!)}, and ${money(Math.max(0, monthMinor! - spentMinor))} of it is left.`,
      };
}

/** The first instant of the UTC month, in which spending is counted. */
export const monthStart = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));

const MOST_LIMIT_MINOR = 999_999_999;
const limit = z.string().trim().max(30).default("");
/** Limits as somebody types them. What they are depends on the organization's currency: `limitsTyped`. */
export const LIMIT_FIELDS = { month: limit, order: limit };

/** Typed limits in minor units, or null where nothing was typed. @throws invalid by field */
export function limitsTyped(typed: { month: string; order: string }, currency: string): SpendingLimits {
  const amountOf = (field: "month" | "order"): number | null => {
    if (typed[field] === "") return null;
    const amount = moneyTyped(typed[field], currency);
    if (amount !== null && amount <= MOST_LIMIT_MINOR) return amount;
    const [whole, exact] = ["500", decimalMoney(500 * unitsOf(currency), currency)];
    const fault = `Enter an amount such as ${whole === exact ? whole : `${whole} or ${exact}`}, or leave it empty.`;
    throw invalid(field, fault, "Nothing was saved.", { [field]: fault });
  };
  return { monthMinor: amountOf("month"), orderMinor: amountOf("order") };
}
export const RoleField = z.enum(GIVEN_ROLES, "Choose a role.");
/** The same, or the role that the organization's program keeps. */
export const AnyRoleField = z.enum(ORGANIZATION_ROLES, "Choose a role.");
