import { type Kysely, sql } from "kysely";

/** A response to reviewers has a reply letter, which is edited, and the reviewers' comments, which are for reading. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table files add column role text
      constraint "files_role_known" check (role in ('reply_letter','reviewer_comments')),
      add constraint "files_role_of_purpose" check (role is null
        or (role = 'reply_letter' and purpose = 'source') or (role = 'reviewer_comments' and purpose = 'reference'));
    create unique index files_one_reply_letter on files ("orderId") where role = 'reply_letter' and "removedAt" is null;
  `)
    .execute(db);
}
