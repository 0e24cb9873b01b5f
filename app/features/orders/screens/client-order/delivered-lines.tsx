import { Form } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { EDIT_KIND_WORDS, kindsByCount } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import styles from "./delivered-lines.module.css";

/** Kinds of change that are named. The delivery below names all. */
const NAMED = 4;

/** "145 changes: 90 grammar, 32 word choice". A replacement counts once. */
function Changes({ changes }: { changes: NonNullable<SubmissionView["changes"]> }) {
  const kinds = kindsByCount(changes.kinds ?? {});
  const total = kinds.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0)
    return (
      <>
        {count(changes.insertions, "insertion")}, {count(changes.deletions, "deletion")}
      </>
    );
  const rest = kinds.slice(NAMED).reduce((sum, [, n]) => sum + n, 0);
  return (
    <>
      {count(total, "change")}:{" "}
      {kinds
        .slice(0, NAMED)
        .map(([kind, n]) => `${n.toLocaleString("en-US")} ${EDIT_KIND_WORDS[kind].toLowerCase()}`)
        .concat(rest > 0 ? [`${rest.toLocaleString("en-US")} other`] : [])
        .join(", ")}
    </>
  );
}

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
      {delivery?.changes ? (
        <li className="figures">
          <Changes changes={delivery.changes} />
        </li>
      ) : null}
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
