import { count } from "#app/platform/rules/core/count.ts";
import { useHeld } from "#app/platform/browser/core/held.ts";
import { BulkForm, HeldButton } from "#app/ui/lists/bulk.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import {
  TICKET_CATEGORIES,
  TICKET_CATEGORY_WORDS,
  TICKET_PRIORITIES,
  TICKET_PRIORITY_WORDS,
} from "../../rules/ticket.ts";
import type { DeskQueuePage } from "../../server/desk/desk-queue.ts";
import styles from "./desk-queue.module.css";

type Queue = Extract<DeskQueuePage, { view: "queue" }>;

export const FORM = "ticked";

/**
 * Bulk actions. Resolving is delayed for a few seconds, because the ticket's owner is told. The others can be undone.
 */
export function Bulk({
  staff,
  me,
  hold,
}: {
  staff: Queue["staff"];
  me: string;
  hold: ReturnType<typeof useHeld>["hold"];
}) {
  return (
    <BulkForm id={FORM} label="Selected tickets">
      <SubmitButton name="intent" value="take" size="compact-sm" variant="default" pending="Assigning">
        Assign to me
      </SubmitButton>
      <HeldButton intent="resolve" hold={hold} words={(n) => `Resolving ${count(n, "ticket")}`}>
        Resolve
      </HeldButton>
      <span className={styles.change}>
        <select name="assigneeId" aria-label="Assignee for selected tickets" defaultValue="">
          <option value="">Assignee</option>
          <option value="none">None</option>
          {staff.map((it) => (
            <option key={it.uid} value={it.uid}>
              {it.uid === me ? "Me" : it.displayName}
            </option>
          ))}
        </select>
        <SubmitButton name="intent" value="assign" size="compact-sm" variant="default" pending="Assigning">
          Assign
        </SubmitButton>
      </span>
      <span className={styles.change}>
        <select name="category" aria-label="Category for selected tickets" defaultValue="">
          <option value="">Category</option>
          {TICKET_CATEGORIES.map((it) => (
            <option key={it} value={it}>
              {TICKET_CATEGORY_WORDS[it]}
            </option>
          ))}
        </select>
        <select name="priority" aria-label="Priority for selected tickets" defaultValue="">
          <option value="">Priority</option>
          {TICKET_PRIORITIES.map((it) => (
            <option key={it} value={it}>
              {TICKET_PRIORITY_WORDS[it]}
            </option>
          ))}
        </select>
        <SubmitButton name="intent" value="change" size="compact-sm" variant="default" pending="Changing">
          Change
        </SubmitButton>
      </span>
    </BulkForm>
  );
}
