import { rolesInWords } from "#app/features/accounts/rules/role-claims.ts";
import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { CONTACT_TOPIC_WORDS } from "#app/features/support/rules/contact-message.ts";
import { TICKET_CATEGORY_WORDS } from "#app/features/support/rules/ticket.ts";
import { type ReaderRoles, paymentsPage, ticketPage } from "./notice-link.ts";

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
  /** The reader's roles: pages differ by role, and so do links. For a staff feed, the feed's role. */
  reader: ReaderRoles;
};

/** Who is notified: someone on the order, the person the fact is about, or a role's feed. */
export type Recipient = "client" | "editor" | "subject" | "support" | "admin";

export type Notice<K extends FactKind> = {
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
   * For the admins' feed: an email to each admin. For people: an email right away, none, or one after ten minutes if
   * the notice is still unread (one email per order thread).
   */
  email: boolean | "if_unread";
  /**
   * The email's paragraphs after the greeting: what happened, what to do, and by when. Defaults to the body. Never
   * quotes what people wrote on an order.
   */
  letter?(fact: Fact<K>, about: NoticeContext): readonly string[];
  /** The label of the email's button. Defaults to "Open order". */
  button?: string | ((fact: Fact<K>) => string);
  /** Notify the reader even of their own actions. Off by default. */
  evenOwn?: boolean;
  /** Notify only for facts of this kind that match. */
  only?(fact: Fact<K>): boolean;
};

type Table = { [K in FactKind]: readonly Notice<K>[] };

const none = [] as const;
const order = (about: NoticeContext): string =>
  about.order ? `${about.order.number}${about.order.title ? `, “${about.order.title}”` : ""}` : "your order";
const at = (date: Date | string | null | undefined, about: NoticeContext): string =>
  date ? formatInstant(new Date(date), about.timeZone) : "";
const money = (amount: number, about: NoticeContext): string => formatMoney(amount, about.order?.currency ?? "USD");

const OWNERS = { client: "author", editor: "editor", visitor: "visitor" } as const;
const ownTicket = (
  f: { subjectId: string | null; data: { ownerRole: "client" | "editor" | "visitor" } },
  about: NoticeContext,
): string => ticketPage(f.data.ownerRole, f.subjectId ?? "", about.reader);
const deskThread = (f: { subjectId: string | null }): string => `/support-desk/threads/${f.subjectId}`;
const adminTicket = (f: { subjectId: string | null }): string => `/admin/support/tickets/${f.subjectId}`;
const ticketWords = (f: Fact<"ticket.opened">): string =>
  `${TICKET_CATEGORY_WORDS[f.data.category]}, ${f.data.priority}, from ${f.data.ownerRole === "editor" ? "an editor" : f.data.ownerRole === "client" ? "an author" : "a visitor"}.`;
const CLOCKS = { first_response: "first reply", resolution: "resolution" } as const;
const warnedTitle = (f: Fact<"ticket.warned">): string =>
  f.data.level === "breach"
    ? `${f.data.number}: the ${CLOCKS[f.data.clock]} is overdue`
    : `${f.data.number}: the ${CLOCKS[f.data.clock]} is due soon`;
const warnedWords = (f: Fact<"ticket.warned">, about: NoticeContext): string => `Due by ${at(f.data.dueAt, about)}.`;

/**
 * Every kind of fact: who is notified, what it says, where it links, and through which channels. A fact without an
 * entry doesn't compile.
 */
