import { count } from "#app/platform/rules/core/count.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { tagLabel } from "../rules/post.ts";
import { listPosts } from "../server/list-published-posts.ts";
import { BlogHead, BlogPage, Pages, PostList } from "../ui/post-list.tsx";
import type { Route } from "./+types/blog-tag";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ params: { tag }, url }: Route.LoaderArgs) {
  const asked = readPageNumber(url.searchParams);
  const list = await listPosts({ page: asked ?? 1, tag });
  // A tag exists as long as a post has it.
  if (list.total === 0 || asked !== list.page) throw problemResponse(notFound("tag"));
  const { siteName, origins } = config();
  return { ...list, tag, siteName, origin: origins.public };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: "Not found" }];
  const { tag, page, siteName, origin } = loaderData;
  return pageMeta({
    title: `${tagLabel(tag)}: articles`,
    description: `Articles on academic writing, tagged “${tagLabel(tag)}”.`,
    path: `/blog/tags/${tag}${page > 1 ? `?page=${page}` : ""}`,
    origin,
    siteName,
  });
};

export default function BlogTag({ loaderData }: Route.ComponentProps) {
  const { tag, rows, total, page, pages, origin, siteName } = loaderData;
  return (
    <BlogPage>
      <BlogHead title={tagLabel(tag)} lede={count(total, "article")} back={{ label: "All tags", to: "/blog/tags" }} />
      <PostList posts={rows} />
      <Pages page={page} pages={pages} path={`/blog/tags/${tag}`} />
      <StructuredData
        data={breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: "Blog", path: "/blog" },
          { name: "Tags", path: "/blog/tags" },
          { name: tagLabel(tag), path: `/blog/tags/${tag}` },
        ])}
      />
    </BlogPage>
  );
}
