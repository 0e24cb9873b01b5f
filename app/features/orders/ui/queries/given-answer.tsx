import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DocumentQueryView } from "../../server/work/list-document-queries.ts";
import styles from "./query-list.module.css";
import { About } from "./query-fields.tsx";

/** The saved answer, with a button to change it. */
export function Given({ query, mayAnswer }: { query: DocumentQueryView; mayAnswer: boolean }) {
  return (
    <>
      <GivenAnswer query={query} />
      {mayAnswer ? (
        <Form method="post" preventScrollReset>
          <About query={query} />
          {query.choice === null ? null : <input type="hidden" name="choice" value={query.choice} />}
          <input type="hidden" name="answer" value={query.answer} />
          <SubmitButton name="as" value={`open:${query.id}`} variant="default" size="compact-sm" pending="Opening">
            {query.state === "skipped" ? "Answer anyway" : "Change answer"}
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}

const WRITTEN = {
  none: "Added to the document as a reply.",
  made: "Added to the document as a reply and a tracked change.",
  kept: "Added to the document as a reply.",
  left: "Added as a reply only. This passage isn't plain text, so make the change itself in Word.",
  lost: "Not added: the comment is no longer in the document.",
} as const;

/** An answer in its author's words. */
export function GivenAnswer({ query }: { query: DocumentQueryView }) {
  if (query.state !== "answered") return null;
  const option = query.choice === null ? null : query.options[query.choice];
  return (
    <div className={styles.answer}>
      {option ? (
        <p>
          <b>{option.label}</b>
        </p>
      ) : null}
      {query.answer ? <p>{query.answer}</p> : null}
      {query.writtenAs ? (
        <p className={query.writtenAs === "left" || query.writtenAs === "lost" ? "small late" : "small soft"}>
          {WRITTEN[query.writtenAs]}
        </p>
      ) : null}
    </div>
  );
}
