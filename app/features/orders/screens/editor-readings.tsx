import { Button } from "@mantine/core";
import { Form, Link, href, useSearchParams } from "react-router";
import {
  acceptReading,
  declineReading,
  takeOpenReading,
} from "#app/features/matching/server/readings/accept-reading.ts";
import { type ReadingOffer, listReadingOffers } from "#app/features/matching/server/readings/list-reading-invites.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readPaging } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type OwnReading, listOwnReadings } from "../server/reading/list-readings.ts";
import { READING_STATUS } from "../ui/review/reading-words.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/editor-readings";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Second readings");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see second readings.");
  return {
    offers: await listReadingOffers(actor, now()),
    own: await listOwnReadings(actor, readPaging(search)),
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    accept: intent({
      command: acceptReading,
      input: ({ text }) => ({ inviteId: text("inviteId") }),
      goTo: ({ readingId }) => href("/editor/readings/:readingId", { readingId }),
    }),
    take: intent({
      command: takeOpenReading,
      input: ({ text }) => ({ readingId: text("readingId") }),
      goTo: ({ readingId }) => href("/editor/readings/:readingId", { readingId }),
    }),
    decline: intent({
      command: declineReading,
      input: ({ text }) => ({ inviteId: text("inviteId") }),
      done: "Invite declined. It won't count against you.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Second readings: those an editor can take, and their own. */
export default function EditorReadings({ loaderData, actionData }: Route.ComponentProps) {
  const { offers, own } = loaderData;
  useLive((event) => event.kind.startsWith("reading.") || event.kind === "notification");
  const answer = useLastAnswer(actionData);
  const handedBack = useSearchParams()[0].has("handed-back");
  return (
    <Page>
      <PageTitle
        title="Second readings"
        lede={
          <p>
            A senior or lead editor reads another editor's work before it's delivered. The first to accept gets it, and
            can open the manuscript from then on.
          </p>
        }
      />
      <ErrorNote problem={answer?.error} />
      <DoneNote answer={answer} />
      {handedBack ? (
        <div role="status">
          <Notice tone="good">Handed back. We're looking for another reader.</Notice>
        </div>
      ) : null}
      <Section title="Available">
        <Offers rows={offers} />
      </Section>
      <Section title="Yours">
        <Own rows={own.rows} />
        {own.total > 0 ? <Pager {...own} noun="second reading" /> : null}
      </Section>
    </Page>
  );
}

function Offers({ rows }: { rows: readonly ReadingOffer[] }) {
  return (
    <DataTable
      caption="Available second readings, soonest to expire first"
      rows={rows}
      rowKey={(r) => r.key}
      columns={[
        {
          key: "order",
          header: "Order",
          narrow: "title",
          cell: (r) => <span className="figures number">{r.number}</span>,
        },
        {
          key: "work",
          header: "Work",
          cell: (r) => (
            <>
              {isService(r.service) ? SERVICE_LABELS[r.service] : r.service}
              <br />
              <span className="soft small">{r.field ? subfieldLabel(r.field) : ""}</span>
            </>
          ),
        },
        { key: "words", header: "Words", align: "end", cell: (r) => r.words.toLocaleString("en-US") },
        { key: "pay", header: "Pay", align: "end", cell: (r) => <Money minor={r.payMinor} currency={r.currency} /> },
        {
          key: "from",
          header: "Ready",
          cell: (r) => (r.fromAt ? <Instant at={r.fromAt} deadline /> : "Now"),
        },
        { key: "due", header: "Due", cell: (r) => <Instant at={r.dueAt} deadline /> },
        {
          key: "act",
          header: "",
          cell: (r) => (
            <div className={styles.buttons}>
              <Form method="post">
                {r.inviteId ? (
                  <input type="hidden" name="inviteId" value={r.inviteId} />
                ) : (
                  <input type="hidden" name="readingId" value={r.readingId} />
                )}
                <SubmitButton name="intent" value={r.inviteId ? "accept" : "take"} size="xs" pending="Accepting">
                  Accept
                </SubmitButton>
              </Form>
              {r.inviteId ? (
                <Form method="post">
                  <input type="hidden" name="inviteId" value={r.inviteId} />
                  <SubmitButton name="intent" value="decline" size="xs" variant="default" pending="Declining">
                    Decline
                  </SubmitButton>
                </Form>
              ) : null}
            </div>
          ),
        },
      ]}
      empty={
        <EmptyState title="No second readings available" mark="stet">
          Invites for second readings in your field appear here, with their pay and deadline. They go to senior and lead
          editors. We'll notify you of each one.
        </EmptyState>
      }
    />
  );
}

function Own({ rows }: { rows: readonly OwnReading[] }) {
  return (
    <DataTable
      caption="Your second readings, open ones first"
      rows={rows}
      rowKey={(r) => r.id}
      rowTo={(r) => href("/editor/readings/:readingId", { readingId: r.id })}
      columns={[
        {
          key: "order",
          header: "Order",
          narrow: "title",
          cell: (r) => (
            <>
              {r.title}
              <br />
              <span className="figures soft small">{r.number}</span>
              {r.unread ? <b className="small"> New message</b> : null}
            </>
          ),
        },
        {
          key: "status",
          header: "Status",
          cell: (r) => {
            const { label, tone } = READING_STATUS[r.status === "taken" && r.ready ? "ready" : r.status];
            return <StatusBadge tone={tone}>{label}</StatusBadge>;
          },
        },
        { key: "words", header: "Words", align: "end", cell: (r) => r.words.toLocaleString("en-US") },
        {
          key: "pay",
          header: "Pay",
          align: "end",
          cell: (r) => (r.status === "skipped" ? "–" : <Money minor={r.payMinor} currency={r.currency} />),
        },
        {
          key: "when",
          header: "Due or ended",
          cell: (r) => (r.endedAt ? <Instant at={r.endedAt} /> : r.dueAt ? <Instant at={r.dueAt} deadline /> : null),
        },
        {
          key: "open",
          header: "",
          narrow: "hidden",
          cell: (r) =>
            r.status === "taken" ? (
              <Button
                component={Link}
                to={href("/editor/readings/:readingId", { readingId: r.id })}
                size="xs"
                variant="default"
              >
                Open
              </Button>
            ) : null,
        },
      ]}
      empty={
        <EmptyState title="No second readings yet" mark="stet">
          Second readings you accept appear here.
        </EmptyState>
      }
    />
  );
}
