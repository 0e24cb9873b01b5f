import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { tagLabel } from "../rules/post.ts";
import { listTags } from "../server/list-published-posts.ts";
import styles from "../ui/blog.module.css";
import { BlogHead, BlogPage } from "../ui/post-list.tsx";
import type { Route } from "./+types/blog-tags";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader() {
  const { siteName, origins } = config();
  return { tags: await listTags(), siteName, origin: origins.public };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Tags",
        description: "Our articles on academic writing by topic.",
        path: "/blog/tags",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
      })
    : [];

export default function BlogTags({ loaderData }: Route.ComponentProps) {
  const { tags, origin, siteName } = loaderData;
  return (
    <BlogPage>
      <BlogHead title="Tags" back={{ label: "On academic writing", to: "/blog" }} />
      {tags.length === 0 ? (
        <EmptyState title="No articles yet." />
      ) : (
        <ul className={styles.tagList}>
          {tags.map(({ tag, posts }) => (
            <li key={tag}>
              <Link to={href("/blog/tags/:tag", { tag })}>{tagLabel(tag)}</Link>
              <span className="figures soft">{count(posts, "article")}</span>
            </li>
          ))}
        </ul>
      )}
      <StructuredData
        data={breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: "Blog", path: "/blog" },
          { name: "Tags", path: "/blog/tags" },
        ])}
      />
    </BlogPage>
  );
}
