import { Form, Link } from "react-router";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar, Pager, useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Desk } from "../../rules/desk.ts";
import type { DeskQueueAnswer, DeskQueuePage } from "../../server/desk/desk-queue.ts";
import styles from "./desk-macros.module.css";
import { FILTERS, MacroList } from "../macros/macro-list.tsx";
import { MacroForm } from "../macros/macro-form.tsx";

type MacrosPage = Extract<DeskQueuePage, { view: "macros" }>;

/** The macros page: a list with how often each is used, and a form that adds or edits one. */
export function DeskMacros({
  desk,
  page: { macros, open, copies },
  answer,
}: {
  desk: Desk;
  page: MacrosPage;
  answer: DeskQueueAnswer | undefined;
}) {
  const own = `${desk}?view=macros`;
  const failed = answer?.form === "save-macro" && answer.error ? answer : undefined;
  const narrowed = useIsFiltered("category", "state");
  const edited = copies ? undefined : (open ?? undefined);
  return (
    <Page width="full">
      <PageTitle
        title="Macros"
        crumbs={[{ label: desk === "/admin/support" ? "Tickets" : "Ticket queue", to: desk }]}
        lede="Saved answers to common questions. Placeholders are filled in when you insert a macro, and you can edit the text before sending."
      />
      {answer?.done && !answer.error ? (
        <div className={styles.said} aria-live="polite">
          <Notice tone="good" action={answer.undo ? <Undo undo={answer.undo} /> : undefined}>
            {answer.done}
          </Notice>
        </div>
      ) : null}
      {answer?.error && !failed ? (
        <div className={styles.said}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      <Columns
        main={
          <div className={styles.main}>
            <FilterBar placeholder="Title or text" filters={FILTERS} keep={["view"]} />
            {macros.rows.length > 0 ? (
              <MacroList desk={desk} macros={macros.rows} current={edited?.id} />
            ) : narrowed ? (
              <EmptyState title="No macros match" mark="stet" action={<Link to={own}>Show all macros</Link>}>
                Remove a filter or use fewer search terms.
              </EmptyState>
            ) : (
              <EmptyState title="No macros yet" mark="paragraph">
                Add the first macro here. Support can then insert it into any answer.
              </EmptyState>
            )}
            <Pager {...macros} noun="macro" />
          </div>
        }
        side={
          <MacroForm
            key={`${open?.id ?? "new"} ${copies} ${answer?.done ?? ""} ${macros.total}`}
            own={own}
            edited={edited}
            copied={copies ? (open ?? undefined) : undefined}
            failed={failed}
          />
        }
      />
    </Page>
  );
}

/** @param undo from the action's result: `items` is the macro's id */
function Undo({ undo }: { undo: NonNullable<DeskQueueAnswer["undo"]> }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={undo.items} />
      <SubmitButton name="intent" value={undo.intent} size="compact-sm" variant="default" pending="Restoring">
        Undo
      </SubmitButton>
    </Form>
  );
}
