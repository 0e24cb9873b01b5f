import { type Kysely, sql } from "kysely";

/** Former addresses of authors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table blog_author_redirects (
      slug text primary key, "authorId" text not null references blog_authors on delete cascade, "createdAt" timestamptz not null
    );
    create trigger blog_author_redirects_forget_pages after insert or update or delete on blog_author_redirects for each statement execute function forget_pages();
  `)
    .execute(db);
}
