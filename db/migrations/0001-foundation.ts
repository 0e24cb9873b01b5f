import { type Kysely, sql } from "kysely";

/**
 * Every table of the first order, and the rules the database itself keeps: the ledger balances and is never rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS.split(/;\s*\n(?=\s*(?:create|alter|insert)\b)/i))
    await sql.raw(statement).execute(db);
}

const STATEMENTS = /* sql */ `
create table users (
  uid text primary key, "displayName" text not null, email text not null, role text not null default 'client' check (role in ('client','editor','admin')),
  "isAdmin" boolean not null default false, "isEditor" boolean not null default false, "timeZone" text, billing jsonb, "createdAt" timestamptz not null
);
create table editors (
  uid text primary key references users, level text not null default 'trial' check (level in ('trial','standard','senior','lead')),
  headline text not null default '', degree text not null default '', bio text not null default '',
  fields jsonb not null, variants jsonb not null, services jsonb not null, "weeklyWords" integer, "parallelOrders" integer,
  calendar jsonb, "quietHours" jsonb, "timeZone" text not null default 'UTC', "matchReady" boolean not null default false,
  "identityApprovedAt" timestamptz, "agreementSignedAt" timestamptz, "confidentialitySignedAt" timestamptz, "doctorateVerifiedAt" timestamptz,
  "kycStatus" text not null default 'not_started', stats jsonb not null, "qaDone" integer not null default 0, "createdAt" timestamptz not null
);
create table bank_details (
  id text primary key, uid text not null references users, holder text not null, iban text, "accountNumber" text, bic text, "bankName" text,
  country text not null, currency text not null, "addressLine" text, town text, "postCode" text, "confirmTokenHash" text,
  "confirmedAt" timestamptz, "usableAt" timestamptz, "replacedAt" timestamptz, "createdAt" timestamptz not null
);
create unique index bank_details_one_current on bank_details (uid) where "replacedAt" is null;
create sequence order_numbers start 10021;
create table coupons (
  id text primary key, code text not null, label text not null, percent integer check (percent between 1 and 30), "fixedMinor" integer check ("fixedMinor" > 0),
  "capMinor" integer, "minimumMinor" integer, "startsAt" timestamptz, "endsAt" timestamptz, services jsonb, turnarounds jsonb,
  "totalLimit" integer, "personLimit" integer, active boolean not null default true, "createdAt" timestamptz not null,
  check ((percent is null) <> ("fixedMinor" is null))
);
create unique index coupons_code on coupons (upper(code));
create table orders (
  id text primary key, number text not null unique, status text not null, "heldFrom" text, "userId" text references users, "guestKeyHash" text,
  "assignedTo" text references users, title text not null default '', choices jsonb not null, "choicesVersion" integer not null default 0,
  service text, turnaround text, field text, variant text, price jsonb,
  words integer not null default 0, "billableWords" integer not null default 0, currency text not null default 'USD',
  "listMinor" bigint not null default 0, "editorBasisMinor" bigint not null default 0, "discountMinor" bigint not null default 0,
  "taxMinor" bigint not null default 0, "totalMinor" bigint not null default 0, "paidMinor" bigint not null default 0,
  "refundedMinor" bigint not null default 0 check ("refundedMinor" >= 0), "couponId" text references coupons, "windowMs" bigint not null default 0,
  "quotedAt" timestamptz, "quoteExpiresAt" timestamptz, "paidAt" timestamptz, "dueAt" timestamptz, "editorDueAt" timestamptz,
  "assignedAt" timestamptz, "startedAt" timestamptz, "submittedAt" timestamptz, "deliveredAt" timestamptz, "acceptedAt" timestamptz,
  "closedAt" timestamptz, "cancelledAt" timestamptz, "autoAcceptAt" timestamptz, "revisionUntilAt" timestamptz,
  "revisionsUsed" integer not null default 0, "revisionDueAt" timestamptz, "revisionNote" text, "pausedAt" timestamptz, "pausedMs" bigint not null default 0,
  "progressWords" integer not null default 0, "progressAt" timestamptz, flags jsonb not null,
  "unreadByClient" boolean not null default false, "unreadByEditor" boolean not null default false,
  "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
  check ("refundedMinor" <= "paidMinor"), check (status not in ('assigned','in_progress','awaiting_client','submitted','qa_review','delivered','accepted') or "assignedTo" is not null)
);
create index orders_by_client on orders ("userId", "createdAt" desc);
create index orders_by_editor on orders ("assignedTo", "createdAt" desc);
create index orders_by_status on orders (status, "dueAt");
create index orders_by_guest on orders ("guestKeyHash") where "guestKeyHash" is not null;
create table files (
  id text primary key, "orderId" text not null references orders, purpose text not null, "sourceFileId" text references files, name text not null,
  "contentType" text not null, bytes bigint not null, sha256 text not null, "storageKey" text not null, version integer not null default 1,
  position integer not null default 0, state text not null default 'stored', receipt jsonb, refusal jsonb, sample text,
  "uploadedBy" text, "removedAt" timestamptz, "createdAt" timestamptz not null
);
create index files_by_order on files ("orderId", purpose, position);
create table submissions (
  id text primary key, "orderId" text not null references orders, "editorId" text not null references users, round integer not null,
  status text not null default 'open', letter text not null default '', "createdAt" timestamptz not null, "submittedAt" timestamptz, "deliveredAt" timestamptz
);
create index submissions_by_order on submissions ("orderId", "createdAt");
create unique index submissions_one_open on submissions ("orderId") where status in ('open','stopped');
create table submission_files (
  "submissionId" text not null references submissions, "sourceFileId" text not null references files, "trackedFileId" text not null references files,
  "cleanFileId" text references files, gate jsonb, passed boolean, primary key ("submissionId", "sourceFileId")
);
create table qa_reviews (
  id text primary key, "orderId" text not null references orders, "submissionId" text not null references submissions, reason text not null,
  status text not null default 'waiting', "reviewerId" text references users, scores jsonb, total integer, note text,
  "createdAt" timestamptz not null, "decidedAt" timestamptz
);
create unique index qa_reviews_one on qa_reviews ("submissionId");
create table ratings (
  "orderId" text primary key references orders, "userId" text not null references users, "editorId" text not null references users,
  overall integer not null check (overall between 1 and 5), accuracy integer check (accuracy between 1 and 5), clarity integer check (clarity between 1 and 5),
  instructions integer check (instructions between 1 and 5), communication integer check (communication between 1 and 5),
  comment text not null default '', "createdAt" timestamptz not null, "updatedAt" timestamptz not null
);
create table messages (
  id text primary key, "orderId" text not null references orders, "authorId" text references users, "authorRole" text not null,
  kind text not null check (kind in ('message','query','answer')), body text not null, blocking boolean not null default false,
  "answersId" text references messages, "answeredAt" timestamptz, "fileId" text references files, "createdAt" timestamptz not null, "clientKey" text
);
create index messages_by_order on messages ("orderId", id);
create unique index messages_once on messages ("orderId", "authorId", "clientKey") where "clientKey" is not null;
create table client_editors (
  "userId" text not null references users, "editorId" text not null references users, kind text not null check (kind in ('preferred','backup','blocked')),
  "createdAt" timestamptz not null, primary key ("userId", "editorId")
);
create table invites (
  id text primary key, "orderId" text not null references orders, "editorId" text not null references users, wave integer not null,
  status text not null default 'sent', "payMinor" bigint not null default 0, currency text not null default 'USD', score jsonb not null,
  "sentAt" timestamptz not null, "expiresAt" timestamptz not null, "seenAt" timestamptz, "respondedAt" timestamptz
);
create unique index invites_one_live on invites ("orderId", "editorId") where status in ('sent','accepted');
create index invites_by_editor on invites ("editorId", status, "sentAt" desc);
create index invites_expiring on invites ("expiresAt") where status = 'sent';
create table match_judgements (
  "orderId" text not null references orders, "editorId" text not null references users, eligible boolean not null, reasons jsonb not null,
  score double precision, "judgedAt" timestamptz not null, primary key ("orderId", "editorId")
);
create table payments (
  id text primary key, "orderId" text not null references orders, provider text not null default 'stripe', attempt integer not null,
  status text not null default 'starting', "amountMinor" bigint not null check ("amountMinor" > 0), "refundedMinor" bigint not null default 0,
  currency text not null, "checkoutSessionId" text unique, "paymentIntentId" text unique, url text, "cardFingerprint" text, "cardLabel" text,
  failure text, surplus boolean not null default false, "createdAt" timestamptz not null, "expiresAt" timestamptz, "succeededAt" timestamptz, "checkedAt" timestamptz,
  check ("refundedMinor" between 0 and "amountMinor"), unique ("orderId", attempt)
);
create unique index payments_one_open on payments ("orderId") where status in ('starting','open');
create table provider_events (
  id text primary key, type text not null, payload jsonb not null, "receivedAt" timestamptz not null, "appliedAt" timestamptz, outcome text
);
create index provider_events_waiting on provider_events ("receivedAt") where "appliedAt" is null;
create table refunds (
  id text primary key, "orderId" text references orders, "paymentId" text not null references payments, cause text not null,
  "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, status text not null default 'requested',
  "providerRefundId" text unique, failure text, "requestedBy" text, basis jsonb not null, "createdAt" timestamptz not null, "settledAt" timestamptz
);
create index refunds_by_order on refunds ("orderId");
create table journal_entries (
  id text primary key, seq bigint generated always as identity, key text not null unique, kind text not null, "orderId" text references orders,
  "causeType" text not null, "causeId" text not null, memo text not null, at timestamptz not null
);
create index journal_entries_by_order on journal_entries ("orderId", seq);
create table journal_lines (
  "entryId" text not null references journal_entries, line integer not null, account text not null, party text not null default '',
  "amountMinor" bigint not null check ("amountMinor" <> 0), currency text not null, primary key ("entryId", line)
);
create index journal_lines_by_account on journal_lines (account, party);
create table number_series ( series text primary key, next integer not null );
create table payout_runs (
  id text primary key, number text not null unique, status text not null default 'prepared', "cutoffAt" timestamptz not null, currency text not null,
  "totalMinor" bigint not null, "makerId" text not null references users, "checkerId" text references users, "fileName" text, "fileSha256" text,
  "fileBody" text, "executeOn" text, "createdAt" timestamptz not null, "approvedAt" timestamptz, "sentAt" timestamptz, "settledAt" timestamptz, "cancelledAt" timestamptz,
  check ("checkerId" is null or "checkerId" <> "makerId")
);
create table payouts (
  id text primary key, "runId" text not null references payout_runs, "editorId" text not null references users, status text not null default 'prepared',
  "grossMinor" bigint not null, "debtMinor" bigint not null default 0, "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, "endToEndId" text not null unique, bank jsonb not null,
  "createdAt" timestamptz not null, "paidAt" timestamptz, unique ("runId", "editorId")
);
create table earnings (
  id text primary key, "orderId" text not null references orders, "editorId" text not null references users, level text not null,
  "basisMinor" bigint not null, "shareBp" integer not null, "amountMinor" bigint not null check ("amountMinor" >= 0), currency text not null,
  status text not null default 'pending', "payoutId" text references payouts, reason text not null default '', "createdAt" timestamptz not null, "availableAt" timestamptz,
  unique ("orderId", "editorId")
);
create index earnings_by_editor on earnings ("editorId", status);
create table invoices (
  id text primary key, kind text not null, number text not null unique, "ownerId" text not null references users, "orderId" text references orders,
  "refundId" text references refunds, "payoutId" text references payouts, "totalMinor" bigint not null, currency text not null, document jsonb not null,
  "reviewedAt" timestamptz, "reviewedBy" text references users, "issuedAt" timestamptz not null
);
create index invoices_by_owner on invoices ("ownerId", "issuedAt" desc);
create unique index invoices_once_order on invoices ("orderId") where kind = 'invoice';
create unique index invoices_once_refund on invoices ("refundId") where "refundId" is not null;
create unique index invoices_once_payout on invoices ("payoutId") where "payoutId" is not null;
create table coupon_uses (
  "couponId" text not null references coupons, "orderId" text not null references orders, "userId" text not null, "createdAt" timestamptz not null,
  primary key ("couponId", "orderId")
);
create table facts (
  id text primary key, seq bigint generated always as identity, kind text not null, at timestamptz not null, "actorId" text, "actorRole" text not null,
  "orderId" text references orders, "subjectId" text, data jsonb not null
);
create unique index facts_seq on facts (seq);
create index facts_by_order on facts ("orderId", seq);
create table notifications (
  id text primary key, seq bigint generated always as identity, key text not null unique, "userId" text, type text not null, category text, "forRole" text,
  kind text not null, subject text not null default '', title text not null, body text not null default '', link text, "orderId" text, "orderTitle" text,
  severity integer not null check (severity between 0 and 2), read boolean not null default false, unread boolean not null default true,
  "readAt" timestamptz, "createdAt" timestamptz not null
);
create index notifications_own on notifications ("userId", seq desc) where "userId" is not null;
create index notifications_unread on notifications ("userId", severity) where "userId" is not null and unread;
create index notifications_staff on notifications ("forRole", seq desc) where "userId" is null;
create index notifications_category on notifications (category, seq desc) where category is not null;
create table notification_reads (
  "notificationId" text not null references notifications on delete cascade, "userId" text not null, "readAt" timestamptz not null,
  primary key ("notificationId", "userId")
);
create table mail (
  id text primary key, seq bigint generated always as identity, key text not null unique, "to" text not null, subject text not null, html text not null,
  text text not null, kind text not null, status text not null default 'waiting', attempts integer not null default 0, failure text,
  "createdAt" timestamptz not null, "sentAt" timestamptz
);
create index mail_waiting on mail (seq) where status = 'waiting';
create index mail_recent on mail (seq desc);
create table file_views (
  id bigint generated always as identity primary key, "fileId" text references files, "orderId" text not null references orders,
  "viewerId" text, what text not null, at timestamptz not null
);
create table demo_clock ( id integer primary key check (id = 1), "offsetMs" bigint not null );
create function never_rewritten() returns trigger language plpgsql as $$ begin raise exception '% is never changed once written', tg_table_name; end $$;
create trigger journal_entries_kept before update or delete on journal_entries for each row execute function never_rewritten();
create trigger journal_lines_kept before update or delete on journal_lines for each row execute function never_rewritten();
create trigger facts_kept before update or delete on facts for each row execute function never_rewritten();
create function entry_balances() returns trigger language plpgsql as $$
begin
  if exists (select 1 from journal_lines where "entryId" = new."entryId" group by currency having sum("amountMinor") <> 0) then
    raise exception 'journal entry % does not balance', new."entryId";
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journal_lines deferrable initially deferred for each row execute function entry_balances();
`;
