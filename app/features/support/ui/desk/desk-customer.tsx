import { useReach } from "#app/ui/frame/page-link.tsx";
import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";
import { TICKET_STATUS_WORDS } from "../../rules/ticket-flow.ts";
import type { TicketView } from "../../rules/ticket-view.ts";
import type { DeskCustomer } from "../../server/desk/desk-customer.ts";
import styles from "./desk-customer.module.css";

const ROLES = { client: "Author", editor: "Editor", visitor: "Visitor, no account" } as const;

/** The customer and their other orders and tickets. */
export function CustomerCard({
  desk,
  ticket,
  customer,
}: {
  desk: Desk;
  ticket: TicketView;
  customer: DeskCustomer | null;
}) {
  const reach = useReach();
  const all = customer && reach(`/admin/orders?${new URLSearchParams({ show: "all", q: customer.email })}`);
  const page =
    customer === null
      ? null
      : (reach(
          customer.role === "editor"
            ? href("/admin/editors/:id", { id: customer.uid })
            : href("/admin/clients/:uid", { uid: customer.uid }),
        ) ?? href("/support-desk/people/:uid", { uid: customer.uid }));
  return (
    <Sheet title={customer && page ? <Link to={page}>{ticket.ownerName}</Link> : ticket.ownerName}>
      <KeyValue
        items={[
          { label: "Role", value: ROLES[ticket.ownerRole] },
          {
            label: "Email",
            value: ticket.ownerEmail ? (
              <a href={`mailto:${ticket.ownerEmail}`} className={styles.address}>
                {ticket.ownerEmail}
              </a>
            ) : (
              "Not provided"
            ),
          },
          customer ? { label: "Member since", value: <Instant at={customer.since} show="day" /> } : null,
          customer?.timeZone ? { label: "Time zone", value: customer.timeZone.replaceAll("_", " ") } : null,
        ]}
      />
      {customer && customer.orders.length > 0 ? (
        <Group
          title={customer.role === "editor" ? "Orders as editor" : "Orders"}
          more={customer.moreOrders && all !== null ? <Link to={all}>View all</Link> : null}
        >
          {customer.orders.map((it) => (
            <li key={it.id} data-here={it.id === ticket.order?.id || undefined}>
              <Link to={threadPath(desk, it.id)} className="figures">
                {it.number}
              </Link>{" "}
              <span className={styles.state}>{STATUS_WORDS[it.status]}</span>
              <span className={styles.title}>{it.title}</span>
            </li>
          ))}
        </Group>
      ) : null}
      {customer && customer.tickets.length > 0 ? (
        <Group
          title="Other tickets"
          more={
            customer.moreTickets ? (
              <Link to={`${desk}?${new URLSearchParams({ status: "all", q: customer.email })}`}>View all</Link>
            ) : null
          }
        >
          {customer.tickets.map((it) => (
            <li key={it.id}>
              <Link to={threadPath(desk, it.id)} className="figures">
                {it.number}
              </Link>{" "}
              <span className={styles.state}>{TICKET_STATUS_WORDS[it.status]}</span>
              <span className={styles.title}>{it.subject}</span>
            </li>
          ))}
        </Group>
      ) : null}
    </Sheet>
  );
}

function Group({ title, more, children }: { title: string; more: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <ul>{children}</ul>
      {more}
    </section>
  );
}
