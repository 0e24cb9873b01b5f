import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { threadPath } from "#app/features/support/rules/desk.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { DeskOrder, DeskQuery } from "../../server/read-desk.ts";
import styles from "../../ui/people.module.css";

const person = (name: string | null, email: string | null): ReactNode => (
  <>
    {name ?? ""}
    {email ? (
      <span className={styles.under}>
        <a href={`mailto:${email}`}>{email}</a>
      </span>
    ) : null}
  </>
);

/**
 * @param since the heading of the last column
 * @param open whether the person may open admin pages
 * @param decide whether staff have to decide about these orders: their `since` is the deadline, and they link to the
 *   order instead of its thread
 */
export function orderColumns(since: string, open: boolean, decide = false): Column<DeskOrder>[] {
  return [
    {
      key: "number",
      header: "Order",
      cell: (o) => (
        <span className={`figures ${styles.nowrap}`}>
          <Link
            to={
              open
                ? href("/admin/orders/:orderId", { orderId: o.id })
                : decide
                  ? href("/support-desk/orders/:orderId", { orderId: o.id })
                  : threadPath("/support-desk/threads", o.id)
            }
          >
            {o.number}
          </Link>
        </span>
      ),
    },
    { key: "title", header: "Manuscript", cell: (o) => o.title },
    { key: "status", header: "Status", cell: (o) => STATUS_WORDS[o.status] },
    { key: "client", header: "Author", cell: (o) => person(o.clientName, o.clientEmail) },
    { key: "editor", header: "Editor", cell: (o) => o.editorName ?? <span className="soft">none</span> },
    {
      key: "total",
      header: "Total",
      align: "end",
      cell: (o) => <span className="figures">{formatMoney(o.totalMinor, o.currency)}</span>,
    },
    { key: "due", header: "Author's due date", cell: (o) => (o.dueAt ? <Instant at={o.dueAt} /> : "") },
    {
      key: "since",
      header: since,
      align: "end",
      cell: (o) => (decide ? <Instant at={o.since} deadline /> : <RelativeTime at={o.since} />),
    },
  ];
}

export const queryColumns = (open: boolean): Column<DeskQuery>[] => [
  {
    key: "number",
    header: "Order",
    cell: (q) => (
      <span className={`figures ${styles.nowrap}`}>
        <Link
          to={
            open
              ? `${href("/admin/orders/:orderId", { orderId: q.orderId })}#messages`
              : threadPath("/support-desk/threads", q.orderId)
          }
        >
          {q.number}
        </Link>
      </span>
    ),
  },
  { key: "title", header: "Manuscript", cell: (q) => q.title },
  {
    key: "body",
    header: "Question",
    cell: (q) => (q.body.length > 140 ? `${q.body.slice(0, 140).trimEnd()}…` : q.body),
  },
  {
    key: "blocking",
    header: "Clock",
    cell: (q) =>
      q.blocking ? <StatusBadge tone="waiting">paused</StatusBadge> : <span className="soft">running</span>,
  },
  { key: "client", header: "Author", cell: (q) => person(q.clientName, q.clientEmail) },
  { key: "editor", header: "Editor", cell: (q) => q.editorName ?? "" },
  { key: "asked", header: "Asked", align: "end", cell: (q) => <RelativeTime at={q.askedAt} /> },
];
