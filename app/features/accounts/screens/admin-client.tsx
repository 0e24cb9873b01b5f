import { Textarea } from "@mantine/core";
import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { findClientFile } from "#app/features/backoffice/server/find-client-file.ts";
import styles from "#app/features/backoffice/ui/people.module.css";
import { STATUS_WORDS, type OrderStatus } from "#app/features/orders/rules/flow.ts";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { disableAccount, enableAccount } from "../server/disable-account.ts";
import type { Route } from "./+types/admin-client";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData?.person.displayName ?? "Client");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  findClientFile(actor, params.uid),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    disable: intent({
      command: disableAccount,
      input: ({ params, text }) => ({ uid: params.uid, reason: text("reason") }),
      done: "Account closed. Its sessions were ended, and we’ve told the owner why.",
    }),
    enable: intent({
      command: enableAccount,
      input: ({ params, text }) => ({ uid: params.uid, reason: text("reason") }),
      done: "Account reopened.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const CLOSED: readonly string[] = ["closed", "expired", "cancelled", "refunded"];
const sum = (rows: readonly { paidMinor: number; refundedMinor: number }[]) => ({
  paid: rows.reduce((total, row) => total + row.paidMinor, 0),
  refunded: rows.reduce((total, row) => total + row.refundedMinor, 0),
});

/** One client: orders, money, tickets, and the account. */
export default function AdminClient({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null || /^(?:account|ticket|refund|payment)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { person, orders, payments, refunds, tickets, own, currency } = loaderData;
  const money = sum(orders);
  const reason = <Textarea name="reason" label="Reason" required maxLength={500} autosize minRows={2} />;
  return (
    <Page width="full">
      <PageTitle
        title={person.displayName}
        crumbs={[{ label: "Clients", to: "/admin/clients" }, { label: person.displayName }]}
        lede={person.email}
        status={
          person.disabledAt ? (
            <StatusBadge tone="stopped">Closed</StatusBadge>
          ) : person.emailVerified ? null : (
            <StatusBadge tone="waiting">Not verified</StatusBadge>
          )
        }
        actions={
          own ? null : person.disabledAt ? (
            <ConfirmButton
              title="Reopen this account?"
              confirm="Reopen account"
              fields={{ intent: "enable" }}
              body={reason}
            >
              Reopen account
            </ConfirmButton>
          ) : (
            <ConfirmButton
              stops
              title="Close this account?"
              confirm="Close account"
              fields={{ intent: "disable" }}
              body={
                <>
                  <p>
                    They’re signed out everywhere and can’t sign in. Nothing is deleted, and we email them the reason.
                  </p>
                  {reason}
                </>
              }
            >
              Close account
            </ConfirmButton>
          )
        }
      />
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {person.disabledAt ? (
        <Notice tone="late" title="This account is closed">
          Since <Instant at={person.disabledAt} />. Reason: {person.disabledReason}
        </Notice>
      ) : null}
      <Stats>
        <Stat label="Orders" value={orders.length} detail="Without drafts" />
        <Stat label="Open" value={orders.filter((o) => !CLOSED.includes(o.status)).length} detail="Right now" />
        <Stat label="Paid" value={formatMoney(money.paid, currency)} detail="In total" />
        <Stat label="Refunded" value={formatMoney(money.refunded, currency)} detail="In total" />
      </Stats>
      <Section title="Orders">
        <DataTable
          caption="Orders"
          rows={orders}
          rowKey={(o) => o.id}
          rowTo={(o) => `/admin/orders/${o.id}`}
          columns={[
            { key: "number", header: "Order", cell: (o) => <span className="figures">{o.number}</span> },
            { key: "title", header: "Manuscript", cell: (o) => o.title },
            {
              key: "status",
              header: "Status",
              cell: (o) => (
                <StatusBadge tone={statusTone(o.status as OrderStatus)}>
                  {STATUS_WORDS[o.status as OrderStatus]}
                </StatusBadge>
              ),
            },
            {
              key: "total",
              header: "Total",
              align: "end",
              cell: (o) => <span className="figures">{formatMoney(o.totalMinor, o.currency)}</span>,
            },
            { key: "at", header: "Started", cell: (o) => <Instant at={o.createdAt} /> },
          ]}
          empty={<EmptyState title="No orders yet">Orders appear here from their first quote.</EmptyState>}
        />
      </Section>
      <Section title="Payments and refunds">
        {payments.length + refunds.length === 0 ? (
          <p className="soft">Nothing has been paid yet.</p>
        ) : (
          <ul className={styles.plain}>
            {[
              ...payments.map((p) => ({ ...p, words: `Payment, ${p.status}${p.cardLabel ? `, ${p.cardLabel}` : ""}` })),
              ...refunds.map((r) => ({ ...r, words: `Refund, ${r.status}, ${r.cause.replaceAll("-", " ")}` })),
            ]
              .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
              .map((it) => (
                <li key={it.id}>
                  <Link to={href("/admin/orders/:orderId", { orderId: it.orderId })}>{it.number}</Link>: {it.words},{" "}
                  <span className="figures">{formatMoney(it.amountMinor, it.currency)}</span>
                  <span className={styles.under}>
                    <Instant at={it.createdAt} />
                  </span>
                </li>
              ))}
          </ul>
        )}
      </Section>
      <Section title="Tickets">
        {tickets.length === 0 ? (
          <p className="soft">No tickets yet.</p>
        ) : (
          <ul className={styles.plain}>
            {tickets.map((t) => (
              <li key={t.id}>
                <Link to={href("/admin/support/tickets/:threadId", { threadId: t.id })}>
                  {t.number}: {t.subject}
                </Link>
                <span className={styles.under}>
                  {t.status}, <Instant at={t.lastAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
}
