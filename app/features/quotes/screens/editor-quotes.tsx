import { Textarea } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { agreeToOffer, declineOffer } from "../server/answer-ask.ts";
import { type Ask, listAsks } from "../server/list-asks.ts";
import styles from "../ui/quote.module.css";
import type { Route } from "./+types/editor-quotes";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Quote requests");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your quote requests.");
  return { asks: await listAsks(actor) };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    agree: intent({
      command: agreeToOffer,
      input: ({ text }) => ({ offerId: text("offerId"), note: text("note") }),
      done: "You agreed. If the author pays, we'll assign the order to you and tell you.",
    }),
    decline: intent({
      command: declineOffer,
      input: ({ text }) => ({ offerId: text("offerId"), note: text("note") }),
      done: "Declined. It won't count against you.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const OUTCOMES: Record<Ask["status"], string> = {
  asking: "Waiting for your answer",
  agreed: "You agreed. The author hasn't received the offer yet",
  sent: "You agreed. The offer is with the author",
  accepted: "You agreed. The author accepted",
  editor_declined: "You declined",
  lapsed: "No longer needed",
  countered: "The author wanted another offer",
  refused: "The author declined",
  taken_back: "We took the offer back",
  withdrawn: "The author withdrew the request",
  expired: "The author didn't pay in time",
};

/** Orders an editor was asked to agree to before their authors get an offer. */
export default function EditorQuotes({ loaderData: { asks }, actionData }: Route.ComponentProps) {
  // Once it's paid, the order's own events tell the editor who has it.
  useLive((event) => /^(?:quote|order)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const open = asks.filter((a) => a.status === "asking");
  const rest = asks.filter((a) => a.status !== "asking");
  return (
    <Page>
      <PageTitle
        title="Quote requests"
        back={{ label: "Invites", to: "/editor/invites" }}
        lede="Before we send an author a custom quote, we may ask whether you'd take the order. If you agree and the author pays, it's yours."
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        <DoneNote answer={answer} />
      </div>
      {open.length > 0 ? (
        <div className={styles.cards}>
          {open.map((ask) => (
            <AskCard key={ask.offerId} ask={ask} />
          ))}
        </div>
      ) : (
        <EmptyState title="Nothing to answer" mark="stet">
          When we'd like to offer an author your time, you'll find the terms here. We'll notify you here and by email.
        </EmptyState>
      )}
      {rest.length > 0 ? (
        <Section title="Answered">
          <DataTable
            caption="Quote requests you were asked about"
            rows={rest}
            rowKey={(a) => a.offerId}
            columns={[
              {
                key: "work",
                header: "Work",
                narrow: "title",
                cell: (a) =>
                  `${SERVICE_LABELS[a.service as Service]}, ${a.words.toLocaleString("en-US")} words, ${a.field ? subfieldLabel(a.field) : ""}`,
              },
              { key: "time", header: "Time", cell: (a) => formatDuration(a.windowMs) },
              {
                key: "pay",
                header: "Pay",
                align: "end",
                cell: (a) => <span className="figures">{formatMoney(a.payMinor, a.currency)}</span>,
              },
              {
                key: "status",
                header: "Status",
                cell: (a) =>
                  a.orderId ? (
                    <Link to={href("/editor/orders/:orderId", { orderId: a.orderId })}>Assigned to you</Link>
                  ) : (
                    OUTCOMES[a.status]
                  ),
              },
              { key: "asked", header: "Asked", cell: (a) => <Instant at={a.askedAt} /> },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
    </Page>
  );
}

function AskCard({ ask }: { ask: Ask }) {
  return (
    <section className={styles.card} aria-label={`${SERVICE_LABELS[ask.service as Service]}, ${ask.words} words`}>
      <p className={`${styles.pay} figures`}>{formatMoney(ask.payMinor, ask.currency)}</p>
      <KeyValue
        items={[
          { label: "Service", value: SERVICE_LABELS[ask.service as Service] },
          { label: "Words", value: <span className="figures">{ask.words.toLocaleString("en-US")}</span> },
          { label: "Field", value: ask.field ? subfieldLabel(ask.field) : null },
          { label: "English", value: ask.variant ? ENGLISH_VARIANT_LABELS[ask.variant as EnglishVariant] : null },
          { label: "Author's window", value: `${formatDuration(ask.windowMs)} after payment` },
          { label: "Answer by", value: <Instant at={ask.askExpiresAt} deadline /> },
        ]}
      />
      <p className={styles.quoted}>{ask.brief}</p>
      <Form method="post" className={styles.fields} preventScrollReset>
        <input type="hidden" name="offerId" value={ask.offerId} />
        <Textarea name="note" label="Note to our staff (optional)" autosize minRows={1} maxLength={1_000} />
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="agree" pending="Agreeing">
            Agree
          </SubmitButton>
          <SubmitButton name="intent" value="decline" variant="default" pending="Declining">
            Decline
          </SubmitButton>
        </div>
        <p className="small soft">
          You agree to do this on top of your open orders. Your own deadline is earlier than the author's, as for every
          order.
        </p>
      </Form>
    </section>
  );
}
