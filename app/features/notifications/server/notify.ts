import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import { listStaff } from "#app/features/accounts/server/people/change-roles.ts";
import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import {
  type Notice,
  type NoticeContext,
  type ReaderRoles,
  type StaffFeed,
  noticesFor,
} from "#app/platform/rules/core/fact-words.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { publish } from "#app/platform/server/live/live.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import type { ReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { type Channels, byBell, byEmail, channelOf } from "../rules/notice-groups.ts";
import { STAFF_FEEDS, isStaffFeed } from "../rules/feeds.ts";
import { feedRoles, noticeLink } from "../rules/notice-link.ts";
import { loadQuotation } from "./load-quotation.ts";
import { type EmailRecipient, noticeEmail, replyNote } from "./notice-email.ts";
import { listChannels } from "./preferences.ts";
import { enqueuePushes } from "./push/send-push.ts";

/** How long a message may stay unread before we email about it. */
export const UNREAD_FOR_MS = 10 * MINUTE;

type Reader = ReaderRoles & EmailRecipient & { email: string };

/** Whom a fact is about, if its data names them. Those about a second reading name its reader as their subject. */
function subjectsOf(fact: Fact): string[] {
  const data = fact.data as { editorId?: string | null; uid?: string; uids?: readonly string[] };
  if (data.uids) return [...data.uids];
  const one = data.editorId ?? data.uid ?? (fact.kind.startsWith("reading.") ? fact.subjectId : null);
  return one ? [one] : [];
}

async function contextOf(
  fact: Fact,
): Promise<{ about: Omit<NoticeContext, "timeZone" | "reader">; readers: Map<string, Reader> }> {
  const db = database();
  const order = fact.orderId
    ? ((await db
        .selectFrom("orders")
        .select([
          "id",
          "number",
          "title",
          "userId",
          "assignedTo",
          "totalMinor",
          "currency",
          "dueAt",
          "editorDueAt",
          "autoAcceptAt",
        ])
        .where("id", "=", fact.orderId)
        .executeTakeFirst()) ?? null)
    : null;
  const uids = [...new Set([order?.userId, order?.assignedTo, ...subjectsOf(fact), fact.actorId])].filter(
    (u): u is string => Boolean(u),
  );
  const people = uids.length
    ? await db
        .selectFrom("users as u")
        .leftJoin("auth_user as a", "a.id", "u.uid")
        .leftJoin("organizations as o", "o.programUid", "u.uid")
        .select("o.id as programOf")
        .select(["u.uid", "u.email", "u.displayName", "u.timeZone", "u.role", "u.isAdmin", "u.isEditor", "a.claims"])
        .where("u.uid", "in", uids)
        .execute()
    : [];
  const readers = new Map(
    people.map(({ uid, email, displayName, timeZone, programOf, claims, ...profile }) => [
      uid,
      { uid, email, displayName, programOf, timeZone: timeZone ?? "UTC", ...resolveRoles(readClaims(claims), profile) },
    ]),
  );
  const unknown = fact.kind.startsWith("account.") ? "An account" : "Your editor";
  return { about: { order, now: fact.at, name: (uid) => (uid && readers.get(uid)?.displayName) || unknown }, readers };
}

/**
 * The reaction that notifies everyone concerned: a row for the bell and an email where the table asks for one,
 * according to each person's choices. Row and email are keyed by fact and reader, so running this again adds nothing.
 */
export async function notify(fact: Fact): Promise<void> {
  const notices = noticesFor(factWords(), fact);
  if (notices.length === 0) return;
  const { about, readers } = await contextOf(fact);
  const chosen = await listChannels(database(), [...readers.keys()]);
  for (const notice of notices) {
    if (isStaffFeed(notice.to))
      await tellStaff(fact, notice, notice.to, { ...about, timeZone: "UTC", reader: feedRoles(notice.to) });
    else {
      const uids =
        notice.to === "client"
          ? [about.order?.userId]
          : notice.to === "editor"
            ? [about.order?.assignedTo]
            : subjectsOf(fact);
      for (const uid of uids) {
        const reader = uid ? readers.get(uid) : undefined;
        // Don't notify people of their own actions unless the table says so.
        if (!reader || (fact.actorId === reader.uid && !notice.evenOwn)) continue;
        await tellPerson(fact, notice, reader, chosen.get(reader.uid) ?? {}, {
          ...about,
          timeZone: reader.timeZone,
          reader,
        });
      }
    }
  }
}

const rowOf = (fact: Fact, notice: Notice<FactKind>, about: NoticeContext) => ({
  kind: fact.kind,
  subject: fact.subjectId ?? "",
  title: notice.title(fact, about),
  body: notice.body(fact, about),
  link: noticeLink(notice, fact, about),
  orderId: fact.orderId,
  orderTitle: about.order?.title ?? null,
  severity: notice.severity,
  createdAt: fact.at,
});

/** The key of a notice's row and emails. It's the same however often the fact is handled. */
const keyOf = (fact: Fact, { to }: Notice<FactKind>, reader: string): string => `${fact.id}:${to}:${reader}`;

type Row = ReturnType<typeof rowOf> & {
  userId: string | null;
  type: string;
  forRole: string | null;
  mailAt?: Date;
  mailTo?: string;
  mailedAt?: Date;
};

