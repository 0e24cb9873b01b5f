import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useIsFiltered } from "#app/ui/list-controls.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import {
  type Desk,
  MACRO_PLACEHOLDERS,
  SAMPLE_FILL,
  fillMacro,
  threadPath,
  unknownPlaceholders,
} from "../rules/desk.ts";
import { TICKET_CATEGORIES, TICKET_CATEGORY_WORDS } from "../rules/ticket.ts";
import type { MacroRow } from "../rules/ticket-view.ts";
import type { DeskQueueAnswer, DeskQueuePage } from "../server/desk-queue.ts";
import styles from "./desk-macros.module.css";

const STANDS_FOR: Record<(typeof MACRO_PLACEHOLDERS)[number], string> = {
  name: "the customer's name",
  number: "the ticket's number",
  order: "the order's number",
};

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

const FILTERS = [
  {
    name: "category",
    label: "Topic",
    choices: [
      ["", "All topics"],
      ["any", "For any topic"],
      ...TICKET_CATEGORIES.map((it) => [it, TICKET_CATEGORY_WORDS[it]] as const),
    ],
  },
  {
    name: "state",
    label: "Status",
    choices: [
      ["", "In use"],
      ["archived", "Archived"],
    ],
  },
  {
    name: "sort",
    label: "Sort by",
    choices: [
      ["", "Title"],
      ["-uses", "Most used"],
      ["-used", "Used last"],
      ["-updated", "Changed last"],
    ],
  },
] as const;

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

function MacroList({
  desk,
  macros,
  current,
}: {
  desk: Desk;
  macros: readonly MacroRow[];
  /** The macro being edited. */
  current: string | undefined;
}) {
  const [asked] = useSearchParams();
  const to = (name: "edit" | "copy", id: string) => {
    const next = new URLSearchParams(asked);
    next.delete("edit");
    next.delete("copy");
    next.set(name, id);
    return `?${next}`;
  };
  return (
    <ul className={styles.macros} aria-label="Macros">
      {macros.map((macro) => (
        <li key={macro.id} aria-current={macro.id === current || undefined}>
          <div className={styles.head}>
            <h2>{macro.title}</h2>
            <span className="soft small">{macro.category ? TICKET_CATEGORY_WORDS[macro.category] : "Any topic"}</span>
            <span className={styles.deeds}>
              {macro.archivedAt ? (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={macro.id} />
                  <SubmitButton
                    name="intent"
                    value="restore-macro"
                    size="compact-sm"
                    variant="subtle"
                    pending="Restoring"
                  >
                    Restore
                  </SubmitButton>
                </Form>
              ) : (
                <Link to={to("edit", macro.id)} preventScrollReset>
                  Edit
                </Link>
              )}
              <Link to={to("copy", macro.id)} preventScrollReset>
                Duplicate
              </Link>
              {macro.archivedAt ? (
                <ConfirmButton
                  size="compact-sm"
                  variant="subtle"
                  stops
                  title={`Remove “${macro.title}”?`}
                  body={<p>Its usage figures go with it. Answers already sent don't change.</p>}
                  confirm="Remove macro"
                  pending="Removing"
                  fields={{ intent: "remove-macro", id: macro.id }}
                >
                  Remove
                </ConfirmButton>
              ) : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={macro.id} />
                  <SubmitButton
                    name="intent"
                    value="archive-macro"
                    size="compact-sm"
                    variant="subtle"
                    pending="Archiving"
                  >
                    Archive
                  </SubmitButton>
                </Form>
              )}
            </span>
          </div>
          <p className={styles.body}>{macro.body}</p>
          <p className="soft small">
            <Usage desk={desk} macro={macro} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Usage({ desk, macro: { uses, last } }: { desk: Desk; macro: MacroRow }) {
  if (!last) return "Not used yet.";
  return (
    <>
      Used in {uses.toLocaleString("en-US")} {uses === 1 ? "answer" : "answers"}, last by{" "}
      {last.by ?? "a former colleague"} <Instant at={last.at} show="day" />
      {last.number ? (
        <>
          {" "}
          in <Link to={threadPath(desk, last.thread)}>{last.number}</Link>
        </>
      ) : null}
      .
    </>
  );
}

/** Edits a macro, or adds one, optionally with another's text. */
function MacroForm({
  own,
  edited,
  copied,
  failed,
}: {
  own: string;
  edited: MacroRow | undefined;
  copied: MacroRow | undefined;
  failed: DeskQueueAnswer | undefined;
}) {
  // The form's initial version. A version saved by somebody else in the meantime doesn't replace it.
  const [first] = useState(edited);
  const typed = failed?.typed;
  const start = {
    title: "",
    body: copied?.body ?? "",
    ...first,
    category: (first ?? copied)?.category ?? "",
    ...typed,
  };
  const [body, setBody] = useState(start.body);
  const crossed = failed?.error?.code === "changed" && edited ? edited : undefined;
  const unknown = unknownPlaceholders(body);
  return (
    <Sheet
      title={edited ? "Edit macro" : copied ? `New macro, from ${copied.title}` : "Add macro"}
      aside={
        edited || copied ? (
          <Link to={own} preventScrollReset>
            Add a new one instead
          </Link>
        ) : null
      }
    >
      <Form method="post" className={styles.form} preventScrollReset>
        <ErrorNote problem={failed?.error} />
        {crossed ? (
          <Notice tone="attention" title={`Saved by ${crossed.updatedBy ?? "someone else"}`}>
            <p className={styles.body}>
              <b>{crossed.title}</b>
              {"\n"}
              {crossed.body}
            </p>
          </Notice>
        ) : null}
        <input type="hidden" name="id" value={edited?.id ?? ""} />
        <input type="hidden" name="version" value={(crossed ?? first)?.version ?? ""} />
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
          onChange={(event) => setBody(event.currentTarget.value)}
          error={
            fieldError(failed?.error, "body") ??
            (unknown.length > 0 ? `Unknown placeholder: ${unknown.map((it) => `{${it}}`).join(", ")}.` : undefined)
          }
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
        {body.trim() ? (
          <div>
            <p className="eyebrow">Preview</p>
            <p className={styles.body}>{fillMacro(body, SAMPLE_FILL)}</p>
          </div>
        ) : null}
        <div>
          <SubmitButton name="intent" value="save-macro" pending="Saving">
            {crossed ? "Save my version" : edited ? "Save changes" : "Add macro"}
          </SubmitButton>
        </div>
      </Form>
    </Sheet>
  );
}
