import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useNow } from "#app/platform/browser/core/now.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { OWNER_STATUS_TONES, OWNER_STATUS_WORDS, ownerStanding } from "../../rules/owner-standing.ts";
import { TICKET_CATEGORY_WORDS } from "../../rules/ticket.ts";
import type { OwnTicketsPage, PromisedRow } from "../../server/own/read-own-tickets.ts";
import { NewTicket, type NewTicketAnswer } from "./owner-new-ticket.tsx";
import styles from "./owner-tickets.module.css";

const STATUSES = [
  ["", "All"],
  ["open", "With us"],
  ["waiting", "Waiting for you"],
  ["resolved", "Resolved"],
  ["closed", "Closed"],
] as const;

/** The support page for authors and editors: their tickets or the new-ticket form. @param home its path */
export function OwnerTickets({
  page,
  home,
  answer,
}: {
  page: OwnTicketsPage;
  home: string;
  answer: NewTicketAnswer | undefined;
}) {
  return page.fresh ? (
    <NewTicket fresh={page.fresh} home={home} answer={answer} />
  ) : (
    <Tickets list={page.list} home={home} staff={page.staff} />
  );
}

function Tickets({ list, home, staff }: { list: NonNullable<OwnTicketsPage["list"]>; home: string; staff: boolean }) {
  useLive((event) => event.kind.startsWith("ticket."));
  const narrowed = useIsFiltered("status");
  const none = list.total === 0 && !narrowed;
  const waiting = list.rows.filter((row) => row.unread).length;
  return (
    <Page>
      <PageTitle
        title="Support"
        lede={
          none ? null : (
            <p>
              {waiting > 0 ? (
                <b>
                  {waiting === 1
                    ? "You have an unread answer on 1 ticket."
                    : `You have unread answers on ${waiting} tickets.`}
                </b>
              ) : (
                "Your questions and their status."
              )}
            </p>
          )
        }
        actions={
          none || staff ? null : (
            <Button component={Link} to={`${home}?new`}>
              New ticket
            </Button>
          )
        }
      />
      {staff && !none ? (
        <div className={styles.toolbar}>
          <Notice action={<Link to="/admin/support">All tickets</Link>}>
            This page is for customers. It shows only tickets you opened before you joined the staff.
          </Notice>
        </div>
      ) : null}
      {none ? null : (
        <div className={styles.toolbar}>
          <FilterBar
            placeholder="Number, subject, message"
            filters={[{ name: "status", label: "Status", choices: STATUSES }]}
          />
        </div>
      )}
      {list.rows.length > 0 ? (
        <ul className={styles.rows} aria-label="Your tickets">
          {list.rows.map((row) => (
            <li key={row.id}>
              <TicketRow row={row} home={home} />
            </li>
          ))}
        </ul>
      ) : narrowed ? (
        <EmptyState title="No tickets match" mark="stet" action={<Link to={home}>Show all tickets</Link>}>
          Remove a filter or use fewer search terms.
        </EmptyState>
      ) : staff ? (
        <EmptyState
          title="No tickets of your own"
          mark="stet"
          action={<Link to="/admin/support">Go to all tickets</Link>}
        >
          Staff accounts can answer tickets but can't open them.
        </EmptyState>
      ) : (
        <EmptyState
          title="No tickets yet"
          action={
            <Button component={Link} to={`${home}?new`}>
              Open a ticket
            </Button>
          }
        >
          Ask us about an order, a payment, your account, or a technical problem. A real person answers, here and by
          email.
        </EmptyState>
      )}
      {list.total > 0 ? (
        <div className={styles.footer}>
          <Pager {...list} noun="ticket" />
        </div>
      ) : null}
    </Page>
  );
}

/** One of the reader's own tickets with its status and next step. */
export function TicketRow({ row, home }: { row: PromisedRow; home: string }) {
  const standing = ownerStanding(row);
  return (
    <Link
      to={`${home}/tickets/${row.id}`}
      className={styles.row}
      data-turn={standing.turn}
      data-unread={row.unread || undefined}
    >
      <span>
        <span className={styles.subject}>{row.subject}</span>
        <span className={styles.facts}>
          {row.unread ? <span className={styles.unread}>New answer</span> : null}
          <span className="figures number">{row.number}</span>
          <span>
            {row.order ? (
              <>
                Order <span className="figures number">{row.order.number}</span>
              </>
            ) : (
              TICKET_CATEGORY_WORDS[row.category]
            )}
          </span>
          <span>
            <RelativeTime at={row.lastAt} /> ago
          </span>
        </span>
      </span>
      <span className={styles.side}>
        <StatusBadge tone={row.mergedInto ? "neutral" : OWNER_STATUS_TONES[row.status]}>
          {row.mergedInto ? "Merged" : OWNER_STATUS_WORDS[row.status]}
        </StatusBadge>
      </span>
      <p className={styles.waits} data-turn={standing.turn}>
        {standing.by ? <Promised by={standing.by} words={standing.promise!} /> : standing.waitsFor}
      </p>
    </Link>
  );
}

/** "We'll answer by Mon, Nov 23, 2:00 PM", or a note that we're late. */
function Promised({ by, words }: { by: Date; words: string }) {
  const late = by.getTime() < useNow(60_000).getTime();
  return late ? (
    <span className="late">
      <b>We're late.</b> Promised by <Instant at={by} deadline />
    </span>
  ) : (
    <>
      {words} <Instant at={by} deadline />
    </>
  );
}
