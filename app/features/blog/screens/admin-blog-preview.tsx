import { Link, href } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { previewArticle } from "../server/preview-article.ts";
import { Article } from "../ui/article.tsx";
import styles from "../ui/blog.module.css";
import type { Route } from "./+types/admin-blog-preview";

export const handle = { readOnly: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, "Article preview"),
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = pageLoader(async ({ actor, params: { postId } }: PageRequest<Route.LoaderArgs>) => ({
  article: await previewArticle(actor, postId),
  postId,
}));

/** The working copy of an article, as readers will see it. */
export default function AdminBlogPreview({ loaderData: { article, postId } }: Route.ComponentProps) {
  return (
    <Article
      article={article}
      note={
        <p className={styles.note}>
          Preview of the latest saved text. <Link to={href("/admin/blog/:postId", { postId })}>Back to the editor</Link>
        </p>
      }
    />
  );
}
