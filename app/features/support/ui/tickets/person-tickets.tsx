import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { deskAt, threadPath } from "../../rules/desk.ts";
import { TICKET_CATEGORY_WORDS, TICKET_LIMITS, type TicketCategory } from "../../rules/ticket.ts";
import { TICKET_STATUS_WORDS } from "../../rules/ticket-flow.ts";
import type { PersonTicket } from "../../server/tickets/list-person-tickets.ts";
import styles from "./person-tickets.module.css";

/**
 * A person's latest tickets, and the form that starts one with a message from us.
 * @param formKey makes a resent form start one ticket
 */
export function PersonTickets({
  tickets,
  email,
  name,
  own,
  formKey,
  categories,
  answer,
}: {
  tickets: readonly PersonTicket[];
  email: string;
  name: string;
  own: boolean;
  formKey: string;
  categories: readonly TicketCategory[];
  answer: FormAnswer | undefined;
}) {
  const desk = deskAt(useLocation().pathname);
  return (
    <Sheet
      title="Tickets"
      aside={
        <Link to={`${desk}?${new URLSearchParams({ status: "all", kind: "ticket", q: email })}`}>All tickets</Link>
      }
    >
      <div className={styles.stack}>
        {tickets.length === 0 ? (
          <p className={styles.none}>No tickets yet.</p>
        ) : (
          <ul className={styles.tickets}>
            {tickets.map((t) => (
              <li key={t.id}>
                <Link to={threadPath(desk, t.id)}>
                  {t.number}: {t.subject}
                </Link>
                <span>
                  {TICKET_STATUS_WORDS[t.status]}, <Instant at={t.lastAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {own ? null : (
          <ActionForm
            intent="message"
            label="Write message"
            submit="Send message"
            pending="Sending"
            fields={{ clientKey: formKey }}
            answer={answer}
          >
            {({ problem, typed }) => (
              <>
                <p className={styles.none}>
                  It starts a ticket that {name} can read and answer. We tell them by email.
                </p>
                <TextInput
                  name="subject"
                  label="Subject"
                  maxLength={TICKET_LIMITS.subject}
                  defaultValue={typed.subject ?? ""}
                  error={fieldError(problem, "subject")}
                />
                <NativeSelect
                  name="category"
                  label="Topic"
                  defaultValue={typed.category ?? categories[0] ?? "other"}
                  data={categories.map((it) => ({ value: it, label: TICKET_CATEGORY_WORDS[it] }))}
                  error={fieldError(problem, "category")}
                />
                <Textarea
                  name="body"
                  label="Message"
                  maxLength={TICKET_LIMITS.message}
                  autosize
                  minRows={4}
                  defaultValue={typed.body ?? ""}
                  error={fieldError(problem, "body")}
                />
              </>
            )}
          </ActionForm>
        )}
      </div>
    </Sheet>
  );
}
