import { Textarea } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { Form, useLocation } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";
import { forgetTyped, keepTypedText, readTyped } from "#app/platform/browser/core/typed-text.ts";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DocumentQueryView } from "../../server/work/list-document-queries.ts";
import styles from "./query-list.module.css";
import { About } from "./query-fields.tsx";

/** The part of the page action's result that is about questions. */
export type QueryListAnswer = { form: string; about?: string | undefined; error?: ShownProblem | undefined } | null;

export function AnswerForm({
  query,
  choice,
  choose,
  show,
  answer,
}: {
  query: DocumentQueryView;
  choice: number | null;
  choose: (choice: number | null) => void;
  /** Unfolds the question when something was typed here and not saved. */
  show: () => void;
  answer: QueryListAnswer;
}) {
  const id = useId();
  const { pathname } = useLocation();
  const who = useSession()?.uid ?? "visitor";
  const place = `${pathname}#query:${query.id}`;
  const [text, setText] = useState(query.answer);
  const [read, setRead] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const { options } = query;

  // Unsaved text survives a reload. Saving removes this form, and with it the stored text.
  useEffect(() => {
    const kept = readTyped(who, place);
    // Text and choices from before hydration come first.
    const there = area.current?.value ?? "";
    setText(there === "" && kept ? kept.text : there);
    const marked = choices.current?.querySelector<HTMLInputElement>("input:checked")?.value ?? kept?.key ?? "";
    if (marked !== "" && options[Number(marked)]) choose(Number(marked));
    if (kept) show();
    setRead(true);
  }, [who, place, options, choose, show]);
  useEffect(() => {
    if (!read) return;
    if (text === query.answer && choice === query.choice) forgetTyped(who, place);
    else keepTypedText(who, place, { text, key: choice === null ? "" : String(choice), files: [] });
  }, [read, text, choice, query.answer, query.choice, who, place]);

  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <About query={query} />
      {options.length > 0 ? (
        <fieldset ref={choices} className={styles.choices} aria-describedby={query.editable ? undefined : `${id}-note`}>
          <legend>Choose</legend>
          {options.map((option, i) => (
            <label key={i} className={styles.choice}>
              <input type="radio" name="choice" value={i} checked={choice === i} onChange={() => choose(i)} />
              <span>{option.label}</span>
            </label>
          ))}
          {!query.editable && options.some((option) => option.edit && option.edit.kind !== "keep") ? (
            <p id={`${id}-note`} className="soft small">
              This passage isn't plain text, so your choice is added as a reply. The text itself doesn't change.
            </p>
          ) : null}
        </fieldset>
      ) : null}
      <Textarea
        ref={area}
        name="answer"
        label={options.length > 0 ? "Comment (optional)" : "Your answer"}
        autosize
        minRows={options.length > 0 ? 1 : 2}
        maxRows={12}
        maxLength={5_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={fieldError(answer?.error, "answer")}
      />
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      <div className={styles.buttons}>
        <SubmitButton name="as" value={`answered:${query.id}`} variant="light" pending="Saving">
          Save answer
        </SubmitButton>
        <SubmitButton name="as" value={`skipped:${query.id}`} variant="subtle" color="gray" pending="Skipping">
          Skip
        </SubmitButton>
      </div>
    </Form>
  );
}
