import { useEffect, useId, useRef } from "react";
import { Form, Link, useLocation, useSearchParams } from "react-router";
import type { ListShape } from "#app/platform/rules/core/list-query.ts";
import { DoneNote, ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type SavedView, VIEW_NAME_LIMIT, viewSearch } from "../rules/saved-views.ts";
import styles from "./list-views.module.css";

/** A view that everyone has: a link with a count. */
export type GivenView = { label: string; search: string; count?: string; late?: boolean };

type Answer = { form: string; done?: string; error?: ShownProblem; typed?: Record<string, string> };

/**
 * Views of a list as links: those everyone has, then the reader's own, with forms to save, rename, delete, and choose
 * one as the default.
 */
export function ListViews({
  given = [],
  views,
  shape,
  answer,
}: {
  given?: readonly GivenView[];
  views: readonly SavedView[];
  shape: ListShape<string, string>;
  answer: Answer | undefined;
}) {
  const [asked] = useSearchParams();
  const { pathname } = useLocation();
  const here = viewSearch(asked, shape);
  const norm = (search: string) => viewSearch(new URLSearchParams(search), shape);
  // An address without a query would open the reader's default view.
  const hasDefault = views.some((it) => it.isDefault);
  const to = (search: string) => (search ? `${pathname}?${search}` : hasDefault ? `${pathname}?q=` : pathname);
  const mine = answer?.form.startsWith("view-") ? answer : undefined;
  const known = views.find((it) => norm(it.search) === here);
  const id = useId();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (mine?.done && !mine.error && mine.form === "view-save") fold.current?.removeAttribute("open");
  }, [mine]);
  return (
    <div className={styles.views}>
      <nav aria-label="Views" className={styles.links}>
        {given.map((view) => (
          <Link
            key={view.label}
            to={to(view.search)}
            aria-current={norm(view.search) === here ? "page" : undefined}
            data-late={view.late ? "" : undefined}
          >
            {view.label}
            {view.count ? (
              <>
                {" "}
                <span className="figures">{view.count}</span>
              </>
            ) : null}
          </Link>
        ))}
        {views.map((view) => (
          <Link
            key={view.id}
            to={to(view.search)}
            data-own
            aria-current={norm(view.search) === here ? "page" : undefined}
          >
            {view.name}
          </Link>
        ))}
      </nav>
      <details ref={fold} className={styles.fold} open={mine?.error ? true : undefined}>
        <summary>{views.length > 0 ? "Edit views" : "Save view"}</summary>
        <div className={styles.sheet}>
          {here && !known ? (
            <Form method="post" className={styles.row} preventScrollReset>
              <input type="hidden" name="search" value={here} />
              <label htmlFor={`${id}-name`} className="unseen">
                Name of the view
              </label>
              <input
                id={`${id}-name`}
                name="name"
                required
                maxLength={VIEW_NAME_LIMIT}
                placeholder="Name of the view"
                defaultValue={mine?.error && mine.form === "view-save" ? mine.typed?.name : ""}
              />
              <SubmitButton name="intent" value="view-save" size="compact-sm" pending="Saving">
                Save view
              </SubmitButton>
            </Form>
          ) : (
            <p className="soft">
              {known
                ? `These filters are saved as ${known.name}.`
                : "Filter or sort the list first, then save it as a view here."}
            </p>
          )}
          {views.map((view) => (
            <Form key={view.id} method="post" className={styles.row} preventScrollReset>
              <input type="hidden" name="viewId" value={view.id} />
              <input type="hidden" name="on" value={view.isDefault ? "" : "yes"} />
              <input
                name="name"
                required
                maxLength={VIEW_NAME_LIMIT}
                aria-label={`New name of ${view.name}`}
                defaultValue={view.name}
              />
              <SubmitButton name="intent" value="view-rename" size="compact-sm" variant="default" pending="Renaming">
                Rename
              </SubmitButton>
              <SubmitButton
                name="intent"
                value="view-choose"
                size="compact-sm"
                variant="default"
                pending="Saving"
                formNoValidate
              >
                {view.isDefault ? "Don't open by default" : "Open by default"}
              </SubmitButton>
              <SubmitButton
                name="intent"
                value="view-remove"
                size="compact-sm"
                variant="subtle"
                pending="Deleting"
                formNoValidate
              >
                Delete
              </SubmitButton>
            </Form>
          ))}
        </div>
      </details>
      <ErrorNote problem={mine?.error} />
      <DoneNote answer={mine} />
    </div>
  );
}
