import { Textarea } from "@mantine/core";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { DateChangeView } from "../../server/due-date/date-change-view.ts";
import type { LateOrderView } from "../../server/late/late-order-view.ts";
import { ProposeDate } from "./date-change.tsx";
import styles from "../order.module.css";
import { WordsKept } from "../draft/words-kept.tsx";

/**
 * What staff have to decide about a very late order: another editor, or a later date. Posts `intent=reassign_late` or
 * `propose_date`.
 */
export function LateDecision({
  view: { decision },
  order,
  dateChange,
}: {
  view: LateOrderView;
  order: { editorName: string | null; billableWords: number; progressWords: number };
  dateChange: DateChangeView | null;
}) {
  if (!decision) return null;
  const editor = order.editorName ?? "the editor";
  return (
    <Notice
      tone="late"
      title={
        decision.status === "proposed" ? "Very late: a later date is proposed" : "Decide what happens to this order"
      }
    >
      <div className={styles.tight}>
        <p>
          {decision.status === "proposed" ? (
            "If the author or the editor declines it, or nobody answers, the decision comes back to you. You can still give the order to another editor."
          ) : (
            <>
              It's very late. Give it to another editor, or propose a date that the author and {editor} agree to.{" "}
              {decision.escalated ? "A decision was due by " : "Decide by "}
              <b>
                <Instant at={decision.decideByAt} deadline />
              </b>
              {decision.escalated ? ", and admins have been told." : ". After that, we tell the admins."}
            </>
          )}
        </p>
        <div className={styles.buttons}>
          <ConfirmButton
            title="Give this order to another editor?"
            confirm="Find another editor"
            pending="Reassigning"
            fields={{ intent: "reassign_late" }}
            body={
              <>
                <p>
                  The next editor gets a deadline of their own, and {editor} is paid for the part that's kept. We'll
                  tell them and the author.
                </p>
                <WordsKept billableWords={order.billableWords} reported={order.progressWords} />
                <Textarea
                  name="reason"
                  label="Reason (shown to the editor)"
                  required
                  minLength={3}
                  maxLength={1_000}
                  autosize
                  minRows={2}
                />
              </>
            }
          >
            Find another editor
          </ConfirmButton>
          {dateChange ? <ProposeDate view={dateChange} inline /> : null}
        </div>
      </div>
    </Notice>
  );
}