/** @returns the new row's id, or null when it was there already */
async function insertOnce(tx: Tx, key: string, row: Row): Promise<string | null> {
  const made = await tx
    .insertInto("notifications")
    .values({ id: newId("notification"), key, ...row })
    .onConflict((c) => c.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

async function tellStaff(fact: Fact, notice: Notice<FactKind>, feed: StaffFeed, about: NoticeContext): Promise<void> {
  // Support has its queue instead.
  const letters = feed !== "support" && notice.email === true ? await lettersToStaff(fact, notice, feed, about) : [];
  await database()
    .transaction()
    .execute(async (tx) => {
      const fresh = await insertOnce(tx, keyOf(fact, notice, "staff"), {
        ...rowOf(fact, notice, about),
        userId: null,
        type: "admin_notification",
        forRole: feed,
      });
      for (const letter of letters) await post(tx, { ...letter, key: keyOf(fact, notice, letter.key) });
      if (fresh !== null) await publish(tx, ["staff"], { kind: "notification", orderId: fact.orderId });
    });
}

/** What an order's author doesn't read: a reply to such an email must not reach them. */
const AMONG_EDITORS = /^(?:reading|review)\.|^order\.changes_required$/;

/**
 * The conversation that an email belongs to, and the one that a reply joins: the order's, for its author and editor, or
 * the person's own ticket.
 */
function threadOf(fact: Fact, notice: Notice<FactKind>, uid: string): { thread?: string; replies?: ReplyThread } {
  if (fact.orderId) {
    const joins = (notice.to === "client" || notice.to === "editor") && !AMONG_EDITORS.test(fact.kind);
    return { thread: fact.orderId, ...(joins ? { replies: { orderId: fact.orderId, uid } } : {}) };
  }
  if (fact.kind.startsWith("ticket.") && fact.subjectId && notice.to === "subject")
    return { thread: fact.subjectId, replies: { ticketId: fact.subjectId, uid } };
  return {};
}

/** An email with what somebody wrote that it's about, and whether one can reply to it. */
async function withQuotation(
  fact: Fact,
  notice: Notice<FactKind>,
  about: NoticeContext,
  email: EmailText,
): Promise<EmailText> {
  const { quotes } = await loadQuotation(notice.quote?.(fact, about), email.button?.url ?? "");
  if (!quotes) return email;
  const joins = threadOf(fact, notice, "").replies !== undefined;
  return { ...email, quotes, paragraphs: joins ? [...email.paragraphs, replyNote()] : email.paragraphs };
}

/**
 * Emails everyone who reads a feed, including the person who acted and the person affected, except those who turned
 * off emails of this group.
 */
async function lettersToStaff(fact: Fact, notice: Notice<FactKind>, feed: StaffFeed, about: NoticeContext) {
  const { group } = factWords()[fact.kind];
  const staff = await listStaff(database(), STAFF_FEEDS[feed]);
  const chosen = await listChannels(
    database(),
    staff.map((it) => it.uid),
  );
  const wanting = staff.filter((it) => !group || byEmail(channelOf(chosen.get(it.uid) ?? {}, group)));
  return Promise.all(
    wanting.map(async ({ uid, email, displayName, timeZone }) => {
      const reader = { uid, displayName, timeZone: timeZone ?? "UTC" };
      const text = await withQuotation(fact, notice, about, noticeEmail(fact, notice, about, reader));
      return {
        key: uid,
        to: email,
        subject: text.heading,
        ...(await renderEmail(text)),
        kind: fact.kind,
        ...(text.end ? { unsubscribeUrl: text.end.url } : {}),
      };
    }),
  );
}

async function tellPerson(
  fact: Fact,
  notice: Notice<FactKind>,
  reader: Reader,
  channels: Channels,
  about: NoticeContext,
): Promise<void> {
  const { group } = factWords()[fact.kind];
  const channel = group ? channelOf(channels, group) : "both";
  const bell = byBell(channel);
  const letter = byEmail(channel) ? notice.email : false;
  if (!bell && !letter) return;
  const row = { ...rowOf(fact, notice, about), type: notice.type ?? fact.kind, forRole: null };
  const text =
    letter === true ? await withQuotation(fact, notice, about, noticeEmail(fact, notice, about, reader)) : null;
  const rendered = text ? await renderEmail(text) : null;
  const key = keyOf(fact, notice, reader.uid);
  await database()
    .transaction()
    .execute(async (tx) => {
      const later = letter === "if_unread" ? { mailAt: after(fact.at, UNREAD_FOR_MS), mailTo: reader.uid } : {};
      // Without the bell the row exists only for mailUnread. It names no reader, role, or category, so it is in no
      // feed.
      const fresh =
        bell || letter === "if_unread"
          ? await insertOnce(tx, key, {
              ...row,
              userId: bell ? reader.uid : null,
              ...later,
              ...(rendered ? { mailedAt: fact.at } : {}),
            })
          : null;
      if (text && rendered)
        await post(tx, {
          key,
          to: reader.email,
          subject: text.heading,
          ...rendered,
          kind: fact.kind,
          ...threadOf(fact, notice, reader.uid),
          ...(text.end ? { unsubscribeUrl: text.end.url } : {}),
        });
      if (fresh !== null && bell) await enqueuePushes(tx, reader.uid, fresh);
      if (fresh !== null && bell)
        await publish(tx, [`user:${reader.uid}`], { kind: "notification", orderId: fact.orderId });
    });
}
