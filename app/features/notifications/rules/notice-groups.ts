import type { FactKind } from "#app/platform/rules/core/fact.ts";
import type { FactWordsTable, NoticeGroupKey } from "#app/platform/rules/core/fact-words.ts";

export type GroupKey = NoticeGroupKey;
export type Channel = "both" | "bell" | "email" | "none";
export const CHANNELS = ["both", "bell", "email", "none"] as const satisfies readonly Channel[];
export const DIGESTS = ["off", "daily", "weekly"] as const;
export type Digest = (typeof DIGESTS)[number];

export type NoticeGroup = {
  key: GroupKey;
  label: string;
  /** What the group contains, in words. */
  says: string;
  /** Completes "Unsubscribe from emails about ...". */
  about: string;
  /** The default channel. A notice without an email sends none, even for "both". */
  standard: Channel;
  /** Why it can't be changed, or null when it can. */
  fixed: string | null;
  readers: readonly Audience[];
};
/** The role in which a person is notified. */
export type Audience = "client" | "editor" | "support" | "admin";

const ALL: readonly Audience[] = ["client", "editor", "support", "admin"];

/** Every group, in the order of the settings page. */
export const NOTICE_GROUPS: readonly NoticeGroup[] = [
  {
    key: "orders",
    label: "Order dates and deliveries",
    says: "When an order is assigned, delivered, rescheduled, put on hold, accepted, or late.",
    about: "order dates and deliveries",
    standard: "both",
    fixed: null,
    readers: ["client", "editor", "admin"],
  },
  {
    key: "messages",
    label: "Messages and questions",
    says: "When someone posts a message or question on an order. We email you about a message if it's still unread after ten minutes.",
    about: "messages and questions",
    standard: "both",
    fixed: null,
    readers: ["client", "editor", "admin"],
  },
  {
    key: "invites",
    label: "Invites",
    says: "When you're invited to an order.",
    about: "invites",
    standard: "both",
    fixed: null,
    readers: ["editor"],
  },
  {
    key: "money",
    label: "Payments and refunds",
    says: "When a payment fails or is refunded.",
    about: "payments and refunds",
    standard: "both",
    fixed: null,
    readers: ["client", "admin"],
  },
  {
    key: "reminders",
    label: "Unpaid quotes",
    says: "One reminder, a day after you got a quote and didn't pay.",
    about: "unpaid quotes",
    standard: "both",
    fixed: null,
    readers: ["client"],
  },
  {
    key: "payouts",
    label: "Earnings and payouts",
    says: "When you're paid or your earnings change.",
    about: "earnings and payouts",
    standard: "both",
    fixed: null,
    readers: ["editor"],
  },
  {
    key: "support",
    label: "Support",
    says: "When support replies to your ticket or resolves it.",
    about: "support replies",
    standard: "both",
    fixed: null,
    readers: ["client", "editor"],
  },
  {
    key: "account",
    label: "Account and security",
    says: "Changes to your roles, email, password, or application.",
    about: "your account",
    standard: "both",
    fixed: "Always on, to keep your account secure.",
    readers: ALL,
  },
  {
    key: "announcements",
    label: "Announcements",
    says: "News for everyone or for your role.",
    about: "announcements",
    standard: "bell",
    fixed: "Shown in the bell only.",
    readers: ALL,
  },
];

const byKey = new Map(NOTICE_GROUPS.map((g) => [g.key, g]));
export const findGroup = (key: GroupKey): NoticeGroup => byKey.get(key)!;
export const isGroup = (key: string): key is GroupKey => byKey.has(key as GroupKey);
/** The kinds of facts whose notices are in a group. */
export const kindsIn = (table: FactWordsTable, group: GroupKey): FactKind[] =>
  (Object.keys(table) as FactKind[]).filter((kind) => table[kind].group === group);

/** A person's choices by group. Missing or unknown groups use their defaults. */
export type Channels = Readonly<Partial<Record<GroupKey, Channel>>>;

/** Choices read from the database, or none if they have an unexpected shape. */
export function readChannels(value: unknown): Channels {
  if (typeof value !== "object" || value === null) return {};
  const known = Object.entries(value).filter(
    ([key, channel]) =>
      isGroup(key) && findGroup(key).fixed === null && (CHANNELS as readonly unknown[]).includes(channel),
  );
  return Object.fromEntries(known);
}

/** The channel of a group: the person's choice or the default. A fixed group always uses its default. */
export const channelOf = (channels: Channels, key: GroupKey): Channel =>
  (findGroup(key).fixed === null ? channels[key] : undefined) ?? findGroup(key).standard;
export const byBell = (channel: Channel): boolean => channel === "both" || channel === "bell";
export const byEmail = (channel: Channel): boolean => channel === "both" || channel === "email";
export const channelFrom = (bell: boolean, email: boolean): Channel =>
  bell ? (email ? "both" : "bell") : email ? "email" : "none";

/** The role in which a person is notified. @param person their roles */
export function audienceOf(person: { isAdmin: boolean; isEditor: boolean; isSupport: boolean }): Audience {
  return person.isAdmin ? "admin" : person.isSupport ? "support" : person.isEditor ? "editor" : "client";
}

/**
 * The groups shown to a person: those of their role, and any others they have a choice for (from an email's link or an
 * earlier role, say).
 */
export const groupsFor = (audience: Audience, channels: Channels): readonly NoticeGroup[] =>
  NOTICE_GROUPS.filter((g) => g.readers.includes(audience) || channels[g.key] !== undefined);
