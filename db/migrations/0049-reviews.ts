import { type Kysely, sql } from "kysely";

/** Reviewers take reviews from a queue and are paid for them; low ratings and appeals are reviewed too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table qa_reviews drop constraint "qa_reviews_status_known", drop constraint "qa_reviews_reason_known",
      add constraint "qa_reviews_status_known" check (status in ('waiting','passed','failed','void')),
      add constraint "qa_reviews_reason_known" check (reason in ('trial','expert','sample','unread_format','low_rating','appeal'));
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('provider','bank','deferred_revenue','revenue','discounts',
        'tax_payable','refunds','editor_cost','review_cost','editor_pending','editor_available','editor_in_payout','provider_fees','goodwill'));
    alter table orders add column "qaReason" text check ("qaReason" in ('none','trial','expert','sample'));
    alter table qa_reviews
      add column kind text not null default 'delivery' check (kind in ('delivery','rating','appeal')),
      add column "appealOf" text references qa_reviews, add column appeal text,
      add column "replacedById" text references qa_reviews,
      add column "dueAt" timestamptz, add column "takenBy" text references users, add column "takenAt" timestamptz,
      add column "takenUntilAt" timestamptz, add column "overdueToldAt" timestamptz;
    update qa_reviews set "dueAt" = "createdAt" + interval '12 hours';
    alter table qa_reviews alter column "dueAt" set not null;
    drop index qa_reviews_one;
    create unique index qa_reviews_one on qa_reviews ("submissionId", kind) where kind <> 'appeal';
    create unique index qa_reviews_one_appeal on qa_reviews ("appealOf") where "appealOf" is not null;
    create index qa_reviews_waiting on qa_reviews ("dueAt") where status = 'waiting';
    create index qa_reviews_by_submission on qa_reviews ("submissionId");
    create index qa_reviews_by_reviewer on qa_reviews ("reviewerId", "decidedAt" desc) where "reviewerId" is not null;
    create index qa_reviews_by_due on qa_reviews ("dueAt");
    alter table earnings add column "reviewId" text references qa_reviews;
    alter table earnings drop constraint "earnings_part_check",
      add constraint "earnings_part_check" check (part in ('part', 'delivery', 'revision', 'review'));
    drop index earnings_once;
    create unique index earnings_once on earnings ("orderId", "editorId", part) where part <> 'review';
    create unique index earnings_one_review on earnings ("reviewId") where "reviewId" is not null;
  `)
    .execute(db);
}
