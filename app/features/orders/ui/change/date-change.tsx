import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { TextInput, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { formatMoney, formatPay } from "#app/platform/rules/core/money.ts";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DATE_POLICY } from "../../rules/change/date-change.ts";
import type { DateChangeView } from "../../server/due-date/date-change-view.ts";
import styles from "../order.module.css";

type Proposal = NonNullable<DateChangeView["proposal"]>;

const WHO: Record<DateChangeView["side"], Record<Proposal["side"], string>> = {
  client: { client: "You proposed", editor: "Your editor asks for", staff: "Our staff propose" },
  editor: { client: "The author proposes", editor: "You asked for", staff: "Our staff propose" },
  staff: { client: "The author proposes", editor: "The editor asks for", staff: "Our staff propose" },
};

/** The open proposal for a later due date, at the top of an order's page: who asks, both dates, why, and what to do. */
export function DateProposal({ view }: { view: DateChangeView }) {
  const { proposal, side, currency } = view;
  if (!proposal) return null;
  return (
    <Notice tone={proposal.mayAnswer ? "attention" : "info"} title={`${WHO[side][proposal.side]} a later due date`}>
      <div className={styles.tight}>
        <p>
          <b>
            <Instant at={proposal.newDueAt} deadline />
          </b>{" "}
          instead of <Instant at={view.dueAt} deadline />.
        </p>
        <p className={styles.letter}>{proposal.reason}</p>
        {proposal.refundMinor > 0 ? (
          <p>
            The later date costs less:{" "}
            {side === "client"
              ? `we'll refund ${formatMoney(proposal.refundMinor, currency)} the way it was paid.`
              : `${formatMoney(proposal.refundMinor, currency)} is refunded to the author.`}
          </p>
        ) : null}
        {proposal.editorPayMinor === null ? null : (
          <p>
            {side === "editor" ? "Your pay" : "The editor's pay"} would be <b>{formatPay(proposal.editorPayMinor)}</b>,
            because the order costs less.
          </p>
        )}
        <p className="small soft">
          {proposal.mayAnswer ? "Nothing changes unless you agree. " : `${waits(proposal, side)} `}
          The proposal expires <Instant at={proposal.expiresAt} deadline />.
        </p>
        <div className={styles.buttons}>
          {proposal.mayAnswer ? (
            <>
              <Answer proposalId={proposal.id} intent="agree_date" label="Agree to later date" pending="Agreeing" />
              <Answer proposalId={proposal.id} intent="decline_date" label="Decline" pending="Declining" quiet />
            </>
          ) : null}
          {proposal.own ? (
            <Answer proposalId={proposal.id} intent="withdraw_date" label="Withdraw" pending="Withdrawing" quiet />
          ) : null}
        </div>
      </div>
    </Notice>
  );
}

function waits(proposal: Proposal, side: DateChangeView["side"]): string {
  const names = proposal.waitsFor.map((who) =>
    who === "client" ? "the author" : side === "client" ? "your editor" : "the editor",
  );
  return `Waiting for ${joinWords(names)} to agree.`;
}

const Answer = ({
  proposalId,
  intent,
  label,
  pending,
  quiet = false,
}: {
  proposalId: string;
  intent: string;
  label: string;
  pending: string;
  quiet?: boolean;
}) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="proposalId" value={proposalId} />
    <SubmitButton name="intent" value={intent} pending={pending} {...(quiet ? { variant: "default" } : {})}>
      {label}
    </SubmitButton>
  </Form>
);

const ASK: Record<DateChangeView["side"], string> = {
  client: "Offer a later date",
  editor: "Ask for more time",
  staff: "Propose a later date",
};
const EXPLAIN: Record<DateChangeView["side"], string> = {
  client: "Your editor has to agree. If the later date costs less, we'll refund the difference.",
  editor: "The author has to agree, and reads your reason. Their due date moves by the same time as yours.",
  staff: "It applies once the author and the editor have both agreed. If it costs less, the difference is refunded.",
};

/** Proposes a later due date. Posts `intent=propose_date` to the page that shows it. */
export function ProposeDate({ view, inline = false }: { view: DateChangeView; inline?: boolean }) {
  if (!view.mayPropose) return null;
  return (
    <ConfirmButton
      fullWidth={!inline}
      title={ASK[view.side]}
      confirm={view.side === "editor" ? "Ask for more time" : "Propose date"}
      pending="Proposing"
      fields={{ intent: "propose_date" }}
      body={
        <>
          <p>
            {view.side === "editor" ? "Your deadline" : "The due date"} is now{" "}
            <b>
              <Instant at={view.dueAt} deadline />
            </b>
            . {EXPLAIN[view.side]}
          </p>
          <TextInput
            type="datetime-local"
            name="newDate"
            label={view.side === "editor" ? "New deadline" : "New due date"}
            description={`In your time zone, up to ${formatDays(DATE_POLICY.mostLaterMs)} later.`}
            defaultValue={view.suggested}
            min={view.least}
            required
          />
          <Textarea name="reason" label="Reason" autosize minRows={2} minLength={3} maxLength={1_000} required />
        </>
      }
    >
      {ASK[view.side]}
    </ConfirmButton>
  );
}
