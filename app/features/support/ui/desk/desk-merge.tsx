import { count } from "#app/platform/rules/core/count.ts";
import { Form, Link } from "react-router";
import { RelativeTime } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";
import { TICKET_STATUS_WORDS } from "../../rules/ticket-flow.ts";
import type { TicketView } from "../../rules/ticket-view.ts";
import type { DeskThreadPage } from "../../server/desk/desk-thread.ts";
import styles from "./desk-merge.module.css";

type Merge = Extract<DeskThreadPage, { kind: "ticket" }>["merge"];

/**
 * Merges duplicate tickets: find the other one, review, confirm. Each step has a URL, so it works without script.
 */
export function MergeSheet({ desk, ticket, merge }: { desk: Desk; ticket: TicketView; merge: Merge }) {
  const own = threadPath(desk, ticket.id);
  if (merge === null)
    return (
      <p className={styles.begin}>
        <Link to={`${own}?merge=`} preventScrollReset replace>
          Merge into another ticket
        </Link>
      </p>
    );
  const { into } = merge;
  const said = ticket.items.filter((it) => it.kind !== "event").length;
  return (
    <Sheet
      title="Merge"
      aside={
        <Link to={own} preventScrollReset replace>
          Cancel
        </Link>
      }
    >
      {into ? (
        <Form method="post" action={own} className={styles.confirm} preventScrollReset>
          <input type="hidden" name="intoId" value={into.id} />
          <p>
            <b className="figures number">{ticket.number}</b> will be merged into{" "}
            <b className="figures number">{into.number}</b>, “{into.subject}”.
          </p>
          <ul>
            <li>
              {said === 1 ? "Its message moves" : `Its ${said} messages, notes, and files move`} there in chronological
              order.
            </li>
            <li>
              <span className="figures number">{ticket.number}</span> will be closed with a link to the other ticket.
              You can't undo this.
            </li>
            <li>{ticket.ownerName} will be notified.</li>
            <li>The older ticket's clocks keep running.</li>
          </ul>
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="merge" pending="Merging">{`Merge into ${into.number}`}</SubmitButton>
            <Link to={`${own}?${new URLSearchParams({ merge: merge.q })}`} preventScrollReset replace>
              Choose another ticket
            </Link>
          </div>
        </Form>
      ) : (
        <>
          <Form method="get" action={own} className={styles.search} preventScrollReset replace>
            <label>
              Which of {ticket.ownerName}'s tickets?
              <input
                type="search"
                name="merge"
                defaultValue={merge.q}
                maxLength={200}
                placeholder="Number or subject"
              />
            </label>
            <button type="submit">Search</button>
          </Form>
          {merge.targets.length === 0 ? (
            <p className="soft small">
              {merge.q ? "No matching open tickets." : "This customer has no other open or resolved tickets."}
            </p>
          ) : (
            <ul className={styles.targets}>
              {merge.targets.map((it) => (
                <li key={it.id}>
                  <Link
                    to={`${own}?${new URLSearchParams({ merge: merge.q, into: it.id })}`}
                    preventScrollReset
                    replace
                  >
                    <span className="figures number">{it.number}</span> {it.subject}
                  </Link>
                  <span className="soft small">
                    {TICKET_STATUS_WORDS[it.status]}, {count(it.messages, "message")}, <RelativeTime at={it.lastAt} />{" "}
                    ago
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Sheet>
  );
}
