import { Textarea } from "@mantine/core";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { Form, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { DISPUTE_POLICY } from "../rules/dispute.ts";
import { findFault } from "../server/disputes/find-fault.ts";
import { type DisputePage, readDisputePage } from "../server/disputes/list-disputes.ts";
import { giveUp, saveStatement, sendEvidence } from "../server/disputes/send-evidence.ts";
import { DisputeStatusBadge } from "../ui/dispute-status.tsx";
import styles from "../ui/refund.module.css";
import type { Route } from "./+types/admin-dispute";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Dispute over ${loaderData.dispute.order.number}` : "Dispute");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => ({
  dispute: await readDisputePage(actor, params.disputeId, now()),
}));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    save: intent({
      command: saveStatement,
      input: ({ text, params }) => ({ disputeId: params.disputeId, statement: text("statement") }),
      done: "Statement saved.",
    }),
    send: intent({
      command: sendEvidence,
      input: ({ text, params }) => ({ disputeId: params.disputeId, statement: text("statement") }),
      done: "The evidence is being sent to the card provider.",
    }),
    give_up: intent({
      command: giveUp,
      input: ({ params }) => ({ disputeId: params.disputeId }),
      done: "Loss accepted. We're telling the card provider.",
    }),
    fault: intent({
      command: findFault,
      input: ({ text, params }) => ({ disputeId: params.disputeId, reason: text("reason") }),
      done: "Took back the editor's pay for this order. We've told them why.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A dispute: what the bank asks, by when, and our answer. */
export default function AdminDispute({ loaderData: { dispute }, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId === dispute.order.id);
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle
        title={`Dispute over ${dispute.order.number}`}
        back={{ label: "Disputes", to: href("/admin/disputes") }}
        status={<DisputeStatusBadge status={dispute.status} />}
        lede={dispute.order.title}
      />
      <NextStep dispute={dispute} />
      {answer?.form === "fault" ? null : <ErrorNote problem={answer?.error} />}
      {dispute.failure ? (
        <Notice tone="late">
          The card provider didn't accept the answer: {dispute.failure} Change it and send it again.
        </Notice>
      ) : null}
      <DoneNote answer={answer} />
      <Columns
        main={
          <div className={styles.stack}>
            {dispute.mayAnswer ? <Answer dispute={dispute} answer={answer} /> : <Answered dispute={dispute} />}
            {dispute.mayFindFault || dispute.fault ? <Fault dispute={dispute} answer={answer} /> : null}
          </div>
        }
        side={<Side dispute={dispute} />}
      />
    </Page>
  );
}

function NextStep({ dispute }: { dispute: DisputePage }) {
  if (dispute.mayAnswer)
    return (
      <WaitingLine
        turn="you"
        who="Any admin"
        waitsFor="Send evidence that the payment is valid, or accept the loss."
        by={dispute.dueAt}
        note="After that, the bank decides without us."
      />
    );
  if (dispute.open)
    return (
      <WaitingLine
        turn="others"
        who="The cardholder's bank"
        waitsFor={
          dispute.sendingAt && !dispute.sentAt
            ? "The evidence is on its way to the card provider."
            : dispute.givenUpAt
              ? "We're telling the card provider that we accept the loss."
              : dispute.sentAt
                ? "The bank has our evidence and decides. That can take two to three months."
                : "The deadline for evidence has passed. The bank decides without us."
        }
      />
    );
  const ends = {
    won: "Won: the payment is valid, and the money is at the card provider again.",
    lost: "Lost: the bank returned the money to the cardholder.",
    closed: "The bank's inquiry ended. No money was withheld.",
    needs_response: "",
    under_review: "",
  } as const;
  return <WaitingLine turn="done" who={null} waitsFor={ends[dispute.status]} />;
}

function Answer({ dispute, answer }: { dispute: DisputePage; answer: FormAnswer | undefined }) {
  const own = answer?.form === "send" || answer?.form === "save" ? answer : undefined;
  return (
    <Section title="Evidence">
      <p>
        Say why the payment is valid. The card provider also gets what we know of the order as a PDF: price, consent,
        dates, what was delivered with its hashes, when the client opened it, and the messages. The bank accepts
        evidence only once.
      </p>
      <p>
        <a href={`/api/disputes/${dispute.id}/evidence`} target="_blank" rel="noreferrer">
          Read the PDF
        </a>
      </p>
      <Form method="post" className={styles.stack} noValidate preventScrollReset id="evidence">
        <Textarea
          name="statement"
          label="Statement"
          description="The bank reads it first. Answer its reason with facts and dates."
          defaultValue={own?.typed?.["statement"] ?? dispute.statement}
          error={fieldError(own?.error, "statement")}
          maxLength={DISPUTE_POLICY.longestStatement}
          autosize
          minRows={6}
        />
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="send" pending="Sending…">
            Send evidence
          </SubmitButton>
          <SubmitButton name="intent" value="save" variant="default" pending="Saving…">
            Save statement
          </SubmitButton>
        </div>
      </Form>
      <div className={styles.apart}>
        <ConfirmButton
          stops
          size="compact-sm"
          title={`Accept the loss of ${formatMoney(dispute.amountMinor, dispute.currency)}?`}
          confirm="Accept the loss"
          fields={{ intent: "give_up" }}
          body={<p>The bank keeps the money for the cardholder. This can't be undone.</p>}
        >
          Accept the loss
        </ConfirmButton>
      </div>
    </Section>
  );
}

function Answered({ dispute }: { dispute: DisputePage }) {
  return (
    <Section title="Evidence">
      {dispute.statement ? <p className={styles.quote}>{dispute.statement}</p> : <p>No evidence was sent.</p>}
      {dispute.sendingAt ? (
        <p>
          <a href={`/api/disputes/${dispute.id}/evidence`} target="_blank" rel="noreferrer">
            Read the PDF
          </a>
        </p>
      ) : null}
    </Section>
  );
}

function Fault({ dispute, answer }: { dispute: DisputePage; answer: FormAnswer | undefined }) {
  if (dispute.fault)
    return (
      <Section title="Editor's pay">
        <p>
          {dispute.fault.by ?? "An admin"} took back the editor's pay on <Instant at={dispute.fault.at} />:{" "}
          {dispute.fault.reason}
        </p>
      </Section>
    );
  return (
    <Section title="Editor's pay">
      <p>{dispute.order.editor} keeps the pay for this order, unless the work was the reason for the loss.</p>
      <ActionForm
        intent="fault"
        label="The editor was at fault"
        submit="Take back the pay"
        pending="Taking back…"
        stops
        answer={answer}
      >
        {({ problem, typed }) => (
          <Textarea
            name="reason"
            label="What was wrong with the work"
            description="The editor will see it."
            defaultValue={typed["reason"] ?? ""}
            error={fieldError(problem, "reason")}
            maxLength={1_000}
            autosize
            minRows={3}
          />
        )}
      </ActionForm>
    </Section>
  );
}

function Side({ dispute }: { dispute: DisputePage }) {
  const money = (minor: number) => formatMoney(minor, dispute.currency);
  return (
    <Sheet>
      <KeyValue
        items={[
          {
            label: "Order",
            value: (
              <PageLink to={href("/admin/orders/:orderId", { orderId: dispute.order.id })}>
                {dispute.order.number}
              </PageLink>
            ),
          },
          { label: "Client", value: dispute.order.client },
          { label: "Editor", value: dispute.order.editor },
          { label: "Reason", value: dispute.reason },
          { label: "Kind", value: dispute.kind === "inquiry" ? "Inquiry (the bank is only asking)" : "Chargeback" },
          { label: "Amount", value: money(dispute.amountMinor) },
          {
            label: "Withheld now",
            value: dispute.open && dispute.withdrawnMinor > 0 ? money(dispute.withdrawnMinor) : null,
          },
          { label: "Provider's fee", value: dispute.feeMinor > 0 ? money(dispute.feeMinor) : null },
          { label: "Opened", value: <Instant at={dispute.openedAt} /> },
          {
            label: "Evidence by",
            value: dispute.dueAt && dispute.open ? <Instant at={dispute.dueAt} deadline /> : null,
          },
          {
            label: "Evidence sent",
            value: dispute.sentAt ? (
              <>
                <Instant at={dispute.sentAt} />
                {dispute.sentBy ? `, ${dispute.sentBy}` : ""}
              </>
            ) : null,
          },
          {
            label: "Loss accepted",
            value: dispute.givenUpAt ? (
              <>
                <Instant at={dispute.givenUpAt} />
                {dispute.givenUpBy ? `, ${dispute.givenUpBy}` : ""}
              </>
            ) : null,
          },
          { label: "Ended", value: dispute.closedAt ? <Instant at={dispute.closedAt} /> : null },
          { label: "At the provider", value: <span className="small">{dispute.providerDisputeId}</span> },
        ]}
      />
    </Sheet>
  );
}
