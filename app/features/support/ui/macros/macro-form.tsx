import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { Form, Link } from "react-router";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MACRO_PLACEHOLDERS, SAMPLE_FILL, fillMacro, unknownPlaceholders } from "../../rules/desk.ts";
import { TICKET_CATEGORIES, TICKET_CATEGORY_WORDS } from "../../rules/ticket.ts";
import type { MacroRow } from "../../rules/ticket-view.ts";
import type { DeskQueueAnswer } from "../../server/desk/desk-queue.ts";
import styles from "../desk/desk-macros.module.css";

const STANDS_FOR: Record<(typeof MACRO_PLACEHOLDERS)[number], string> = {
  name: "the customer's name",
  number: "the ticket's number",
  order: "the order's number",
};

/** Edits a macro, or adds one, optionally with another's text. */
export function MacroForm({
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