export const notices: Table = {
  "account.opened": none,
  "account.verified": none,
  "account.profile_changed": none,
  // Editors aren't told whose lists they are on.
  "account.editor_listed": none,
  "editor.matching_changed": none,
  "editor.confidentiality_signed": none,
  "account.roles_changed": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) => `You're now ${rolesInWords(f.data.after)}`,
      body: (f) => `An admin changed your roles. You were ${rolesInWords(f.data.before)}. Reason: ${f.data.reason}`,
      link: () => "/",
      button: "Open your home page",
      letter: (f) => [
        `An admin changed your roles. You were ${rolesInWords(f.data.before)} and are now ${rolesInWords(f.data.after)}.`,
        `Reason: ${f.data.reason}`,
        "You don't need to do anything. The menu shows the pages your new roles can open.",
      ],
    },
    {
      to: "admin",
      severity: 0,
      email: true,
      only: (f) => f.data.before.admin !== f.data.after.admin,
      title: (f, about) =>
        f.data.after.admin
          ? `${about.name(f.data.uid)} is now an admin`
          : `${about.name(f.data.uid)} is no longer an admin`,
      body: (f, about) =>
        `${f.actorId ? about.name(f.actorId) : "The system"} made this change. Reason: ${f.data.reason}`,
      letter: (f, about) => [
        `${f.actorId ? about.name(f.actorId) : "The system"} ${f.data.after.admin ? `made ${about.name(f.data.uid)} an admin` : `removed the admin role from ${about.name(f.data.uid)}`}.`,
        `Reason: ${f.data.reason}`,
        "Every admin gets this email. If you didn't expect the change, open the account and check it with your colleagues today.",
      ],
      link: (f) => `/admin/admin-tools?person=${f.data.uid}`,
      button: "Open the account",
    },
  ],
  // A disabled account can't open notifications, so disable-account.ts sends an email instead.
  "account.disabled": none,
  "account.enabled": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: () => "Your account has been reopened",
      body: () => "You can sign in as before.",
      letter: () => [
        "Your account was closed and has now been reopened. Nothing in it has changed, and you can sign in as before.",
      ],
      link: () => "/signin",
      button: "Sign in",
    },
  ],
  // change-email.ts and change-password.ts send the emails, to both addresses where there are two.
  "account.email_changed": [
    {
      to: "subject",
      severity: 1,
      email: false,
      evenOwn: true,
      title: () => "Your email address was changed",
      body: () => "If this wasn't you, contact us right away.",
      link: () => "/",
    },
  ],
  "account.password_changed": [
    {
      to: "subject",
      severity: 1,
      email: false,
      evenOwn: true,
      title: () => "Your password was changed",
      body: () => "You've been signed out on all other devices. If this wasn't you, contact us right away.",
      link: () => "/",
    },
  ],
  // second-factor-letters.ts sends the email together with the change.
  "account.second_factor": none,
  "account.passkey": none,
  "application.submitted": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.name || "Someone"} applied to be an editor`,
      body: () => "The application and sample edit are ready for review.",
      link: (f) => `/admin/editors/${f.data.uid}`,
    },
  ],
  "application.decided": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) =>
        f.data.decision === "approved" ? "Your editor application was approved" : "Your application wasn't accepted",
      body: (f) =>
        [
          f.data.decision === "approved"
            ? "Your application was approved. Next, verify your identity and set your matching preferences."
            : "",
          f.data.note,
        ]
          .filter(Boolean)
          .join(" "),
      letter: (f) => [
        f.data.decision === "approved"
          ? "Your editor application was approved. You'll start on a trial period."
          : "We've reviewed your editor application, and we can't offer you a place right now.",
        ...(f.data.note ? [`Note from the reviewer: ${f.data.note}`] : []),
        f.data.decision === "approved"
          ? "Next, verify your identity and set your matching preferences. You can receive invites once both are done."
          : "Your answers are saved in your application.",
      ],
      button: (f) => (f.data.decision === "approved" ? "Set up your account" : "View application"),
      link: (f) => (f.data.decision === "approved" ? "/editor" : "/editor-signup"),
    },
  ],
  "order.quoted": none,
  "order.reopened": none,
  "order.withdrawn": none,
  "certificate.issued": none,
  "certificate.revoked": none,
  "order.expired": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `Your quote for ${a.order?.number} has expired`,
      body: () => "We hold quotes for 7 days. Nothing was charged. Place a new order to get today's price.",
      letter: (_f, a) => [
        `We hold quotes for 7 days, and the one for ${order(a)} has expired. Nothing was charged.`,
        "If you still need this manuscript edited, place a new order to get today's price.",
      ],
    },
  ],
  "order.paid": [
    {
      to: "client",
      severity: 1,
      email: true,
      evenOwn: true,
      title: (_f, a) => `Payment received: finding an editor for ${a.order?.number}`,
      body: (f, a) =>
        `${money(f.data.amountMinor, a)} received for ${order(a)}. Your edited manuscript is due by ${at(f.data.dueAt, a)}. Your invoice is under Payments.`,
      letter: (f, a) => [
        `We've received ${money(f.data.amountMinor, a)} for ${order(a)}. Your edited manuscript is due by ${at(f.data.dueAt, a)}.`,
        "We're finding an editor now and will let you know who accepts. You don't need to do anything. Your invoice is under Payments.",
      ],
    },
  ],
  "order.assigned": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `An editor accepted ${a.order?.number}`,
      body: (f, a) => `${a.name(f.data.editorId)} is editing ${order(a)}. It's due by ${at(a.order?.dueAt, a)}.`,
      letter: (f, a) => [
        `${a.name(f.data.editorId)} is editing ${order(a)}. It's due by ${at(a.order?.dueAt, a)}.`,
        "You can message your editor on the order page. If anything is unclear, that's where they'll ask you.",
      ],
    },
    {
      to: "editor",
      severity: 1,
      email: true,
      evenOwn: true,
      title: (_f, a) => `You've been assigned ${a.order?.number}`,
      body: (f, a) => `You're editing ${order(a)}. Submit it by ${at(f.data.editorDueAt, a)}.`,
      letter: (f, a) => [
        `You're editing ${order(a)}. Submit it by ${at(f.data.editorDueAt, a)}.`,
        "The manuscript and the author's instructions are on the order page. Mark the order as started there so the author knows.",
      ],
    },
  ],
  "order.started": [
    {
      to: "client",
      severity: 2,
      email: false,
      title: (_f, a) => `Editing has started on ${a.order?.number}`,
      body: (_f, a) => `${a.name(a.order?.assignedTo ?? null)} has opened the manuscript.`,
    },
  ],
  "order.released": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `We're finding another editor for ${a.order?.number}`,
      body: (_f, a) =>
        `The editor of ${order(a)} can't continue. Their work so far is saved, and your due date hasn't changed.`,
      letter: (_f, a) => [
        `The editor of ${order(a)} can't continue, so we're finding another. Their work so far is saved.`,
        a.order?.dueAt
          ? `Your due date is still ${at(a.order.dueAt, a)}. You don't need to do anything.`
          : "Your due date hasn't changed. You don't need to do anything.",
      ],
    },
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (_f, a) => `You're no longer assigned to ${a.order?.number}`,
      body: (f) => f.data.reason,
      link: () => "/editor/orders",
      button: "View orders",
      letter: (f, a) => [
        `You're no longer assigned to ${order(a)}.`,
        `Reason: ${f.data.reason}`,
        "Please stop working on it. Your other orders aren't affected.",
      ],
    },
  ],
  "order.progress": none,
  "order.paused": none,
  "order.resumed": [
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `The deadline for ${a.order?.number} is running again`,
      body: (_f, a) => `Your deadline is now ${at(a.order?.editorDueAt, a)}.`,
      letter: (f, a) => [
        `${f.data.why === "answered" ? "Your question was answered" : f.data.why === "withdrawn" ? "Your question was withdrawn" : "Your question has gone unanswered for seven days, so you can continue without a reply"}. The deadline for ${order(a)} is running again.`,
        `Your deadline is now ${at(a.order?.editorDueAt, a)}.`,
      ],
    },
  ],
  "order.gate_stopped": [
    {
      to: "editor",
      severity: 1,
      email: false,
      evenOwn: true,
      title: (_f, a) => `${a.order?.number} wasn't submitted`,
      body: (f) =>
        f.data.untracked > 0
          ? `${f.data.untracked} ${f.data.untracked === 1 ? "edit isn't" : "edits aren't"} tracked. The order page lists them.`
          : f.data.locked
            ? `${f.data.locked} ${f.data.locked === 1 ? "change is" : "changes are"} in sections the author excluded. The order page lists them.`
            : "The tracked copy doesn't match this manuscript. The order page explains why.",
    },
  ],
  "order.submitted": [
    {
      to: "client",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} has been submitted`,
      body: () => "Every edit is tracked. We're preparing the clean copy.",
    },
  ],
  "order.sent_to_qa": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (_f, a) => `${a.order?.number} is ready for QA`,
      body: (f) => f.data.reason,
    },
  ],
  "order.changes_required": [
    {
      to: "editor",
      severity: 0,
      email: true,
      title: (_f, a) => `QA requested changes to ${a.order?.number}`,
      body: (f) => `${f.data.total} of 100. ${f.data.note}`,
      button: "View requested changes",
      letter: (f, a) => [
        `QA scored your work on ${order(a)} ${f.data.total} out of 100 and requested changes before it goes to the author.`,
        `The requested changes are on the order page.${a.order?.editorDueAt ? ` Submit it again by ${at(a.order.editorDueAt, a)}.` : ""}`,
      ],
    },
  ],
  "order.delivered": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} has been delivered`,
      body: (_f, a) =>
        `The tracked changes, clean copy, and editor's letter for ${order(a)} are ready. If you don't respond, the order is accepted automatically on ${at(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
      button: "Review edited manuscript",
      letter: (_f, a) => [
        `The tracked changes, clean copy, and editor's letter for ${order(a)} are ready.`,
        `Review them, then accept the order or request a revision. If you don't respond, the order is accepted automatically on ${at(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
      ],
    },
    {
      to: "editor",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} was delivered`,
      body: () => "The author has it now. Your earnings are pending until the order is accepted.",
    },
  ],
  "order.accepted": [
    {
      to: "editor",
      severity: 2,
      email: true,
      title: (_f, a) => `${a.order?.number} was accepted`,
      body: () => "Your earnings are available and will be included in a payout run after the holding period.",
      letter: (f, a) => [
        f.data.by === "client"
          ? `The author accepted ${order(a)}.`
          : `The review period for ${order(a)} ended, so it was accepted automatically.`,
        "Your earnings are available and will be included in a payout run after the holding period. You don't need to do anything.",
      ],
    },
  ],
  "order.accept_reminder": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `Have you reviewed ${a.order?.number}?`,
      body: (_f, a) =>
        `It will be accepted automatically on ${at(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
      button: "Review edited manuscript",
      letter: (_f, a) => [
        `Your edited manuscript for ${order(a)} is ready for your review.`,
        `Accept it or request a revision. If you don't respond, the order is accepted automatically on ${at(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
      ],
    },
  ],
  "order.revision_requested": [
    {
      to: "editor",
      severity: 0,
      email: true,
      title: (_f, a) => `Revision requested for ${a.order?.number}`,
      body: (f) => f.data.note,
      button: "View revision request",
      letter: (_f, a) => [
        `The author requested a revision of ${order(a)}. A second round within the revision window is part of the order.`,
        "The request and its due date are on the order page. Start the revision there so the author knows.",
      ],
    },
  ],
  "order.revision_started": [
    {
      to: "client",
      severity: 2,
      email: false,
      title: (_f, a) => `The revision of ${a.order?.number} has started`,
      body: (_f, a) => `${a.name(a.order?.assignedTo ?? null)} is working on it.`,
    },
  ],
  "order.rated": [
    {
      to: "editor",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} was rated`,
      body: (f) => `${f.data.overall} out of 5.`,
    },
  ],
  "order.cancelled": [
    {
      to: "client",
      severity: 1,
      email: true,
      evenOwn: true,
      title: (_f, a) => `${a.order?.number} was canceled`,
      body: (f, a) =>
        f.data.refundMinor > 0
          ? `${money(f.data.refundMinor, a)} will be refunded to your original payment method. ${f.data.basis.join(" ")}`
          : `There is no refund. ${f.data.basis.join(" ")}`,
      letter: (f, a) => [
        `${order(a)} was canceled, and work on it has stopped.`,
        f.data.refundMinor > 0
          ? `${money(f.data.refundMinor, a)} will be refunded to your original payment method. It can take up to ten days to appear.`
          : "There is no refund.",
        ...(f.data.basis.length > 0 ? [f.data.basis.join(" ")] : []),
      ],
    },
    {
      to: "subject",
      severity: 0,
      email: true,
      title: (_f, a) => `${a.order?.number} was canceled`,
      body: (f, a) =>
        f.data.editorMinor > 0
          ? `Please stop working on it. You'll be paid ${money(f.data.editorMinor, a)} for the work you did.`
          : "Please stop working on it.",
      link: () => "/editor/orders",
      button: "View orders",
      letter: (f, a) => [
        `${order(a)} was canceled. Please stop working on it.`,
        f.data.editorMinor > 0
          ? `You'll be paid ${money(f.data.editorMinor, a)} for the work you did.`
          : "Your other orders aren't affected.",
      ],
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} was canceled`,
      body: (f, a) => `Refund ${money(f.data.refundMinor, a)}. ${f.data.reason}`,
    },
  ],
  "order.refunded": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} was refunded in full`,
      body: (f, a) =>
        `${money(f.data.amountMinor, a)} will be refunded to your original payment method. It can take up to ten days to appear.`,
      letter: (f, a) => [
        `We're refunding ${money(f.data.amountMinor, a)}, the full amount you paid for ${order(a)}. It can take up to ten days to appear.`,
        "The credit note is under Payments. You don't need to do anything.",
      ],
    },
  ],
  "order.compensated": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `Refund for late delivery of ${a.order?.number}`,
      body: (f, a) =>
        `${money(f.data.refundMinor, a)} will be refunded to your original payment method. ${f.data.basis.join(" ")}`,
      letter: (f, a) => [
        `We delivered ${order(a)} later than we promised. We're sorry.`,
        `${money(f.data.refundMinor, a)} will be refunded to your original payment method. You don't need to do anything.`,
        ...(f.data.basis.length > 0 ? [f.data.basis.join(" ")] : []),
      ],
    },
  ],
  "order.closed": none,
  "order.held": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} is on hold`,
      body: (f) => f.data.reason,
      letter: (f, a) => [
        `${order(a)} is on hold, and its deadlines are paused.`,
        `Reason: ${f.data.reason}`,
        "We'll let you know when work resumes and what the new due date is.",
      ],
    },
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} is on hold`,
      body: () => "Its deadlines are paused. We'll let you know when work resumes.",
      letter: (_f, a) => [
        `${order(a)} is on hold, and your deadline is paused.`,
        "Please stop working on it for now. We'll let you know when to resume.",
      ],
    },
  ],
  "order.unheld": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `${a.order?.number} has resumed`,
      body: (_f, a) => `The due date is now ${at(a.order?.dueAt, a)}.`,
      letter: (_f, a) => [
        `${order(a)} is no longer on hold. Work has resumed.`,
        a.order?.dueAt
          ? `The new due date is ${at(a.order.dueAt, a)}. You don't need to do anything.`
          : "You don't need to do anything.",
      ],
    },
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} has resumed`,
      body: (_f, a) => `Your deadline is now ${at(a.order?.editorDueAt, a)}.`,
      letter: (_f, a) => [
        `${order(a)} is no longer on hold.`,
        `You can resume work. Submit it by ${at(a.order?.editorDueAt, a)}.`,
      ],
    },
  ],
  "order.unstarted": [
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} hasn't been started`,
      body: (_f, a) => `A quarter of your time has passed. It's due ${at(a.order?.editorDueAt, a)}.`,
      letter: (_f, a) => [
        `A quarter of your time for ${order(a)} has passed, and you haven't started it.`,
        `Open the manuscript to start. It's due ${at(a.order?.editorDueAt, a)}. If you can't do it, say so on the order page as soon as possible.`,
      ],
    },
  ],
  "order.idle": [
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `No progress reported on ${a.order?.number}`,
      body: (_f, a) => `Update your progress or ask for help. It's due ${at(a.order?.editorDueAt, a)}.`,
      letter: (_f, a) => [
        `More than half of your time for ${order(a)} has passed, and you haven't reported any progress.`,
        `Update your progress on the order page, or ask for help there. It's due ${at(a.order?.editorDueAt, a)}.`,
      ],
    },
    {
      to: "support",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (_f, a) => `No progress on ${a.order?.number}`,
      body: (f, a) => `${a.name(f.data.editorId)} has reported no progress with 60% of the time used.`,
    },
  ],
  "order.unsubmitted": [
    {
      to: "editor",
      severity: 0,
      email: true,
      title: (_f, a) => `${a.order?.number} is due soon`,
      body: (_f, a) => `Submit it by ${at(a.order?.editorDueAt, a)}.`,
      button: "Open order and submit",
      letter: (_f, a) => [
        `Submit ${order(a)} by ${at(a.order?.editorDueAt, a)}. Most of your time has passed.`,
        "If it won't be ready by then, say so on the order page now.",
      ],
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (_f, a) => `${a.order?.number} not submitted with 85% of the time used`,
      body: (f, a) => `${a.name(f.data.editorId)} has until ${at(a.order?.editorDueAt, a)}.`,
    },
  ],
  "order.overdue": [
    {
      to: "editor",
      type: "order.overdue",
      severity: 0,
      email: true,
      title: (_f, a) => `${a.order?.number} is overdue`,
      body: () => "Your deadline has passed. Submit it now, or tell support what you need.",
      button: "Open order and submit",
      letter: (_f, a) => [
        `Your deadline for ${order(a)} was ${at(a.order?.editorDueAt, a)}.`,
        "Submit it now, or tell us on the order page what you need. Late work can earn less.",
      ],
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `${a.order?.number} is overdue`,
      body: (f, a) =>
        `${a.name(f.data.editorId)}'s deadline has passed. The author expects it by ${at(a.order?.dueAt, a)}.`,
    },
    {
      to: "support",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `${a.order?.number} is overdue`,
      body: (f, a) => `${a.name(f.data.editorId)}'s deadline has passed.`,
    },
  ],
  "order.date_moved": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} has a new due date`,
      body: (f, a) => `It's now due by ${at(f.data.dueAt, a)}.`,
      letter: (f, a) => [
        `The due date of ${order(a)} has changed. It's now due by ${at(f.data.dueAt, a)}.`,
        "You don't need to do anything.",
      ],
    },
  ],
  "message.posted": [
    {
      to: "client",
      type: "order_message",
      severity: 2,
      email: "if_unread",
      title: (_f, a) => `New message about ${a.order?.number}`,
      body: (f, a) => `From ${f.actorRole === "editor" ? a.name(f.actorId) : "support"}.`,
    },
    {
      to: "editor",
      type: "order_message",
      severity: 2,
      email: "if_unread",
      title: (_f, a) => `New message about ${a.order?.number}`,
      body: (f) => `From ${f.actorRole === "client" ? "the author" : "support"}.`,
    },
  ],
  "query.asked": [
    {
      to: "client",
      type: "order_message",
      severity: 0,
      email: true,
      title: (_f, a) => `Your editor has a question about ${a.order?.number}`,
      body: (f) =>
        f.data.blocking
          ? "Work is paused until you reply, and so is your due date."
          : "Your reply will help, but work continues in the meantime.",
      button: "Answer question",
      letter: (f, a) => [
        `${a.name(a.order?.assignedTo ?? null)} has a question about ${order(a)}.`,
        f.data.blocking
          ? "Work is paused until you reply, and your due date moves by the same amount of time."
          : "Your reply will help, but work continues in the meantime.",
      ],
    },
  ],
  "query.answered": [
    {
      to: "editor",
      type: "order_message",
      severity: 1,
      email: true,
      title: (_f, a) => `Your question about ${a.order?.number} was answered`,
      body: () => "The answer is on the order page.",
      button: "Read reply",
      letter: (_f, a) => [`The author of ${order(a)} answered your question.`, "The answer is on the order page."],
    },
  ],
  "query.written": [
    {
      to: "editor",
      type: "order_message",
      severity: 2,
      email: true,
      title: (_f, a) => `The author answered your comments on ${a.order?.number}`,
      body: (f) =>
        `${f.data.answers} ${f.data.answers === 1 ? "answer is" : "answers are"} in a copy of the document on the order page.`,
      button: "Read replies",
      letter: (_f, a) => [
        `The author of ${order(a)} answered the questions in your comments.`,
        "The answers are on the order page and in a copy of the document, as replies to your comments and in some cases as tracked changes. You don't need to do anything unless the author requests a revision.",
      ],
    },
  ],
  "query.reminded": [
    {
      to: "client",
      type: "order_message",
      severity: 0,
      email: true,
      title: (_f, a) => `Your editor is still waiting for your answer on ${a.order?.number}`,
      body: (f) => `Your editor asked ${f.data.hours} hours ago and can't continue without an answer.`,
      button: "Answer question",
      letter: (f, a) => [
        `${a.name(a.order?.assignedTo ?? null)} asked you a question about ${order(a)} ${f.data.hours} hours ago and can't continue without your answer.`,
        "Work is paused until you reply, and your due date moves by the same amount of time.",
      ],
    },
  ],
  "invite.sent": [
    {
      to: "subject",
      severity: 0,
      email: true,
      title: (f) => `New invite: ${formatMoney(f.data.payMinor)}`,
      body: (f, a) => `The first editor to accept gets the order. Your invite expires ${at(f.data.expiresAt, a)}.`,
      link: () => "/editor/invites",
      button: "View invite",
      letter: (f, a) => [
        `You have a new invite for an order in your field. It pays ${formatMoney(f.data.payMinor)}.`,
        `The first editor to accept gets the order. Your invite expires ${at(f.data.expiresAt, a)}.`,
      ],
    },
  ],
  "invite.accepted": none,
  "invite.declined": none,
  "invite.expired": none,
  "invite.lost": [
    {
      to: "subject",
      severity: 2,
      email: false,
      title: () => "Your invite is no longer open",
      body: (_f, a) =>
        `${a.order?.number ?? "The order"} went to another editor or is no longer on offer. This doesn't count against you.`,
      link: () => "/editor/invites",
    },
  ],
  "matching.support_told": [
    {
      to: "support",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `No editor yet for ${a.order?.number}`,
      body: (f) =>
        `40% of its matching window has passed. ${f.data.invited} ${f.data.invited === 1 ? "editor was" : "editors were"} invited.`,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `No editor yet for ${a.order?.number}`,
      body: () => "40% of its matching window has passed. You can assign an editor manually.",
    },
  ],
  "matching.client_offered": [
    {
      to: "client",
      severity: 0,
      email: true,
      title: (_f, a) => `We haven't found an editor for ${a.order?.number} yet`,
      body: (f, a) =>
        `You can take a full refund or a later due date: ${at(f.data.laterDueAt, a)}. Choose on the order page. We'll keep looking until you do.`,
      button: "Choose an option",
      letter: (f, a) => [
        `We're sorry, but we haven't found an editor for ${order(a)} yet.`,
        `You can take a full refund or a later due date: ${at(f.data.laterDueAt, a)}. Choose on the order page. We'll keep looking until you do.`,
      ],
    },
  ],
  "payment.started": none,
  "payment.failed": [
    {
      to: "client",
      severity: 1,
      email: false,
      title: (_f, a) => `Your payment for ${a.order?.number} didn't go through`,
      body: (f) => f.data.reason,
      link: (f, a) => paymentsPage(f.orderId, a.reader),
    },
  ],
  "payment.succeeded": none,
  "payment.surplus": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: () => "We're refunding a payment",
      body: (f, a) =>
        `${money(f.data.amountMinor, a)} arrived for ${order(a)} but couldn't be applied: ${f.data.why} The full amount is refunded automatically.`,
      link: (f, a) => paymentsPage(f.orderId, a.reader),
      button: "View payments",
      letter: (f, a) => [
        `${money(f.data.amountMinor, a)} arrived for ${order(a)} but couldn't be applied: ${f.data.why}`,
        "The full amount is refunded automatically to your original payment method. You don't need to do anything.",
      ],
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (_f, a) => `Surplus payment for ${a.order?.number}`,
      body: (f) => f.data.why,
    },
  ],
  "refund.requested": none,
  "refund.succeeded": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (f, a) => `${money(f.data.amountMinor, a)} has been refunded`,
      body: (_f, a) => `The credit note for ${order(a)} is under Payments.`,
      link: (f, a) => paymentsPage(f.orderId, a.reader),
      button: "View payments",
      letter: (f, a) => [
        `${money(f.data.amountMinor, a)} of your payment for ${order(a)} has been refunded. It can take up to ten days to appear.`,
        "The credit note is under Payments. You don't need to do anything.",
      ],
    },
  ],
  "refund.failed": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `A refund for ${a.order?.number} failed`,
      body: (f) => f.data.reason,
    },
  ],
  "invoice.issued": none,
  "earning.pending": none,
  "earning.available": none,
  "earning.reversed": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: () => "One of your earnings was reduced",
      body: (f) => f.data.reason,
      link: () => "/editor/editor-payouts",
      button: "View earnings",
      letter: (f, a) => [
        a.order
          ? `Your earnings for ${a.order.number} were reduced by ${money(f.data.amountMinor, a)}.`
          : `One of your earnings was reduced by ${money(f.data.amountMinor, a)}.`,
        `Reason: ${f.data.reason}`,
        "If this doesn't look right, open a support ticket.",
      ],
    },
  ],
  "payout_run.prepared": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: () => "A payout run needs approval",
      body: (f) => `${f.data.payouts} payouts, ${formatMoney(f.data.totalMinor)} in total.`,
      link: () => "/admin/payouts/bank-batch",
    },
  ],
  "payout_run.approved": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: () => "A payout run was approved",
      body: () => "You can now download its bank file.",
      link: () => "/admin/payouts/bank-batch",
    },
  ],
  "payout_run.sent": none,
  "payout_run.settled": none,
  "payout_run.cancelled": none,
  "payout.paid": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) => `You have been paid ${formatMoney(f.data.amountMinor, f.data.currency)}`,
      body: () => "The self-billed invoice is in your invoice history.",
      link: () => "/editor/invoice-history",
      button: "View invoice",
      letter: (f) => [
        `${formatMoney(f.data.amountMinor, f.data.currency)} is on its way to your bank account.`,
        "The self-billed invoice lists every order and is in your invoice history. You don't need to do anything.",
      ],
    },
  ],
  // Admins see these on the page where they happen and in the audit trail.
  "invoice.reviewed": none,
  "coupon.created": none,
  "coupon.switched": none,
  "bank.changed": none,
  "bank.confirmed": none,
  "contact.received": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: () => "New contact form message",
      body: (f) => `${CONTACT_TOPIC_WORDS[f.data.topic]}.`,
      link: (f) => `/support-desk/contact/${f.subjectId}`,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: () => "New contact form message",
      body: (f) => `${CONTACT_TOPIC_WORDS[f.data.topic]}.`,
      link: (f) => `/support-desk/contact/${f.subjectId}`,
    },
  ],
  "contact.read": none,
  "contact.closed": none,
  "contact.reopened": none,
  // Staff already heard about a contact message when it arrived. Their reply turns it into a ticket.
  "ticket.opened": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.number}: new ticket`,
      body: ticketWords,
      link: deskThread,
      only: (f) => f.data.channel !== "contact",
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (f) => `${f.data.number}: new ticket`,
      body: ticketWords,
      link: adminTicket,
      only: (f) => f.data.channel !== "contact",
    },
  ],
  "ticket.replied": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.number}: reply from the ${OWNERS[f.data.ownerRole]}`,
      body: () => "The response timer is running again.",
      link: deskThread,
    },
  ],
  "ticket.answered": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) => `Support replied to ${f.data.number}`,
      body: () => "Read the reply on the ticket page, where you can also respond.",
      link: ownTicket,
      button: "Read reply",
      letter: (f) => [
        `Our support team replied to your ticket ${f.data.number}.`,
        "Read the reply on the ticket page, where you can also respond.",
      ],
    },
  ],
  "ticket.noted": none,
  "ticket.assigned": none,
  "ticket.changed": none,
  "ticket.resolved": [
    {
      to: "subject",
      severity: 2,
      email: true,
      title: (f) =>
        f.data.messageId ? `Support replied to and resolved ${f.data.number}` : `${f.data.number} was resolved`,
      body: () => "If you still need help, reply on the ticket to reopen it. You can also rate our support.",
      link: ownTicket,
      button: "Open ticket",
      letter: (f) => [
        f.data.messageId
          ? `Our support team replied to your ticket ${f.data.number} and marked it as resolved. The reply is on the ticket page.`
          : `Your ticket ${f.data.number} was resolved.`,
        "If you still need help, reply on the ticket to reopen it. You can also rate our support there.",
      ],
    },
  ],
  "ticket.reopened": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.number} was reopened`,
      body: () => "The issue wasn't resolved.",
      link: deskThread,
      only: (f) => f.actorRole !== "support" && f.actorRole !== "admin",
    },
  ],
  "ticket.closed": none,
  "ticket.merged": [
    {
      to: "subject",
      severity: 2,
      email: false,
      title: (f) => `${f.data.number} was merged into ${f.data.intoNumber}`,
      body: () => "Both were about the same issue. You'll find every message there.",
      link: (f, a) => ticketPage(f.data.ownerRole, f.data.intoId, a.reader),
    },
  ],
  "ticket.rated": [
    {
      to: "support",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (f) => `${f.data.number} was rated`,
      body: (f) => `${f.data.rating} out of 5.`,
      link: deskThread,
    },
  ],
  "ticket.warned": [
    {
      to: "support",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: warnedTitle,
      body: warnedWords,
      link: deskThread,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: warnedTitle,
      body: warnedWords,
      link: adminTicket,
    },
  ],
  "macro.saved": none,
  "macro.removed": none,
  "thread.read": none,
  "thread.staff_asked": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (_f, a) => `Staff help requested on ${a.order?.number}`,
      body: (f) => `The ${f.data.role === "editor" ? "editor" : "author"} asked for staff to read the thread.`,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (_f, a) => `Staff help requested on ${a.order?.number}`,
      body: (f) => `The ${f.data.role === "editor" ? "editor" : "author"} asked for staff to read the thread.`,
    },
  ],
  "thread.staff_done": none,
  "thread.assigned": none,
  "announcement.saved": none,
  // An announcement is one row shared by all its readers, written by publish-announcement.ts.
  "announcement.published": none,
  "announcement.withdrawn": none,
  "announcement.expired": none,
  "announcement.removed": none,
};
