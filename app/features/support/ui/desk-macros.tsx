import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { Form, Link } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Desk, MACRO_PLACEHOLDERS } from "../rules/desk.ts";
import { TICKET_CATEGORIES, TICKET_CATEGORY_WORDS } from "../rules/ticket.ts";
import type { MacroView } from "../rules/ticket-view.ts";
import type { DeskQueueAnswer } from "../server/desk-queue.ts";
import styles from "./desk-macros.module.css";

const STANDS_FOR: Record<(typeof MACRO_PLACEHOLDERS)[number], string> = {
  name: "the customer's name",
  number: "the ticket's number",
  order: "the order's number",
};

/** The macros page: list, add, edit and remove macros. */
export function DeskMacros({
  desk,
  macros,
  edit,
  answer,
}: {
  desk: Desk;
  macros: readonly MacroView[];
  edit: string | null;
  answer: DeskQueueAnswer | undefined;
}) {
  const own = `${desk}?view=macros`;
  const failed = answer?.form === "save-macro" && answer.error ? answer : undefined;
  const edited = macros.find((it) => it.id === (failed?.typed?.id || edit));
  return (
    <Page width="full">
      <PageTitle
        title="Macros"
        crumbs={[{ label: desk === "/admin/support" ? "Tickets" : "Ticket queue", to: desk }]}
        lede="Saved answers to common questions. Placeholders are filled in when you insert a macro, and you can edit the text before sending."
      />
      {answer?.done && !answer.error ? (
        <div className={styles.said} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {answer?.error && !failed ? (
        <div className={styles.said}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      <Columns
        main={
          macros.length === 0 ? (
            <EmptyState title="No macros yet" mark="paragraph">
              Add the first macro here. Support can then insert it into any answer.
            </EmptyState>
          ) : (
            <MacroList macros={macros} own={own} current={edited?.id} />
          )
        }
        side={
          <MacroForm
            key={`${edited?.id ?? "new"} ${answer?.done ?? ""} ${macros.length}`}
            own={own}
            edited={edited}
            failed={failed}
          />
        }
      />
    </Page>
  );
}

function MacroList({
  macros,
  own,
  current,
}: {
  macros: readonly MacroView[];
  own: string;
  /** The one that is edited. */
  current: string | undefined;
}) {
  return (
    <ul className={styles.macros} aria-label="Macros">
      {macros.map((macro) => (
        <li key={macro.id} aria-current={macro.id === current || undefined}>
          <div className={styles.head}>
            <h2>{macro.title}</h2>
            <span className="soft small">{macro.category ? TICKET_CATEGORY_WORDS[macro.category] : "Any topic"}</span>
            <span className={styles.deeds}>
              <Link to={`${own}&edit=${macro.id}`} preventScrollReset>
                Edit
              </Link>
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                stops
                title={`Remove “${macro.title}”?`}
                body={<p>Answers already sent don't change.</p>}
                confirm="Remove macro"
                pending="Removing"
                fields={{ intent: "remove-macro", id: macro.id }}
              >
                Remove
              </ConfirmButton>
            </span>
          </div>
          <p className={styles.body}>{macro.body}</p>
        </li>
      ))}
    </ul>
  );
}

/** Edits a macro, or adds one. */
function MacroForm({
  own,
  edited,
  failed,
}: {
  own: string;
  edited: MacroView | undefined;
  failed: DeskQueueAnswer | undefined;
}) {
  const start = { title: "", body: "", ...edited, category: edited?.category ?? "", ...failed?.typed };
  return (
    <Sheet
      title={edited ? "Edit macro" : "Add macro"}
      aside={
        edited ? (
          <Link to={own} preventScrollReset>
            Add a new one instead
          </Link>
        ) : null
      }
    >
      <Form method="post" action={own} className={styles.form} preventScrollReset>
        <ErrorNote problem={failed?.error} />
        <input type="hidden" name="id" value={edited?.id ?? ""} />
        <TextInput
          name="title"
          label="Title"
          maxLength={100}
          required
          defaultValue={start.title}
          error={fieldError(failed?.error, "title")}
        />
        <NativeSelect
          name="category"
          label="Topic"
          defaultValue={start.category}
          data={[
            { value: "", label: "Any topic" },
            ...TICKET_CATEGORIES.map((value) => ({ value, label: TICKET_CATEGORY_WORDS[value] })),
          ]}
        />
        <Textarea
          name="body"
          label="Text"
          autosize
          minRows={6}
          maxRows={20}
          maxLength={5_000}
          required
          defaultValue={start.body}
          error={fieldError(failed?.error, "body")}
        />
        <p className="soft small">
          {MACRO_PLACEHOLDERS.map((it, i) => (
            <span key={it}>
              {i > 0 ? ", " : ""}
              <code>{`{${it}}`}</code> is {STANDS_FOR[it]}
            </span>
          ))}
          .
        </p>
        <div>
          <SubmitButton name="intent" value="save-macro" pending="Saving">
            {edited ? "Save changes" : "Add macro"}
          </SubmitButton>
        </div>
      </Form>
    </Sheet>
  );
}
