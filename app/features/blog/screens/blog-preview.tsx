import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { previewByLink } from "../server/preview-article.ts";
import { Article } from "../ui/article.tsx";
import styles from "../ui/blog.module.css";
import type { Route } from "./+types/blog-preview";

export const handle = { readOnly: true } satisfies PageHandle;

// The address is a key, so keep it and the article out of search results and other sites' logs.
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, "Article preview"),
  { name: "robots", content: "noindex, nofollow" },
];
export const headers: Route.HeadersFunction = () => ({
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
});

export const loader = pageLoader(({ params }: PageRequest<Route.LoaderArgs>) => previewByLink(params.token));

/** An unpublished article, for anyone with a preview link. */
export default function BlogPreview({ loaderData }: Route.ComponentProps) {
  return (
    <Article
      article={loaderData}
      note={
        <p className={styles.note}>This is a preview of an article that may still change. Please don't share it.</p>
      }
    />
  );
}
