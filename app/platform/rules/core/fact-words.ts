/**
 * What each kind of fact says wherever it's shown: the order's timeline, the audit trail, a support thread's history,
 * the bell and email. Each feature declares its kinds in `rules/fact-words.ts`, and `app/fact-words.ts` combines them.
 */
import type { Fact, FactKind } from "./fact.ts";
import { formatMoney, CURRENCY } from "./money.ts";
import { formatInstant } from "./time.ts";

/** The role in which someone reads an order's page. */
export type Viewer = "client" | "editor" | "support" | "admin";

export type TimelineMark = "caret" | "dele" | "stet" | "transpose" | "paragraph" | "check";

/** A line of the timeline. `untilAt` is an ISO instant, shown in the reader's time zone. */
export type TimelineWords = {
  title: string;
  detail?: string | null;
  untilAt?: string | null;
  mark?: TimelineMark;
};

export type TimelineReader = {
  viewer: Viewer;
  isStaff: boolean;
  /** An amount in the order's currency. */
  money(amountMinor: number): string;
  /** A display name by uid, where known. */
  nameOf(uid: string | null): string | null;
};

/** A line of the audit trail: a label in the past tense, and the readable parts without ids. */
export type AuditWords<K extends FactKind> = {
  title: string;
  /** The parts after the label. Empty and missing parts are left out. @param money an amount in the order's currency */
  detail?(fact: Fact<K>, money: (amountMinor: number) => string): readonly (string | null | undefined)[];
};

/** The groups of notifications a person can choose channels for. */
export type NoticeGroupKey =
  | "orders"
  | "messages"
  | "invites"
  | "money"
  | "reminders"
  | "payouts"
  | "support"
  | "account"
  | "announcements";

export type ReaderRoles = { isAdmin: boolean; isSupport: boolean; isEditor: boolean };

/** What a notice can mention besides the fact itself. */
export type NoticeContext = {
  order: {
    id: string;
    number: string;
    title: string;
    userId: string | null;
    assignedTo: string | null;
    totalMinor: number;
    currency: string;
    dueAt: Date | null;
    editorDueAt: Date | null;
    autoAcceptAt: Date | null;
  } | null;
  /** A first name or display name by uid, where known. */
  name(uid: string | null): string;
  /** The reader's time zone. */
  timeZone: string;
  /** When it happened. Dates leave out this year. */
  now: Date;
  /** The reader's roles: pages differ by role, and so do links. For a staff feed, the feed's role. */
  reader: ReaderRoles;
};

/** A feed that staff share: support's, the admins', or what's about money. */
export type StaffFeed = "support" | "admin" | "finance";
/** Who is notified: someone on the order, the person the fact is about, or a feed. */
export type Recipient = "client" | "editor" | "subject" | StaffFeed;

/** Where a text that an email quotes is stored. */
export type QuotedRecord =
  | "order_message"
  | "reading_message"
  | "ticket_message"
  | "offer_note"
  | "offer_brief"
  | "offer_answer"
  | "quote_end";

/**
 * What somebody wrote, which the email about it carries: the text itself where the fact has it, or the message's id.
 * Files, manuscripts, and internal notes are never quoted.
 */
export type Quotation = { by: string } & ({ text: string } | { id: string; of: QuotedRecord });

export type Notice<K extends FactKind> = {
  /** Of a kind's notices to the same recipient, `only` picks one. It's known by its recipient. */
  to: Recipient;
  /** 0 = P0 (act now), 1 = P1 (act), 2 = P2 (to know). */
  severity: 0 | 1 | 2;
  /** The specification's type; the fact's kind when it names none. */
  type?: "order_message" | "admin_notification" | "order.overdue";
  title(fact: Fact<K>, about: NoticeContext): string;
  body(fact: Fact<K>, about: NoticeContext): string;
  /**
   * Where it links to. Leave it out for the order page, which notice-link.ts picks by reader. Only name a page that
   * every reader may open.
   */
  link?(fact: Fact<K>, about: NoticeContext): string;
  /**
   * For the feeds of admins and finance: an email to each of their readers. For people: an email right away, none, or one after ten minutes if
   * the notice is still unread (one email per order thread).
   */
  email: boolean | "if_unread";
  /**
   * The email's paragraphs after the greeting: what happened, what to do, and by when. Defaults to the body. What people
   * wrote belongs in `quote`.
   */
  letter?(fact: Fact<K>, about: NoticeContext): readonly string[];
  /** What somebody wrote that this notice is about. The email shows it after its first paragraph. */
  quote?(fact: Fact<K>, about: NoticeContext): Quotation | null;
  /** The label of the email's button. Defaults to "Open order". */
  button?: string | ((fact: Fact<K>) => string);
  /** Notify the reader even of their own actions. Off by default. */
  evenOwn?: boolean;
  /** Notify only for facts of this kind that match. */
  only?(fact: Fact<K>): boolean;
};

/** A notice to a person names its group, which lets them choose its channels. */
type NoticeWords<K extends FactKind> =
  | { group: NoticeGroupKey; notices: readonly Notice<K>[] }
  | { group?: never; notices: readonly (Notice<K> & { to: StaffFeed })[] };

/** Everything a kind of fact says. Each part is required: a kind that says nothing somewhere says so. */
export type FactWords<K extends FactKind> = NoticeWords<K> & {
  audit: AuditWords<K>;
  /** The line on the order's page for a viewer. Null, as a whole or for a viewer, where it isn't shown. */
  timeline: ((fact: Fact<K>, to: TimelineReader) => TimelineWords | null) | null;
  /** The line in the history of a support thread, for kinds that appear there. */
  thread?(fact: Fact<K>, nameOf: (uid: string) => string): string;
};

/** Every kind of fact and its words. A missing kind doesn't compile. */
export type FactWordsTable = { readonly [K in FactKind]: FactWords<K> };

/**
 * The words of a fact of any kind, or undefined for a kind that an older version recorded and this one doesn't know.
 */
export const wordsOf = (table: FactWordsTable, kind: string): FactWords<FactKind> | undefined =>
  Object.hasOwn(table, kind) ? (table[kind as FactKind] as unknown as FactWords<FactKind>) : undefined;

/** Every notice of a kind. */
export const noticesOf = (table: FactWordsTable, kind: string): readonly Notice<FactKind>[] =>
  (wordsOf(table, kind)?.notices ?? []) as readonly Notice<FactKind>[];

/** The notices of a fact, without those meant for other facts of the kind: at most one to each recipient. */
export const noticesFor = (table: FactWordsTable, fact: Fact): readonly Notice<FactKind>[] =>
  noticesOf(table, fact.kind).filter((notice) => !notice.only || notice.only(fact));

/** "S-2041, “Soil moisture”", as notices name an order. */
export const orderName = ({ order }: NoticeContext): string =>
  order ? `${order.number}${order.title ? `, “${order.title}”` : ""}` : "your order";

/** A deadline in the reader's time zone. Empty without one. */
export const readerTime = (date: Date | string | null | undefined, { timeZone, now }: NoticeContext): string =>
  date ? formatInstant(new Date(date), timeZone, { now, deadline: true }) : "";

/** An amount in the order's currency. */
export const orderMoney = (amountMinor: number, { order }: NoticeContext): string =>
  formatMoney(amountMinor, order?.currency ?? CURRENCY);
