import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { imageUrl } from "../rules/image.ts";
import { tagLabel } from "../rules/post.ts";
import styles from "./blog.module.css";

export type ListedPost = {
  slug: string;
  title: string;
  summary: string;
  tags: readonly string[];
  authorSlug: string;
  authorName: string;
  publishedAt: Date;
  coverId?: string | null;
};

/** Who wrote it and when. */
export function Byline({
  post,
  children,
}: {
  post: Pick<ListedPost, "authorSlug" | "authorName" | "publishedAt">;
  children?: ReactNode;
}) {
  const day = dayOf(new Date(post.publishedAt));
  return (
    <p className={styles.byline}>
      <Link to={href("/blog/authors/:authorId", { authorId: post.authorSlug })} rel="author">
        {post.authorName}
      </Link>
      <span aria-hidden> · </span>
      <time dateTime={day}>{formatLongDay(day)}</time>
      {children}
    </p>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={href("/blog/tags/:tag", { tag })}>{tagLabel(tag)}</Link>
        </li>
      ))}
    </ul>
  );
}

/** A list of posts, with a larger first one if it is the lead. */
export function PostList({ posts, level = 2 }: { posts: readonly ListedPost[]; level?: 2 | 3 }) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <ol className={styles.posts}>
      {posts.map((post) => (
        <li key={post.slug}>
          <article>
            {post.coverId ? (
              // The title beside it says what the article is about.
              <picture className={styles.thumb}>
                <source type="image/avif" srcSet={imageUrl(post.coverId, 480, "avif")} />
                <img src={imageUrl(post.coverId, 480, "jpg")} width={300} height={200} alt="" loading="lazy" />
              </picture>
            ) : null}
            <Title>
              <Link to={`/blog/${post.slug}`}>{post.title}</Link>
            </Title>
            <p className={styles.summary}>{post.summary}</p>
            <Byline post={post} />
          </article>
        </li>
      ))}
    </ol>
  );
}

/** Links to the pages of a list. */
export function Pages({ page, pages, path }: { page: number; pages: number; path: string }) {
  if (pages < 2) return null;
  const at = (n: number): string => (n === 1 ? path : `${path}?page=${n}`);
  return (
    <nav className={styles.pages} aria-label="Pages">
      {page > 1 ? (
        <Link to={at(page - 1)} rel="prev">
          ← Newer
        </Link>
      ) : (
        <span />
      )}
      <span className="figures">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link to={at(page + 1)} rel="next">
          Older →
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** The header of a blog page. */
export function BlogHead({
  title,
  lede,
  back,
}: {
  title: string;
  lede?: ReactNode;
  back?: { label: string; to: string };
}) {
  return (
    <header className={styles.head}>
      {back ? (
        <Link to={back.to} className={styles.back}>
          <span aria-hidden>←</span> {back.label}
        </Link>
      ) : null}
      <h1>{title}</h1>
      {lede ? <p className={styles.lede}>{lede}</p> : null}
    </header>
  );
}

export function BlogPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}
