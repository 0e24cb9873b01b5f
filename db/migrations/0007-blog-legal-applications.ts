import { type Kysely, sql } from "kysely";

/** The blog, the versions of the legal documents that people accepted, and applications to work as an editor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    -- The sign-up accepts before there is a profile: whose it is, is the sign-in service's uid.
    create table legal_acceptances (
      uid text not null, document text not null, version text not null, context text not null, "acceptedAt" timestamptz not null,
      primary key (uid, document, version)
    );
    create table editor_applications (
      uid text primary key references users on delete cascade, status text not null default 'draft' check (status in ('draft','submitted','approved','declined')),
      answers jsonb not null, "agreementVersion" text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
      "submittedAt" timestamptz, "decidedAt" timestamptz, "decidedBy" text references users, note text not null default '',
      check (status = 'draft' or ("submittedAt" is not null and "agreementVersion" is not null)),
      check ((status in ('approved','declined')) = ("decidedAt" is not null))
    );
    create index editor_applications_by_status on editor_applications (status, "submittedAt");
    create table blog_authors (
      id text primary key, slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'), name text not null, bio text not null default '', "createdAt" timestamptz not null
    );
    create table blog_posts (
      id text primary key, slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in ('tags','authors','rss')),
      title text not null, summary text not null, body text not null, tags text[] not null default '{}', "authorId" text not null references blog_authors,
      status text not null default 'draft' check (status in ('draft','scheduled','published')), "publishedAt" timestamptz,
      "seoTitle" text, "seoDescription" text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
      check (status = 'draft' or "publishedAt" is not null)
    );
    create index blog_posts_by_date on blog_posts ("publishedAt" desc, id) where status <> 'draft';
    create index blog_posts_by_tag on blog_posts using gin (tags);
    create index blog_posts_by_author on blog_posts ("authorId");
    -- However the blog is changed, on a page or in the database itself, every process drops its cached pages (platform/server/public-pages/html-cache.ts).
    create function forget_pages() returns trigger language plpgsql as $$ begin
      perform pg_notify('stet_live', 'pages {"kind":"pages.changed","orderId":null}');
      return null;
    end $$;
    create trigger blog_posts_forget_pages after insert or update or delete on blog_posts for each statement execute function forget_pages();
    create trigger blog_authors_forget_pages after insert or update or delete on blog_authors for each statement execute function forget_pages();
  `)
    .execute(db);
}
