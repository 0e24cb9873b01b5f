import { Link } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { listPosts, listTags } from "../server/list-published-posts.ts";
import styles from "../ui/blog.module.css";
import { BlogHead, BlogPage, Pages, PostList, Tags } from "../ui/post-list.tsx";
import type { Route } from "./+types/blog-index";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const asked = readPageNumber(url.searchParams);
  const [list, tags] = await Promise.all([listPosts({ page: asked ?? 1 }), listTags()]);
  if (asked !== list.page) throw problemResponse(notFound("page of the blog"));
  const { siteName, origins } = config();
  return { ...list, tags: tags.map((t) => t.tag), siteName, origin: origins.public };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: "Not found" }];
  const { page, siteName, origin } = loaderData;
  return [
    ...pageMeta({
      title: page === 1 ? "On academic writing" : `On academic writing, page ${page}`,
      description:
        "Articles on writing, editing, and publishing research: practical advice with examples, from working editors.",
      path: page === 1 ? "/blog" : `/blog?page=${page}`,
      origin,
      siteName,
    }),
    { tagName: "link", rel: "alternate", type: "application/rss+xml", title: siteName, href: `${origin}/blog/rss.xml` },
  ];
};

export default function BlogIndex({ loaderData }: Route.ComponentProps) {
  const { rows, page, pages, tags, origin, siteName } = loaderData;
  return (
    <BlogPage>
      <BlogHead
        title="On academic writing"
        lede="What editors see most often in manuscripts, and what to do about it."
      />
      {rows.length === 0 ? <EmptyState title="No articles yet." /> : <PostList posts={rows} />}
      <Pages page={page} pages={pages} path="/blog" />
      {tags.length > 0 ? (
        <section className={styles.related} aria-labelledby="tags">
          <h2 id="tags">
            <Link to="/blog/tags">Tags</Link>
          </h2>
          <Tags tags={tags} />
        </section>
      ) : null}
      <p className={styles.feed}>
        <a href="/blog/rss.xml">RSS feed</a>
      </p>
      <StructuredData
        data={breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: "Blog", path: "/blog" },
        ])}
      />
    </BlogPage>
  );
}
