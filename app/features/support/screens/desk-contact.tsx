import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { CONTACT_LIST } from "../rules/contact-list.ts";
import { CONTACT_TOPIC_LABELS } from "../rules/contact-message.ts";
import { listContactMessages } from "../server/contact/list-contact-messages.ts";
import { ContactStatusBadge } from "../ui/tickets/contact-status.tsx";
import type { Route } from "./+types/desk-contact";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Contact form messages");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  return {
    ...(await listContactMessages(actor, readListQuery(search, CONTACT_LIST))),
  };
});

/** Contact form messages, newest first. */
export default function DeskContact({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("contact."));
  return (
    <Page width="full">
      <PageTitle title="Contact form messages" />
      <ListTable
        list={CONTACT_LIST}
        page={loaderData}
        cells={{
          name: true,
          email: true,
          topic: (r) => <span style={{ whiteSpace: "nowrap" }}>{CONTACT_TOPIC_LABELS[r.topic]}</span>,
          excerpt: (r) => <span className="soft">{r.excerpt}</span>,
          status: (r) => <ContactStatusBadge status={r.status} />,
          createdAt: (r) => <Instant at={r.createdAt} />,
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `/support-desk/contact/${r.id}`}
        noMatch={
          <EmptyState title="No messages match" mark="stet" action={<Link to={CONTACT_LIST.home}>Clear filters</Link>}>
            Remove a filter or use fewer search terms.
          </EmptyState>
        }
        empty={
          <EmptyState
            title="No messages to answer"
            mark="check"
            action={<Link to="/support-desk/contact?status=all">Show all messages</Link>}
          >
            Messages from the contact form appear here until they're closed.
          </EmptyState>
        }
      />
    </Page>
  );
}
