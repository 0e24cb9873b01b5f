import { redirect, href } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { absoluteUrl, pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { findAuthor, listPosts } from "../server/list-published-posts.ts";
import { BlogHead, BlogPage, Pages, PostList } from "../ui/post-list.tsx";
import type { Route } from "./+types/blog-author";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ params: { authorId }, url }: Route.LoaderArgs) {
  const author = await findAuthor(authorId);
  if (!author) throw problemResponse(notFound("author"));
  if (author.slug !== authorId) throw redirect(href("/blog/authors/:authorId", { authorId: author.slug }), 301);
  const asked = readPageNumber(url.searchParams);
  const list = await listPosts({ page: asked ?? 1, authorSlug: author.slug });
  if (asked !== list.page) throw problemResponse(notFound("page of this author"));
  const { siteName, origins } = config();
  return { ...list, author, siteName, origin: origins.public };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: "Not found" }];
  const { author, page, siteName, origin } = loaderData;
  return pageMeta({
    title: author.name,
    description: author.bio || `Articles by ${author.name}.`,
    path: `/blog/authors/${author.slug}${page > 1 ? `?page=${page}` : ""}`,
    origin,
    siteName,
    type: "profile",
  });
};

export default function BlogAuthor({ loaderData }: Route.ComponentProps) {
  const { author, rows, page, pages, origin, siteName } = loaderData;
  const path = `/blog/authors/${author.slug}`;
  return (
    <BlogPage>
      <BlogHead title={author.name} lede={author.bio} back={{ label: "On academic writing", to: "/blog" }} />
      {rows.length === 0 ? <EmptyState title="No articles yet." /> : <PostList posts={rows} />}
      <Pages page={page} pages={pages} path={path} />
      <StructuredData
        data={[
          {
            "@type": "Person",
            name: author.name,
            url: absoluteUrl(origin, path),
            ...(author.bio ? { description: author.bio } : {}),
            worksFor: { "@type": "Organization", name: siteName, url: origin },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Blog", path: "/blog" },
            { name: author.name, path },
          ]),
        ]}
      />
    </BlogPage>
  );
}
