import { type Kysely, sql } from "kysely";

/**
 * What reaches people: announcements, what they want to hear and how, tickets with their conversation, order threads as
 * staff see them, attachments and read marks of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table notifications add column "expiresAt" timestamptz;
    alter table notifications add column "mailAt" timestamptz, add column "mailTo" text, add column "mailedAt" timestamptz;
    create index notifications_to_mail on notifications ("mailAt") where "mailAt" is not null;
    create index notifications_to_mail_together on notifications ("mailTo", "orderId") where "mailAt" is not null;
    alter table mail add column "unsubscribeUrl" text, add column "claimedAt" timestamptz;

    create table announcements (
      id text primary key, audience text not null check (audience in ('global','client','editor','support','admin')),
      severity smallint not null check (severity between 0 and 2), title text not null, body text not null, link text,
      status text not null check (status in ('draft','scheduled','published','expired','withdrawn')),
      "startsAt" timestamptz, "expiresAt" timestamptz, "notificationId" text unique references notifications on delete set null,
      "createdBy" text references users, version int not null default 0,
      "createdAt" timestamptz not null, "updatedAt" timestamptz not null, "publishedAt" timestamptz, "endedAt" timestamptz
    );
    create index announcements_by_time on announcements ("createdAt" desc, id);
    create index announcements_due on announcements (coalesce("startsAt", "createdAt")) where status = 'scheduled';
    create index announcements_to_expire on announcements ("expiresAt") where status = 'published' and "expiresAt" is not null;

    create table notification_preferences (
      uid text primary key references users on delete cascade, channels jsonb not null default '{}',
      digest text not null default 'off' check (digest in ('off','daily','weekly')), "digestedAt" timestamptz, "nextDigestAt" timestamptz,
      "updatedAt" timestamptz not null
    );
    create index notification_preferences_digest on notification_preferences ("nextDigestAt") where digest <> 'off';

    create table order_threads (
      "orderId" text primary key references orders on delete cascade, "lastAt" timestamptz not null, "lastRole" text not null,
      messages int not null default 0, "needsStaffAt" timestamptz, "assigneeId" text references users
    );
    create index order_threads_by_time on order_threads ("lastAt" desc, "orderId" desc);
    create index order_threads_need_staff on order_threads ("needsStaffAt") where "needsStaffAt" is not null;
    insert into order_threads ("orderId", "lastAt", "lastRole", messages)
      select distinct on ("orderId") "orderId", "createdAt", "authorRole", count(*) over (partition by "orderId")
      from messages order by "orderId", id desc;

    create table macros (
      id text primary key, title text not null unique, body text not null, category text, "createdBy" text references users,
      "createdAt" timestamptz not null, "updatedAt" timestamptz not null
    );

    create table tickets (
      id text primary key, number text not null unique, channel text not null check (channel in ('ticket','contact','chat')),
      "ownerUid" text references users, "ownerRole" text not null check ("ownerRole" in ('client','editor','visitor')),
      "visitorName" text, "visitorEmail" text, "visitorKeyHash" text, "contactMessageId" text unique references contact_messages,
      subject text not null, category text not null check (category in ('order','refunds','payment','account','technical','kyc','other')),
      priority text not null check (priority in ('urgent','high','normal','low')),
      status text not null check (status in ('open','waiting','resolved','closed')),
      "orderId" text references orders, "assigneeId" text references users, "mergedIntoId" text references tickets,
      "unreadByAdmin" boolean not null default false, "unreadByEditor" boolean not null default false, "unreadByClient" boolean not null default false,
      "firstResponseDueAt" timestamptz, "firstRespondedAt" timestamptz, "resolutionDueAt" timestamptz,
      "clocksFromAt" timestamptz not null, pauses jsonb not null default '[]',
      "pausedAt" timestamptz, "resolutionLeftMs" bigint, "warnAt" timestamptz, flags jsonb not null default '{}',
      "dueAt" timestamptz generated always as (least(case when "firstRespondedAt" is null then "firstResponseDueAt" end, "resolutionDueAt")) stored,
      "resolvedAt" timestamptz, "closedAt" timestamptz, rating smallint check (rating between 1 and 5), "ratingComment" text, "ratedAt" timestamptz,
      "lastAt" timestamptz not null, "lastRole" text not null, messages int not null default 0, "clientKey" text,
      "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
      check (("ownerRole" = 'visitor') = ("ownerUid" is null))
    );
    create index tickets_own on tickets ("ownerUid", "lastAt" desc) where "ownerUid" is not null;
    create index tickets_by_time on tickets ("lastAt" desc, id desc);
    create index tickets_at_work on tickets (status, "lastAt" desc, id desc) where status <> 'closed';
    -- What waits for staff, by the date that was promised first: their queue begins with it.
    create index tickets_need_staff on tickets (coalesce("dueAt", 'infinity'::timestamptz), id) where status = 'open' or "unreadByAdmin";
    create index tickets_by_category on tickets (category, "lastAt" desc, id desc) where status <> 'closed';
    create index tickets_unread_by_staff on tickets (id) where "unreadByAdmin";
    create index tickets_unread_by_owner on tickets ("ownerUid") where "unreadByEditor" or "unreadByClient";
    create index tickets_by_order on tickets ("orderId") where "orderId" is not null;
    create index tickets_by_assignee on tickets ("assigneeId", "lastAt" desc) where "assigneeId" is not null and status <> 'closed';
    create index tickets_by_visitor on tickets ("visitorKeyHash") where "visitorKeyHash" is not null;
    create index tickets_to_warn on tickets ("warnAt") where "warnAt" is not null;
    create index tickets_to_close on tickets ("resolvedAt") where status = 'resolved';
    create unique index tickets_once on tickets ("ownerUid", "clientKey") where "clientKey" is not null and "ownerUid" is not null;

    create table ticket_messages (
      id text primary key, "ticketId" text not null references tickets on delete cascade, "authorId" text references users,
      "authorRole" text not null check ("authorRole" in ('client','editor','visitor','support','admin','system')),
      kind text not null check (kind in ('message','note','event')), body text not null, "forStaff" boolean not null default false,
      "mergedFromId" text references tickets, "createdAt" timestamptz not null, "clientKey" text, check (kind <> 'note' or "forStaff")
    );
    create index ticket_messages_by_ticket on ticket_messages ("ticketId", id);
    create unique index ticket_messages_once on ticket_messages ("ticketId", coalesce("authorId", ''), "clientKey") where "clientKey" is not null;

    create table attachments (
      id text primary key, "orderId" text references orders on delete cascade, "ticketId" text references tickets on delete cascade, "messageId" text,
      name text not null, "contentType" text not null, bytes bigint not null, sha256 text not null, "storageKey" text not null unique,
      "uploadedBy" text, "uploadedByKeyHash" text, "createdAt" timestamptz not null, "removedAt" timestamptz
    );
    create index attachments_by_message on attachments ("messageId") where "messageId" is not null;
    create index attachments_loose on attachments ("createdAt") where "messageId" is null;

    create table thread_reads (
      thread text not null, uid text not null, "lastReadId" text not null, "readAt" timestamptz not null, primary key (thread, uid)
    );

    create index orders_unread_client on orders ("userId", "createdAt") where "unreadByClient";
    -- Staff's list of what is under way begins with what is due first.
    create index orders_open on orders (coalesce("revisionDueAt", "dueAt"), id) where status not in ('closed','expired','cancelled','refunded','draft');
    create index orders_unread_editor on orders ("assignedTo", "createdAt") where "unreadByEditor";

    -- Whoever is signed out, closed, unverified or given another role is rung, whichever way it came about: their open lines look anew at once.
    create function ring_account() returns trigger language plpgsql as $$ begin
      perform pg_notify('stet_live', 'user:' || (case tg_table_name when 'auth_session' then to_jsonb(old) ->> 'userId' when 'auth_user' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'uid' end)
        || ' {"kind":"' || (case tg_table_name when 'auth_session' then 'session.ended' else 'account.changed' end) || '","orderId":null}');
      return null;
    end $$;
    create trigger auth_session_rings after delete on auth_session for each row execute function ring_account();
    create trigger auth_user_rings after update on auth_user for each row
      when ((old.email, old."emailVerified", old."disabledAt", old.claims::text) is distinct from (new.email, new."emailVerified", new."disabledAt", new.claims::text)) execute function ring_account();
    create trigger auth_user_gone_rings after delete on auth_user for each row execute function ring_account();
    create trigger users_rings after update on users for each row
      when ((old.role, old."isAdmin", old."isEditor") is distinct from (new.role, new."isAdmin", new."isEditor")) execute function ring_account();
  `)
    .execute(db);
}
