import { Link } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { Button } from "#app/ui/button.tsx";
import { NativeSelect } from "#app/ui/fields.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { listPublicEditors, listPublicFields } from "../server/public-page/find-public-editor.ts";
import { EditorCard } from "../ui/public-editor.tsx";
import styles from "../ui/public-editor.module.css";
import type { Route } from "./+types/editors";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const asked = readPageNumber(url.searchParams);
  const slugs = await listPublicFields();
  const field = oneOf(url.searchParams.get("field"), slugs);
  const english = oneOf(url.searchParams.get("english"), ENGLISH_VARIANTS);
  const list = await listPublicEditors(asked ?? 1, { field, english });
  if (asked !== list.page) throw problemResponse(notFound("page of editors"));
  const { siteName, origins } = config();
  const fields = slugs
    .map((value) => ({ value, label: findSubfield(value)?.subfield.label ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  return { ...list, fields, field, english, siteName, origin: origins.site };
}

/** The value, if it's one of these, or else "". */
const oneOf = (value: string | null, of: readonly string[]): string =>
  value !== null && of.includes(value) ? value : "";

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
  const { editors, page, pages, fields, field, english, origin, siteName } = loaderData;
  const toPage = (n: number): string => {
    const query = new URLSearchParams(Object.entries({ field, english }).filter(([, value]) => value !== ""));
    if (n > 1) query.set("page", String(n));
    return query.size > 0 ? `/editors?${query}` : "/editors";
  };
  const fieldName = fields.find((one) => one.value === field)?.label;
  return (
    <div className={styles.outer}>
      <h1>Our editors</h1>
      <p className={styles.lede}>
        Every editor has a degree in the fields they edit, has verified their identity, and has signed our editor
        agreement, which includes confidentiality. These chose to introduce themselves. Their figures come from the
        orders they've edited here.
      </p>
      {fields.length > 0 ? (
        <form className={styles.filter}>
          <NativeSelect
            name="field"
            label="Field"
            defaultValue={field}
            data={[{ value: "", label: "Any field" }, ...fields]}
          />
          <NativeSelect
            name="english"
            label="English"
            defaultValue={english}
            data={[
              { value: "", label: "Any English" },
              ...ENGLISH_VARIANTS.map((value) => ({ value, label: ENGLISH_VARIANT_LABELS[value] })),
            ]}
          />
          <Button type="submit" variant="default">
            Show editors
          </Button>
        </form>
      ) : null}
      {editors.length === 0 ? (
        <EmptyState
          title={
            field || english
              ? `No editor${fieldName ? ` in ${fieldName.toLowerCase()}` : ""} with this choice is listed.`
              : "No editor has introduced themselves yet."
          }
          action={field || english ? <Link to="/editors">Show all editors</Link> : undefined}
        >
          {field || english
            ? "Get a quote, and we'll look for one."
            : "You can still order: we match you with an editor in your field."}
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
          {page > 1 ? <Link to={toPage(page - 1)}>← Previous</Link> : <span />}
          <span className="figures">
            Page {page} of {pages}
          </span>
          {page < pages ? <Link to={toPage(page + 1)}>Next →</Link> : <span />}
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
