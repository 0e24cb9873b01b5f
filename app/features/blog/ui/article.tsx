import type { ReactNode } from "react";
import type { Heading } from "#app/platform/rules/public-pages/markdown.ts";
import { Prose, ReadingPage } from "#app/ui/content/prose.tsx";
import { type ImageFacts, imageUrl, pictureSources } from "../rules/image.ts";
import { BlogHead, Byline, Tags } from "./post-list.tsx";
import styles from "./blog.module.css";

export type ShownArticle = {
  title: string;
  summary: string;
  tags: readonly string[];
  html: string;
  headings: readonly Heading[];
  minutes: number;
  authorSlug: string;
  authorName: string;
  authorBio: string;
  publishedAt: Date;
  cover: ImageFacts | null;
  coverAlt: string;
};

/** An article as readers see it. */
export function Article({
  article,
  note,
  children,
}: {
  article: ShownArticle;
  note?: ReactNode;
  children?: ReactNode;
}) {
  const { cover } = article;
  return (
    <ReadingPage
      headings={article.headings}
      head={
        <div className={styles.title}>
          {note}
          <BlogHead title={article.title} lede={article.summary} back={{ label: "On academic writing", to: "/blog" }} />
          <Byline post={article}>
            <span aria-hidden> · </span>
            <span className="figures">{article.minutes} min to read</span>
          </Byline>
          {cover ? <Cover image={cover} alt={article.coverAlt} /> : null}
        </div>
      }
      after={
        <>
          <div className={styles.author}>
            <strong>{article.authorName}</strong>
            {article.authorBio ? <p>{article.authorBio}</p> : null}
          </div>
          <Tags tags={article.tags} />
          {children}
        </>
      }
    >
      <Prose html={article.html} />
    </ReadingPage>
  );
}

function Cover({ image, alt }: { image: ImageFacts; alt: string }) {
  return (
    <picture className={styles.cover}>
      {pictureSources(image).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes="(min-width: 46rem) 42rem, 94vw" />
      ))}
      <img
        src={imageUrl(image.id, image.widths.at(-1)!, "jpg", image.preview)}
        width={image.width}
        height={image.height}
        alt={alt}
        fetchPriority="high"
      />
    </picture>
  );
}
