import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { seedBlog } from "#db/seed/demo-blog.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { PAGES_TOPIC } from "#app/platform/server/public-pages/html-cache.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { findAuthor, findPost, listPosts, listPublishedPosts, listTags } from "./list-published-posts.ts";
import { blogFeed } from "./rss.ts";

let world: TestWorld;
const seed = () => world.db.transaction().execute((tx) => seedBlog(tx, NOON));
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  await seed();
});
afterAll(() => world.close());

const post = async (
  slug: string,
  of: { status?: "draft" | "scheduled" | "published"; publishedAt?: Date | null; tags?: string[] },
) => {
  const author = (await findAuthor("desk"))!;
  await world.db
    .insertInto("blog_posts")
    .values({
      id: newId("post"),
      slug,
      title: slug,
      summary: "s",
      body: "Body.",
      tags: of.tags ?? ["secret"],
      authorId: author.id,
      status: of.status ?? "published",
      publishedAt: of.publishedAt ?? null,
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
};

describe("the blog", () => {
  test("clears cached pages on any change to it", async () => {
    await hub().start();
    let events = 0;
    const off = hub().on(PAGES_TOPIC, () => {
      events += 1;
    });
    try {
      await world.db
        .updateTable("blog_posts")
        .set({ summary: "Another summary." })
        .where("slug", "=", "answering-reviewers")
        .execute();
      await expect.poll(() => events).toBeGreaterThan(0);
    } finally {
      off();
      await hub().stop();
    }
  });

  test("has the demo's articles once after repeated seeding, newest first", async () => {
    await seed();
    const slugs = (await listPublishedPosts()).map((p) => p.slug);
    expect(slugs).toEqual([
      "claim-strength-and-hedging",
      "what-copyediting-is",
      "answering-reviewers",
      "numbers-and-units",
      "british-or-american",
    ]);
  });

  test("shows an article with its contents, word count, edit marks, and articles to read next", async () => {
    const found = (await findPost("claim-strength-and-hedging"))!;
    expect(found).toMatchObject({ authorName: "The Stet desk", authorSlug: "desk" });
    expect(found.html).toContain(
      "<del>prove that compaction is the main cause of</del><ins>suggest that compaction contributes to</ins>",
    );
    expect(found.headings.length).toBeGreaterThan(4);
    expect(found.words).toBeGreaterThan(900);
    expect(found.related).toHaveLength(3);
    expect(found.related.map((r) => r.slug)).not.toContain("claim-strength-and-hedging");
  });

  test("every article is long enough and free of raw markup", async () => {
    for (const { slug } of await listPublishedPosts()) {
      const found = (await findPost(slug))!;
      expect(found.words).toBeGreaterThan(850);
      expect(found.html).not.toMatch(/\{(\+\+|--)|(\+\+|--)\}|```/);
    }
  });

  test("hides drafts and scheduled articles everywhere until they are published", async () => {
    await post("a-draft", { status: "draft" });
    await post("to-come", { status: "scheduled", publishedAt: after(NOON, HOUR) });
    await post("dated-ahead", { publishedAt: after(NOON, DAY) });
    for (const slug of ["a-draft", "to-come", "dated-ahead", "nothing"]) expect(await findPost(slug)).toBeNull();
    expect((await listTags()).map((t) => t.tag)).not.toContain("secret");
    expect((await listPosts({ page: 1, tag: "secret" })).total).toBe(0);
    expect(await (await blogFeed()).text()).not.toContain("to-come");
    setClock(after(NOON, 2 * HOUR));
    expect(await findPost("to-come")).not.toBeNull();
    expect((await listPosts({ page: 1, tag: "secret" })).rows.map((r) => r.slug)).toEqual(["to-come"]);
    setClock(NOON);
  });

  test("counts each tag's articles as they change, including a scheduled one as soon as it's due", async () => {
    const status = fc.constantFrom("draft", "scheduled", "published", "gone");
    const change = fc.record({ slug: fc.constantFrom("t1", "t2", "t3"), status, tags: fc.subarray(["x", "y", "z"]) });
    const counted = async () =>
      (await world.db.selectFrom("blog_tags").selectAll().where("articles", ">", 0).orderBy("tag").execute()).map(
        (it) => [it.tag, it.articles, it.published],
      );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        for (const { slug, status: to, tags } of changes) {
          const known = await world.db
            .selectFrom("blog_posts")
            .select("id")
            .where("slug", "=", slug)
            .executeTakeFirst();
          const of = { tags, publishedAt: NOON };
          if (to === "gone") await world.db.deleteFrom("blog_posts").where("slug", "=", slug).execute();
          else if (known)
            await world.db
              .updateTable("blog_posts")
              .set({ ...of, status: to })
              .where("slug", "=", slug)
              .execute();
          else await post(slug, { ...of, status: to });
        }
        const { rows } = await sql<{ tag: string; articles: number; published: number }>`
          select u.tag, count(*)::int as articles, (count(*) filter (where p.status = 'published'))::int as published
          from blog_posts p, unnest(p.tags) as u(tag) group by u.tag order by u.tag`.execute(world.db);
        expect(await counted()).toEqual(rows.map((it) => [it.tag, it.articles, it.published]));
        const { rows: shown } = await sql<{ tag: string; posts: number }>`
          select u.tag, count(*)::int as posts from blog_posts p, unnest(p.tags) as u(tag)
          where p.status <> 'draft' and p."publishedAt" <= ${NOON} group by u.tag order by u.tag`.execute(world.db);
        expect(await listTags()).toEqual(shown);
      }),
      tries(60),
    );
    await world.db.deleteFrom("blog_posts").where("slug", "in", ["t1", "t2", "t3"]).execute();
  });

  test("two articles that share tags can be changed at once without a deadlock", async () => {
    await post("t1", { tags: ["x", "y"], publishedAt: NOON });
    await post("t2", { tags: ["y", "x"], publishedAt: NOON });
    for (let i = 0; i < 10; i++)
      await Promise.all([
        world.db
          .updateTable("blog_posts")
          .set({ tags: i % 2 ? ["x", "y"] : [] })
          .where("slug", "=", "t1")
          .execute(),
        world.db
          .updateTable("blog_posts")
          .set({ tags: i % 2 ? ["y", "x"] : [] })
          .where("slug", "=", "t2")
          .execute(),
      ]);
    expect((await listTags()).filter((it) => ["x", "y"].includes(it.tag))).toEqual([
      { tag: "x", posts: 2 },
      { tag: "y", posts: 2 },
    ]);
    await world.db.deleteFrom("blog_posts").where("slug", "in", ["t1", "t2"]).execute();
  });

  test("can be filtered by tag and author, and paged", async () => {
    expect((await listPosts({ page: 1, tag: "editing" })).rows.map((r) => r.slug)).toEqual([
      "what-copyediting-is",
      "british-or-american",
    ]);
    expect((await listPosts({ page: 1, authorSlug: "jonas-weber" })).rows.map((r) => r.slug)).toEqual([
      "what-copyediting-is",
      "answering-reviewers",
    ]);
    expect(await listPosts({ page: 7 })).toMatchObject({ total: 5, page: 1, pages: 1 });
    const desk = (await findAuthor("desk"))!;
    expect(await findAuthor(desk.id)).toEqual(desk);
    expect(await findAuthor("nobody")).toBeNull();
  });

  test("has a feed that links each article", async () => {
    const answer = await blogFeed();
    expect(answer.headers.get("content-type")).toContain("application/rss+xml");
    const text = await answer.text();
    expect(text.match(/<item>/g)).toHaveLength(5);
    expect(text).toContain("<link>http://localhost:3000/blog/numbers-and-units</link>");
  });

  test("refuses an article with the address of another page", async () => {
    for (const slug of ["tags", "authors", "Rss.xml"]) await expect(post(slug, {})).rejects.toThrow(/check constraint/);
  });
});
