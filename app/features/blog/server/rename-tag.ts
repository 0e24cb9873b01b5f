import { sql } from "kysely";
import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { CONTENT_LIMITS, slugOf } from "../rules/content.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";

/**
 * Renames a tag in every article and working copy. A name that's in use merges the two tags, and an empty name removes
 * the tag. Safe to repeat.
 */
export const renameTag = command({
  input: z.object({ from: z.string().max(100), to: z.string().max(100) }),
  load: async (_, { tx }) => lockName(tx, "blog tags"),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input, tx, now, fact }): Promise<{ posts: number }> {
    const { from } = input;
    const to = slugOf(input.to, CONTENT_LIMITS.tag);
    if (to === "" && input.to.trim() !== "")
      throw invalid("tag", "Use letters and digits in the tag.", "", { to: "Use letters and digits in the tag." });
    if (from === to) return { posts: 0 };
    const { rows } = await sql<{ id: string }>`
      update blog_posts set "updatedAt" = case when status = 'draft' then "updatedAt" else ${now} end, tags = (
        select coalesce(array_agg(t.tag order by t.place), '{}') from (
          select x.tag, min(x.place) as place from (
            select case when u.tag = ${from} then ${to} else u.tag end as tag, u.place
            from unnest(tags) with ordinality as u(tag, place)
          ) x where x.tag <> '' group by x.tag
        ) t
      ) where tags @> array[${from}]::text[] returning id`.execute(tx);
    // An open editor's next save is a conflict, so that it doesn't bring the old name back.
    await sql`
      update blog_drafts set version = version + 1,
        "publishedVersion" = case when "publishedVersion" = version then version + 1 else "publishedVersion" end,
        content = jsonb_set(content, '{tags}', (
          select coalesce(jsonb_agg(t.tag order by t.place), '[]'::jsonb) from (
            select x.tag, min(x.place) as place from (
              select case when u.tag = ${from} then ${to} else u.tag end as tag, u.place
              from jsonb_array_elements_text(content->'tags') with ordinality as u(tag, place)
            ) x where x.tag <> '' group by x.tag
          ) t
        )) where content->'tags' @> jsonb_build_array(${from}::text)`.execute(tx);
    if (rows.length > 0)
      await fact("blog.tag_renamed", { data: { from, to: to || "none", posts: rows.length }, topics: ["staff"] });
    return { posts: rows.length };
  },
});
