import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { choiceLabel, choiceOf } from "#app/features/payments/rules/ledger/account-choice.ts";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { decideEntry, reverseEntry, withdrawEntry } from "../server/books/manual-entries.ts";
import { type ReadEntry, readEntry } from "../server/books/read-entries.ts";
import { EntryBadge } from "../ui/entry-badge.tsx";
import finance from "../ui/finance.module.css";
import type { Route } from "./+types/admin-entry";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Journal entry by hand");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readEntry(actor, params.entryId),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    agree: intent({
      command: decideEntry,
      input: ({ params }) => ({ entryId: params.entryId, approve: true, reason: "" }),
      done: "Booked",
    }),
    decline: intent({
      command: decideEntry,
      input: ({ params, text }) => ({ entryId: params.entryId, approve: false, reason: text("reason") }),
      done: "Declined. Nothing was booked.",
    }),
    withdraw: intent({
      command: withdrawEntry,
      input: ({ params }) => ({ entryId: params.entryId }),
      done: "Taken back. Nothing was booked.",
    }),
    reverse: intent({
      command: reverseEntry,
      input: ({ params, text }) => ({ entryId: params.entryId, day: text("day"), reason: text("reason") }),
      done: ({ state }) =>
        state === "booked" ? "The opposite is booked." : "The opposite is booked once a second person agrees.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const entryTo = (entryId: string) => href("/admin/accounts/entries/:entryId", { entryId });

/** A journal entry by hand: its lines, who made it and agreed to it, and what can be done about it. */
export default function AdminEntry({ loaderData: entry, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("books"));
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle
        title={entry.memo}
        crumbs={[{ label: "Entries by hand", to: href("/admin/accounts/entries") }]}
        status={<EntryBadge state={entry.state} />}
      />
      <DoneNote answer={answer} />
      <div className={finance.opened}>
        <KeyValue items={factsOf(entry)} />
        <DataTable
          caption="Lines of this entry"
          rows={entry.lines.map((line, i) => ({ ...line, n: i + 1 }))}
          rowKey={(line) => String(line.n)}
          columns={[
            {
              key: "account",
              header: "Account",
              narrow: "title",
              cell: (line) => `${ACCOUNTS[line.account].code} ${choiceLabel(choiceOf(line))}`,
            },
            {
              key: "debit",
              header: "Debit",
              align: "end",
              cell: (line) =>
                line.amountMinor > 0 ? <Money minor={line.amountMinor} currency={entry.currency} /> : "",
            },
            {
              key: "credit",
              header: "Credit",
              align: "end",
              cell: (line) =>
                line.amountMinor < 0 ? <Money minor={-line.amountMinor} currency={entry.currency} /> : "",
            },
          ]}
          empty={null}
        />
      </div>
      {entry.state === "waiting" ? <Decide entry={entry} answer={answer} /> : null}
      {entry.mayReverse ? <Reverse entry={entry} answer={answer} /> : null}
    </Page>
  );
}

/** Whether the clock may still take it back. */
const isOpen = ({ state, reversal }: ReadEntry): boolean =>
  (state === "waiting" || state === "booked") && reversal?.state !== "booked";

const factsOf = (entry: ReadEntry) => [
  { label: "Date", value: formatLongDay(entry.day) },
  { label: "Amount", value: formatMoney(entry.sumMinor, entry.currency) },
  {
    label: "Made",
    value: (
      <>
        {entry.isByClock ? "By the clock" : `By ${entry.maker ?? "a former colleague"}`},{" "}
        <Instant at={entry.createdAt} />
      </>
    ),
  },
  { label: "Reason", value: entry.reason },
  {
    label: "Decided",
    value:
      entry.decidedAt && entry.decider ? (
        <>
          By {entry.decider}, <Instant at={entry.decidedAt} />
        </>
      ) : null,
  },
  { label: "Why it was declined", value: entry.decision || null },
  {
    label: "Document",
    value: entry.hasFile ? <a href={`/api/journal-entries/${entry.id}/document`}>Open document</a> : null,
  },
  {
    label: "To be taken back on",
    value: entry.takeBackOn && isOpen(entry) ? formatLongDay(entry.takeBackOn) : null,
  },
  {
    label: "Takes back",
    value: entry.reversesId ? <Link to={entryTo(entry.reversesId)}>Another entry</Link> : null,
  },
  {
    label: "Taken back by",
    value: entry.reversal ? (
      <Link to={entryTo(entry.reversal.id)}>
        {entry.reversal.state === "booked" ? "Its opposite" : "An entry that needs a second person"}
      </Link>
    ) : null,
  },
  {
    label: "Journal",
    value: entry.journal ? (
      <Link to={`/admin/accounts/journal?entry=${entry.journal.id}`}>Entry {entry.journal.seq}</Link>
    ) : null,
  },
];

/** What the second person decides, and the first one can take back. */
function Decide({ entry, answer }: { entry: ReadEntry; answer: FormAnswer | undefined }) {
  if (entry.isMine)
    return (
      <>
        <p className={finance.note}>Another person who keeps the books has to agree before it&apos;s booked.</p>
        {answer?.form === "withdraw" ? <ErrorNote problem={answer.error} /> : null}
        <ConfirmButton
          stops
          variant="default"
          title="Take this entry back?"
          confirm="Take back"
          fields={{ intent: "withdraw" }}
          body={<p>Nothing was booked yet. It stays in the list as taken back.</p>}
        >
          Take back
        </ConfirmButton>
      </>
    );
  return (
    <div className={finance.resolve}>
      <Form method="post" preventScrollReset>
        {answer?.form === "agree" ? <ErrorNote problem={answer.error} /> : null}
        <SubmitButton name="intent" value="agree" pending="Booking">
          Agree and book
        </SubmitButton>
      </Form>
      <ActionForm intent="decline" label="Decline" pending="Declining" stops answer={answer}>
        {({ problem, typed }) => <ReasonField label="Why" problem={problem} typed={typed} />}
      </ActionForm>
    </div>
  );
}

/** Books the opposite, which the entry's own page then links to. */
const Reverse = ({ entry, answer }: { entry: ReadEntry; answer: FormAnswer | undefined }) => (
  <ActionForm intent="reverse" label="Take back" submit="Book the opposite" pending="Booking" stops answer={answer}>
    {({ problem, typed }) => (
      <>
        <TextInput
          name="day"
          type="date"
          label="Date of the opposite entry"
          required
          max={entry.today}
          min={entry.openFrom !== null && entry.openFrom > entry.day ? entry.openFrom : entry.day}
          defaultValue={typed["day"] ?? entry.today}
          error={fieldError(problem, "day")}
        />
        <ReasonField label="Reason" problem={problem} typed={typed} />
      </>
    )}
  </ActionForm>
);

const ReasonField = ({
  label,
  problem,
  typed,
}: {
  label: string;
  problem: FormAnswer["error"];
  typed: Readonly<Record<string, string>>;
}) => (
  <Textarea
    name="reason"
    label={label}
    required
    rows={3}
    maxLength={1_000}
    defaultValue={typed["reason"] ?? ""}
    error={fieldError(problem, "reason")}
  />
);
