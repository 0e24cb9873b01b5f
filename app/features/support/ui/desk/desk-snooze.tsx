import { Form } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError, Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { SnoozeChoices } from "../../rules/snooze.ts";
import type { TicketView } from "../../rules/ticket-view.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import styles from "./desk-properties.module.css";

/** Until when a ticket stays out of the reader's list: a few times, or any other. */
export function Snooze({ snooze, answer }: { snooze: SnoozeChoices; answer: DeskThreadAnswer | undefined }) {
  const problem = answer?.form === "snooze" ? fieldError(answer.error, "until") : undefined;
  return (
    <details className={styles.snooze} open={problem !== undefined || undefined}>
      <summary data-page-key="s">Snooze</summary>
      <div>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="snooze" />
          {snooze.choices.map(({ label, until }) => (
            <SubmitButton key={label} name="until" value={until} variant="subtle" pending="Snoozing">
              {label}
            </SubmitButton>
          ))}
        </Form>
        <Form method="post" preventScrollReset>
          <label>
            Until
            <input type="datetime-local" name="until" min={snooze.least} max={snooze.most} required />
          </label>
          {problem ? <p className={styles.wrong}>{problem}</p> : null}
          <SubmitButton name="intent" value="snooze" size="compact-sm" variant="default" pending="Snoozing">
            Snooze
          </SubmitButton>
        </Form>
      </div>
    </details>
  );
}

/** Says that a ticket is snoozed, and ends it. */
export function Snoozed({ ticket }: { ticket: TicketView }) {
  if (!ticket.snoozed) return null;
  return (
    <Notice
      title={`Snoozed${ticket.snoozed.by ? ` by ${ticket.snoozed.by}` : ""}`}
      action={
        <Form method="post" preventScrollReset>
          <SubmitButton name="intent" value="wake" size="compact-sm" variant="default" pending="Ending">
            End snooze
          </SubmitButton>
        </Form>
      }
    >
      Until <Instant at={ticket.snoozed.until} />, or until {ticket.ownerName} writes or a promised time is nearly over.
    </Notice>
  );
}
