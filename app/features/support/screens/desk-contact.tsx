import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { CONTACT_LIST } from "../rules/contact-list.ts";
import { CONTACT_TOPICS, CONTACT_TOPIC_LABELS } from "../rules/contact-message.ts";
import { listContactMessages } from "../server/contact/list-contact-messages.ts";
import { ContactStatusBadge } from "../ui/tickets/contact-status.tsx";
import type { Route } from "./+types/desk-contact";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Contact form messages");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  return {
    ...(await listContactMessages(actor, readListQuery(search, CONTACT_LIST))),
  };
});

const STATUSES = [
  ["", "Not closed"],
  ["new", "New"],
  ["open", "Open"],
  ["closed", "Closed"],
  ["all", "All"],
] as const;

/** Contact form messages, newest first. */
export default function DeskContact({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("contact."));
  const narrowed = useIsFiltered("status", "topic");
  const filters = (
    <FilterBar
      placeholder="Name, email, message"
      filters={[
        { name: "status", label: "Status", choices: STATUSES },
        {
          name: "topic",
          label: "Topic",
          choices: [["", "Any topic"], ...CONTACT_TOPICS.map((topic) => [topic, CONTACT_TOPIC_LABELS[topic]] as const)],
        },
      ]}
    />
  );
  return (
    <Page width="full">
      <PageTitle title="Contact form messages" />
      <DataTable
        caption="Contact form messages"
        rows={loaderData.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `/support-desk/contact/${r.id}`}
        defaultSort={CONTACT_LIST.defaultSort}
        toolbar={filters}
        csvHref={useCsvHref("/api/csv/contact-messages")}
        columns={[
          { key: "name", header: "From", sortable: true, cell: (r) => r.name },
          { key: "email", header: "Email", cell: (r) => r.email },
          {
            key: "topic",
            header: "Topic",
            sortable: true,
            cell: (r) => <span style={{ whiteSpace: "nowrap" }}>{CONTACT_TOPIC_LABELS[r.topic]}</span>,
          },
          { key: "excerpt", header: "Message", cell: (r) => <span className="soft">{r.excerpt}</span> },
          { key: "status", header: "Status", sortable: true, cell: (r) => <ContactStatusBadge status={r.status} /> },
          { key: "createdAt", header: "Received", sortable: true, cell: (r) => <Instant at={r.createdAt} /> },
        ]}
        empty={
          narrowed ? (
            <EmptyState
              title="No messages match"
              mark="stet"
              action={<Link to="/support-desk/contact">Clear filters</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No messages to answer"
              mark="check"
              action={<Link to="/support-desk/contact?status=all">Show all messages</Link>}
            >
              Messages from the contact form appear here until they're closed.
            </EmptyState>
          )
        }
        footer={<Pager {...loaderData} noun="message" />}
      />
    </Page>
  );
}
