import { Link } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { listPublicEditors } from "../server/public-page/find-public-editor.ts";
import { EditorCard } from "../ui/public-editor.tsx";
import styles from "../ui/public-editor.module.css";
import type { Route } from "./+types/editors";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const asked = readPageNumber(url.searchParams);
  const list = await listPublicEditors(asked ?? 1);
  if (asked !== list.page) throw problemResponse(notFound("page of editors"));
  const { siteName, origins } = config();
  return { ...list, siteName, origin: origins.site };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Our editors",
        description: "Who edits: degrees, fields, and track records of our editors, with samples of their work.",
        path: `/editors${loaderData.page > 1 ? `?page=${loaderData.page}` : ""}`,
        origin: loaderData.origin,
        siteName: loaderData.siteName,
      })
    : [{ title: "Not found" }];

/** The editors who chose to have a public page. */
export default function Editors({ loaderData }: Route.ComponentProps) {
  const { editors, page, pages, origin, siteName } = loaderData;
  return (
    <div className={styles.outer}>
      <h1>Our editors</h1>
      <p className={styles.lede}>
        Every editor has a degree in the fields they edit, has verified their identity, and has signed our editor
        agreement, which includes confidentiality. These chose to introduce themselves. Their figures come from the
        orders they've edited here.
      </p>
      {editors.length === 0 ? (
        <EmptyState title="No editor has introduced themselves yet.">
          You can still order: we match you with an editor in your field.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {editors.map((editor) => (
            <li key={editor.editorId}>
              <EditorCard editor={editor} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <nav className={styles.pages} aria-label="Pages">
          {page > 1 ? <Link to={page === 2 ? "/editors" : `/editors?page=${page - 1}`}>← Previous</Link> : <span />}
          <span className="figures">
            Page {page} of {pages}
          </span>
          {page < pages ? <Link to={`/editors?page=${page + 1}`}>Next →</Link> : <span />}
        </nav>
      ) : null}
      <p className={styles.buttons}>
        <Link to="/order/new">Get a quote for your manuscript</Link>
        <Link to="/editor-signup">Work as an editor</Link>
      </p>
      <StructuredData
        data={breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: "Our editors", path: "/editors" },
        ])}
      />
    </div>
  );
}
