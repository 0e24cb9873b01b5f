import { rolesInWords } from "#app/features/accounts/rules/role-claims.ts";
import type { Fact, FactKind } from "#app/platform/rules/fact.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import { formatInstant } from "#app/platform/rules/time.ts";
import { CONTACT_TOPIC_WORDS } from "#app/features/support/rules/contact-message.ts";
import { TICKET_CATEGORY_WORDS } from "#app/features/support/rules/ticket.ts";
import { type ReaderRoles, paymentsPage, ticketPage } from "./notice-link.ts";

/** What a notice may speak of besides the fact itself. */
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

/** Who hears: a person of the order, the person the fact is about, or a role's feed. */
export type Hearer = "client" | "editor" | "subject" | "support" | "admin";

export type Notice<K extends FactKind> = {
  to: Hearer;
  /** 0 = P0 (act now), 1 = P1 (act), 2 = P2 (to know). */
  severity: 0 | 1 | 2;
  /** The specification's type; the fact's kind where it names none. */
  type?: "order_message" | "admin_notification" | "order.overdue";
  title(fact: Fact<K>, about: NoticeContext): string;
  body(fact: Fact<K>, about: NoticeContext): string;
  /** Where it leads. Leave it out for the order's page, which notice-link.ts chooses by who reads: only name a page that every reader may open. */
  link?(fact: Fact<K>, about: NoticeContext): string;
  /** For the admins' feed: a letter to each of them. For people: a letter at once, none, or one ten minutes later if it is unread still (one for all that an order's thread holds by then). */
  email: boolean | "if_unread";
  /** The letter's paragraphs after the greeting: what happened, and what to do by when; the body where left out. Never what people wrote on an order. */
  letter?(fact: Fact<K>, about: NoticeContext): readonly string[];
  /** What the letter's button is called: what it opens. "Open the order" where left out. */
  button?: string | ((fact: Fact<K>) => string);
  /** Not told when the reader did it themselves (default), or told all the same. */
  evenOwn?: boolean;
  /** Told of these facts of the kind alone. */
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
const CLOCKS = { first_response: "first answer", resolution: "solution" } as const;
const warnedTitle = (f: Fact<"ticket.warned">): string =>
  f.data.level === "breach"
    ? `${f.data.number}: the ${CLOCKS[f.data.clock]} is late`
    : `${f.data.number}: the ${CLOCKS[f.data.clock]} is due soon`;
const warnedWords = (f: Fact<"ticket.warned">, about: NoticeContext): string =>
  `Promised by ${at(f.data.dueAt, about)}.`;

/** Every kind of fact: who hears of it, what it says, where it leads, by which channels. A fact without an entry does not compile. */
export const notices: Table = {
  "account.opened": none,
  "account.verified": none,
  "account.profile_changed": none,
  // An editor is not told on whose list they stand.
  "account.editor_listed": none,
  "editor.matching_changed": none,
  "editor.confidentiality_signed": none,
  "account.roles_changed": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) => `You are now ${rolesInWords(f.data.after)}`,
      body: (f) =>
        `An admin changed your roles: before, you were ${rolesInWords(f.data.before)}. The reason given: ${f.data.reason}`,
      link: () => "/",
      button: "Open your start page",
      letter: (f) => [
        `An admin changed your roles: you are now ${rolesInWords(f.data.after)}; before, you were ${rolesInWords(f.data.before)}.`,
        `The reason given: ${f.data.reason}`,
        "You need do nothing. The menu shows what your roles open.",
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
        `${f.actorId ? about.name(f.actorId) : "The product itself"} changed it. The reason given: ${f.data.reason}`,
      letter: (f, about) => [
        `${f.actorId ? about.name(f.actorId) : "The product itself"} ${f.data.after.admin ? `made ${about.name(f.data.uid)} an admin` : `took the admin role from ${about.name(f.data.uid)}`}.`,
        `The reason given: ${f.data.reason}`,
        "Every admin gets this email. If you didn't expect the change, open the account and check it with your colleagues today.",
      ],
      link: (f) => `/admin/admin-tools?person=${f.data.uid}`,
      button: "Open the account",
    },
  ],
  // Whoever is shut out has no page to read it on: the letter of disable-account.ts says so.
  "account.disabled": none,
  "account.enabled": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: () => "Your account is open again",
      body: () => "You can sign in as before.",
      letter: () => [
        "Your account was closed for a while and is open again. You can sign in as before; nothing in it was changed.",
      ],
      link: () => "/signin",
      button: "Sign in",
    },
  ],
  // The letters of change-email.ts and change-password.ts go to both addresses.
  "account.email_changed": [
    {
      to: "subject",
      severity: 1,
      email: false,
      evenOwn: true,
      title: () => "Your e-mail address was changed",
      body: () => "If it was not you, write to us at once.",
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
      body: () => "You were signed out everywhere else. If it was not you, write to us at once.",
      link: () => "/",
    },
  ],
  // The letters of second-factor-letters.ts go with the change itself.
  "account.second_factor": none,
  "account.passkey": none,
  "application.submitted": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.name || "Somebody"} applies to work as an editor`,
      body: () => "The application and the sample edit wait to be read.",
      link: (f) => `/admin/editors/${f.data.uid}`,
    },
  ],
  "application.decided": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) =>
        f.data.decision === "approved" ? "You are an editor on trial" : "Your application was not accepted",
      body: (f) =>
        [
          f.data.decision === "approved"
            ? "Your application was approved. The next step is to confirm who you are and to set what you want to be offered."
            : "",
          f.data.note,
        ]
          .filter(Boolean)
          .join(" "),
      letter: (f) => [
        f.data.decision === "approved"
          ? "Your application to edit was approved. You begin on trial."
          : "We have read your application to edit, and we do not take you on now.",
        ...(f.data.note ? [`What the reader noted: ${f.data.note}`] : []),
        f.data.decision === "approved"
          ? "The next step is to confirm who you are and to set what you want to be offered. Invites come once both are done."
          : "Your answers are kept where you wrote them.",
      ],
      button: (f) => (f.data.decision === "approved" ? "Set up your work" : "Open your application"),
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
      title: (_f, a) => `Paid: we are finding your editor for ${a.order?.number}`,
      body: (f, a) =>
        `${money(f.data.amountMinor, a)} received for ${order(a)}. It will be back by ${at(f.data.dueAt, a)}. Your invoice is under Payments.`,
      letter: (f, a) => [
        `We have received ${money(f.data.amountMinor, a)} for ${order(a)}. The work will be back by ${at(f.data.dueAt, a)}.`,
        "We are finding your editor now and tell you who takes it. You need do nothing meanwhile. Your invoice is under Payments.",
      ],
    },
  ],
  "order.assigned": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `An editor has taken ${a.order?.number}`,
      body: (f, a) => `${a.name(f.data.editorId)} edits ${order(a)}. It will be back by ${at(a.order?.dueAt, a)}.`,
      letter: (f, a) => [
        `${a.name(f.data.editorId)} edits ${order(a)}. It will be back by ${at(a.order?.dueAt, a)}.`,
        "On the order's page you can write to your editor, and you are asked there if something is unclear.",
      ],
    },
    {
      to: "editor",
      severity: 1,
      email: true,
      evenOwn: true,
      title: (_f, a) => `${a.order?.number} is yours`,
      body: (f, a) => `You edit ${order(a)}. Hand it in by ${at(f.data.editorDueAt, a)}.`,
      letter: (f, a) => [
        `You edit ${order(a)}. Hand it in by ${at(f.data.editorDueAt, a)}.`,
        "The manuscript and what the author asks for are on the order's page. Say there that you have begun, and the author sees it.",
      ],
    },
  ],
  "order.started": [
    {
      to: "client",
      severity: 2,
      email: false,
      title: (_f, a) => `Editing of ${a.order?.number} has begun`,
      body: (_f, a) => `${a.name(a.order?.assignedTo ?? null)} has opened the manuscript.`,
    },
  ],
  "order.released": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `We are finding another editor for ${a.order?.number}`,
      body: (_f, a) => `The editor of ${order(a)} cannot go on. What was done is kept, and your date stands.`,
      letter: (_f, a) => [
        `The editor of ${order(a)} cannot go on, and we are finding another. What was done is kept.`,
        a.order?.dueAt
          ? `Your date stands: ${at(a.order.dueAt, a)}. You need do nothing.`
          : "Your date stands. You need do nothing.",
      ],
    },
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} was taken back`,
      body: (f) => f.data.reason,
      link: () => "/editor/orders",
      button: "See your orders",
      letter: (f, a) => [
        `${order(a)} is no longer yours to edit.`,
        `The reason given: ${f.data.reason}`,
        "Stop work on it. Your other orders stand as they are.",
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
      title: (_f, a) => `The clock of ${a.order?.number} runs again`,
      body: (_f, a) => `Your deadline has moved to ${at(a.order?.editorDueAt, a)}.`,
      letter: (f, a) => [
        `${f.data.why === "answered" ? "Your question was answered" : f.data.why === "withdrawn" ? "Your question was withdrawn" : "Your question has waited for seven days, and you may go on without the answer"}: the clock of ${order(a)} runs again.`,
        `Your deadline has moved to ${at(a.order?.editorDueAt, a)}.`,
      ],
    },
  ],
  "order.gate_stopped": [
    {
      to: "editor",
      severity: 1,
      email: false,
      evenOwn: true,
      title: (_f, a) => `${a.order?.number} was not handed in`,
      body: (f) =>
        f.data.untracked > 0
          ? `${f.data.untracked} ${f.data.untracked === 1 ? "edit is" : "edits are"} not tracked. The order page lists where.`
          : f.data.locked
            ? `${f.data.locked} ${f.data.locked === 1 ? "change stands" : "changes stand"} in sections that the author left out. The order page lists where.`
            : "The tracked copy is not of this manuscript. The order page says why.",
    },
  ],
  "order.submitted": [
    {
      to: "client",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} has been handed in`,
      body: () => "Every edit was found to be tracked. The clean copy is being made.",
    },
  ],
  "order.sent_to_qa": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (_f, a) => `${a.order?.number} waits for QA`,
      body: (f) => f.data.reason,
    },
  ],
  "order.changes_required": [
    {
      to: "editor",
      severity: 0,
      email: true,
      title: (_f, a) => `QA asks for changes to ${a.order?.number}`,
      body: (f) => `${f.data.total} of 100. ${f.data.note}`,
      button: "See what to change",
      letter: (f, a) => [
        `QA gave your work on ${order(a)} ${f.data.total} of 100 and asks for changes before the author gets it.`,
        `What to change is on the order's page.${a.order?.editorDueAt ? ` Hand it in again by ${at(a.order.editorDueAt, a)}.` : ""}`,
      ],
    },
  ],
  "order.delivered": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} is back`,
      body: (_f, a) =>
        `The tracked copy, the clean copy and the editor's letter for ${order(a)} are ready. If you do nothing, it counts as accepted on ${at(a.order?.autoAcceptAt, a)}; you may ask for a revision either way.`,
      button: "See the edited manuscript",
      letter: (_f, a) => [
        `The tracked copy, the clean copy and the editor's letter for ${order(a)} are ready.`,
        `Look at them and accept the work, or ask for a revision. If you do nothing, it counts as accepted on ${at(a.order?.autoAcceptAt, a)}; you may ask for a revision either way.`,
      ],
    },
    {
      to: "editor",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} was delivered`,
      body: () => "The author has it now. Your earning is pending until it is accepted.",
    },
  ],
  "order.accepted": [
    {
      to: "editor",
      severity: 2,
      email: true,
      title: (_f, a) => `${a.order?.number} was accepted`,
      body: () => "Your earning is available and goes into the next payout run that it is old enough for.",
      letter: (f, a) => [
        f.data.by === "client"
          ? `The author has accepted ${order(a)}.`
          : `${order(a)} counts as accepted: the time to look at it is over.`,
        "Your earning is available and goes into the next payout run that it is old enough for. You need do nothing.",
      ],
    },
  ],
  "order.accept_reminder": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `Have you looked at ${a.order?.number}?`,
      body: (_f, a) =>
        `It counts as accepted on ${at(a.order?.autoAcceptAt, a)}. Acceptance does not end your right to a revision.`,
      button: "See the edited manuscript",
      letter: (_f, a) => [
        `The work on ${order(a)} is back and waits for your word.`,
        `Accept it, or ask for a revision. If you do nothing, it counts as accepted on ${at(a.order?.autoAcceptAt, a)}; acceptance does not end your right to a revision.`,
      ],
    },
  ],
  "order.revision_requested": [
    {
      to: "editor",
      severity: 0,
      email: true,
      title: (_f, a) => `A revision of ${a.order?.number} is asked for`,
      body: (f) => f.data.note,
      button: "See what is asked for",
      letter: (_f, a) => [
        `The author asks for a revision of ${order(a)}. A second round inside its window is part of the order.`,
        "What they ask for, and by when, is on the order's page. Begin it there, and the author sees it.",
      ],
    },
  ],
  "order.revision_started": [
    {
      to: "client",
      severity: 2,
      email: false,
      title: (_f, a) => `The revision of ${a.order?.number} has begun`,
      body: (_f, a) => `${a.name(a.order?.assignedTo ?? null)} is working on it.`,
    },
  ],
  "order.rated": [
    {
      to: "editor",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} was rated`,
      body: (f) => `${f.data.overall} of 5.`,
    },
  ],
  "order.cancelled": [
    {
      to: "client",
      severity: 1,
      email: true,
      evenOwn: true,
      title: (_f, a) => `${a.order?.number} is cancelled`,
      body: (f, a) =>
        f.data.refundMinor > 0
          ? `${money(f.data.refundMinor, a)} goes back the way it came. ${f.data.basis.join(" ")}`
          : `Nothing is refunded. ${f.data.basis.join(" ")}`,
      letter: (f, a) => [
        `${order(a)} is cancelled, and nobody works on it any more.`,
        f.data.refundMinor > 0
          ? `${money(f.data.refundMinor, a)} goes back the way it came. Banks take up to ten days to show it.`
          : "Nothing is refunded.",
        ...(f.data.basis.length > 0 ? [f.data.basis.join(" ")] : []),
      ],
    },
    {
      to: "subject",
      severity: 0,
      email: true,
      title: (_f, a) => `${a.order?.number} was cancelled`,
      body: (f, a) =>
        f.data.editorMinor > 0
          ? `Stop work on it. For the part done you get ${money(f.data.editorMinor, a)}.`
          : "Stop work on it.",
      link: () => "/editor/orders",
      button: "See your orders",
      letter: (f, a) => [
        `${order(a)} was cancelled. Stop work on it.`,
        f.data.editorMinor > 0
          ? `For the part done you get ${money(f.data.editorMinor, a)}.`
          : "Your other orders stand as they are.",
      ],
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} was cancelled`,
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
        `${money(f.data.amountMinor, a)} is on its way to your card. Banks take up to ten days to show it.`,
      letter: (f, a) => [
        `${money(f.data.amountMinor, a)}, all that you paid for ${order(a)}, is on its way back to you. Banks take up to ten days to show it.`,
        "The credit note is under Payments. You need do nothing.",
      ],
    },
  ],
  "order.compensated": [
    {
      to: "client",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} came late: money goes back to you`,
      body: (f, a) => `${money(f.data.refundMinor, a)} goes back the way it came. ${f.data.basis.join(" ")}`,
      letter: (f, a) => [
        `${order(a)} came later than we promised. We are sorry for it.`,
        `${money(f.data.refundMinor, a)} goes back the way it came; you need do nothing.`,
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
        `${order(a)} is on hold: its clocks stand still until it goes on.`,
        `The reason given: ${f.data.reason}`,
        "You are told when it goes on, with its new date.",
      ],
    },
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} is on hold`,
      body: () => "Its clocks stand still. You will be told when it goes on.",
      letter: (_f, a) => [
        `${order(a)} is on hold: its clocks stand still, your deadline with them.`,
        "Stop work on it for now. You are told when it goes on.",
      ],
    },
  ],
  "order.unheld": [
    {
      to: "client",
      severity: 2,
      email: true,
      title: (_f, a) => `${a.order?.number} goes on`,
      body: (_f, a) => `Its date is now ${at(a.order?.dueAt, a)}.`,
      letter: (_f, a) => [
        `${order(a)} was on hold and goes on.`,
        a.order?.dueAt ? `It will be back by ${at(a.order.dueAt, a)}. You need do nothing.` : "You need do nothing.",
      ],
    },
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} goes on`,
      body: (_f, a) => `Your deadline is now ${at(a.order?.editorDueAt, a)}.`,
      letter: (_f, a) => [
        `${order(a)} was on hold and goes on.`,
        `Go on with it: hand it in by ${at(a.order?.editorDueAt, a)}.`,
      ],
    },
  ],
  "order.unstarted": [
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `${a.order?.number} has not been started`,
      body: (_f, a) => `A quarter of your time is gone. It is due ${at(a.order?.editorDueAt, a)}.`,
      letter: (_f, a) => [
        `A quarter of your time for ${order(a)} is gone, and it has not been started.`,
        `Open the manuscript to begin. It is due ${at(a.order?.editorDueAt, a)}. If you cannot do it, write so on the order's page, the sooner the better.`,
      ],
    },
  ],
  "order.idle": [
    {
      to: "editor",
      severity: 1,
      email: true,
      title: (_f, a) => `No progress noted on ${a.order?.number}`,
      body: (_f, a) => `Note how far you are, or ask for help. It is due ${at(a.order?.editorDueAt, a)}.`,
      letter: (_f, a) => [
        `More than half of your time for ${order(a)} is gone, and no progress has been noted.`,
        `Note on the order's page how far you are, or ask for help there. It is due ${at(a.order?.editorDueAt, a)}.`,
      ],
    },
    {
      to: "support",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (_f, a) => `${a.order?.number} is idle`,
      body: (f, a) => `${a.name(f.data.editorId)} has noted no progress at 60 % of the window.`,
    },
  ],
  "order.unsubmitted": [
    {
      to: "editor",
      severity: 0,
      email: true,
      title: (_f, a) => `${a.order?.number} is due soon`,
      body: (_f, a) => `Hand it in by ${at(a.order?.editorDueAt, a)}.`,
      button: "Open the order to hand it in",
      letter: (_f, a) => [
        `Hand in ${order(a)} by ${at(a.order?.editorDueAt, a)}. Most of your time for it is gone.`,
        "If it will not be ready by then, write so on the order's page now.",
      ],
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (_f, a) => `${a.order?.number} is not handed in at 85 %`,
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
      body: () => "Your deadline has passed. Hand it in now, or tell support what you need.",
      button: "Open the order to hand it in",
      letter: (_f, a) => [
        `Your deadline for ${order(a)} was ${at(a.order?.editorDueAt, a)}, and it has passed.`,
        "Hand it in now, or write on the order's page what you need. What comes late can earn less.",
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
      title: (_f, a) => `${a.order?.number} has a new date`,
      body: (f, a) => `It will be back by ${at(f.data.dueAt, a)}.`,
      letter: (f, a) => [
        `The date of ${order(a)} was moved. It will be back by ${at(f.data.dueAt, a)}.`,
        "You need do nothing.",
      ],
    },
  ],
  "message.posted": [
    {
      to: "client",
      type: "order_message",
      severity: 2,
      email: "if_unread",
      title: (_f, a) => `A message about ${a.order?.number}`,
      body: (f, a) => `From ${f.actorRole === "editor" ? a.name(f.actorId) : "support"}.`,
    },
    {
      to: "editor",
      type: "order_message",
      severity: 2,
      email: "if_unread",
      title: (_f, a) => `A message about ${a.order?.number}`,
      body: (f) => `From ${f.actorRole === "client" ? "the author" : "support"}.`,
    },
  ],
  "query.asked": [
    {
      to: "client",
      type: "order_message",
      severity: 0,
      email: true,
      title: (_f, a) => `Your editor asks something about ${a.order?.number}`,
      body: (f) =>
        f.data.blocking
          ? "The work waits for your answer: the clock stands still until you give it."
          : "An answer helps, but the work goes on meanwhile.",
      button: "Answer the question",
      letter: (f, a) => [
        `${a.name(a.order?.assignedTo ?? null)} has a question about ${order(a)}.`,
        f.data.blocking
          ? "The work waits for your answer: the clock stands still until you give it, and your date moves by as long."
          : "An answer helps, but the work goes on meanwhile.",
      ],
    },
  ],
  "query.answered": [
    {
      to: "editor",
      type: "order_message",
      severity: 1,
      email: true,
      title: (_f, a) => `Your query about ${a.order?.number} was answered`,
      body: () => "The answer is on the order page.",
      button: "Read the answer",
      letter: (_f, a) => [
        `The author of ${order(a)} has answered your question.`,
        "The answer is on the order's page.",
      ],
    },
  ],
  "query.written": [
    {
      to: "editor",
      type: "order_message",
      severity: 2,
      email: true,
      title: (_f, a) => `The comments in ${a.order?.number} were answered`,
      body: (f) =>
        `${f.data.answers} ${f.data.answers === 1 ? "answer stands" : "answers stand"} in a copy of the document on the order page.`,
      button: "Read the answers",
      letter: (_f, a) => [
        `The author of ${order(a)} has answered what your comments asked.`,
        "The answers are on the order's page, and in a copy of the document: as replies to your comments and, where they chose, as tracked changes. You need do nothing unless a revision is asked for.",
      ],
    },
  ],
  "query.reminded": [
    {
      to: "client",
      type: "order_message",
      severity: 0,
      email: true,
      title: (_f, a) => `${a.order?.number} still waits for your answer`,
      body: (f) => `Your editor asked ${f.data.hours} hours ago and cannot go on without it.`,
      button: "Answer the question",
      letter: (f, a) => [
        `${a.name(a.order?.assignedTo ?? null)} asked you something about ${order(a)} ${f.data.hours} hours ago and cannot go on without your answer.`,
        "Until you give it the clock stands still, and your date moves by as long.",
      ],
    },
  ],
  "invite.sent": [
    {
      to: "subject",
      severity: 0,
      email: true,
      title: (f) => `An order for you: ${formatMoney(f.data.payMinor)}`,
      body: (f, a) => `It is yours to take until ${at(f.data.expiresAt, a)}. The first to accept has it.`,
      link: () => "/editor/invites",
      button: "See the invite",
      letter: (f, a) => [
        `An order that fits what you know is offered to you. It pays ${formatMoney(f.data.payMinor)}.`,
        `It is yours to take until ${at(f.data.expiresAt, a)}. The first to accept has it.`,
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
      title: () => "Somebody was first",
      body: (_f, a) =>
        `${a.order?.number ?? "The order"} has been taken, or is no longer offered. It does not count against you.`,
      link: () => "/editor/invites",
    },
  ],
  "matching.support_told": [
    {
      to: "support",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `Nobody has taken ${a.order?.number}`,
      body: (f) =>
        `40 % of its window is gone; ${f.data.invited} ${f.data.invited === 1 ? "editor was" : "editors were"} invited.`,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 0,
      email: false,
      title: (_f, a) => `Nobody has taken ${a.order?.number}`,
      body: () => "40 % of its window is gone. It can be assigned by hand.",
    },
  ],
  "matching.client_offered": [
    {
      to: "client",
      severity: 0,
      email: true,
      title: (_f, a) => `We have not found an editor for ${a.order?.number} yet`,
      body: (f, a) =>
        `You may take all your money back, or a later date: ${at(f.data.laterDueAt, a)}. Choose on the order page; until you do, we go on looking.`,
      button: "Choose what should happen",
      letter: (f, a) => [
        `We have not found an editor for ${order(a)} yet, and we are sorry for it.`,
        `You may take all your money back, or a later date: ${at(f.data.laterDueAt, a)}. Choose on the order's page; until you do, we go on looking.`,
      ],
    },
  ],
  "payment.started": none,
  "payment.failed": [
    {
      to: "client",
      severity: 1,
      email: false,
      title: (_f, a) => `The payment for ${a.order?.number} did not go through`,
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
      title: () => "A payment goes back to you",
      body: (f, a) =>
        `${money(f.data.amountMinor, a)} arrived for ${order(a)}, which could not take it: ${f.data.why} The whole amount goes back by itself.`,
      link: (f, a) => paymentsPage(f.orderId, a.reader),
      button: "See your payments",
      letter: (f, a) => [
        `${money(f.data.amountMinor, a)} arrived for ${order(a)}, which could not take it: ${f.data.why}`,
        "The whole amount goes back by itself, the way it came. You need do nothing.",
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
      button: "See your payments",
      letter: (f, a) => [
        `${money(f.data.amountMinor, a)} of what you paid for ${order(a)} has been refunded. Banks take up to ten days to show it.`,
        "The credit note is under Payments. You need do nothing.",
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
      title: () => "An earning was changed",
      body: (f) => f.data.reason,
      link: () => "/editor/editor-payouts",
      button: "See your earnings",
      letter: (f, a) => [
        a.order
          ? `Your earning for ${a.order.number} became smaller by ${money(f.data.amountMinor, a)}.`
          : `An earning of yours became smaller by ${money(f.data.amountMinor, a)}.`,
        `The reason: ${f.data.reason}`,
        "If this is not right, open a ticket with our support.",
      ],
    },
  ],
  "payout_run.prepared": [
    {
      to: "admin",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: () => "A payout run waits for a second pair of eyes",
      body: (f) => `${f.data.payouts} payouts, ${formatMoney(f.data.totalMinor)} in all.`,
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
      body: () => "Its bank file can be downloaded.",
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
      button: "See the invoice",
      letter: (f) => [
        `${formatMoney(f.data.amountMinor, f.data.currency)} is on its way to your bank account.`,
        "The self-billed invoice, with every order in it, is in your invoice history. You need do nothing.",
      ],
    },
  ],
  // Admins see these where they are done, and in the trail.
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
      title: () => "A message came through the contact form",
      body: (f) => `${CONTACT_TOPIC_WORDS[f.data.topic]}.`,
      link: (f) => `/support-desk/contact/${f.subjectId}`,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: () => "A message came through the contact form",
      body: (f) => `${CONTACT_TOPIC_WORDS[f.data.topic]}.`,
      link: (f) => `/support-desk/contact/${f.subjectId}`,
    },
  ],
  "contact.read": none,
  "contact.closed": none,
  "contact.reopened": none,
  // Staff were told of a contact message when it came; it becomes a ticket because they answer it.
  "ticket.opened": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.number}: a new ticket`,
      body: ticketWords,
      link: deskThread,
      only: (f) => f.data.channel !== "contact",
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (f) => `${f.data.number}: a new ticket`,
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
      title: (f) => `${f.data.number}: an answer from the ${OWNERS[f.data.ownerRole]}`,
      body: () => "The clock runs again.",
      link: deskThread,
    },
  ],
  "ticket.answered": [
    {
      to: "subject",
      severity: 1,
      email: true,
      title: (f) => `Support has answered ${f.data.number}`,
      body: () => "The answer stands on the ticket's page, where you can write back.",
      link: ownTicket,
      button: "Read the answer",
      letter: (f) => [
        `Our support has answered your ticket ${f.data.number}.`,
        "The answer stands on the ticket's page, where you can write back.",
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
        f.data.messageId ? `Support has answered and resolved ${f.data.number}` : `${f.data.number} is resolved`,
      body: () => "If it is not, write on the ticket and it is open again. You can also say how we did.",
      link: ownTicket,
      button: "Open the ticket",
      letter: (f) => [
        f.data.messageId
          ? `Our support has answered your ticket ${f.data.number}, and it is resolved by that. The answer stands on the ticket's page.`
          : `Your ticket ${f.data.number} is resolved.`,
        "If it is not, write on the ticket and it is open again. You can also say there how we did.",
      ],
    },
  ],
  "ticket.reopened": [
    {
      to: "support",
      type: "admin_notification",
      severity: 1,
      email: false,
      title: (f) => `${f.data.number} was opened again`,
      body: () => "It was not resolved after all.",
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
      title: (f) => `${f.data.number} goes on as ${f.data.intoNumber}`,
      body: () => "Both were about the same: all that was written stands there.",
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
      body: (f) => `${f.data.rating} of 5.`,
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
      title: (_f, a) => `Somebody asks for us on ${a.order?.number}`,
      body: (f) => `The ${f.data.role === "editor" ? "editor" : "author"} wants our staff to read the thread.`,
    },
    {
      to: "admin",
      type: "admin_notification",
      severity: 2,
      email: false,
      title: (_f, a) => `Somebody asks for us on ${a.order?.number}`,
      body: (f) => `The ${f.data.role === "editor" ? "editor" : "author"} wants our staff to read the thread.`,
    },
  ],
  "thread.staff_done": none,
  "thread.assigned": none,
  "announcement.saved": none,
  // An announcement is itself one row for many readers: publish-announcement.ts writes it.
  "announcement.published": none,
  "announcement.withdrawn": none,
  "announcement.expired": none,
  "announcement.removed": none,
};
