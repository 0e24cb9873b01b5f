import { type Kysely, sql } from "kysely";

/** Articles are written on a page: documents, working copies, versions, pictures, former addresses, preview links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table blog_authors add column uid text references users on delete set null;
    create unique index blog_authors_by_uid on blog_authors (uid) where uid is not null;

    create table blog_images (
      id text primary key, sha256 text not null unique, width int not null, height int not null, widths int[] not null, bytes bigint not null,
      "createdBy" text references users on delete set null, "createdAt" timestamptz not null
    );
    -- An article of before is Markdown in body until somebody saves it: then it is a document.
    alter table blog_posts
      alter column body set default '',
      add column document jsonb,
      add column "coverId" text references blog_images,
      add column "coverAlt" text not null default '',
      add column "noIndex" boolean not null default false,
      add column "firstPublishedAt" timestamptz,
      add column "createdBy" text references users on delete set null,
      add column "editedBy" text references users on delete set null,
      add column "editedAt" timestamptz;
    update blog_posts set "firstPublishedAt" = "publishedAt" where status = 'published';
    update blog_posts set "editedAt" = "updatedAt";
    alter table blog_posts alter column "editedAt" set default now(), alter column "editedAt" set not null;
    create index blog_posts_by_edit on blog_posts ("editedAt" desc nulls last, id desc);
    create index blog_posts_by_title on blog_posts (lower(title), id);
    create index blog_posts_due on blog_posts ("publishedAt") where status = 'scheduled';
    create index blog_posts_by_cover on blog_posts ("coverId") where "coverId" is not null;

    -- What editors see and save; readers see blog_posts. The two are the same while version equals publishedVersion.
    create table blog_drafts (
      "postId" text primary key references blog_posts on delete cascade, content jsonb not null, version int not null,
      "publishedVersion" int not null default 0, "savedAt" timestamptz not null, "savedBy" text references users on delete set null
    );
    create table blog_versions (
      id text primary key, "postId" text not null references blog_posts on delete cascade, content jsonb not null,
      kind text not null check (kind in ('saved','published','restored','imported','kept')), version int not null,
      "startedAt" timestamptz not null, "savedAt" timestamptz not null, "savedBy" text references users on delete set null
    );
    create index blog_versions_by_post on blog_versions ("postId", id desc);
    create table blog_redirects (
      slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'), "postId" text not null references blog_posts on delete cascade, "createdAt" timestamptz not null
    );
    create index blog_redirects_by_post on blog_redirects ("postId");
    create table blog_previews (
      id text primary key, "postId" text not null references blog_posts on delete cascade, "createdBy" text references users on delete set null,
      "createdAt" timestamptz not null, "expiresAt" timestamptz not null, "revokedAt" timestamptz
    );
    create index blog_previews_by_post on blog_previews ("postId", id desc);
    create table blog_editing (
      "postId" text not null references blog_posts on delete cascade, uid text not null references users on delete cascade, "seenAt" timestamptz not null,
      primary key ("postId", uid)
    );

    -- A draft that nobody can read doesn't empty every process's cached pages each time it is saved.
    drop trigger blog_posts_forget_pages on blog_posts;
    create trigger blog_posts_forget_pages_insert after insert on blog_posts for each row when (new.status <> 'draft') execute function forget_pages();
    create trigger blog_posts_forget_pages_update
      after update of slug, title, summary, body, document, tags, "authorId", status, "publishedAt", "seoTitle", "seoDescription", "noIndex", "coverId", "coverAlt", "updatedAt"
      on blog_posts for each row when (old.status <> 'draft' or new.status <> 'draft') execute function forget_pages();
    create trigger blog_posts_forget_pages_delete after delete on blog_posts for each row when (old.status <> 'draft') execute function forget_pages();
    create trigger blog_redirects_forget_pages after insert or update or delete on blog_redirects for each statement execute function forget_pages();
  `)
    .execute(db);
}
