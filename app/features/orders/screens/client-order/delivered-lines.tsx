import { Form } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { changesInWords } from "../../rules/work/letter-outline.ts";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import styles from "./delivered-lines.module.css";

/**
 * A delivery in a few lines: what changed, what's still open, and the ways on. Accepting comes last: the status line
 * above says when it happens by itself.
 */
export function DeliveredLines({
  view,
  delivery,
  openQuestions,
  mayRevise,
}: {
  view: OrderView;
  delivery: SubmissionView | undefined;
  /** Of those that the editor asked in comments. */
  openQuestions: number;
  mayRevise: boolean;
}) {
  const { revisionUntilAt } = view.dates;
  return (
    <ul className={styles.lines}>
      {delivery?.changes ? <li className="figures">{changesInWords(delivery.changes)}</li> : null}
      {openQuestions > 0 ? (
        <li>
          {count(openQuestions, "question")} from your editor <a href="#questions">Answer questions</a>
        </li>
      ) : null}
      {mayRevise ? (
        <li>
          {revisionUntilAt ? (
            <>
              Free revision until <Instant at={revisionUntilAt} deadline />
            </>
          ) : (
            "Your revision is free"
          )}{" "}
          <a href="#revision">Request revision</a>
        </li>
      ) : null}
      <li>
        Nothing to change?{" "}
        <Form method="post">
          <SubmitButton name="intent" value="accept" pending="Accepting" variant="subtle" size="compact-sm">
            Accept order
          </SubmitButton>
        </Form>
        {openQuestions > 0 ? <span className="soft"> You can still answer questions later.</span> : null}
      </li>
    </ul>
  );
}
