import type { ChangeEvent } from "react";
import { Form, Link, useSubmit, href } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import {
  TICKET_CATEGORIES,
  TICKET_CATEGORY_WORDS,
  TICKET_LIMITS,
  TICKET_PRIORITIES,
  TICKET_PRIORITY_WORDS,
} from "../../rules/ticket.ts";
import type { TicketView } from "../../rules/ticket-view.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import type { DeskOrderRow } from "../../server/desk/desk-customer.ts";
import type { DeskPerson } from "../../server/desk/desk-staff.ts";
import { Tags } from "./desk-tags.tsx";
import styles from "./desk-properties.module.css";

/** Submits its form on change; without script, a button does. */
function useAutoSubmit() {
  const submit = useSubmit();
  return (event: ChangeEvent<HTMLSelectElement>) => void submit(event.currentTarget.form, { preventScrollReset: true });
}

/** The assignee. */
export function AssigneeForm({
  assignee,
  staff,
  me,
}: {
  assignee: { uid: string; displayName: string } | null;
  staff: readonly DeskPerson[];
  me: string;
}) {
  const onChange = useAutoSubmit();
  const hydrated = useHydrated();
  const others = staff.filter((it) => it.uid !== me);
  return (
    <Form method="post" className={styles.form} key={assignee?.uid ?? ""} preventScrollReset>
      <input type="hidden" name="intent" value="assign" />
      <label className={styles.field}>
        Assignee
        <select name="assigneeId" defaultValue={assignee?.uid ?? ""} onChange={onChange}>
          <option value="">None</option>
          <option value={me}>Me</option>
          {others.map((it) => (
            <option key={it.uid} value={it.uid}>
              {it.displayName}
            </option>
          ))}
          {assignee && assignee.uid !== me && !others.some((it) => it.uid === assignee.uid) ? (
            <option value={assignee.uid}>{assignee.displayName}</option>
          ) : null}
        </select>
      </label>
      {hydrated ? null : (
        <SubmitButton size="compact-sm" variant="default" pending="Assigning">
          Assign
        </SubmitButton>
      )}
    </Form>
  );
}

/** A ticket's category, priority, order, and tags; each choice is saved right away. */
export function TicketProperties({
  ticket,
  staff,
  me,
  orders,
  allTags,
  answer,
}: {
  ticket: TicketView;
  staff: readonly DeskPerson[];
  me: string;
  orders: readonly DeskOrderRow[];
  allTags: readonly string[];
  answer: DeskThreadAnswer | undefined;
}) {
  const onChange = useAutoSubmit();
  const hydrated = useHydrated();
  const problem = answer?.form === "change" ? answer.error : undefined;
  const linked =
    ticket.order && !orders.some((it) => it.id === ticket.order?.id)
      ? [{ id: ticket.order.id, number: ticket.order.number, title: ticket.order.title }, ...orders]
      : orders;
  return (
    <Sheet title="Ticket">
      <div className={styles.stack}>
        <AssigneeForm assignee={ticket.assignee} staff={staff} me={me} />
        <Form
          method="post"
          className={styles.form}
          key={`${ticket.category} ${ticket.priority} ${ticket.order?.id ?? ""}`}
          preventScrollReset
        >
          <input type="hidden" name="intent" value="change" />
          <label className={styles.field}>
            Topic
            <select name="category" defaultValue={ticket.category} onChange={onChange}>
              {TICKET_CATEGORIES.map((it) => (
                <option key={it} value={it}>
                  {TICKET_CATEGORY_WORDS[it]}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.field}>
            Priority
            <select name="priority" defaultValue={ticket.priority} onChange={onChange}>
              {TICKET_PRIORITIES.map((it) => (
                <option key={it} value={it}>
                  {TICKET_PRIORITY_WORDS[it]}
                </option>
              ))}
            </select>
          </label>
          {linked.length > 0 ? (
            <label className={styles.field}>
              Order
              <select name="orderId" defaultValue={ticket.order?.id ?? ""} onChange={onChange}>
                <option value="">None</option>
                {linked.map((it) => (
                  <option key={it.id} value={it.id}>
                    {it.number} {it.title}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          {hydrated ? null : (
            <SubmitButton size="compact-sm" variant="default" pending="Saving">
              Save
            </SubmitButton>
          )}
        </Form>
        <Tags tags={ticket.tags} all={allTags} answer={answer} />
        {ticket.order ? (
          <p className="small">
            <Link to={`${href("/support-desk/orders/:orderId", { orderId: ticket.order.id })}#problem`}>
              Open {ticket.order.number} to refund
            </Link>
          </p>
        ) : null}
        <details className={styles.subject} open={fieldError(problem, "subject") !== undefined || undefined}>
          <summary>Change subject</summary>
          <Form method="post" className={styles.form} key={ticket.subject} preventScrollReset>
            <label className={styles.field}>
              <span className="unseen">Subject</span>
              <input name="subject" defaultValue={ticket.subject} maxLength={TICKET_LIMITS.subject} required />
            </label>
            {fieldError(problem, "subject") ? <p className={styles.wrong}>{fieldError(problem, "subject")}</p> : null}
            <div>
              <SubmitButton name="intent" value="change" size="compact-sm" variant="default" pending="Saving">
                Save subject
              </SubmitButton>
            </div>
          </Form>
        </details>
      </div>
    </Sheet>
  );
}
