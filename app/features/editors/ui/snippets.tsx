import { type FormEvent, type ReactNode, useRef } from "react";
import { Form } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SNIPPET_LIMITS, type Snippet, snippetAt } from "../rules/snippet.ts";
import styles from "./snippets.module.css";

/** Puts a text into a field as if it were typed there, so that whatever saves it notices. */
function insert(field: HTMLTextAreaElement, body: string, from: number, to: number): void {
  field.setRangeText(body, from, to, "end");
  if (from !== to) field.setSelectionRange(field.selectionEnd + 1, field.selectionEnd + 1);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A part of a page in whose text fields an editor's snippets can be typed. It places the list of them. */
export function WithSnippets({
  snippets,
  answer,
  children,
}: {
  snippets: readonly Snippet[];
  answer: FormAnswer | undefined;
  children: (list: ReactNode) => ReactNode;
}) {
  const last = useRef<HTMLTextAreaElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const type = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLTextAreaElement) || target.name === "snippet") return;
    const found = snippetAt(target.value, target.selectionStart, snippets);
    if (found) insert(target, found.body, found.from, found.to);
  };
  const add = (body: string) => {
    const field = last.current?.isConnected
      ? last.current
      : area.current?.querySelector<HTMLTextAreaElement>("#letter");
    if (!field) return;
    field.focus();
    insert(field, body, field.selectionStart, field.selectionStart);
  };
  const list = (
    <Fold
      id="snippets"
      title="Snippets"
      aside={snippets.length > 0 ? count(snippets.length, "snippet") : undefined}
      open={answer?.form === "snippet" && answer.error !== undefined}
    >
      <p className="soft small">
        In a question, a message, or the letter, type a semicolon, the shortcut, and a space.
      </p>
      <ul className={styles.list}>
        {snippets.map(({ name, body }) => (
          <li key={name}>
            <p className={styles.body}>
              <b>;{name}</b> {body}
            </p>
            <Form method="post" className={styles.acts} preventScrollReset>
              <Button size="xs" variant="light" onClick={() => add(body)}>
                Insert
              </Button>
              <input type="hidden" name="name" value={name} />
              <SubmitButton name="intent" value="remove_snippet" size="xs" variant="subtle" pending="Removing">
                Remove
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      <ActionForm intent="snippet" label="Add a snippet" submit="Save snippet" pending="Saving" answer={answer}>
        {({ problem, typed }) => (
          <>
            <TextInput
              name="name"
              label="Shortcut"
              description="Letters, digits, and hyphens. A snippet with the same shortcut is replaced."
              maxLength={SNIPPET_LIMITS.name + 1}
              defaultValue={typed["name"] ?? ""}
              error={fieldError(problem, "name")}
            />
            <Textarea
              name="snippet"
              label="Text to insert"
              maxLength={SNIPPET_LIMITS.body}
              rows={3}
              defaultValue={typed["snippet"] ?? ""}
              error={fieldError(problem, "body")}
            />
          </>
        )}
      </ActionForm>
    </Fold>
  );
  return (
    <div
      ref={area}
      className={styles.area}
      onInput={type}
      onFocus={({ target }) => {
        if (target instanceof HTMLTextAreaElement && target.name !== "snippet") last.current = target;
      }}
    >
      {children(list)}
    </div>
  );
}
