import { href, redirect } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { readingMinutes } from "#app/platform/rules/public-pages/markdown.ts";
import { absoluteUrl, pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { FirstScreenEnd } from "#app/ui/frame/first-screen.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { imageUrl } from "../rules/image.ts";
import { findPost, findRedirect } from "../server/list-published-posts.ts";
import styles from "../ui/blog.module.css";
import { Article } from "../ui/article.tsx";
import { PostList } from "../ui/post-list.tsx";
import type { Route } from "./+types/blog-post";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ params }: Route.LoaderArgs) {
  const post = await findPost(params.slug);
  if (!post) {
    const moved = await findRedirect(params.slug);
    if (moved) throw redirect(href("/blog/:slug", { slug: moved }), 301);
    throw problemResponse(notFound("article"));
  }
  const { siteName, origins } = config();
  return { post: { ...post, minutes: readingMinutes(post.words) }, siteName, origin: origins.public };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: "Not found" }];
  const { post, siteName, origin } = loaderData;
  const page = pageMeta({
    title: post.seoTitle ?? post.title,
    description: post.seoDescription ?? post.summary,
    path: `/blog/${post.slug}`,
    origin,
    siteName,
    type: "article",
    publishedAt: post.publishedAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    ...(post.cover ? { image: imageUrl(post.cover.id, "card", "jpg") } : {}),
  });
  return post.noIndex ? [...page, { name: "robots", content: "noindex" }] : page;
};

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  const { post, siteName, origin } = loaderData;
  const url = absoluteUrl(origin, `/blog/${post.slug}`);
  return (
    <>
      <Article article={post}>
        {post.related.length > 0 ? (
          <>
            <FirstScreenEnd />
            <section className={styles.related} aria-labelledby="related">
              <h2 id="related">Read next</h2>
              <PostList posts={post.related} level={3} />
            </section>
          </>
        ) : null}
      </Article>
      <StructuredData
        data={[
          {
            "@type": "BlogPosting",
            headline: post.title,
            description: post.summary,
            url,
            mainEntityOfPage: url,
            inLanguage: "en",
            wordCount: post.words,
            keywords: post.tags.join(", "),
            datePublished: post.publishedAt.toISOString(),
            dateModified: post.updatedAt.toISOString(),
            author: {
              "@type": "Person",
              name: post.authorName,
              url: absoluteUrl(origin, `/blog/authors/${post.authorSlug}`),
            },
            ...(post.cover ? { image: absoluteUrl(origin, imageUrl(post.cover.id, "card", "jpg")) } : {}),
            publisher: { "@type": "Organization", name: siteName, url: origin },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Blog", path: "/blog" },
            { name: post.title, path: `/blog/${post.slug}` },
          ]),
        ]}
      />
    </>
  );
}
