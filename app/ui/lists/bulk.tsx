import { Button } from "@mantine/core";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import type { Held } from "#app/platform/browser/core/held.ts";
import { ErrorNote, Notice, type ShownProblem } from "../notice.tsx";
import { SubmitButton } from "../submit-button.tsx";
import styles from "./bulk.module.css";

/** The form of a list's selected rows, for DataTable's `select.bar`. @param id as in `select.form` */
export function BulkForm({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <Form method="post" id={id} className={styles.form} preventScrollReset>
      <b>{label}</b>
      {children}
    </Form>
  );
}

/**
 * A bulk button whose action is delayed by a few seconds, because others will be notified. Without JavaScript, it runs
 * at once.
 */
export function HeldButton({
  intent,
  children,
  words,
  hold,
}: {
  intent: string;
  children: ReactNode;
  /** What is about to happen to `n` rows: "Resolving 3 tickets". */
  words: (n: number) => string;
  hold: (data: FormData, words: string) => void;
}) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form?.reportValidity()) return;
    const data = new FormData(form, event.currentTarget);
    const n = data.getAll("id").length;
    if (n === 0) return;
    event.preventDefault();
    hold(data, words(n));
    clearSelection(form.id);
  };
  return (
    <Button type="submit" name="intent" value={intent} size="compact-sm" variant="default" onClick={click}>
      {children}
    </Button>
  );
}

function clearSelection(form: string) {
  for (const box of document.querySelectorAll<HTMLInputElement>(
    `input[data-tick][form="${form}"], input[data-tick-all]`,
  ))
    box.checked = false;
}

type Answer = {
  form: string;
  done?: string;
  error?: ShownProblem;
  left?: { id: string; why: string }[];
  undo?: { intent: string; items: string };
};

/**
 * The result of a bulk action: what was done, with undo, and what was skipped and why. @param nameOf a row's label, by
 * its id
 */
export function BulkResult({
  answer,
  held,
  form,
  noun,
  nameOf,
}: {
  answer: Answer | undefined;
  held?: Held | null;
  /** The form's id; its selection is cleared when an answer arrives. */
  form: string;
  noun: string;
  nameOf: (id: string) => string | undefined;
}) {
  const seen = useRef(answer);
  useEffect(() => {
    if (answer && answer !== seen.current && !answer.error) clearSelection(form);
    seen.current = answer;
  }, [answer, form]);
  const left = answer?.left ?? [];
  return (
    <div className={styles.result} aria-live="polite">
      {held ? (
        <Notice
          title={`${held.words} in a few seconds`}
          action={
            <span className={styles.buttons}>
              <Button size="compact-sm" variant="default" onClick={held.undo}>
                Undo
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={held.sendNow}>
                Do it now
              </Button>
            </span>
          }
        />
      ) : null}
      <ErrorNote problem={answer?.error} />
      {answer?.done && !answer.error ? (
        <Notice
          tone="good"
          action={
            answer.undo ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="items" value={answer.undo.items} />
                <SubmitButton
                  name="intent"
                  value={answer.undo.intent}
                  size="compact-sm"
                  variant="default"
                  pending="Undoing"
                >
                  Undo
                </SubmitButton>
              </Form>
            ) : undefined
          }
        >
          {answer.done}
        </Notice>
      ) : null}
      {left.length > 0 ? (
        <Notice tone="attention" title={`${count(left.length, `${noun} wasn't`, `${noun}s weren't`)} changed.`}>
          {left.map((it) => (
            <div key={it.id}>
              <span className="figures">{nameOf(it.id) ?? `A ${noun}`}</span>: {it.why}
            </div>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}
