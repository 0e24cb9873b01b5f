import { Textarea } from "@mantine/core";
import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { KIND_WORDS, REQUEST_STATUS_WORDS } from "../rules/data-request.ts";
import { approveErasure, declineErasure } from "../server/decide-erasure.ts";
import { listDataRequests } from "../server/list-data-requests.ts";
import { ClientTabs } from "../ui/client-tabs.tsx";
import styles from "../ui/own-data.module.css";
import type { Route } from "./+types/data-requests";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Data requests");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => ({
  ...(await listDataRequests(actor)),
  now: now(),
}));

export const action = pageAction<Route.ActionArgs, { about: string }>({
  intents: {
    approve: intent({
      command: approveErasure,
      input: ({ text }) => ({ requestId: text("requestId") }),
      done: "Erasure approved. The system erases the data within a few minutes.",
    }),
    decline: intent({
      command: declineErasure,
      input: ({ text }) => ({ requestId: text("requestId"), note: text("note") }),
      done: "Erasure declined. We've told the person why.",
    }),
  },
  refused: (_problem, { text }) => ({ about: text("requestId") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Data = Route.ComponentProps["loaderData"];

/** People's requests about their data, earliest deadline first. */
export default function DataRequests({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("privacy."));
  const answer = useLastAnswer(actionData);
  const { waiting, answered } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Clients" />
      <ClientTabs requests={waiting.filter((it) => it.status === "waiting").length} />
      <DoneNote answer={answer} />
      {answer?.form === "approve" ? <ErrorNote problem={answer.error} /> : null}
      <Section title="To answer">
        {waiting.length === 0 ? (
          <EmptyState title="No open requests">
            Requests to erase data appear here with their deadline. Copies of data are made automatically.
          </EmptyState>
        ) : (
          <div className={styles.requests}>
            {waiting.map((it) => (
              <Waiting
                key={it.id}
                it={it}
                overdue={new Date(it.dueAt) < new Date(loaderData.now)}
                answer={answer?.form === "decline" && answer.about !== it.id && answer.error ? undefined : answer}
              />
            ))}
          </div>
        )}
      </Section>
      <Section title="Answered">
        <DataTable
          caption="Answered data requests"
          rows={answered}
          rowKey={(r) => r.id}
          empty={
            <EmptyState title="Nothing answered yet">Closed accounts, copies, and erasures are listed here.</EmptyState>
          }
          columns={[
            { key: "kind", header: "Request", cell: (r) => KIND_WORDS[r.kind], narrow: "title" },
            { key: "name", header: "Person", cell: (r) => r.name },
            { key: "status", header: "Status", cell: (r) => REQUEST_STATUS_WORDS[r.status] },
            { key: "created", header: "Requested", cell: (r) => <Instant at={r.createdAt} show="day" /> },
            {
              key: "done",
              header: "Answered",
              cell: (r) => ((r.doneAt ?? r.decidedAt) ? <Instant at={(r.doneAt ?? r.decidedAt)!} show="day" /> : "–"),
            },
            { key: "by", header: "Decided by", cell: (r) => r.decidedBy ?? "automatic", narrow: "hidden" },
          ]}
        />
      </Section>
    </Page>
  );
}

function Waiting({
  it,
  overdue,
  answer,
}: {
  it: Data["waiting"][number];
  overdue: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <Sheet
      title={`${KIND_WORDS[it.kind]}: ${it.name}`}
      aside={<StatusBadge tone={overdue ? "late" : "waiting"}>{REQUEST_STATUS_WORDS[it.status]}</StatusBadge>}
    >
      <div className={styles.request}>
        <p>
          <Link to={`/admin/clients/${it.uid}`}>{it.email}</Link>, {it.isEditor ? "editor" : "client"}. Requested{" "}
          <Instant at={it.createdAt} />. Answer by <Instant at={it.dueAt} deadline />.
        </p>
        {it.reason ? <p>“{it.reason}”</p> : null}
        {it.obstacles.length > 0 ? (
          <Notice tone="attention" title="Settle this first">
            <ul className={styles.list}>
              {it.obstacles.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {it.status === "waiting" ? (
          <div className={styles.buttons}>
            <ConfirmButton
              stops
              title={`Erase the data of ${it.name}?`}
              confirm="Erase data"
              pending="Approving"
              disabled={it.obstacles.length > 0}
              fields={{ intent: "approve", requestId: it.id }}
              body={
                <p>
                  Their sign-in, name, address, messages to support, notifications, and emails are removed, their
                  certificates revoked, and the files of their orders deleted. Invoices and payouts stay. You can't undo
                  this.
                </p>
              }
            >
              Erase data
            </ConfirmButton>
            <ActionForm
              intent="decline"
              label="Decline request"
              pending="Declining"
              fields={{ requestId: it.id }}
              answer={answer}
            >
              {({ problem, typed }) => (
                <Textarea
                  name="note"
                  label="Reason (shown to the person)"
                  autosize
                  minRows={2}
                  maxLength={2_000}
                  defaultValue={typed["note"] ?? ""}
                  error={fieldError(problem, "note")}
                />
              )}
            </ActionForm>
          </div>
        ) : null}
      </div>
    </Sheet>
  );
}
