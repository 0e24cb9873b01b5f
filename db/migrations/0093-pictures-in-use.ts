import { type Kysely, sql } from "kysely";

/**
 * Which article shows a picture is found without reading every article: its pictures may be seen by those who may see
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create index blog_posts_by_picture on blog_posts using gin (jsonb_path_query_array(document, 'strict $.**.imageId'));
  `)
    .execute(db);
}
