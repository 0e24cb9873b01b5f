import { Form } from "react-router";
import { fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MOST_TAGS, TAG_LIMIT } from "../../rules/tags.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import styles from "./desk-properties.module.css";

/** A ticket's tags: each can be taken off, and one more added, chosen from all or a new one. */
export function Tags({
  tags,
  all,
  answer,
}: {
  tags: readonly string[];
  all: readonly string[];
  answer: DeskThreadAnswer | undefined;
}) {
  const problem = answer?.form === "tag" ? fieldError(answer.error, "tag") : undefined;
  return (
    <div className={styles.tags}>
      {tags.length > 0 ? (
        <Form method="post" preventScrollReset aria-label="Tags">
          <input type="hidden" name="intent" value="untag" />
          {tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
              <button name="tag" value={tag} aria-label={`Remove tag ${tag}`}>
                ×
              </button>
            </span>
          ))}
        </Form>
      ) : null}
      {tags.length < MOST_TAGS.ofTicket ? (
        <Form method="post" preventScrollReset key={tags.join()} className={styles.field}>
          <label htmlFor="new-tag">Tag</label>
          <span className={styles.add}>
            <input
              id="new-tag"
              name="tag"
              list="tags"
              maxLength={TAG_LIMIT}
              required
              autoComplete="off"
              data-page-key="t"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? "new-tag-problem" : undefined}
            />
            <datalist id="tags">
              {all
                .filter((it) => !tags.includes(it))
                .map((it) => (
                  <option key={it} value={it}>
                    {it}
                  </option>
                ))}
            </datalist>
            <SubmitButton name="intent" value="tag" size="compact-sm" variant="default" pending="Adding">
              Add
            </SubmitButton>
          </span>
        </Form>
      ) : null}
      {problem ? (
        <p className={styles.wrong} id="new-tag-problem">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
