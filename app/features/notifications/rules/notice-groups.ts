import type { FactKind } from "#app/platform/rules/fact.ts";

/** What a person can choose about, in words they would use themselves. */
export type GroupKey =
  | "orders"
  | "messages"
  | "invites"
  | "money"
  | "payouts"
  | "support"
  | "account"
  | "announcements";
export type Channel = "both" | "bell" | "email" | "none";
export const CHANNELS = ["both", "bell", "email", "none"] as const satisfies readonly Channel[];
export const DIGESTS = ["off", "daily", "weekly"] as const;
export type Digest = (typeof DIGESTS)[number];

export type NoticeGroup = {
  key: GroupKey;
  label: string;
  /** What is in it. */
  says: string;
  /** What its letters are about: "End letters about ...". */
  about: string;
  /** How it comes to somebody who has chosen nothing. A notice that asks for no letter gets none from "both" either. */
  standard: Channel;
  /** Why there is nothing to choose; null where there is. */
  fixed: string | null;
  readers: readonly Audience[];
};
/** As what somebody is told things: authors, editors, staff by role. */
export type Audience = "client" | "editor" | "support" | "admin";

const ALL: readonly Audience[] = ["client", "editor", "support", "admin"];

/** Every group, in the order the settings show them. */
export const NOTICE_GROUPS: readonly NoticeGroup[] = [
  {
    key: "orders",
    label: "Orders: dates and deliveries",
    says: "An order is taken, delivered, moved, on hold, accepted or late.",
    about: "the dates and deliveries of orders",
    standard: "both",
    fixed: null,
    readers: ["client", "editor", "admin"],
  },
  {
    key: "messages",
    label: "Messages and questions",
    says: "Somebody writes or asks on an order. A letter about a message comes after ten minutes, if it is unread.",
    about: "messages and questions",
    standard: "both",
    fixed: null,
    readers: ["client", "editor", "admin"],
  },
  {
    key: "invites",
    label: "Invites",
    says: "An order is offered to you.",
    about: "invites",
    standard: "both",
    fixed: null,
    readers: ["editor"],
  },
  {
    key: "money",
    label: "Payments and refunds",
    says: "A payment fails, money goes back to you.",
    about: "payments and refunds",
    standard: "both",
    fixed: null,
    readers: ["client", "admin"],
  },
  {
    key: "payouts",
    label: "Earnings and payouts",
    says: "You are paid, an earning changes.",
    about: "earnings and payouts",
    standard: "both",
    fixed: null,
    readers: ["editor"],
  },
  {
    key: "support",
    label: "Support",
    says: "Our staff answer your ticket, or settle it.",
    about: "support's answers",
    standard: "both",
    fixed: null,
    readers: ["client", "editor"],
  },
  {
    key: "account",
    label: "Account and security",
    says: "Your roles, your address, your password, your application.",
    about: "the account",
    standard: "both",
    fixed: "Always on, to keep your account yours.",
    readers: ALL,
  },
  {
    key: "announcements",
    label: "Announcements",
    says: "A word of the house to everybody, or to your role.",
    about: "announcements",
    standard: "bell",
    fixed: "In the bell alone.",
    readers: ALL,
  },
];

/** The group of every kind of fact that a person, and not a role's feed, is told of. */
export const GROUP_OF = {
  "order.expired": "orders",
  "order.paid": "orders",
  "order.assigned": "orders",
  "order.started": "orders",
  "order.released": "orders",
  "order.resumed": "orders",
  "order.gate_stopped": "orders",
  "order.submitted": "orders",
  "order.changes_required": "orders",
  "order.delivered": "orders",
  "order.accepted": "orders",
  "order.accept_reminder": "orders",
  "order.revision_requested": "orders",
  "order.revision_started": "orders",
  "order.rated": "orders",
  "order.cancelled": "orders",
  "order.held": "orders",
  "order.unheld": "orders",
  "order.unstarted": "orders",
  "order.idle": "orders",
  "order.unsubmitted": "orders",
  "order.overdue": "orders",
  "order.date_moved": "orders",
  "matching.client_offered": "orders",
  "message.posted": "messages",
  "query.asked": "messages",
  "query.answered": "messages",
  "query.reminded": "messages",
  "query.written": "messages",
  "invite.sent": "invites",
  "invite.lost": "invites",
  "payment.failed": "money",
  "payment.surplus": "money",
  "refund.succeeded": "money",
  "order.refunded": "money",
  "order.compensated": "money",
  "earning.reversed": "payouts",
  "payout.paid": "payouts",
  "ticket.answered": "support",
  "ticket.resolved": "support",
  "ticket.merged": "support",
  "account.roles_changed": "account",
  "account.enabled": "account",
  "account.email_changed": "account",
  "account.password_changed": "account",
  "application.decided": "account",
} as const satisfies Partial<Record<FactKind, GroupKey>>;

const byKey = new Map(NOTICE_GROUPS.map((g) => [g.key, g]));
export const findGroup = (key: GroupKey): NoticeGroup => byKey.get(key)!;
export const isGroup = (key: string): key is GroupKey => byKey.has(key as GroupKey);
/** The group a kind of fact belongs to; null where no person is told of it by name. */
export const groupOf = (kind: FactKind): GroupKey | null =>
  (GROUP_OF as Partial<Record<FactKind, GroupKey>>)[kind] ?? null;

/** Somebody's choices by group; what is missing, or not ours, stands at its default. */
export type Channels = Readonly<Partial<Record<GroupKey, Channel>>>;

/** Choices as they come out of the database, or none where they have another shape. */
export function readChannels(value: unknown): Channels {
  if (typeof value !== "object" || value === null) return {};
  const known = Object.entries(value).filter(
    ([key, channel]) =>
      isGroup(key) && findGroup(key).fixed === null && (CHANNELS as readonly unknown[]).includes(channel),
  );
  return Object.fromEntries(known);
}

/** How a group comes to somebody: as they chose, else by default; a fixed group always by default. */
export const channelOf = (channels: Channels, key: GroupKey): Channel =>
  (findGroup(key).fixed === null ? channels[key] : undefined) ?? findGroup(key).standard;
export const byBell = (channel: Channel): boolean => channel === "both" || channel === "bell";
export const byEmail = (channel: Channel): boolean => channel === "both" || channel === "email";
export const channelFrom = (bell: boolean, email: boolean): Channel =>
  bell ? (email ? "both" : "bell") : email ? "email" : "none";

/** What somebody is told things as. @param person their roles */
export function audienceOf(person: { isAdmin: boolean; isEditor: boolean; isSupport: boolean }): Audience {
  return person.isAdmin ? "admin" : person.isSupport ? "support" : person.isEditor ? "editor" : "client";
}

/** The groups somebody is shown: their role's, and any other they have chosen something about (by a letter's link, say, or in an earlier role). */
export const groupsFor = (audience: Audience, channels: Channels): readonly NoticeGroup[] =>
  NOTICE_GROUPS.filter((g) => g.readers.includes(audience) || channels[g.key] !== undefined);
