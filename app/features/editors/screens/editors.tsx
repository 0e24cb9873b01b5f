import { Link } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { Button } from "#app/ui/button.tsx";
import { NativeSelect } from "#app/ui/fields.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { listFreeDates } from "#app/features/orders/server/editor-record/list-free-dates.ts";
import { languageName } from "../rules/languages.ts";
import {
  type EditorsAsked,
  listMatchingEditors,
  listPublicEditors,
  listPublicFields,
  listPublicLanguages,
} from "../server/public-page/find-public-editor.ts";
import { EditorCard } from "../ui/public-editor.tsx";
import styles from "../ui/public-editor.module.css";
import type { Route } from "./+types/editors";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const asked = readPageNumber(url.searchParams);
  const slugs = await listPublicFields();
  const field = oneOf(url.searchParams.get("field"), slugs);
  const codes = await listPublicLanguages();
  const chosen = {
    field,
    english: oneOf(url.searchParams.get("english"), ENGLISH_VARIANTS),
    language: oneOf(url.searchParams.get("language"), codes),
  };
  const free = oneOf(
    url.searchParams.get("free"),
    FREE_WITHIN.map(({ value }) => value),
  );
  const at = now();
  const list = await listPublicEditors(asked ?? 1, chosen, free === "" ? null : await freeWithin(chosen, free, at));
  if (asked !== list.page) throw problemResponse(notFound("page of editors"));
  const { siteName, origins } = config();
  const fields = slugs
    .map((value) => ({ value, label: findSubfield(value)?.subfield.label ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  const languages = codes
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  const freeDates = await listFreeDates(
    list.editors.map((editor) => editor.editorId),
    at,
  );
  return {
    ...list,
    free: Object.fromEntries(freeDates),
    fields,
    languages,
    asked: { ...chosen, free },
    siteName,
    origin: origins.site,
  };
}

/** The choices of a date: free within so many days. */
const FREE_WITHIN = [
  { value: "0", label: "Now" },
  { value: "7", label: "Within a week" },
  { value: "14", label: "Within two weeks" },
  { value: "30", label: "Within a month" },
];
/** Dates are computed, not stored, so they're looked at for only so many editors, those with the most deliveries. */
const MOST_DATED = 500;

/** Of editors who match, those who are free within so many days. */
async function freeWithin(asked: EditorsAsked, days: string, at: Date): Promise<string[]> {
  const dates = await listFreeDates(await listMatchingEditors(asked, MOST_DATED), at);
  const last = dayOf(after(at, Number(days) * DAY));
  return [...dates].flatMap(([uid, free]) =>
    free && (days === "0" ? free.is === "now" : free.day <= last) ? [uid] : [],
  );
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
  const { editors, free, page, pages, fields, languages, asked, origin, siteName } = loaderData;
  const toPage = (n: number): string => {
    const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""));
    if (n > 1) query.set("page", String(n));
    return query.size > 0 ? `/editors?${query}` : "/editors";
  };
  const fieldName = fields.find((one) => one.value === asked.field)?.label;
  const isFiltered = Object.values(asked).some((value) => value !== "");
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
            defaultValue={asked.field}
            data={[{ value: "", label: "Any field" }, ...fields]}
          />
          <NativeSelect
            name="english"
            label="English"
            defaultValue={asked.english}
            data={[
              { value: "", label: "Any English" },
              ...ENGLISH_VARIANTS.map((value) => ({ value, label: ENGLISH_VARIANT_LABELS[value] })),
            ]}
          />
          {languages.length > 0 ? (
            <NativeSelect
              name="language"
              label="Language"
              defaultValue={asked.language}
              data={[{ value: "", label: "Any language" }, ...languages]}
            />
          ) : null}
          <NativeSelect
            name="free"
            label="Free"
            defaultValue={asked.free}
            data={[{ value: "", label: "Any time" }, ...FREE_WITHIN]}
          />
          <Button type="submit" variant="default">
            Show editors
          </Button>
        </form>
      ) : null}
      {editors.length === 0 ? (
        <EmptyState
          title={
            isFiltered
              ? `No editor${fieldName ? ` in ${fieldName.toLowerCase()}` : ""} with this choice is listed.`
              : "No editor has introduced themselves yet."
          }
          action={isFiltered ? <Link to="/editors">Show all editors</Link> : undefined}
        >
          {isFiltered
            ? "Get a quote, and we'll look for one."
            : "You can still order: we match you with an editor in your field."}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {editors.map((editor) => (
            <li key={editor.editorId}>
              <EditorCard editor={editor} free={free[editor.editorId] ?? null} />
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
