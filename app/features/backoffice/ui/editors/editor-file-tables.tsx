import { formatMoney } from "#app/platform/rules/core/money.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { Instant } from "#app/ui/instant.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { EditorInvite, EditorOrder } from "../../server/people/editor-file.ts";
import styles from "../people.module.css";

export const INVITES: Record<string, [string, StatusTone]> = {
  sent: ["Invited", "waiting"],
  accepted: ["Accepted", "done"],
  declined: ["Declined", "stopped"],
  expired: ["Expired", "stopped"],
  lost: ["Taken by another editor", "neutral"],
  withdrawn: ["Withdrawn", "neutral"],
};
export const words = (n: number): string => n.toLocaleString("en-US");
export const percent = (share: number | null): string => (share === null ? "none" : `${Math.round(share * 100)}%`);

export function orderColumns(past: boolean): Column<EditorOrder>[] {
  return [
    { key: "number", header: "Order", cell: (o) => <span className={`figures ${styles.nowrap}`}>{o.number}</span> },
    { key: "title", header: "Manuscript", cell: (o) => o.title },
    {
      key: "status",
      header: "Status",
      cell: (o) => (
        <StatusBadge tone={o.late && !past ? "late" : statusTone(o.status)}>{STATUS_WORDS[o.status]}</StatusBadge>
      ),
    },
    { key: "words", header: "Words", align: "end", cell: (o) => <span className="figures">{words(o.words)}</span> },
    {
      key: "due",
      header: "Editor's due date",
      cell: (o) =>
        o.dueAt ? (
          <>
            <Instant at={o.dueAt} />
            {o.late ? <span className="late small"> late</span> : null}
          </>
        ) : (
          ""
        ),
    },
    ...(past
      ? [
          {
            key: "delivered",
            header: "Delivered",
            cell: (o: EditorOrder) => (o.deliveredAt ? <Instant at={o.deliveredAt} show="day" /> : ""),
          },
        ]
      : []),
  ];
}
export const inviteColumns: Column<EditorInvite>[] = [
  { key: "number", header: "Order", cell: (i) => <span className={`figures ${styles.nowrap}`}>{i.number}</span> },
  { key: "wave", header: "Wave", cell: (i) => (i.wave === 0 ? "preferred" : i.wave) },
  {
    key: "pay",
    header: "Pay",
    align: "end",
    cell: (i) => <span className="figures">{formatMoney(i.payMinor, i.currency)}</span>,
  },
  { key: "sent", header: "Sent", cell: (i) => <Instant at={i.sentAt} /> },
  {
    key: "status",
    header: "Outcome",
    cell: (i) => (
      <StatusBadge tone={INVITES[i.status]?.[1] ?? "neutral"}>{INVITES[i.status]?.[0] ?? i.status}</StatusBadge>
    ),
  },
  { key: "answered", header: "Answered", cell: (i) => (i.respondedAt ? <Instant at={i.respondedAt} /> : "") },
];

/** An empty section on one line, because this page has many sections. */
export const None = ({ title, children }: { title: string; children: string }) => (
  <p className={styles.facts}>
    <b>{title}.</b> {children}
  </p>
);
