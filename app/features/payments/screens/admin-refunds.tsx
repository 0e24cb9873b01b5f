import { Textarea } from "@mantine/core";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { approveRefund } from "../server/refunds/approve-refund.ts";
import { declineRefund } from "../server/refunds/decline-refund.ts";
import { listRefundRequests } from "../server/refunds/list-refund-requests.ts";
import styles from "../ui/refund.module.css";
import type { Route } from "./+types/admin-refunds";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Refunds");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => listRefundRequests(actor));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    approve: intent({
      command: approveRefund,
      input: ({ text }) => ({ requestId: text("requestId") }),
      done: ({ done }) =>
        done ? "Refund approved. It's on its way." : "Your approval is recorded. Someone else must agree.",
    }),
    decline: intent({
      command: declineRefund,
      input: ({ text }) => ({ requestId: text("requestId"), note: text("note") }),
      done: "Refund declined.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Refunds above support's limits, and the reports that are still to be decided. */
export default function AdminRefunds({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(?:refund|problem)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { requests, problems, support } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Refunds" />
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <Section title="To approve">
        <DataTable
          caption="Refunds to approve"
          rows={requests}
          rowKey={(r) => r.id}
          columns={[
            {
              key: "order",
              header: "Order",
              cell: (r) => (
                <>
                  <PageLink to={`${href("/admin/orders/:orderId", { orderId: r.orderId })}#problem`}>
                    {r.number}
                  </PageLink>
                  <br />
                  <span className="soft small">{r.client}</span>
                </>
              ),
            },
            { key: "cause", header: "For", cell: (r) => r.cause },
            {
              key: "amount",
              header: "Refund",
              align: "end",
              cell: (r) => (
                <span className="figures">
                  {formatMoney(r.amountMinor, r.currency)}
                  <br />
                  <span className="soft small">of {formatMoney(r.paidMinor, r.currency)}</span>
                </span>
              ),
            },
            {
              key: "reason",
              header: "Proposed",
              cell: (r) => (
                <>
                  {r.reason}
                  <br />
                  <span className="soft small">
                    {r.proposer}, <Instant at={r.createdAt} />
                  </span>
                </>
              ),
            },
            {
              key: "needs",
              header: "Needs",
              cell: (r) =>
                r.needsTwo ? (
                  r.firstApprover ? (
                    <>A second admin ({r.firstApprover} agreed)</>
                  ) : (
                    "Two admins"
                  )
                ) : (
                  "An admin"
                ),
            },
            {
              key: "act",
              header: "",
              cell: (r) => (
                <div className={styles.buttons}>
                  <ConfirmButton
                    size="compact-sm"
                    title={`Refund ${formatMoney(r.amountMinor, r.currency)} of ${r.number}?`}
                    confirm={`Approve ${formatMoney(r.amountMinor, r.currency)}`}
                    disabled={r.ownApproval}
                    fields={{ intent: "approve", requestId: r.id }}
                    body={<p>{r.reason}</p>}
                  >
                    {r.ownApproval ? "You agreed" : "Approve"}
                  </ConfirmButton>
                  <ConfirmButton
                    size="compact-sm"
                    stops
                    title={`Decline the refund of ${r.number}?`}
                    confirm="Decline refund"
                    fields={{ intent: "decline", requestId: r.id }}
                    body={
                      <Textarea
                        name="note"
                        label={`Reason (shown to ${r.proposer})`}
                        required
                        minLength={5}
                        maxLength={1_000}
                        autosize
                        minRows={2}
                      />
                    }
                  >
                    Decline
                  </ConfirmButton>
                </div>
              ),
            },
          ]}
          empty={
            <EmptyState title="Nothing to approve" mark="check">
              Refunds above support&apos;s limit of {formatMoney(support.mostMinor, CURRENCY)} or {support.mostBp / 100}
              % of the price appear here.
            </EmptyState>
          }
        />
      </Section>
      <Section title="Reported problems">
        <DataTable
          caption="Reported problems to decide"
          rows={problems}
          rowKey={(p) => p.id}
          rowTo={(p) => `/admin/orders/${p.orderId}#problem`}
          columns={[
            { key: "number", header: "Order", cell: (p) => <span className="figures number">{p.number}</span> },
            { key: "title", header: "Manuscript", cell: (p) => p.title },
            { key: "client", header: "Author", cell: (p) => p.client },
            {
              key: "status",
              header: "Status",
              cell: (p) => (
                <StatusBadge tone={p.status === "redo" ? "active" : "waiting"}>
                  {p.status === "redo" ? "Being redone" : "To decide"}
                </StatusBadge>
              ),
            },
            { key: "due", header: "By", cell: (p) => <Instant at={p.redoDueAt ?? p.dueAt} /> },
          ]}
          empty={
            <EmptyState title="No open reports" mark="check">
              Authors report problems on the page of a delivered order.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}
