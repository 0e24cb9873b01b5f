import { Link } from "react-router";
import { Section } from "#app/ui/page.tsx";
import type { PromisedRow } from "../../server/own/read-own-tickets.ts";
import { TicketRow } from "./owner-tickets.tsx";
import styles from "./owner-tickets.module.css";

/** On a dashboard: tickets with something new for the reader; renders nothing if there are none. */
export const WaitingTickets = ({ tickets, home }: { tickets: readonly PromisedRow[]; home: string }) =>
  tickets.length === 0 ? null : (
    <Section title="Support has answered" aside={<Link to={home}>All tickets</Link>}>
      <ul className={styles.rows}>
        {tickets.map((row) => (
          <li key={row.id}>
            <TicketRow row={row} home={home} />
          </li>
        ))}
      </ul>
    </Section>
  );
